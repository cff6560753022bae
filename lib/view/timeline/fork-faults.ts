/** What happens to the injected faults that a fork copied from its origin. */
import type { FactOf } from "@/lib/engine/log/facts";
import {
  type CallRecord,
  type DecisionRecord,
  decisionRow,
  type InjectedFault,
  type ModelRecord,
  type Timeline,
} from "./records";

type InjectedWork = CallRecord | ModelRecord | DecisionRecord;

/**
 * Work that ended in the origin keeps its fault, marked as copied. Work that had not ended runs again: it loses its
 * fault if the fork's faults are off or its outcome was edited.
 */
export function takeOverFaults(timeline: Timeline, { origin }: FactOf<"session.forked">): void {
  const edited = origin.edit !== "nothing";
  for (const record of timeline.records.values()) {
    if (record.kind === "notice" && record.fault) record.fault = { ...record.fault, copied: true };
    if (!("injected" in record) || record.injected.length === 0) continue;
    const isEdited = edited && (origin.of === undefined || origin.of.id === idOf(record));
    const letGo = !timeline.injectsFaults || isEdited;
    record.injected = record.injected
      .filter((fact) => !letGo || hasEnded(record, fact, timeline))
      .map((fact) => ({ ...fact, copied: true }));
    record.block.version += 1;
  }
}

const idOf = (record: InjectedWork): string =>
  record.kind === "decision" ? record.decisionId : record.callId;

/** Whether the work that a fault was injected into has ended. */
function hasEnded(record: InjectedWork, fact: InjectedFault, { records }: Timeline): boolean {
  if (record.kind === "decision") return isOver(record, fact.attempt);
  if (record.attempts.some(({ attempt, end }) => attempt === fact.attempt && end !== undefined)) return true;
  const decision = fact.decision_id === undefined ? undefined : records.get(decisionRow(fact.decision_id));
  return decision?.kind === "decision" && isOver(decision, 0);
}

const isOver = ({ completed, dropped, deliveries }: DecisionRecord, delivery: number): boolean =>
  completed !== undefined || dropped !== undefined || deliveries[delivery]?.errored !== undefined;
