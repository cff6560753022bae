/** The state of a decision: what was proposed, whether it is held, and how it ended. */
import type { PackedResponse } from "@/lib/engine/log/packed";
import { hasActions } from "@/lib/view/text/labels";
import type { CallRecord, DecisionRecord, Hold, ModelRecord } from "./records";

/** The open hold of a decision; null if it is not held. */
export function openHold(decision: DecisionRecord | undefined): Hold | null {
  const hold = decision?.holds.at(-1);
  return hold && !hold.released && !decision?.dropped ? hold : null;
}

/** The decision of a call that is held now. */
export const heldDecision = (record: CallRecord | ModelRecord): DecisionRecord | undefined =>
  record.decisions.findLast((decision) => openHold(decision));

export const proposedIn = (decision: DecisionRecord): PackedResponse | undefined =>
  decision.deliveries[0]?.dispatched.proposed ?? decision.holds[0]?.held.proposed;

/** Whether the engine proposed actions or messages. */
export function hasProposal(decision: DecisionRecord): boolean {
  const proposed = proposedIn(decision);
  return hasActions(proposed) || (proposed?.messages?.add.length ?? 0) > 0 || proposed?.agent !== undefined;
}

/** How a decision ended; null while it is queued or with the worker. */
export function decisionOutcome(
  decision: DecisionRecord,
): "taken" | "own answer" | "failed" | "dropped" | null {
  if (decision.completed) return decision.completed.taken ? "taken" : "own answer";
  if (decision.dropped) return "dropped";
  const errored = decision.deliveries.at(-1)?.errored;
  return errored && errored.due_at === undefined ? "failed" : null;
}

export function decisionEnd(decision: DecisionRecord): number | null {
  const failed = decisionOutcome(decision) === "failed" ? decision.deliveries.at(-1)?.errored?.at : undefined;
  return decision.completed?.at ?? decision.dropped?.at ?? failed ?? null;
}

/** The stage of an open decision. */
export function openStage(decision: DecisionRecord): "held" | "queued" | "again" | "out" {
  if (openHold(decision)) return "held";
  const newest = decision.deliveries.at(-1);
  if (!newest) return "queued";
  return newest.errored ? "again" : "out";
}
