/**
 * Answers of `POST /api/check`. A tool's schemas are one question, with the request body as its key, so that everything
 * on the page that needs the answer shares one request. A text tried against a schema is a question of its own.
 */
import { useQueries, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/api/api";
import type { Verdict } from "@/lib/protocol/verdict";
import type { CheckAnswer, CheckBody } from "@/lib/wire/check";
import { CHECK_AFTER_MS, useSettled } from "./settled";

/**
 * While a newer body is being checked, the answer to the one before stays, but never that of another `scope`. No body:
 * nothing is asked, and no older answer stays.
 */
const checkQuery = (scope: string, body: CheckBody | null) => ({
  queryKey: ["check", scope, body] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => (body === null ? null : api.check(body, signal)),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  placeholderData: (
    before: CheckAnswer | null | undefined,
    query?: { queryKey: readonly [string, string, CheckBody | null] },
  ) => (query?.queryKey[1] === scope ? before : undefined),
});

/** The check of one tool's schemas; null: they are not known yet. */
export function useToolCheck(toolKey: string, body: CheckBody | null) {
  const { data, error, refetch } = useQuery(checkQuery(toolKey, body));
  return { data: data ?? undefined, error, refetch };
}

/** The checks of several tools, in the order of the bodies. */
export const useToolChecks = (bodies: ReadonlyMap<string, CheckBody>): (CheckAnswer | undefined)[] =>
  useQueries({
    queries: [...bodies].map(([toolKey, body]) => checkQuery(toolKey, body)),
    combine: dataOfAll,
  });

const dataOfAll = (results: { data: CheckAnswer | null | undefined }[]) =>
  results.map(({ data }) => data ?? undefined);

/**
 * The check of a text that a person types, once typing has paused; null: there is no text. `stale`: the answer is to an
 * earlier text.
 */
export function useTriedCheck(scope: string, body: CheckBody | null) {
  const { settled, pending } = useSettled(body, scope, CHECK_AFTER_MS);
  const { data, error, isPlaceholderData } = useQuery(checkQuery(scope, settled));
  const shown = body === null ? undefined : (data ?? undefined);
  return { data: shown, error, stale: isPlaceholderData || pending };
}

/** The JSON Schema of a worker's response, as text. */
const useAnswerSchema = () =>
  useQuery({ queryKey: ["answer schema"], queryFn: api.answerSchema, staleTime: Number.POSITIVE_INFINITY });

/** The verdict on a response that a person types in the worker's place; undefined until this text is checked. */
export function useAnswerCheck(decision: string, text: string): Verdict | undefined {
  const inputText = useAnswerSchema().data;
  const body = inputText === undefined ? null : { tool: { name: "answer", inputText }, arguments: text };
  const { data, stale } = useTriedCheck(`held/${decision}`, body);
  return stale ? undefined : data?.input;
}
