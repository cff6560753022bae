/** The inspector's view of a call's attempts: when each ran, how it ended, what followed, and the policy behind it. */

import type { PolicyLayer, RetryPolicy } from "@/lib/protocol/policy";
import { attemptOf, exactMs, limit } from "@/lib/view/text/format";
import { timeoutText } from "@/lib/view/text/labels";
import { failedWaiting, limitsOf, maxAttempts, timeoutOf } from "@/lib/view/timeline/attempts";
import { attemptFault, endedBy } from "@/lib/view/timeline/injected-faults";
import { causeText } from "@/lib/view/timeline/injected-text";
import type { AttemptRecord, CallRecord, InjectedFault, ModelRecord } from "@/lib/view/timeline/records";

export interface AttemptLine {
  label: string;
  outcome: "running" | "queued" | "completed" | "failed" | "rejected" | "voided";
  /** Time it waited to be delivered, milliseconds. */
  queued: number | null;
  startedAt: number | null;
  endedAt: number | null;
  took: number | null;
  /** The limits it ran under, milliseconds since the epoch. */
  deadlineAt: number | null;
  totalDeadlineAt: number | null;
  /** What ended it, as text: the limit, who failed, or the injected fault. */
  cause: string | null;
  error: string | null;
  retryable: boolean | null;
  code: string | null;
  detail: unknown;
  /** The wait before the next attempt: as planned, and when it is due. */
  wait: { ms: number; dueAt: number } | null;
}

export interface PolicyLine {
  field: keyof RetryPolicy;
  label: string;
  value: string;
  layer: PolicyLayer;
}

export interface AttemptsView {
  attempts: AttemptLine[];
  policy: PolicyLine[];
  /** "3 attempts allowed, waits min(2ⁿ, 60) s": how waits come about. */
  formula: string | null;
  /** Why no attempt followed although one was due; null otherwise. */
  cutShort: string | null;
}

const FIELDS: { field: keyof RetryPolicy; label: string }[] = [
  { field: "max_attempts", label: "Attempts" },
  { field: "attempt_timeout_secs", label: "Attempt limit" },
  { field: "total_timeout_secs", label: "Total limit" },
  { field: "backoff_base_secs", label: "Backoff base" },
  { field: "backoff_max_secs", label: "Backoff cap" },
];

const CAUSES: Record<string, string> = {
  worker: "the worker reported an error",
  person: "a person reported an error",
  client: "the client reported an error",
  output: "the result broke the output schema",
  restart: "the server stopped while it ran",
};

export function attemptsView(record: CallRecord | ModelRecord): AttemptsView {
  const policy = record.requested.policy;
  return {
    attempts: record.attempts.map((attempt) => attemptLine(record, attempt)),
    policy: policy
      ? FIELDS.map(({ field, label }) => ({
          field,
          label,
          value: field === "max_attempts" ? String(policy.policy[field]) : limit(policy.policy[field]),
          layer: policy.layers[field],
        }))
      : [],
    formula: policy ? formulaOf(policy.policy) : null,
    cutShort: failedWaiting(record) ? timeoutText("total timeout", policy) : null,
  };
}

/** The rule of D22. */
function formulaOf({ max_attempts, backoff_base_secs, backoff_max_secs }: RetryPolicy): string | null {
  if (max_attempts < 2) return null;
  return `before retry n: the smaller of ${backoff_base_secs}ⁿ s and ${backoff_max_secs} s`;
}

function attemptLine(record: CallRecord | ModelRecord, attempt: AttemptRecord): AttemptLine {
  const { started, end, failed } = attempt;
  const limits = limitsOf(attempt);
  const endedAt = end?.at ?? record.voided?.at ?? null;
  return {
    label: attemptOf(attempt.attempt, maxAttempts(record)),
    outcome: outcomeOf(record, attempt),
    queued: started ? started.at - attempt.requestedAt : null,
    startedAt: started?.at ?? null,
    endedAt,
    took: started && endedAt !== null ? endedAt - started.at : null,
    deadlineAt: limits.attempt,
    totalDeadlineAt: limits.total,
    cause: causeOf(record, attempt),
    ...errorOf(attempt),
    wait: failed?.due_at === undefined ? null : { ms: failed.due_at - failed.at, dueAt: failed.due_at },
  };
}

function errorOf({
  end,
  failed,
}: AttemptRecord): Pick<AttemptLine, "error" | "retryable" | "code" | "detail"> {
  if (end?.type !== "tool.call.errored" && end?.type !== "llm.call.errored") {
    return { error: failed?.error ?? null, retryable: null, code: null, detail: undefined };
  }
  return { error: end.error, retryable: end.retryable, code: end.code ?? null, detail: end.detail };
}

export function outcomeOf(
  record: CallRecord | ModelRecord,
  { started, end }: AttemptRecord,
): AttemptLine["outcome"] {
  if (!end) return record.voided ? "voided" : started ? "running" : "queued";
  switch (end.type) {
    case "tool.call.completed":
    case "llm.call.completed":
      return "completed";
    case "output.rejected":
      return "rejected";
    case "call.voided":
      return "voided";
    default:
      return "failed";
  }
}

function causeOf(record: CallRecord | ModelRecord, attempt: AttemptRecord): string | null {
  const words = endText(record, attempt);
  const fault = endedBy(record, attempt);
  if (!fault) return words;
  // An injected error is caused by the fault alone; a limit or a schema rule shares the cause.
  const whole = attempt.end?.type.endsWith("errored") && !timeoutOf(attempt);
  return whole ? causeText(fault) : `${words}: ${causeText(fault)}`;
}

function endText(record: CallRecord | ModelRecord, attempt: AttemptRecord): string | null {
  const timeout = timeoutOf(attempt);
  if (timeout) {
    const fault = endedBy(record, attempt) ? null : attemptFault(record, attempt);
    return timeoutText(timeout, record.requested.policy) + slowedText(fault);
  }
  const { end } = attempt;
  if (end?.type === "output.rejected") return CAUSES.output ?? null;
  if (end?.type === "call.voided") return end.reason;
  if (end?.type === "tool.call.errored") return CAUSES[end.cause] ?? null;
  return end?.type === "llm.call.errored" ? "the model reported an error" : null;
}

/** Whether the attempt would have timed out without the injected delay is unknown. */
const slowedText = (fault: InjectedFault | null): string =>
  fault?.rule.what.kind === "slow"
    ? `; ${exactMs(fault.rule.what.ms)} of it passed in an injected fault`
    : "";
