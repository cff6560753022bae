/** The names under which the page keeps what it fetched, and how a list is fetched again. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

export const keys = {
  settings: ["settings"],
  workspaces: ["workspaces"],
  samples: ["samples"],
  sessions: ["sessions"],
};

/** Fetches a list again after something changed on the server. */
export function useRefresh() {
  const client = useQueryClient();
  return useCallback(
    (list: "workspaces" | "sessions") => client.invalidateQueries({ queryKey: keys[list] }),
    [client],
  );
}
