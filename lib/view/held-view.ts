/** What a person sees of a held decision, and what they may return in its place. */
import type { State } from "../engine/state";
import { heldWords } from "../engine/status";
import { type DecisionResponse, decisionResponseSchema } from "../protocol/actions";
import { openHold } from "./attempts";
import { unpacked } from "./decision-view";
import { type DecisionRecord, decisionRow, type Timeline } from "./records";
import { proposedIn, triggerWords } from "./words";

export interface HeldView {
  id: string;
  label: string;
  stage: "before" | "after";
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
    label: labelOf(decision),
    stage: answer ? "after" : "before",
    why: heldWords(why),
    proposed: unpacked(state, packed),
    answer: answer ? unpacked(state, answer.returned ?? packed) : null,
  };
}

/** "tool.execute get_weather", "llm.finished". */
function labelOf({ trigger, owner }: DecisionRecord): string {
  const words = triggerWords(trigger);
  return owner?.kind === "call" ? `${words} ${owner.requested.name}` : words;
}

/** All decisions that are held now, in the order in which they stopped. */
export function heldDecisions(timeline: Timeline, state: State): DecisionRecord[] {
  return state.openDecisions.flatMap((id) => {
    const record = timeline.records.get(decisionRow(id));
    return record?.kind === "decision" && openHold(record) ? [record] : [];
  });
}

/** A typed answer, or why it is none: not JSON, or not what the protocol knows. */
export function readAnswer(
  text: string,
): { ok: true; response: DecisionResponse } | { ok: false; fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      ok: false,
      fault: `This is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const read = decisionResponseSchema.safeParse(value);
  if (read.success) return { ok: true, response: read.data };
  const [issue] = read.error.issues;
  const at = issue?.path.length ? `${issue.path.join(".")}: ` : "";
  return { ok: false, fault: `${at}${issue?.message ?? "not an answer"}` };
}
