/** Texts for decisions: what is asked, and why one is held. */
import { heldAnswerLabel, heldLabel } from "@/lib/engine/state/status";
import { triggerLabel } from "@/lib/view/text/labels";
import type { DecisionRecord, Hold, Timeline } from "./records";

/** What comes after "held": "by breakpoint: invalid call", "step by step". */
export const heldBy = ({ held: { why } }: Hold): string =>
  "step" in why ? heldLabel(why) : `by ${heldLabel(why)}`;

/** The same with its stage: "by breakpoint: invalid call, before it goes to the worker". */
export function holdText(hold: Hold, { origin }: Pick<Timeline, "origin">): string {
  const { answer, decision_id } = hold.held;
  const stage = answer
    ? `with ${heldAnswerLabel(origin?.origin, decision_id)}`
    : "before it goes to the worker";
  return `${heldBy(hold)}, ${stage}`;
}

/** The same with the tool: "tool.execute get_weather", "llm.finished". */
export function decisionLabel({ trigger, owner }: DecisionRecord): string {
  const words = triggerLabel(trigger);
  return owner?.kind === "call" ? `${words} ${owner.requested.name}` : words;
}
