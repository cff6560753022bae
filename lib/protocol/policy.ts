/**
 * Retry policies (D20–D22). All times are in seconds and may be fractions; `null` means no limit. An override holds
 * only what it changes. The older names `timeout_secs` and `max_retries` mean `attempt_timeout_secs` and
 * `max_attempts`.
 */
import { z } from "zod";

const seconds = z.number().min(0).max(1_000_000_000);
const attempts = z.number().int().min(0).max(1_000);

export const retryOverrideSchema = z.object({
  attempt_timeout_secs: seconds.nullable().optional().describe("Time for one attempt; null: no limit."),
  total_timeout_secs: seconds
    .nullable()
    .optional()
    .describe("Time for all attempts and the waits between them; null: no limit."),
  max_attempts: attempts.optional().describe("Attempts in total; 0 counts as 1."),
  backoff_base_secs: seconds
    .optional()
    .describe(
      "The wait before retry n is min(backoff_base_secs to the power of n, backoff_max_secs) seconds.",
    ),
  backoff_max_secs: seconds.optional().describe("The longest wait between two attempts."),
  timeout_secs: seconds.nullable().optional().describe("An older name of attempt_timeout_secs."),
  max_retries: attempts.optional().describe("An older name of max_attempts."),
});
export type RetryOverride = z.infer<typeof retryOverrideSchema>;

/** The policy of one call after all layers are merged. */
export interface RetryPolicy {
  attempt_timeout_secs: number | null;
  total_timeout_secs: number | null;
  max_attempts: number;
  backoff_base_secs: number;
  backoff_max_secs: number;
}

/** The agent's layers. A flat policy (the older form) applies to model calls. */
export const agentRetrySchema = z.object({
  default: retryOverrideSchema.optional(),
  tool: retryOverrideSchema.optional(),
  llm: retryOverrideSchema.optional(),
  ...retryOverrideSchema.shape,
});
export type AgentRetry = z.infer<typeof agentRetrySchema>;

/** The layers that a field of a policy can come from, the widest first. */
export type PolicyLayer = "engine default" | "agent default" | "agent tool" | "agent llm" | "tool" | "action";

/** The resolved policy of a call with the layer that set each field. */
export interface ResolvedPolicy {
  policy: RetryPolicy;
  layers: Record<keyof RetryPolicy, PolicyLayer>;
}
