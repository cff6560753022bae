/** What one can take hold of in the picture of a plan: the end of each stretch that a field of the policy sets. */
import type { RetryPolicy } from "@/lib/protocol/policy";
import type { Plan, PlannedAttempt } from "./plan";

/** Attempts drawn; a policy allows up to 1,000. */
export const DRAWN = 12;

export interface PlanHandle {
  field: keyof RetryPolicy;
  label: string;
  /** Its position and the position its value counts from, in milliseconds from the plan's start. */
  at: number;
  origin: number;
  /** The attempt it belongs to; null for the total limit. */
  row: number | null;
  /** Seconds. */
  value: number;
}

/** All of the plan, and the total limit too while it is not far out. Milliseconds. */
export function planScale({ total_timeout_secs }: RetryPolicy, { attempts, endsAt }: Plan): number {
  const last = attempts.slice(0, DRAWN).at(-1);
  const end = attempts.length > DRAWN ? (last?.waitTo ?? 0) : (endsAt ?? last?.from ?? 0);
  const total = (total_timeout_secs ?? Number.POSITIVE_INFINITY) * 1000;
  return Math.max(1_000, (total < end * 2 ? Math.max(end, total) : end) * 1.06);
}

export function planHandles(policy: RetryPolicy, { attempts }: Plan): PlanHandle[] {
  const drawn = attempts.slice(0, DRAWN);
  const waiting = drawn.filter(({ waitTo }) => waitTo !== null);
  const { backoff_base_secs: base, backoff_max_secs: cap } = policy;
  const capped = waiting.findLast(({ attempt }) => base ** (attempt + 1) >= cap);
  const [first] = waiting;
  return [
    ...limitHandle(policy, drawn[0]),
    ...(first === capped
      ? []
      : waitHandle("backoff_base_secs", "Backoff base", { after: first, secs: base })),
    ...waitHandle("backoff_max_secs", "Backoff cap", { after: capped, secs: cap }),
    ...totalHandle(policy),
  ];
}

function limitHandle(policy: RetryPolicy, first: PlannedAttempt | undefined): PlanHandle[] {
  const value = policy.attempt_timeout_secs;
  if (value === null || first?.cut !== "attempt timeout") return [];
  const label = "Attempt timeout";
  return [{ field: "attempt_timeout_secs", label, at: value * 1000, origin: 0, row: 0, value }];
}

function waitHandle(
  field: keyof RetryPolicy,
  label: string,
  { after, secs }: { after: PlannedAttempt | undefined; secs: number },
): PlanHandle[] {
  if (after?.to == null) return [];
  const origin = after.to;
  return [{ field, label, at: origin + secs * 1000, origin, row: after.attempt + 1, value: secs }];
}

function totalHandle({ total_timeout_secs: value }: RetryPolicy): PlanHandle[] {
  if (value === null) return [];
  const label = "Total timeout";
  return [{ field: "total_timeout_secs", label, at: value * 1000, origin: 0, row: null, value }];
}

/** Seconds in steps that a hand can hit: tenths, from 10 s on whole seconds, from 120 s on fives. */
export const stepOf = (secs: number): number => (secs < 10 ? 0.1 : secs < 120 ? 1 : 5);

export function steppedSecs(secs: number): number {
  const step = stepOf(secs);
  return Math.max(0, Number((Math.round(secs / step) * step).toFixed(1)));
}

/** A limit of no time at all would end everything. */
export const leastSecs = (field: keyof RetryPolicy): number => (field.endsWith("timeout_secs") ? 0.1 : 0);
