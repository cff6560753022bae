/** The server's settings. */
import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/api/api";
import { useReachable } from "@/lib/client/api/reachable";
import { keys } from "./keys";

/** Fetched again and again, which also shows whether the server still answers. */
export function useSettings() {
  const reachable = useReachable();
  return useQuery({
    queryKey: keys.settings,
    queryFn: api.settings,
    retry: false,
    refetchInterval: reachable ? 30_000 : 3_000,
  });
}
