/** What the browser has fetched, by react-query. */
import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { api } from "@/lib/client/api/api";
import { useReachable } from "@/lib/client/api/reachable";
import { createFold } from "@/lib/client/log/log-fold";
import { useScreen } from "@/lib/client/screen/screen";
import type { Verdict } from "@/lib/protocol/verdict";
import type { CaseRunBody } from "@/lib/wire/cases";
import type { CheckAnswer, CheckBody } from "@/lib/wire/check";
import type { Command } from "@/lib/wire/commands";
import type { ForkBody } from "@/lib/wire/forks";
import type { GenerateBody } from "@/lib/wire/generate";
import type { ImpactBody, ImpactProgress } from "@/lib/wire/impact";
import type { StartSession } from "@/lib/wire/sessions";

const keys = {
  settings: ["settings"],
  workspaces: ["workspaces"],
  samples: ["samples"],
  sessions: ["sessions"],
  check: ["check"],
};

/** What the server is set to. Asked again now and then: it also tells whether the server still answers. */
export function useSettings() {
  const reachable = useReachable();
  return useQuery({
    queryKey: keys.settings,
    queryFn: api.settings,
    retry: false,
    refetchInterval: reachable ? 30_000 : 3_000,
  });
}

export const useWorkspaces = () => useQuery({ queryKey: keys.workspaces, queryFn: api.workspaces.list });

export const useSamples = () =>
  useQuery({ queryKey: keys.samples, queryFn: api.samples.list, staleTime: Number.POSITIVE_INFINITY });

/** The newest runs of a workspace, or of all when it is not stored. */
export const useSessions = (workspace: string | null) =>
  useQuery({ queryKey: [...keys.sessions, workspace], queryFn: () => api.sessions.list(workspace) });

/** The tree of forks that a session is part of. A link to one that is not stored has none. */
export const useFamily = (session: string | null) =>
  useQuery({
    queryKey: [...keys.sessions, "family", session],
    queryFn: () => api.sessions.family(session ?? ""),
    enabled: session !== null,
    retry: false,
    // Who walks from one run of a tree to another stays in the same tree.
    placeholderData: (before) => (before?.items.some(({ id }) => id === session) ? before : undefined),
  });

/** Asks for a list again, after something changed on the server. */
export function useRefresh() {
  const client = useQueryClient();
  return useCallback(
    (what: "workspaces" | "sessions") => client.invalidateQueries({ queryKey: keys[what] }),
    [client],
  );
}

export function useStartSession() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: StartSession) => api.sessions.start(body, useScreen.getState().secrets),
    onSuccess: () => refresh("sessions"),
  });
}

/** Sends a command to a session. A refusal (409) is the mutation's error and says why. */
export const useCommand = (session: string | null) =>
  useMutation({
    mutationFn: (command: Command) =>
      api.sessions.command(session ?? "", command, useScreen.getState().secrets),
  });

/** A session's timeline as it stands now, read once. */
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

/** Goes back in a session and on differently; the answer names the fork. */
export const useFork = (session: string) => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ForkBody) => api.sessions.fork(session, body, useScreen.getState().secrets),
    onSuccess: () => void refresh("sessions"),
  });
};

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

/** When all recorded calls have been checked, which is told first. */
const CHECK_AFTER_MS = 250;

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
  const now = JSON.stringify(body);
  const text = useSettled(now, tool, CHECK_AFTER_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    checkQuery(tool, JSON.parse(text) as CheckBody),
  );
  return { data, error, refetch, isPlaceholderData: isPlaceholderData || text !== now };
}

/**
 * All cases of a tool in one request, a moment after the last key; another key withdraws it. `data` is undefined while there is
 * no answer for the cases and schemas as they stand. Asks nothing without cases.
 */
export function useCaseRun(tool: string, body: CaseRunBody) {
  const now = JSON.stringify(body);
  const text = useSettled(now, tool, CHECK_AFTER_MS);
  const { data, error } = useQuery({
    queryKey: ["cases", tool, text],
    queryFn: ({ signal }) => api.cases(JSON.parse(text) as CaseRunBody, signal),
    enabled: body.cases.length > 0,
    gcTime: 60_000,
  });
  return { data: text === now ? data : undefined, error };
}

/** Reads a file of cases: all of it, or a refusal that says why. */
export const useReadCaseFile = () => useMutation({ mutationFn: (text: string) => api.caseFile({ text }) });

/** Samples made from a schema; asked once for each schema, and again when there was no answer. */
export const useGenerated = (body: GenerateBody) =>
  useQuery({
    queryKey: ["generated", body],
    queryFn: ({ signal }) => api.generate(body, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });

/** Short: all recorded calls are to be checked before a person has looked up. */
const IMPACT_AFTER_MS = 25;

/**
 * What a schema that is being typed would say of the recorded calls of its tool; another key withdraws the question. Asked
 * anew when `runs` changes: then there are new calls. `progress` says how far an answer is that takes a while.
 */
export function useImpact(tool: string, body: ImpactBody, runs: string) {
  const text = useSettled(JSON.stringify({ ...body, details: false }), tool, IMPACT_AFTER_MS);
  const [progress, setProgress] = useState<ImpactProgress | null>(null);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ["impact", tool, text, runs],
    queryFn: ({ signal }) => {
      setProgress(null);
      const tell = (told: ImpactProgress) => {
        if (!signal.aborted) setProgress(told);
      };
      return api.impact(JSON.parse(text) as ImpactBody, signal, tell);
    },
    gcTime: 10_000,
    placeholderData: (before, query) => (query?.queryKey[1] === tool ? before : undefined),
  });
  const waits = isFetching && (isPlaceholderData || !data);
  return { data, error, isPlaceholderData, progress: waits ? progress : null };
}

/** The same with what stands behind the counts. */
export const useImpactDetails = (body: ImpactBody, runs: string) =>
  useQuery({
    queryKey: ["impact details", body, runs],
    queryFn: ({ signal }) => api.impact(body, signal, () => {}),
    gcTime: 10_000,
    placeholderData: (before) => before,
  });

/** Looks for edits that would make a text valid: only when asked, since it takes many checks. */
export const useFixes = () => useMutation({ mutationFn: api.fixes });

/** What a worker may answer, as a JSON Schema's text. */
const useAnswerSchema = () =>
  useQuery({ queryKey: ["answer schema"], queryFn: api.answerSchema, staleTime: Number.POSITIVE_INFINITY });

/** The verdict on an answer that a person types in the worker's place; undefined while there is none for this text. */
export function useAnswerCheck(decision: string, text: string): Verdict | undefined {
  const schema = useAnswerSchema().data;
  const name = "answer";
  const checked = useCheck(`held/${decision}`, { tool: { name, inputText: schema ?? "" }, arguments: text });
  return schema === undefined || checked.isPlaceholderData ? undefined : checked.data?.input;
}

/** The same for the schemas of all tools, by tool key. `of` names the workspace they belong to. */
export function useChecks(of: string, tools: { key: string; body: CheckBody }[]) {
  const text = useSettled(JSON.stringify(tools), of, CHECK_AFTER_MS);
  const settled = useMemo(() => JSON.parse(text) as typeof tools, [text]);
  const answers = useQueries({ queries: settled.map(({ key, body }) => checkQuery(key, body)) });
  return new Map(settled.map(({ key }, i) => [key, answers[i]?.data]));
}
