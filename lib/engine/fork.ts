/**
 * Going back: where in a log a fork begins, and what is done there in place of what was done. What stands before that
 * place is the fork's own past; nothing of it runs again.
 */
import type { Action, DecisionResponse } from "../protocol/actions";
import type { ErrorCode, LlmResponse } from "../protocol/messages";
import { never } from "../util/never";
import type { Settle } from "./calls";
import type { Command } from "./decide";
import type { Fact, ForkedFrom } from "./facts";

/** An outcome of a tool call that a person gives in place of the recorded one. */
export type Outcome = { result: unknown } | { error: string; retryable: boolean; code?: ErrorCode };

/** Where to go back to, and what to do there; without an edit the same is asked again. Attempts count from 0. */
export type ForkPoint =
  /** The whole session again: its messages are sent anew, one after each turn. */
  | { at: "start" }
  | { at: "model"; call_id: string; attempt: number; response?: LlmResponse }
  | { at: "call"; id: string; attempt: number; outcome?: Outcome }
  | { at: "decision"; decision_id: string; response?: DecisionResponse };

export interface Fork {
  /** Facts of the origin that become the fork's own, from the first. */
  keep: number;
  /** What is done after them; null: what was under way there is done again. */
  then: Command | null;
  edit: ForkedFrom["edit"];
}

/** The moment a fork goes back to: when what it does anew was done. Milliseconds since the epoch. */
export const momentOf = (facts: readonly Fact[], { keep }: Fork): number =>
  (facts[keep] ?? facts.at(-1))?.at ?? 0;

type Found = Fork | { error: string };
type AtCall = Extract<ForkPoint, { at: "call" }>;
type AtDecision = Extract<ForkPoint, { at: "decision" }>;
type AtModel = Extract<ForkPoint, { at: "model" }>;

/** Where the first fact of that kind stands; null when there is none. */
function find(facts: readonly Fact[], is: (fact: Fact) => boolean, from = 0): number | null {
  const index = facts.findIndex((fact, at) => at >= from && is(fact));
  return index < 0 ? null : index;
}

/** Ends a delivery for good, or holds its answer. */
const answers = (fact: Fact, decisionId: string): boolean => {
  if (!("decision_id" in fact) || fact.decision_id !== decisionId) return false;
  if (fact.type === "decision.held") return fact.answer !== undefined;
  return (
    fact.type === "decision.completed" || fact.type === "decision.errored" || fact.type === "decision.dropped"
  );
};

/** A decision once more: back to where it was with the worker. What a script printed belongs to its answer. */
function ofDecision(facts: readonly Fact[], { decision_id, response }: AtDecision): Found {
  const sent = find(facts, (fact) => fact.type === "decision.dispatched" && fact.decision_id === decision_id);
  if (sent === null) return { error: `the decision ${decision_id} was never delivered` };
  const end = find(facts, (fact) => answers(fact, decision_id), sent);
  const before = facts[(end ?? 0) - 1];
  const logged = before?.type === "worker.logged" && before.decision_id === decision_id;
  const keep = end === null ? facts.length : logged ? end - 1 : end;
  if (!response) return { keep, then: null, edit: "nothing" };
  return {
    keep,
    then: { type: "answer", decision_id, answer: { kind: "answered", response } },
    edit: "decision",
  };
}

/** A model call once more: back to where its attempt was under way. */
function ofModel(facts: readonly Fact[], { call_id, attempt, response }: AtModel): Found {
  const about = (fact: Fact) =>
    "call_id" in fact && fact.call_id === call_id && "attempt" in fact && fact.attempt === attempt;
  const asked = find(facts, (fact) => fact.type === "llm.call.requested" && about(fact));
  if (asked === null) return { error: `the model call ${call_id} had no attempt ${attempt + 1}` };
  const end = find(facts, (fact) => about(fact) && fact.type !== "llm.call.requested", asked);
  const keep = end ?? facts.length;
  if (!response) return { keep, then: null, edit: "nothing" };
  return {
    keep,
    then: { type: "model", call_id, attempt, answer: { ok: true, response } },
    edit: "model answer",
  };
}

/** The decision that had the worker run an attempt. */
const executeOf = (facts: readonly Fact[], { id, attempt }: AtCall): string | null => {
  for (const fact of facts) {
    if (fact.type !== "decision.queued" || fact.trigger.type !== "tool.execute") continue;
    if (fact.trigger.id === id && fact.trigger.attempt === attempt) return fact.decision_id;
  }
  return null;
};

const settles = (fact: Fact, { id, attempt }: AtCall): boolean =>
  (fact.type === "tool.call.completed" ||
    fact.type === "tool.call.errored" ||
    fact.type === "output.rejected") &&
  fact.tool_call_id === id &&
  fact.attempt === attempt;

/** The decision whose answer settled an attempt, or is still to settle it; null when it was settled from elsewhere. */
function settlingDecision(facts: readonly Fact[], point: AtCall): string | null {
  const decisionId = executeOf(facts, point);
  if (decisionId === null) return null;
  const answered = find(facts, (fact) => answers(fact, decisionId));
  const settled = find(facts, (fact) => settles(fact, point));
  if (settled === null || answered === null) return settled === answered ? decisionId : null;
  return settled === answered + 1 ? decisionId : null;
}

/** An attempt of a tool call once more: back to where its decision was with the worker, else to before it was settled. */
function ofCall(facts: readonly Fact[], point: AtCall): Found {
  const { id, attempt, outcome } = point;
  const edit = outcome ? "outcome" : "nothing";
  const decision_id = settlingDecision(facts, point);
  if (decision_id !== null) {
    const response = outcome && { actions: [actionOf(outcome)] };
    const found = ofDecision(facts, { at: "decision", decision_id, response });
    return "error" in found ? found : { ...found, edit };
  }
  const isRequest = (fact: Fact) =>
    fact.type === "tool.call.requested" && fact.tool_call_id === id && fact.attempt === attempt;
  if (!facts.some(isRequest)) return { error: `the call ${id} had no attempt ${attempt + 1}` };
  const keep = find(facts, (fact) => settles(fact, point)) ?? facts.length;
  if (!outcome) return { keep, then: null, edit };
  return {
    keep,
    then: { type: "settle", settle: { id, attempt, by: "person", action: settleOf(outcome) } },
    edit,
  };
}

const actionOf = (outcome: Outcome): Action =>
  "result" in outcome
    ? { type: "tool.result", result: outcome.result ?? null }
    : { type: "tool.error", ...outcome };
const settleOf = (outcome: Outcome): Settle["action"] =>
  "result" in outcome ? { type: "tool.result", result: outcome.result } : { type: "tool.error", ...outcome };

/** What the user said, turn by turn: what a whole session is run again with. */
export function messagesOf(facts: readonly Fact[]): string[] {
  return facts.flatMap((fact) => {
    if (fact.type !== "decision.queued" || fact.trigger.type !== "client.messages") return [];
    const content = fact.trigger.messages.findLast(({ role }) => role === "user")?.content;
    return typeof content === "string" ? [content] : [];
  });
}

/** Where a fork of this log begins, and what is done there; or why there can be none. */
export function forkAt(facts: readonly Fact[], point: ForkPoint): Found {
  switch (point.at) {
    case "start":
      return { keep: 0, then: null, edit: "nothing" };
    case "model":
      return ofModel(facts, point);
    case "call":
      return ofCall(facts, point);
    case "decision":
      return ofDecision(facts, point);
    default:
      return never(point, "fork point");
  }
}
