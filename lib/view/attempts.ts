/** What the attempts of a call tell: its bar, where it stands, what it waits for. */
import type { Segment } from "./cells";
import type { AttemptRecord, CallRecord, DecisionRecord, ModelRecord, Timeline } from "./records";
import { hasActions, proposedIn, type Tone, timeoutOf } from "./words";

/** The decision that ran an attempt of a worker's call. */
export const executeOf = (call: CallRecord, attempt: number): DecisionRecord | undefined =>
  call.decisions.findLast(({ trigger }) => trigger.type === "tool.execute" && trigger.attempt === attempt);

/** Whether the engine's ready-made answer was taken or overridden; null when there was none, or no answer yet. */
export function proposalOf(call: CallRecord): "taken" | "overridden" | null {
  const decision = call.decisions.findLast(({ trigger }) => trigger.type === "tool.execute");
  if (!decision?.completed || !hasActions(proposedIn(decision))) return null;
  return decision.completed.taken ? "taken" : "overridden";
}

export const maxAttempts = (record: CallRecord | ModelRecord): number | null =>
  record.requested.policy ? Math.max(1, record.requested.policy.policy.max_attempts) : null;

/** Ended for good: by an outcome, or because its branch was left. */
export const isSettled = (record: CallRecord | ModelRecord): boolean => settledAt(record) !== null;

/** When a call ended for good; null while it is open or waits for another attempt. */
export function settledAt(record: CallRecord | ModelRecord): number | null {
  const rejected = record.kind === "call" ? record.rejected : undefined;
  const end = record.completed ?? rejected ?? record.failed ?? record.voided;
  return end?.at ?? null;
}

/** A failure that came while no attempt ran: the total limit passed during a wait. */
export function failedWaiting(
  record: CallRecord | ModelRecord,
): CallRecord["failed"] | ModelRecord["failed"] {
  const newest = record.attempts.at(-1)?.attempt ?? 0;
  return record.failed && record.failed.attempt > newest ? record.failed : undefined;
}

/** Whom an open tool call waits for: nobody (it is at work), a person, the client, or a worker's later answer. */
export function waitsFor(call: CallRecord, timeline: Timeline): "person" | "client" | "later" | null {
  const attempt = call.attempts.at(-1);
  if (!attempt || attempt.end || isSettled(call)) return null;
  if (call.requested.handler === "client") return "client";
  const decision = executeOf(call, attempt.attempt);
  if (!decision?.completed) return null;
  return timeline.personTools.has(call.requested.name) ? "person" : "later";
}

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
  return segments;
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

/** The limit that ended a call, or that will end its attempt if nothing else does. */
export const callDeadline = (record: CallRecord | ModelRecord): number | null =>
  failedWaiting(record)
    ? (record.attempts.at(-1)?.started?.total_deadline_at ?? null)
    : deadlineOf(record.attempts.at(-1));

/** The same for one attempt. */
export function deadlineOf(attempt: AttemptRecord | undefined): number | null {
  if (!attempt?.started) return null;
  const { deadline_at, total_deadline_at } = attempt.started;
  const timeout = timeoutOf(attempt);
  if (timeout === "total timeout") return total_deadline_at ?? null;
  if (timeout === "attempt timeout") return deadline_at ?? null;
  if (attempt.end) return null;
  const first = Math.min(
    deadline_at ?? Number.POSITIVE_INFINITY,
    total_deadline_at ?? Number.POSITIVE_INFINITY,
  );
  return Number.isFinite(first) ? first : null;
}
