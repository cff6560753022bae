/** The state of a call, derived from its attempts: limits, end, who it waits for. */
import type { FactOf } from "@/lib/engine/log/facts";
import { later } from "@/lib/engine/state/limits";
import type { ResolvedPolicy } from "@/lib/protocol/policy";
import { hasActions, timeoutText } from "@/lib/view/text/labels";
import { proposedIn } from "./decisions";
import type { AttemptRecord, CallRecord, DecisionRecord, ModelRecord, Timeline } from "./records";

/** An attempt's limits, milliseconds since the epoch. They move while its answer is held. */
export function limitsOf({ started, heldMs }: AttemptRecord): {
  attempt: number | null;
  total: number | null;
} {
  return {
    attempt: later(started?.deadline_at, heldMs) ?? null,
    total: later(started?.total_deadline_at, heldMs) ?? null,
  };
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
 * an interrupt dropped its execution; a person or the worker may still settle it.
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

/** Which limit ended an attempt; null when something else did. A model call's fact does not say: its deadlines do. */
export function timeoutOf(attempt: AttemptRecord): "attempt timeout" | "total timeout" | null {
  const { end, started } = attempt;
  if (end?.type === "tool.call.errored") {
    return end.cause === "attempt timeout" || end.cause === "total timeout" ? end.cause : null;
  }
  if (end?.type !== "llm.call.errored" || end.code !== "deadline_exceeded") return null;
  const total = started?.total_deadline_at;
  if (total !== undefined && total <= end.at) return "total timeout";
  return started?.deadline_at !== undefined && started.deadline_at <= end.at ? "attempt timeout" : null;
}

/** "503 upstream · retryable", or which limit was hit. */
export function errorText(end: Errored, attempt: AttemptRecord, policy: ResolvedPolicy | undefined): string {
  const timeout = timeoutOf(attempt);
  if (timeout) return timeoutText(timeout, policy);
  if (end.type === "tool.call.errored" && end.cause === "restart") return `${end.error} (server restart)`;
  return end.retryable ? `${end.error} · retryable` : end.error;
}

export const policyOf = (record: CallRecord | ModelRecord): ResolvedPolicy | undefined =>
  record.requested.policy;

type Errored = FactOf<"tool.call.errored" | "llm.call.errored">;

/** An answer that a length limit cut off: its calls are not run (D27). */
export const isCut = (model: ModelRecord): boolean => model.completed?.response.finish_reason === "length";
