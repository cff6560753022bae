import { describe, expect, test } from "vitest";
import { agentRetrySchema } from "./policy";

describe("an agent's retry policy", () => {
  test.each([
    { default: { max_attempts: 2 }, tool: { timeout_secs: null }, llm: {} },
    { timeout_secs: 5, max_retries: 3, backoff_base_secs: 2, backoff_max_secs: 60 },
    {},
  ])("is taken: %j", (policy) => {
    expect(agentRetrySchema.parse(policy)).toEqual(policy);
  });

  test("ignores a member it does not know", () => {
    expect(agentRetrySchema.parse({ tool: { max_attempts: 2, jitter: true } })).toEqual({
      tool: { max_attempts: 2 },
    });
  });

  test.each([
    { tool: { max_attempts: "2" } },
    { max_attempts: 1.5 },
    { default: { total_timeout_secs: -1 } },
  ])("is refused with a wrong value: %j", (policy) => {
    expect(agentRetrySchema.safeParse(policy).success).toBe(false);
  });
});
