import { describe, expect, test } from "vitest";
import type { FaultRule } from "@/lib/protocol/fault";
import { ruleText } from "./fault-text";

const every = { kind: "every" } as const;

describe("a rule in words", () => {
  test.each<[FaultRule, string]>([
    [{ at: "tool", when: every, what: { kind: "silent" } }, "any tool: never answers"],
    [
      { at: "tool", name: "get_weather", attempt: 1, when: every, what: { kind: "silent" } },
      "get_weather, 2nd attempt: never answers",
    ],
    [
      { at: "tool", name: "t", attempt: 0, when: { kind: "nth", n: 3 }, what: { kind: "slow", ms: 2000 } },
      "t, 3rd call, first attempt: slow by 2,000 ms",
    ],
    [
      { at: "model", when: { kind: "rate", rate: 0.3, seed: 1 }, what: { kind: "overloaded" } },
      "model, 30 % of calls: overloaded",
    ],
    [
      { at: "model", when: { kind: "nth", n: 2 }, what: { kind: "unknown tool" } },
      "model, 2nd answer with calls: unknown tool",
    ],
    [
      { at: "model", when: { kind: "rate", rate: 0.5, seed: 1 }, what: { kind: "cut arguments" } },
      "model, 50 % of answers with calls: arguments cut off",
    ],
    // 0.07 * 100 is 7.000000000000001 in binary.
    [
      { at: "model", when: { kind: "rate", rate: 0.07, seed: 1 }, what: { kind: "stream cut" } },
      "model, 7 % of calls: stream cut",
    ],
    [
      { at: "delivery", when: { kind: "nth", n: 1 }, what: { kind: "server error", status: 503 } },
      "delivery to the worker, first decision: HTTP 503",
    ],
    [
      { at: "tool", when: every, what: { kind: "error", message: "x", retryable: false } },
      "any tool: error, terminal",
    ],
    [{ at: "tool", when: every, what: { kind: "late", ms: 50 } }, "any tool: result late by 50 ms"],
  ])("%j", (rule, words) => {
    expect(ruleText(rule)).toBe(words);
  });
});
