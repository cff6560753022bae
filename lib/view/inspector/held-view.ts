/** What a person sees of a held decision, and what they may return in its place. */

import type { State } from "@/lib/engine/state/state";
import { heldLabel, isForksAnswer } from "@/lib/engine/state/status";
import type { DecisionResponse } from "@/lib/protocol/actions";
import { decisionLabel } from "@/lib/view/timeline/decision-text";
import { openHold, proposedIn } from "@/lib/view/timeline/decisions";
import { type DecisionRecord, decisionRow, type Timeline } from "@/lib/view/timeline/records";
import { unpacked } from "./decision-view";

export interface HeldView {
  id: string;
  /** The `seq` of the fact that it is held by. */
  hold: number;
  label: string;
  stage: "before" | "after";
  /** The answer is not the worker's but the one that this fork was made with. */
  edited?: true;
  /** "breakpoint: every decision" */
  why: string;
  proposed: DecisionResponse;
  /** What the worker answered; null before it was asked. */
  answer: DecisionResponse | null;
}

/** Null: it is not held. */
export function heldView(decision: DecisionRecord, state: State): HeldView | null {
  const hold = openHold(decision);
  if (!hold) return null;
  const { answer, why } = hold.held;
  const packed = proposedIn(decision) ?? {};
  return {
    id: decision.decisionId,
    hold: hold.held.seq,
    label: decisionLabel(decision),
    stage: answer ? "after" : "before",
    ...(answer && isForksAnswer(state.origin, decision.decisionId) && { edited: true }),
    why: heldLabel(why),
    proposed: unpacked(state, packed),
    answer: answer ? unpacked(state, answer.returned ?? packed) : null,
  };
}

/** All decisions that are held now, in the order in which they stopped. */
export function heldDecisions(timeline: Timeline, state: State): DecisionRecord[] {
  return state.openDecisions.flatMap((id) => {
    const record = timeline.records.get(decisionRow(id));
    return record?.kind === "decision" && openHold(record) ? [record] : [];
  });
}
