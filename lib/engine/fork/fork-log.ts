/**
 * Going back: where in a log a fork begins, and what is done there in place of what was done. What stands before that
 * place is the fork's own past; nothing of it runs again.
 */

import type { Settle } from "@/lib/engine/decide/calls";
import type { Command } from "@/lib/engine/decide/decide";
import type { Fact, ForkedFrom } from "@/lib/engine/log/facts";
import type { Action, DecisionResponse } from "@/lib/protocol/actions";
import type { ErrorCode, LlmResponse } from "@/lib/protocol/messages";
import { never } from "@/lib/util/never";
import {
  type Attempt,
  answers,
  backTo,
  ends,
  find,
  isBrokenOff,
  isLapse,
  isOf,
  ownerOf,
  starts,
} from "./fork-place";

/** An outcome of a tool call that a person gives in place of the recorded one. */
export type Outcome = { result: unknown } | { error: string; retryable: boolean; code?: ErrorCode };

/** Where to go back to, and what to do there; without an edit asked again unchanged. Attempts count from 0. */
export type ForkPoint =
  /** The whole session again: its messages are sent anew, one after each turn. */
  | { at: "start" }
  | { at: "model"; call_id: string; attempt: number; response?: LlmResponse }
  | { at: "call"; id: string; attempt: number; outcome?: Outcome }
  | { at: "decision"; decision_id: string; response?: DecisionResponse };

export interface Fork {
  /** Facts of the origin that become the fork's own, from the first. */
  keep: number;
  /** The moment it goes back to, milliseconds since the epoch, where it is not that of the first fact left out. */
  at?: number;
  /** What is done after them; null: what was under way there is done again. */
  then: Command | null;
  edit: ForkedFrom["edit"];
}

/** When a fork goes back to: when what it does anew was done. Milliseconds since the epoch. */
export const momentOf = (facts: readonly Fact[], { keep, at }: Fork): number =>
  at ?? (facts[keep] ?? facts.at(-1))?.at ?? 0;

type Found = Fork | { error: string };
type AtCall = Extract<ForkPoint, { at: "call" }>;
type AtDecision = Extract<ForkPoint, { at: "decision" }>;
type AtModel = Extract<ForkPoint, { at: "model" }>;

/** The attempt that a decision has the worker run; null when it is about something else. */
function executedBy(facts: readonly Fact[], decisionId: string): Attempt | null {
  const queued = facts.find((fact) => fact.type === "decision.queued" && fact.decision_id === decisionId);
  if (queued?.type !== "decision.queued" || queued.trigger.type !== "tool.execute") return null;
  return { kind: "tool_call", id: queued.trigger.id, attempt: queued.trigger.attempt };
}

/** A decision once more: back to where it was with the worker. What a script printed belongs to its answer. */
function ofDecision(facts: readonly Fact[], { decision_id, response }: AtDecision): Found {
  const sent = find(facts, (fact) => fact.type === "decision.dispatched" && fact.decision_id === decision_id);
  if (sent === null) return { error: `the decision ${decision_id} was never delivered` };
  const call = executedBy(facts, decision_id);
  const over = (fact: Fact) => answers(fact, decision_id) || (call !== null && ends(fact, call));
  const end = find(facts, over, sent);
  const then: Command | null = response
    ? { type: "answer", decision_id, answer: { kind: "answered", response } }
    : null;
  return {
    ...backTo(facts, { begun: sent, end, again: !response }),
    then,
    edit: editOf(response, "decision"),
  };
}

/** A model call once more: back to where its attempt was under way. */
function ofModel(facts: readonly Fact[], { call_id: id, attempt, response }: AtModel): Found {
  const call = { kind: "llm_call" as const, id, attempt };
  const begun = find(facts, (fact) => starts(fact, call));
  if (begun === null) return { error: `the model call ${id} had no attempt ${attempt + 1}` };
  const end = find(facts, (fact) => ends(fact, call), begun);
  const then: Command | null = response
    ? { type: "model", call_id: id, attempt, answer: { ok: true, response } }
    : null;
  return { ...backTo(facts, { begun, end, again: !response }), then, edit: editOf(response, "model answer") };
}

/** The decision that had the worker run an attempt. */
const executeOf = (facts: readonly Fact[], { id, attempt }: AtCall): string | null => {
  for (const fact of facts) {
    if (fact.type !== "decision.queued" || fact.trigger.type !== "tool.execute") continue;
    if (fact.trigger.id === id && fact.trigger.attempt === attempt) return fact.decision_id;
  }
  return null;
};

/**
 * Whether an attempt is made again by asking its decision again: when the decision's own answer has ended it, or is
 * still to come; and, where nobody says how it ends, whenever nobody else has said so.
 */
function isWorkers(facts: readonly Fact[], decisionId: string, point: AtCall): boolean {
  const end = find(facts, (fact) => ends(fact, { kind: "tool_call", ...point }));
  if (end !== null && ownerOf(facts, end) === decisionId) return true;
  const sent = facts.some((fact) => fact.type === "decision.dispatched" && fact.decision_id === decisionId);
  const answered = find(facts, (fact) => answers(fact, decisionId));
  if (!sent) return false;
  if (point.outcome) return end === null && answered === null;
  const fact = facts[end ?? facts.length];
  return !fact || isLapse(fact) || isBrokenOff(fact);
}

/** An attempt of a tool call once more: back to where its decision was with the worker, else to before it was settled. */
function ofCall(facts: readonly Fact[], point: AtCall): Found {
  const { id, attempt, outcome } = point;
  const edit = editOf(outcome, "outcome");
  const decision_id = executeOf(facts, point);
  if (decision_id !== null && isWorkers(facts, decision_id, point)) {
    const response = outcome && { actions: [actionOf(outcome)] };
    const found = ofDecision(facts, { at: "decision", decision_id, response });
    return "error" in found ? found : { ...found, edit };
  }
  const call = { kind: "tool_call" as const, id, attempt };
  const asked = find(facts, (fact) => starts(fact, call));
  if (asked === null) return { error: `the call ${id} had no attempt ${attempt + 1}` };
  const begun = find(facts, (fact) => fact.type === "attempt.started" && isOf(fact, call), asked) ?? asked;
  const end = find(facts, (fact) => ends(fact, call), begun);
  const then: Command | null = outcome
    ? { type: "settle", settle: { id, attempt, by: "person", action: settleOf(outcome) } }
    : null;
  return { ...backTo(facts, { begun, end, again: !outcome }), then, edit };
}

const editOf = <E extends Fork["edit"]>(edited: unknown, edit: E): E | "nothing" =>
  edited ? edit : "nothing";

const actionOf = (outcome: Outcome): Action =>
  "result" in outcome
    ? { type: "tool.result", result: outcome.result ?? null }
    : { type: "tool.error", ...outcome };
const settleOf = (outcome: Outcome): Settle["action"] =>
  "result" in outcome ? { type: "tool.result", result: outcome.result } : { type: "tool.error", ...outcome };

/** Where a fork of this log begins, and what is done there; or why there can be none. */
export function forkPlace(facts: readonly Fact[], point: ForkPoint): Found {
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
