/** Which records are problems or worth showing. */

import { never } from "@/lib/util/never";
import { isProblemVerdict } from "@/lib/view/text/labels";
import { isCut } from "./attempts";
import type { AnyRecord, CallRecord, DecisionRecord, ModelRecord, Timeline } from "./records";

const UNEXPECTED = new Set(["client.messages", "llm.finished", "tool.finished", "interrupt.resumed"]);

/**
 * Decisions that merely took the proposal, and those that ran a tool, stay out of sight unless asked for. What the
 * engine refused of an answer has a row of its own.
 */
export function isNotable(decision: DecisionRecord): boolean {
  if (decision.injected.length > 0) return true;
  if (decision.holds.length > 0 || decision.deliveries.some((delivery) => delivery.errored)) return true;
  return decision.completed?.taken === false && UNEXPECTED.has(decision.trigger.type);
}

const hasFailedAttempt = (record: CallRecord | ModelRecord): boolean =>
  record.attempts.some(({ end }) => end !== undefined && /errored|rejected/.test(end.type));

export function isProblem(record: AnyRecord): boolean {
  switch (record.kind) {
    case "turn":
      return false;
    case "model":
      return hasFailedAttempt(record) || isCut(record);
    case "call": {
      const classified = record.classified;
      if (isProblemVerdict(classified?.verdict, classified?.declared)) return true;
      return hasFailedAttempt(record) || record.notices.length > 0;
    }
    case "decision":
      return record.refusals.length > 0 || record.deliveries.some((delivery) => delivery.errored);
    case "notice":
      return /refused|interrupted|completed/.test(record.fact.type);
    default:
      return never(record, "record");
  }
}

export const isRetried = (record: AnyRecord): boolean =>
  (record.kind === "call" || record.kind === "model") && record.attempts.length > 1;

/** The first tool call that went wrong; null while none has. */
export function firstProblemCall(timeline: Timeline): CallRecord | null {
  for (const record of timeline.records.values()) {
    if (record.kind === "call" && isProblem(record)) return record;
  }
  return null;
}

/** The tab that shows the reason: the call for invalid arguments, the attempts of a retried call, otherwise the result. */
export function tellingTab({ classified, attempts }: CallRecord): "call" | "attempts" | "result" {
  if (isProblemVerdict(classified?.verdict, classified?.declared)) return "call";
  return attempts.length > 1 ? "attempts" : "result";
}
