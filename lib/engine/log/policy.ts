/** Retry arithmetic (D20–D22, docs/contract.md#retries). Seconds in policies, milliseconds in results. */
import type { AgentConfig, Handler } from "@/lib/protocol/agent";
import type {
  AgentRetry,
  PolicyLayer,
  ResolvedPolicy,
  RetryOverride,
  RetryPolicy,
} from "@/lib/protocol/policy";
import type { Workspace } from "@/lib/protocol/workspace";
import type { DeliveryPolicy } from "./facts";

const WORKER_TOOL: RetryPolicy = {
  attempt_timeout_secs: 120,
  total_timeout_secs: 600,
  max_attempts: 1,
  backoff_base_secs: 0,
  backoff_max_secs: 0,
};
const CLIENT_TOOL: RetryPolicy = { ...WORKER_TOOL, attempt_timeout_secs: null, total_timeout_secs: null };
const MODEL_CALL: RetryPolicy = {
  attempt_timeout_secs: 180,
  total_timeout_secs: 1800,
  max_attempts: 5,
  backoff_base_secs: 2,
  backoff_max_secs: 30,
};

/** Deliveries over the network. The limit of 20 s of silence is the HTTP worker's own. */
const REMOTE_DELIVERY: DeliveryPolicy = {
  max_attempts: 10,
  total_timeout_secs: 300,
  backoff_base_secs: 2,
  backoff_max_secs: 60,
};
/** A worker inside this server: nothing can get lost on the way, so nothing is delivered twice. */
export const LOCAL_DELIVERY: DeliveryPolicy = {
  max_attempts: 1,
  total_timeout_secs: null,
  backoff_base_secs: 0,
  backoff_max_secs: 0,
};

/** A worker on the network is delivered to again; one inside this server is not. */
export const deliveryFor = ({ worker }: Pick<Workspace, "worker">): DeliveryPolicy =>
  worker.kind === "http" ? REMOTE_DELIVERY : LOCAL_DELIVERY;

/** Model calls a turn may make before a person is asked (D28). */
const MODEL_CALLS_PER_TURN = 50;
/** Siblings run at once (D25). */
const PARALLEL = 8;

/** What a workspace says of how its sessions run. */
export const settingsFrom = (workspace: Workspace) => ({
  delivery: deliveryFor(workspace),
  parallel: workspace.parallel ?? PARALLEL,
  model_calls_per_turn: workspace.limits?.modelCallsPerTurn ?? MODEL_CALLS_PER_TURN,
});

export type CallKind = "worker tool" | "client tool" | "model call";

const DEFAULTS: Record<CallKind, RetryPolicy> = {
  "worker tool": WORKER_TOOL,
  "client tool": CLIENT_TOOL,
  "model call": MODEL_CALL,
};

const ENGINE_DEFAULT: ResolvedPolicy["layers"] = {
  attempt_timeout_secs: "engine default",
  total_timeout_secs: "engine default",
  max_attempts: "engine default",
  backoff_base_secs: "engine default",
  backoff_max_secs: "engine default",
};

/** What calls get that no layer says anything of: nearly all, so it is made once. */
const UNCHANGED: Record<CallKind, ResolvedPolicy> = {
  "worker tool": { policy: WORKER_TOOL, layers: ENGINE_DEFAULT },
  "client tool": { policy: CLIENT_TOOL, layers: ENGINE_DEFAULT },
  "model call": { policy: MODEL_CALL, layers: ENGINE_DEFAULT },
};

export const toolKind = (handler: Handler): CallKind =>
  handler === "client" ? "client tool" : "worker tool";

/** An override under today's names: `timeout_secs` is `attempt_timeout_secs`, `max_retries` is `max_attempts`. */
function named(override: RetryOverride): Partial<RetryPolicy> {
  const { timeout_secs, max_retries, ...rest } = override;
  return {
    ...(timeout_secs === undefined ? {} : { attempt_timeout_secs: timeout_secs }),
    ...(max_retries === undefined ? {} : { max_attempts: max_retries }),
    ...rest,
  };
}

/** The agent's layers; a flat policy is the older form and applies to model calls. */
function agentLayers(retry: AgentRetry | undefined): {
  default?: RetryOverride;
  tool?: RetryOverride;
  llm?: RetryOverride;
} {
  if (!retry) return {};
  return "default" in retry || "tool" in retry || "llm" in retry ? retry : { llm: retry as RetryOverride };
}

/**
 * Merges the layers, widest first: engine default, agent default, agent tool or llm, the tool's own, the action's.
 * An override changes only the fields it names. See D20.
 */
export function resolvePolicy(
  kind: CallKind,
  from: { agent: AgentConfig | null; tool?: RetryOverride; action?: RetryOverride },
): ResolvedPolicy {
  const agent = agentLayers(from.agent?.retry);
  const perKind: [PolicyLayer, RetryOverride | undefined] =
    kind === "model call" ? ["agent llm", agent.llm] : ["agent tool", agent.tool];
  const layers: [PolicyLayer, RetryOverride | undefined][] = [
    ["agent default", agent.default],
    perKind,
    ["tool", from.tool],
    ["action", from.action],
  ];
  if (!layers.some(([, override]) => override)) return UNCHANGED[kind];
  const policy = { ...DEFAULTS[kind] };
  const origin: ResolvedPolicy["layers"] = { ...ENGINE_DEFAULT };
  for (const [layer, override] of layers) {
    for (const [field, value] of Object.entries(named(override ?? {}))) {
      if (value === undefined) continue;
      Object.assign(policy, { [field]: value });
      origin[field as keyof RetryPolicy] = layer;
    }
  }
  policy.max_attempts = Math.max(1, policy.max_attempts);
  return { policy, layers: origin };
}

/** The wait before the attempt that follows the `failed`-th failure (from 1): min(base^n, cap) s, in ms (D22). */
export function backoffMs(
  policy: Pick<RetryPolicy, "backoff_base_secs" | "backoff_max_secs">,
  failed: number,
): number {
  return Math.min(policy.backoff_base_secs ** failed, policy.backoff_max_secs) * 1000;
}

/** Whether a failure of attempt `attempt` (from 0) ends the call: not retryable, or no attempt left. */
export const isExhausted = (policy: { max_attempts: number }, attempt: number, retryable: boolean): boolean =>
  !retryable || attempt + 1 >= policy.max_attempts;

/** Whether a point in time has come; one that is not set never does. */
export const isOver = (at: number | undefined, now: number): boolean => at !== undefined && at <= now;

/** A time limit in seconds as a point in time; undefined when there is none. */
export const deadline = (now: number, secs: number | null): number | undefined =>
  secs === null ? undefined : now + secs * 1000;
