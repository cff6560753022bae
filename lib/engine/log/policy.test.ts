import { describe, expect, test } from "vitest";
import type { AgentRetry, RetryOverride, RetryPolicy } from "@/lib/protocol/policy";
import { agentRetrySchema } from "@/lib/protocol/policy";
import { backoffMs, type CallKind, deadline, isExhausted, isOver, resolvePolicy } from "./policy";

const agent = (retry?: AgentRetry) => ({ model: "m", retry });
const resolve = (
  kind: CallKind,
  from: { agent?: AgentRetry; tool?: RetryOverride; action?: RetryOverride } = {},
) => resolvePolicy(kind, { agent: agent(from.agent), tool: from.tool, action: from.action });

const policy = (
  attempt: number | null,
  total: number | null,
  more: { attempts: number; base: number; cap: number },
): RetryPolicy => ({
  attempt_timeout_secs: attempt,
  total_timeout_secs: total,
  max_attempts: more.attempts,
  backoff_base_secs: more.base,
  backoff_max_secs: more.cap,
});

const waits = (policy: Pick<RetryPolicy, "max_attempts" | "backoff_base_secs" | "backoff_max_secs">) =>
  Array.from({ length: policy.max_attempts - 1 }, (_, n) => backoffMs(policy, n + 1) / 1000);

describe("D21: engine defaults", () => {
  test.each<[CallKind, RetryPolicy]>([
    ["worker tool", policy(120, 600, { attempts: 1, base: 0, cap: 0 })],
    ["client tool", policy(null, null, { attempts: 1, base: 0, cap: 0 })],
    ["model call", policy(180, 1800, { attempts: 5, base: 2, cap: 30 })],
  ])("%s: %o", (kind, expected) => {
    expect(resolve(kind)).toEqual({
      policy: expected,
      layers: {
        attempt_timeout_secs: "engine default",
        total_timeout_secs: "engine default",
        max_attempts: "engine default",
        backoff_base_secs: "engine default",
        backoff_max_secs: "engine default",
      },
    });
  });
});

describe("D20: layers", () => {
  const all = {
    agent: {
      default: {
        max_attempts: 2,
        attempt_timeout_secs: 20,
        total_timeout_secs: 200,
        backoff_base_secs: 2,
        backoff_max_secs: 22,
      },
      tool: { max_attempts: 3, attempt_timeout_secs: 30, total_timeout_secs: 300, backoff_base_secs: 3 },
      llm: { max_attempts: 4 },
    },
    tool: { max_attempts: 5, attempt_timeout_secs: 50, total_timeout_secs: 500 },
    action: { max_attempts: 6, attempt_timeout_secs: 60 },
  };

  test("each field is set by the narrowest layer that names it", () => {
    expect(resolve("worker tool", all)).toEqual({
      policy: {
        attempt_timeout_secs: 60,
        total_timeout_secs: 500,
        max_attempts: 6,
        backoff_base_secs: 3,
        backoff_max_secs: 22,
      },
      layers: {
        attempt_timeout_secs: "action",
        total_timeout_secs: "tool",
        max_attempts: "action",
        backoff_base_secs: "agent tool",
        backoff_max_secs: "agent default",
      },
    });
  });

  test("a model call takes the agent's llm layer, a tool its tool layer", () => {
    const { agent: retry } = all;
    expect(resolve("model call", { agent: retry })).toMatchObject({
      policy: { max_attempts: 4, attempt_timeout_secs: 20, backoff_base_secs: 2 },
      layers: { max_attempts: "agent llm", attempt_timeout_secs: "agent default" },
    });
    expect(resolve("client tool", { agent: retry })).toMatchObject({
      policy: { max_attempts: 3 },
      layers: { max_attempts: "agent tool" },
    });
  });

  test.each<[keyof typeof all.agent, CallKind]>([
    ["default", "worker tool"],
    ["tool", "worker tool"],
    ["llm", "model call"],
  ])(
    "an agent that sets its %s layer only → it applies to a %s, and nothing else is read into it",
    (layer, kind) => {
      const { policy, layers } = resolve(kind, { agent: { [layer]: { max_attempts: 7 } } });
      expect(policy).toEqual({ ...resolve(kind).policy, max_attempts: 7 });
      expect(layers.max_attempts).toBe(`agent ${layer}`);
    },
  );

  test("a flat agent policy, the older form → model calls only", () => {
    const flat = { timeout_secs: 7, max_retries: 2 };
    expect(resolve("model call", { agent: flat })).toMatchObject({
      policy: { attempt_timeout_secs: 7, max_attempts: 2 },
      layers: { attempt_timeout_secs: "agent llm", max_attempts: "agent llm" },
    });
    expect(resolve("worker tool", { agent: flat })).toEqual(resolve("worker tool"));
  });

  test("both forms of the agent's retry are understood as written", () => {
    expect(agentRetrySchema.parse(all.agent)).toEqual(all.agent);
    expect(agentRetrySchema.parse({ max_retries: 3 })).toEqual({ max_retries: 3 });
  });

  test("the older names mean today's", () => {
    expect(resolve("worker tool", { tool: { timeout_secs: 9, max_retries: 3 } })).toMatchObject({
      policy: { attempt_timeout_secs: 9, max_attempts: 3, total_timeout_secs: 600 },
      layers: { attempt_timeout_secs: "tool", max_attempts: "tool", total_timeout_secs: "engine default" },
    });
  });

  test("an older name in a narrow layer beats today's in a wide one", () => {
    const from = { agent: { tool: { attempt_timeout_secs: 10 } }, action: { timeout_secs: 3 } };
    expect(resolve("worker tool", from).policy.attempt_timeout_secs).toBe(3);
  });

  test("null lifts a time limit", () => {
    const { policy, layers } = resolve("worker tool", { action: { attempt_timeout_secs: null } });
    expect(policy.attempt_timeout_secs).toBeNull();
    expect(layers.attempt_timeout_secs).toBe("action");
  });

  test("a policy of no attempts allows one", () => {
    expect(resolve("worker tool", { tool: { max_attempts: 0 } }).policy.max_attempts).toBe(1);
  });

  test("no agent → the engine's defaults", () => {
    expect(resolvePolicy("worker tool", { agent: null })).toEqual(resolve("worker tool"));
  });
});

describe("D22: waits", () => {
  test.each([
    { max: 8, base: 2, cap: 60, seconds: [2, 4, 8, 16, 32, 60, 60] },
    { max: 3, base: 0, cap: 0, seconds: [0, 0] },
    { max: 3, base: 1, cap: 10, seconds: [1, 1] },
    { max: 4, base: 10, cap: 60, seconds: [10, 60, 60] },
    { max: 4, base: 3, cap: 5, seconds: [3, 5, 5] },
    { max: 3, base: 2, cap: 0, seconds: [0, 0] },
    { max: 3, base: 1.5, cap: 60, seconds: [1.5, 2.25] },
  ])("max $max, base $base, cap $cap → $seconds s", ({ max, base, cap, seconds }) => {
    expect(waits(policy(null, null, { attempts: max, base, cap }))).toEqual(seconds);
  });

  test("the thousandth wait of a large base is the cap, not infinity", () => {
    expect(backoffMs({ backoff_base_secs: 1_000_000, backoff_max_secs: 30 }, 1_000)).toBe(30_000);
  });
});

describe("exhausted: not retryable, or attempt + 1 has reached the maximum", () => {
  test.each([
    { max_attempts: 9, attempt: 0, retryable: false, exhausted: true },
    { max_attempts: 1, attempt: 0, retryable: true, exhausted: true },
    { max_attempts: 2, attempt: 0, retryable: true, exhausted: false },
    { max_attempts: 2, attempt: 1, retryable: true, exhausted: true },
    { max_attempts: 3, attempt: 1, retryable: true, exhausted: false },
  ])("max $max_attempts, attempt $attempt, retryable $retryable → $exhausted", (given) => {
    expect(isExhausted(given, given.attempt, given.retryable)).toBe(given.exhausted);
  });
});

test("a point in time has come at that very millisecond; none never comes", () => {
  expect(isOver(5_000, 4_999)).toBe(false);
  expect(isOver(5_000, 5_000)).toBe(true);
  expect(isOver(undefined, 5_000)).toBe(false);
});

test("a limit in seconds is a point in time; none stays none", () => {
  expect(deadline(1_000, 30)).toBe(31_000);
  expect(deadline(1_000, 0)).toBe(1_000);
  expect(deadline(1_000, null)).toBeUndefined();
});
