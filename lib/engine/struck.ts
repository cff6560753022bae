import type { FaultRule } from "../protocol/fault";
import type { FactOf } from "./facts";
import type { State } from "./state";

/** Names a delivery by its decision and its failed ones before, or an ask by its call and its attempt. */
export const struckKey = (id: string, attempt: number): string => `${id}/${attempt}`;

/** The rule that has struck a piece of work, by its key; undefined when none has. */
export const ruleOf = (state: State, key: string): FaultRule | undefined => state.struck.get(key);

/** The piece of work that a fault has struck: of a tool's attempt the first delivery. */
export const workOf = (fact: FactOf<"fault.injected">): string =>
  fact.decision_id === undefined ? struckKey(fact.id, fact.attempt) : struckKey(fact.decision_id, 0);
