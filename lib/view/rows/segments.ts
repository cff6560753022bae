/** The pieces of a bar: of a call, of one attempt, of a held decision. */
import type { Tone } from "@/lib/view/text/labels";
import { executeOf, proposalOf, settledAt } from "@/lib/view/timeline/attempts";
import type { AttemptRecord, CallRecord, DecisionRecord, ModelRecord } from "@/lib/view/timeline/records";
import type { Segment } from "./row-content";

function endTone(record: CallRecord | ModelRecord, attempt: AttemptRecord): Tone {
  const { end } = attempt;
  if (!end) return "accent";
  if (end.type === "call.voided") return "mute";
  if (end.type === "llm.call.completed") return "violet";
  if (record.kind === "model" || end.type === "output.rejected") return "fail";
  const verdict = record.classified?.verdict;
  if (end.type === "tool.call.completed") {
    const checked = verdict && verdict.status !== "unchecked" && !("reason" in verdict && verdict.reason);
    return checked ? "ok" : "mute";
  }
  const refused = proposalOf(record) === "taken" && verdict?.status === "invalid";
  return refused ? "warn" : "fail";
}

/** The stops of a decision, drawn over what they held up. */
export function holdSegments(decision: DecisionRecord | undefined): Segment[] {
  return (decision?.holds ?? []).map(({ held, released }) => ({
    kind: "hold",
    tone: "accent",
    from: held.at,
    to: released?.at ?? decision?.dropped?.at ?? null,
  }));
}

/** The pieces of one attempt: queued, at work, and the wait that follows it. */
export function attemptSegments(
  record: CallRecord | ModelRecord,
  attempt: AttemptRecord,
  asks: boolean,
): Segment[] {
  const segments: Segment[] = [];
  const began = attempt.started?.at ?? attempt.end?.at ?? record.voided?.at;
  if (began === undefined || began > attempt.requestedAt) {
    segments.push({ kind: "wait", tone: "mute", from: attempt.requestedAt, to: began ?? null });
  }
  if (attempt.started) {
    const to = attempt.end?.at ?? record.voided?.at ?? null;
    const kind = to !== null ? "run" : asks ? "ask" : "open";
    segments.push({ kind, tone: endTone(record, attempt), from: attempt.started.at, to });
  }
  const decision = record.kind === "call" ? executeOf(record, attempt.attempt) : undefined;
  return [...segments, ...holdSegments(decision)];
}

/** A call's whole bar, the waits between attempts included. */
export function callSegments(record: CallRecord | ModelRecord, asks: boolean): Segment[] {
  const segments: Segment[] = [];
  for (const [index, attempt] of record.attempts.entries()) {
    segments.push(...attemptSegments(record, attempt, asks));
    const next = record.attempts[index + 1];
    const backsOff = attempt.failed?.due_at !== undefined;
    if (attempt.end && backsOff) {
      const to = next?.requestedAt ?? settledAt(record);
      segments.push({ kind: "wait", tone: "mute", from: attempt.end.at, to });
    }
  }
  return segments;
}
