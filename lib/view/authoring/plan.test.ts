import { describe, expect, test } from "vitest";
import type { RetryPolicy } from "@/lib/protocol/policy";
import { planOf, planText } from "./plan";
import { planHandles, planScale, steppedSecs } from "./plan-handles";

const policy = (over: Partial<RetryPolicy> = {}): RetryPolicy => ({
  attempt_timeout_secs: 10,
  total_timeout_secs: 600,
  max_attempts: 3,
  backoff_base_secs: 2,
  backoff_max_secs: 3,
  ...over,
});

describe("the plan of a retry policy", () => {
  test("waits min(base^n, cap) before retry n; the worst case takes each attempt to its limit", () => {
    expect(planOf(policy(), null)).toEqual({
      attempts: [
        { attempt: 0, from: 0, to: 10_000, cut: "attempt timeout", waitTo: 12_000 },
        { attempt: 1, from: 12_000, to: 22_000, cut: "attempt timeout", waitTo: 25_000 },
        { attempt: 2, from: 25_000, to: 35_000, cut: "attempt timeout", waitTo: null },
      ],
      endsAt: 35_000,
      by: "attempts",
      neverMade: 0,
    });
  });

  test("attempts that fail by themselves are cut by no limit", () => {
    expect(planOf(policy({ max_attempts: 2 }), 500).attempts).toEqual([
      { attempt: 0, from: 0, to: 500, cut: null, waitTo: 2_500 },
      { attempt: 1, from: 2_500, to: 3_000, cut: null, waitTo: null },
    ]);
  });

  test("the total limit ends a running attempt", () => {
    expect(planOf(policy({ total_timeout_secs: 15 }), null)).toEqual({
      attempts: [
        { attempt: 0, from: 0, to: 10_000, cut: "attempt timeout", waitTo: 12_000 },
        { attempt: 1, from: 12_000, to: 15_000, cut: "total timeout", waitTo: null },
      ],
      endsAt: 15_000,
      by: "total timeout",
      neverMade: 1,
    });
  });

  test("the total limit ends a wait; at the very moment of the next attempt it goes first", () => {
    const plan = planOf(policy({ total_timeout_secs: 12 }), null);
    expect(plan.attempts).toEqual([
      { attempt: 0, from: 0, to: 10_000, cut: "attempt timeout", waitTo: 12_000 },
    ]);
    expect(plan).toMatchObject({ endsAt: 12_000, by: "total timeout", neverMade: 2 });
  });

  test("without any limit an attempt that hangs has no end", () => {
    const plan = planOf(policy({ attempt_timeout_secs: null, total_timeout_secs: null }), null);
    expect(plan).toEqual({
      attempts: [{ attempt: 0, from: 0, to: null, cut: null, waitTo: null }],
      endsAt: null,
      by: null,
      neverMade: 2,
    });
  });

  test("is told in a sentence", () => {
    expect(planText(planOf(policy(), null))).toBe("35.00 s: 3 attempts, then the call has failed");
    expect(planText(planOf(policy({ total_timeout_secs: 12 }), null))).toBe(
      "12.00 s: 1 attempt, then the total limit ends it; 2 attempts more allowed, but not in time",
    );
    const endless = policy({ attempt_timeout_secs: null, total_timeout_secs: null });
    expect(planText(planOf(endless, null))).toBe("no end: attempt 1 has no limit");
  });
});

describe("the handles of a plan", () => {
  const handles = (of: RetryPolicy) =>
    planHandles(of, planOf(of, null)).map(({ field, at, origin, row }) => [field, at, origin, row]);

  test("stand at the end of what each field sets", () => {
    expect(handles(policy())).toEqual([
      ["attempt_timeout_secs", 10_000, 0, 0],
      ["backoff_base_secs", 12_000, 10_000, 1],
      ["backoff_max_secs", 25_000, 22_000, 2],
      ["total_timeout_secs", 600_000, 0, null],
    ]);
  });

  test("a wait that the cap sets has the cap's handle alone", () => {
    expect(handles(policy({ max_attempts: 2, backoff_max_secs: 1, total_timeout_secs: null }))).toEqual([
      ["attempt_timeout_secs", 10_000, 0, 0],
      ["backoff_max_secs", 11_000, 10_000, 1],
    ]);
  });

  test("the scale takes in a total limit that is near, not one that is far", () => {
    expect(planScale(policy(), planOf(policy(), null))).toBeCloseTo(35_000 * 1.06);
    const near = policy({ total_timeout_secs: 50 });
    expect(planScale(near, planOf(near, null))).toBeCloseTo(50_000 * 1.06);
  });

  test("steps are tenths, seconds, then fives", () => {
    expect([0.04, 3.14, 47.4, 123.2].map(steppedSecs)).toEqual([0, 3.1, 47, 125]);
  });
});
