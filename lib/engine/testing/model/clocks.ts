/** What a policy means, worked out anew from D20–D22: nothing here comes from the engine. */
import type { AgentConfig } from "../../../protocol/agent";
import type { AgentRetry, RetryOverride, RetryPolicy } from "../../../protocol/policy";

type Kind = "worker" | "client" | "llm";

/** D21. */
const DEFAULTS: Record<Kind, [number | null, number | null, number, number, number]> = {
  worker: [120, 600, 1, 0, 0],
  client: [null, null, 1, 0, 0],
  llm: [180, 1800, 5, 2, 30],
};

/** A policy without layers is the older form: it is about model calls alone. */
function agentLayers(kind: Kind, retry: AgentRetry = {}): (RetryOverride | undefined)[] {
  const { default: wide, tool, llm, ...flat } = retry;
  if (Object.keys(flat).length > 0) return kind === "llm" ? [flat] : [];
  return [wide, kind === "llm" ? llm : tool];
}

/** Widest first: engine, agent `default`, agent `tool` or `llm`, the tool's own, the action's. */
export function policyOf(
  kind: Kind,
  agent: AgentConfig,
  narrow: (RetryOverride | undefined)[],
): RetryPolicy & { [field: string]: number | null } {
  const [attempt, total, max, base, cap] = DEFAULTS[kind];
  const policy: RetryPolicy & { [field: string]: number | null } = {
    attempt_timeout_secs: attempt,
    total_timeout_secs: total,
    max_attempts: max,
    backoff_base_secs: base,
    backoff_max_secs: cap,
  };
  for (const layer of [...agentLayers(kind, agent.retry), ...narrow]) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      const field = { timeout_secs: "attempt_timeout_secs", max_retries: "max_attempts" }[name] ?? name;
      policy[field] = value ?? null;
    }
  }
  policy.max_attempts = Math.max(1, policy.max_attempts);
  return policy;
}

/** The wait after the n-th failure, in ms. */
export function waitAfter(
  policy: Pick<RetryPolicy, "backoff_base_secs" | "backoff_max_secs">,
  failures: number,
): number {
  let secs = 1;
  for (let n = 0; n < failures; n += 1) secs *= policy.backoff_base_secs;
  return 1000 * Math.min(secs, policy.backoff_max_secs);
}

export const endOf = (start: number, secs: number | null): number | undefined =>
  secs === null ? undefined : start + 1000 * secs;

export const isPast = (at: number | undefined, now: number): boolean => at !== undefined && now >= at;
