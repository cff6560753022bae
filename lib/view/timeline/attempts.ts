/** What the attempts of a call tell: its bar, where it stands, what it waits for. */
import type { Segment } from "@/lib/view/rows/row-content";
import { hasActions, proposedIn, type Tone, timeoutOf } from "@/lib/view/text/labels";
import type { AttemptRecord, CallRecord, DecisionRecord, Hold, ModelRecord, Timeline } from "./records";

/** The stop that a decision stands at now. */
export function openHold(decision: DecisionRecord | undefined): Hold | null {
  const hold = decision?.holds.at(-1);
  return hold && !hold.released && !decision?.dropped ? hold : null;
}

/** The decision of a call that is held now. */
export const heldDecision = (record: CallRecord | ModelRecord): DecisionRecord | undefined =>
  record.decisions.findLast((decision) => openHold(decision));

/** An attempt's limits as they stand, milliseconds since the epoch: they move while its answer is held. */
export function limitsOf({ started, heldMs }: AttemptRecord): {
  attempt: number | null;
  total: number | null;
} {
  const moved = (at: number | undefined) => (at === undefined ? null : at + heldMs);
  return { attempt: moved(started?.deadline_at), total: moved(started?.total_deadline_at) };
}

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

/**
 * Whom an open tool call waits for: nobody (it is at work), a person, the client, or a worker's later answer. `dropped`:
 * an interrupt took its execution back, and whoever likes may still settle it.
 */
export function waitsFor(
  call: CallRecord,
  timeline: Timeline,
): "person" | "client" | "later" | "dropped" | null {
  const attempt = call.attempts.at(-1);
  if (!attempt || attempt.end || isSettled(call)) return null;
  if (call.requested.handler === "client") return "client";
  const decision = executeOf(call, attempt.attempt);
  if (decision?.dropped) return "dropped";
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

/** The limit that ended a call, or that will end its attempt if nothing else does. */
export function callDeadline(record: CallRecord | ModelRecord): number | null {
  const newest = record.attempts.at(-1);
  if (!newest) return null;
  return failedWaiting(record) ? limitsOf(newest).total : deadlineOf(newest);
}

/** The same for one attempt. */
export function deadlineOf(attempt: AttemptRecord): number | null {
  const { attempt: own, total } = limitsOf(attempt);
  const timeout = timeoutOf(attempt);
  if (timeout === "total timeout") return total;
  if (timeout === "attempt timeout") return own;
  if (attempt.end) return null;
  return own === null || total === null ? (own ?? total) : Math.min(own, total);
}
