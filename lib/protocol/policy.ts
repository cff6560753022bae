/**
 * Retry policies (decisions.md D20–D22). All times in seconds, fractions allowed; `null` means no limit.
 * An override names only what it changes; the older names `timeout_secs` and `max_retries` mean
 * `attempt_timeout_secs` and `max_attempts`.
 */
import { z } from "zod";

const seconds = z.number().min(0).max(1_000_000_000);

export const retryOverrideSchema = z.object({
  attempt_timeout_secs: seconds.nullable().optional(),
  total_timeout_secs: seconds.nullable().optional(),
  max_attempts: z.number().int().min(0).max(1_000).optional(),
  backoff_base_secs: seconds.optional(),
  backoff_max_secs: seconds.optional(),
  timeout_secs: seconds.nullable().optional(),
  max_retries: z.number().int().min(0).max(1_000).optional(),
});
export type RetryOverride = z.infer<typeof retryOverrideSchema>;

/** What applies to one call once all layers are merged. */
export interface RetryPolicy {
  attempt_timeout_secs: number | null;
  total_timeout_secs: number | null;
  max_attempts: number;
  backoff_base_secs: number;
  backoff_max_secs: number;
}

/** The agent's layers. A flat policy (the older form) applies to model calls. */
export const agentRetrySchema = z.union([
  z
    .object({
      default: retryOverrideSchema.optional(),
      tool: retryOverrideSchema.optional(),
      llm: retryOverrideSchema.optional(),
    })
    .strict(),
  retryOverrideSchema,
]);
export type AgentRetry = z.infer<typeof agentRetrySchema>;

/** Where a policy's field came from, widest layer first. */
export type PolicyLayer = "engine default" | "agent default" | "agent tool" | "agent llm" | "tool" | "action";

/** The resolved policy of a call with the layer that set each field. */
export interface ResolvedPolicy {
  policy: RetryPolicy;
  layers: Record<keyof RetryPolicy, PolicyLayer>;
}
