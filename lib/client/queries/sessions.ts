/** Sessions: lists, the tree of forks, one session's timeline, and the requests that start, command and fork them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api } from "@/lib/client/api/api";
import { createFold } from "@/lib/client/log/log-fold";
import { useScreen } from "@/lib/client/screen/screen";
import type { Command } from "@/lib/wire/commands";
import type { ForkBody } from "@/lib/wire/forks";
import type { SessionList, StartSession } from "@/lib/wire/sessions";
import { keys, useRefresh } from "./keys";

/** The newest runs of a workspace; of all workspaces when it is not stored. */
export const useSessions = (workspace: string | null) =>
  useQuery({ queryKey: [...keys.sessions, workspace], queryFn: () => api.sessions.list(workspace) });

/** Notes that a workspace was stored just now, so that its list of runs is known to be empty without asking. */
export function useSetNoSessions() {
  const client = useQueryClient();
  return useCallback(
    (workspace: string) => {
      const empty: SessionList = { items: [], next: null };
      client.setQueryData([...keys.sessions, workspace], empty);
    },
    [client],
  );
}

/** The tree of forks that contains a session; no data for a session that is not stored. */
export const useFamily = (session: string | null) =>
  useQuery({
    queryKey: [...keys.sessions, "family", session],
    queryFn: () => api.sessions.family(session ?? ""),
    enabled: session !== null,
    retry: false,
    // Another run of the same tree shows the same tree while it is fetched again.
    placeholderData: (before) => (before?.items.some(({ id }) => id === session) ? before : undefined),
  });

/** A session's timeline, read once. */
export const useTimeline = (session: string) =>
  useQuery({
    queryKey: ["timeline", session],
    queryFn: async () => {
      const fold = createFold();
      fold.add(await api.sessions.log(session));
      return fold.timeline;
    },
    gcTime: 0,
  });

export function useStartSession() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: StartSession) => api.sessions.start(body, useScreen.getState().secrets),
    onSuccess: () => refresh("sessions"),
  });
}

/** Sends a command to a session. A refusal (409) becomes the mutation's error, with the reason. */
export const useCommand = (session: string | null) =>
  useMutation({
    mutationFn: (command: Command) =>
      api.sessions.command(session ?? "", command, useScreen.getState().secrets),
  });

/** Forks a session; the response contains the id of the fork. */
export const useFork = (session: string) => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ForkBody) => api.sessions.fork(session, body, useScreen.getState().secrets),
    onSuccess: () => void refresh("sessions"),
  });
};
