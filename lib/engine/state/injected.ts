import type { FactOf } from "@/lib/engine/log/facts";
import type { Fault, FaultRule } from "@/lib/protocol/fault";
import type { ErrorCode } from "@/lib/protocol/messages";
import type { State } from "./state";

/** Names a delivery by its decision and its failed ones before, or an ask by its call and its attempt. */
export const workKey = (id: string, attempt: number): string => `${id}/${attempt}`;

/**
 * The rule that has struck a piece of work, by its key; undefined when none has. What a fork took over as struck is let
 * go where its own workspace has faults off.
 */
export const injectedRule = (state: State, key: string): FaultRule | undefined =>
  state.settings?.workspace.faults?.on ? state.injected.get(key) : undefined;

/** The piece of work that a fault has struck: of a tool's attempt the first delivery. */
export const workOf = (fact: FactOf<"fault.injected">): string =>
  fact.decision_id === undefined ? workKey(fact.id, fact.attempt) : workKey(fact.decision_id, 0);

/** Whether a model call that failed with `code` was kept from its answer by the fault: the answer is still to come. */
export function withholdsAnswer({ kind }: Fault, code: ErrorCode | undefined): boolean {
  if (kind === "slow") return code === "deadline_exceeded";
  return kind === "silent" || kind === "rate limited" || kind === "overloaded" || kind === "stream cut";
}

const OF_CALLS: ReadonlySet<Fault["kind"]> = new Set([
  "malformed arguments",
  "invalid arguments",
  "unknown tool",
  "cut arguments",
  "duplicate ids",
]);

/**
 * Whether a model's fault strikes the calls in its answer. Whether an answer will have any is not known before it comes,
 * so one without is struck in vain; but only answers with calls are counted, so the rule passes on to the next one.
 */
export const changesCalls = ({ kind }: Fault): boolean => OF_CALLS.has(kind);
