/** What a retry policy comes to before anything has run: each attempt, each wait, and where it ends (D20–D22). */
import { backoffMs } from "@/lib/engine/log/policy";
import type { RetryPolicy } from "@/lib/protocol/policy";
import { count, duration } from "@/lib/view/text/format";

/** Milliseconds from the call's first dispatch. */
export interface PlannedAttempt {
  /** From 0. */
  attempt: number;
  from: number;
  /** Null: it may run for ever. */
  to: number | null;
  /** Which limit ends it; null when it fails by itself. */
  cut: "attempt timeout" | "total timeout" | null;
  /** When the wait that follows is over; null when no attempt follows. */
  waitTo: number | null;
}

export interface Plan {
  attempts: PlannedAttempt[];
  /** Null: never. */
  endsAt: number | null;
  /** What ends it: all attempts have failed, or the total limit has passed. */
  by: "attempts" | "total timeout" | null;
  /** Attempts that the total limit keeps from being made. */
  neverMade: number;
}

const msOf = (secs: number | null): number => (secs === null ? Number.POSITIVE_INFINITY : secs * 1000);

/** Every attempt fails after `takes` milliseconds, or hangs until a limit ends it when `takes` is null: the worst case. */
export function planOf(policy: RetryPolicy, takes: number | null): Plan {
  const total = msOf(policy.total_timeout_secs);
  const limit = msOf(policy.attempt_timeout_secs);
  const length = Math.min(takes ?? Number.POSITIVE_INFINITY, limit);
  const cut = length === limit ? "attempt timeout" : null;
  const max = Math.max(1, policy.max_attempts);
  const attempts: PlannedAttempt[] = [];
  for (let attempt = 0, from = 0; attempt < max; attempt += 1) {
    const to = from + length;
    const neverMade = max - attempt - 1;
    if (to >= total) {
      const byTotal = { attempt, from, cut: "total timeout", waitTo: null } as const;
      if (total === Number.POSITIVE_INFINITY) {
        attempts.push({ ...byTotal, to: null, cut: null });
        return { attempts, endsAt: null, by: null, neverMade };
      }
      attempts.push({ ...byTotal, to: total });
      return { attempts, endsAt: total, by: "total timeout", neverMade };
    }
    const next = to + backoffMs(policy, attempt + 1);
    if (neverMade === 0) {
      attempts.push({ attempt, from, to, cut, waitTo: null });
      return { attempts, endsAt: to, by: "attempts", neverMade };
    }
    if (next >= total) {
      attempts.push({ attempt, from, to, cut, waitTo: total });
      return { attempts, endsAt: total, by: "total timeout", neverMade };
    }
    attempts.push({ attempt, from, to, cut, waitTo: next });
    from = next;
  }
  throw new Error("A plan has at least one attempt");
}

/** "6 s: 3 attempts, then it has failed" and the like. */
export function planText({ attempts, endsAt, by, neverMade }: Plan): string {
  const made = count(attempts.length, "attempt");
  if (endsAt === null) return `no end: attempt ${attempts.length} has no limit`;
  const end = `${duration(endsAt)}: ${made}`;
  if (by === "attempts") return `${end}, then the call has failed`;
  const lost = neverMade > 0 ? `; ${count(neverMade, "attempt")} more allowed, but not in time` : "";
  return `${end}, then the total limit ends it${lost}`;
}
