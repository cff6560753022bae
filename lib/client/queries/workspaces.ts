/** The stored workspaces and the samples. */
import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/api/api";
import { keys } from "./keys";

export const useWorkspaces = () => useQuery({ queryKey: keys.workspaces, queryFn: api.workspaces.list });

export const useSamples = () =>
  useQuery({ queryKey: keys.samples, queryFn: api.samples.list, staleTime: Number.POSITIVE_INFINITY });
