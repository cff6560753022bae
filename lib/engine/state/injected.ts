import type { FactOf } from "@/lib/engine/log/facts";
import type { Fault, FaultRule } from "@/lib/protocol/fault";
import type { ErrorCode } from "@/lib/protocol/messages";
import type { State } from "./state";

/** Names a delivery by its decision and its failed ones before, or an ask by its call and its attempt. */
export const workKey = (id: string, attempt: number): string => `${id}/${attempt}`;

/**
 * The rule whose fault was injected into a piece of work, by its key; undefined if there is none. A fault that a fork
 * copied does not apply if the fork's own workspace has faults off.
 */
export const injectedRule = (state: State, key: string): FaultRule | undefined =>
  state.settings?.workspace.faults?.on ? state.injected.get(key) : undefined;

/** The key of the work a fault was injected into; for a tool's attempt, its first delivery. */
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
 * Whether a model's fault changes the calls in its reply. Whether a reply has calls is not known in advance, so on a
 * reply without calls the fault has no effect. Only replies with calls are counted, so the rule applies to the next one.
 */
export const changesCalls = ({ kind }: Fault): boolean => OF_CALLS.has(kind);
