/** Why a decision has not been sent: which decisions take its place (D25). */

import { runsPastAttempt } from "@/lib/engine/state/state";
import { triggerLabel } from "@/lib/view/text/labels";
import { isSettled } from "./attempts";
import { decisionLabel, heldBy } from "./decision-text";
import { openHold } from "./decisions";
import { type DecisionRecord, decisionRow, type Timeline } from "./records";

const isExecute = ({ trigger }: DecisionRecord): boolean => trigger.type === "tool.execute";

/** Whether the attempt that a decision runs is over. */
export function isOvertaken({ owner, trigger }: DecisionRecord): boolean {
  if (owner?.kind !== "call") return false;
  const newest = owner.attempts.at(-1);
  const runs = newest !== undefined && newest.end === undefined && !isSettled(owner);
  return runsPastAttempt(trigger, runs ? newest.attempt : null);
}

/** The decisions whose place this one waits for, those that are held first. */
function ahead(decision: DecisionRecord, { records, busy, stopped, parallel }: Timeline): DecisionRecord[] {
  return [...stopped, ...busy].flatMap((id) => {
    const other = records.get(decisionRow(id));
    if (other?.kind !== "decision" || other === decision || isOvertaken(other)) return [];
    // A held execution keeps no sibling from running.
    if (isExecute(other) && openHold(other)) return [];
    return parallel === 1 || isExecute(other) === isExecute(decision) ? other : [];
  });
}

/** Siblings' executions go out so many at a time, all other decisions one by one. */
export function queuedText(decision: DecisionRecord, timeline: Timeline): string {
  const { parallel } = timeline;
  const before = ahead(decision, timeline);
  const [first] = before;
  if (!first || (isExecute(decision) && before.length < parallel)) return "queued";
  const more = before.length > 1 ? ` and ${before.length - 1} more` : "";
  const limit = isExecute(decision) && parallel > 1 ? `, ${parallel} at a time` : "";
  return `queued behind ${nameOf(first)}${more}${limit}`;
}

/** "book" while it runs; a stopped decision with the reason. */
function nameOf(decision: DecisionRecord): string {
  const { owner, trigger } = decision;
  const hold = openHold(decision);
  if (hold) return `${decisionLabel(decision)}, held ${heldBy(hold)}`;
  if (decision.deliveries.at(-1)?.errored) return `${decisionLabel(decision)}, to be delivered again`;
  return owner?.kind === "call" && isExecute(decision) ? owner.requested.name : triggerLabel(trigger);
}
