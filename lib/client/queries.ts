/** What the browser has fetched, by react-query. */
import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Workspace } from "../protocol/workspace";
import { api, type CheckAnswer, type CheckBody, type Command } from "./api";
import { useScreen } from "./screen";

const keys = {
  settings: ["settings"],
  workspaces: ["workspaces"],
  samples: ["samples"],
  sessions: ["sessions"],
  session: ["session"],
  check: ["check"],
};

export const useSettings = () =>
  useQuery({ queryKey: keys.settings, queryFn: api.settings, staleTime: 60_000 });

export const useWorkspaces = () => useQuery({ queryKey: keys.workspaces, queryFn: api.workspaces.list });

export const useSamples = () =>
  useQuery({ queryKey: keys.samples, queryFn: api.samples.list, staleTime: Number.POSITIVE_INFINITY });

/** The newest runs of a workspace, or of all when it is not stored. */
export const useSessions = (workspace: string | null) =>
  useQuery({ queryKey: [...keys.sessions, workspace], queryFn: () => api.sessions.list(workspace) });

/** One session's summary; asked again while it runs. */
export const useSession = (id: string | null) =>
  useQuery({
    queryKey: [...keys.session, id],
    queryFn: () => api.sessions.read(id ?? ""),
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.running ? 700 : false),
  });

/** Asks for lists again, after something changed on the server. */
export function useRefresh() {
  const client = useQueryClient();
  return useCallback(
    (what: "workspaces" | "sessions" | "session") => client.invalidateQueries({ queryKey: keys[what] }),
    [client],
  );
}

export function useStartSession() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { workspace: Workspace; workspace_id?: string; message?: string }) =>
      api.sessions.start(body, useScreen.getState().secrets),
    onSuccess: () => refresh("sessions"),
  });
}

export function useCommand(session: string | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (command: Command) =>
      api.sessions.command(session ?? "", command, useScreen.getState().secrets),
    onSettled: () => refresh("session"),
  });
}

/** A value that follows `value` once it has been still for `ms`; at once when `key` changes. */
function useSettled<T>(value: T, key: string, ms: number): T {
  const [settled, setSettled] = useState({ key, value });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key, value }), ms);
    return () => clearTimeout(timer);
  }, [value, key, ms]);
  if (settled.key === key) return settled.value;
  setSettled({ key, value });
  return value;
}

const CHECK_AFTER_MS = 150;

/** While the answer to a newer text is on its way the older one stays, but never that of another tool. */
const checkQuery = (tool: string, body: CheckBody) => ({
  queryKey: [...keys.check, tool, body],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.check(body, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  placeholderData: (before: CheckAnswer | undefined, query?: { queryKey: readonly unknown[] }) =>
    query?.queryKey[1] === tool ? before : undefined,
});

/**
 * The engine's word on a tool's schemas and on the texts tried against them, a moment after the last key. While
 * `isPlaceholderData` is set the answer is to the text before.
 */
export function useCheck(tool: string, body: CheckBody) {
  const text = useSettled(JSON.stringify(body), tool, CHECK_AFTER_MS);
  return useQuery(checkQuery(tool, JSON.parse(text) as CheckBody));
}

/** The same for the schemas of all tools, by tool key. `of` names the workspace they belong to. */
export function useChecks(of: string, tools: { key: string; body: CheckBody }[]) {
  const text = useSettled(JSON.stringify(tools), of, CHECK_AFTER_MS);
  const settled = useMemo(() => JSON.parse(text) as typeof tools, [text]);
  const answers = useQueries({ queries: settled.map(({ key, body }) => checkQuery(key, body)) });
  return new Map(settled.map(({ key }, i) => [key, answers[i]?.data]));
}
