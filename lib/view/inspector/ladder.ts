/** A call's attempts as they were made, over those its policy plans, on one scale from the moment it was asked for. */

import { backoffMs } from "@/lib/engine/log/policy";
import type { RetryPolicy } from "@/lib/protocol/policy";
import { attemptOf } from "@/lib/view/text/format";
import { isSettled, limitsOf, maxAttempts, settledAt } from "@/lib/view/timeline/attempts";
import { heldDecision } from "@/lib/view/timeline/decisions";
import { endedBy } from "@/lib/view/timeline/injected-faults";
import { causeText } from "@/lib/view/timeline/injected-text";
import type { AttemptRecord, CallRecord, ModelRecord } from "@/lib/view/timeline/records";
import { type AttemptLine, outcomeOf } from "./attempts-view";

/** Milliseconds from the ladder's start. */
export interface Rung {
  /** From 0. */
  attempt: number;
  label: string;
  /** `planned`: still to come if the ones before fail; `unused`: was allowed and is not needed any more. */
  outcome: AttemptLine["outcome"] | "planned" | "unused";
  /** Since when it waited to be made; null when it did not. */
  waitFrom: number | null;
  from: number;
  /** Null: it runs. */
  to: number | null;
  /** When its own limit ends it. */
  limitAt: number | null;
  /** The injected fault that ended it, as text. */
  fault: string | null;
}

export interface Ladder {
  /** Milliseconds since the epoch. */
  start: number;
  rungs: Rung[];
  /** Planned attempts beyond those listed. */
  more: number;
  /** When the total limit ends the call. */
  totalAt: number | null;
  /** The length of the scale. A limit beyond it is shown as text, not drawn. */
  length: number;
  /** What comes next if nothing else happens; `at` in milliseconds since the epoch. Null: nothing by the clock. */
  next: { what: string; at: number } | null;
}

/** Attempts that are drawn ahead; a policy allows up to 1,000. */
const AHEAD = 8;
/** Drawn shorter, a planned attempt could not be seen; part of the scale. */
const LEAST = 0.02;

type Call = CallRecord | ModelRecord;

/**
 * `now`: milliseconds since the epoch, by the server's clock. `interrupted`: no clock of the session runs. Null before
 * there is anything to draw.
 */
export function ladderOf(call: Call, now: number, interrupted = false): Ladder | null {
  const policy = call.requested.policy?.policy;
  const first = call.attempts[0];
  if (!policy || !first) return null;
  const start = first.requestedAt;
  const made = call.attempts.map((attempt, index) =>
    rungOf(call, { attempt, before: call.attempts[index - 1], start }),
  );
  const max = Math.max(1, policy.max_attempts);
  const planned = ahead(call, made, { policy, now: now - start, count: Math.min(max - made.length, AHEAD) });
  const { total } = limitsOf(call.attempts.findLast(({ started }) => started) ?? first);
  const settled = settledAt(call);
  const rungs = [...made, ...planned];
  const ends = settled === null ? rungs.map(({ to }) => to ?? now - start) : [settled - start];
  return {
    start,
    rungs,
    more: Math.max(0, max - rungs.length),
    totalAt: total === null ? null : total - start,
    length: Math.max(1, ...ends),
    next: interrupted ? null : nextOf(call),
  };
}

function rungOf(
  call: Call,
  { attempt, before, start }: { attempt: AttemptRecord; before: AttemptRecord | undefined; start: number },
): Rung {
  const { started, end } = attempt;
  const endedAt = end?.at ?? call.voided?.at;
  const { attempt: limit } = limitsOf(attempt);
  const fault = endedBy(call, attempt);
  return {
    attempt: attempt.attempt,
    label: attemptOf(attempt.attempt, maxAttempts(call)),
    outcome: outcomeOf(call, attempt),
    waitFrom: before?.failed ? before.failed.at - start : null,
    from: (started?.at ?? attempt.requestedAt) - start,
    to: endedAt === undefined ? null : endedAt - start,
    limitAt: limit === null ? null : limit - start,
    fault: fault && causeText(fault),
  };
}

interface Ahead {
  policy: RetryPolicy;
  now: number;
  count: number;
}

/** The attempts that the policy still allows, each drawn as long as the longest one made. */
function ahead(call: Call, made: Rung[], { policy, now, count }: Ahead): Rung[] {
  const last = made.at(-1);
  const newest = call.attempts.at(-1);
  if (!last || !newest) return [];
  const outcome = isSettled(call) ? "unused" : "planned";
  const longest = Math.max(1, ...made.map(({ from, to }) => (to ?? now) - from));
  const due = newest.failed?.due_at;
  let waitFrom = last.to ?? Math.max(now, last.from + longest);
  const rungs: Rung[] = [];
  for (let attempt = last.attempt + 1; rungs.length < count; attempt += 1) {
    const wait =
      rungs.length === 0 && due !== undefined ? due - (newest.failed?.at ?? due) : backoffMs(policy, attempt);
    const from = waitFrom + wait;
    const to = from + Math.max(longest, from * LEAST);
    const label = attemptOf(attempt, maxAttempts(call));
    rungs.push({ attempt, label, outcome, waitFrom, from, to, limitAt: null, fault: null });
    waitFrom = to;
  }
  return rungs;
}

/** The first of what the clock will bring. */
function nextOf(call: Call): Ladder["next"] {
  const newest = call.attempts.at(-1);
  if (!newest || isSettled(call) || heldDecision(call)) return null;
  const { attempt, total } = limitsOf(newest);
  const due = newest.skipped ? newest.skipped.at : newest.failed?.due_at;
  const limit = newest.end ? null : attempt;
  const coming = [
    ...(due === undefined
      ? []
      : [{ what: `${attemptOf(newest.attempt + 1, maxAttempts(call))} starts`, at: due }]),
    ...(limit === null ? [] : [{ what: "the attempt limit ends it", at: limit }]),
    ...(total === null ? [] : [{ what: "the total limit ends the call", at: total }]),
  ];
  return coming.reduce<Ladder["next"]>((first, one) => (first && first.at <= one.at ? first : one), null);
}
