/**
 * Logs written by hand. A log is a list of moments, each with what happened then; `seq` and times are filled in:
 *
 *     log([0, turn("t1")], [10, asks("m1")], [600, answers("m1", call("c1", "forecast", "{}"))])
 */
import type { Fact, FactBody, LlmRequest, TriggerRef } from "@/lib/engine/log/facts";
import type { PackedResponse } from "@/lib/engine/log/packed";
import type { AgentTool } from "@/lib/engine/testing/session";
import type { LlmResponse, ToolCall } from "../../protocol/messages";
import type { ResolvedPolicy, RetryPolicy } from "../../protocol/policy";
import type { Finding, Verdict } from "../../protocol/verdict";

export const START = Date.UTC(2026, 0, 1);

type Moment = readonly [ms: number, ...happened: (FactBody | FactBody[])[]];

/** Facts from moments, `ms` after `START`. All belong to the turn that was started last. */
export function log(...moments: Moment[]): Fact[] {
  const facts: Fact[] = [];
  let turn_id: string | undefined;
  for (const [ms, ...happened] of moments) {
    for (const body of happened.flat()) {
      if (body.type === "turn.started") turn_id = body.turn_id;
      const stamp = { seq: facts.length + 1, at: START + ms };
      facts.push(turn_id === undefined ? { ...body, ...stamp } : { ...body, ...stamp, turn_id });
      if (body.type === "turn.completed") turn_id = undefined;
    }
  }
  return facts;
}

export function policy(change: Partial<RetryPolicy> = {}): ResolvedPolicy {
  return {
    policy: {
      attempt_timeout_secs: 120,
      total_timeout_secs: 600,
      max_attempts: 1,
      backoff_base_secs: 0,
      backoff_max_secs: 0,
      ...change,
    },
    layers: {
      attempt_timeout_secs: "attempt_timeout_secs" in change ? "tool" : "engine default",
      total_timeout_secs: "engine default",
      max_attempts: "max_attempts" in change ? "tool" : "engine default",
      backoff_base_secs: "engine default",
      backoff_max_secs: "engine default",
    },
  };
}

/** The first fact of a session whose tools are answered by rules or, those named in `people`, by a person. */
export const created = (tools: AgentTool[] = [], people: string[] = []): FactBody => ({
  type: "session.created",
  version: 1,
  agent: { model: "scripted", system: "Be brief.", tools },
  delivery: { max_attempts: 1, total_timeout_secs: null, backoff_base_secs: 0, backoff_max_secs: 0 },
  parallel: 8,
  model_calls_per_turn: 50,
  workspace: {
    callscope: 1,
    name: "By hand",
    agent: {
      model: "scripted",
      tools: people.map((name) => ({ name, runner: { kind: "person" as const } })),
    },
    model: { kind: "scripted" },
    worker: { kind: "tools" },
  },
});

// Verdicts

export const finding = (instancePath: string, message: string, more: Partial<Finding> = {}): Finding => ({
  keyword: "type",
  instancePath,
  schemaPath: "#/properties/days/type",
  message,
  params: {},
  at: null,
  schemaAt: null,
  ...more,
});

export const valid = (reason?: string): Verdict => ({
  status: "valid",
  findings: [],
  more: 0,
  notes: [],
  ...(reason ? { reason } : {}),
});

export const invalid = (...findings: Finding[]): Verdict => ({
  status: "invalid",
  error: findings.map((f) => `${f.instancePath}: ${f.message}`).join("; "),
  findings,
  more: 0,
  notes: [],
});

export const malformed = (error: string): Verdict => ({
  status: "malformed",
  error,
  findings: [finding("", error, { keyword: "json", schemaPath: "" })],
  more: 0,
  notes: [],
});

export const unchecked = (reason: string): Verdict => ({
  status: "unchecked",
  reason,
  findings: [],
  more: 0,
  notes: [],
});

// Turns and messages

/** A turn begins; with a text the worker is asked about it. */
export const turn = (id: string, text?: string): FactBody[] => [
  { type: "turn.started", turn_id: id },
  ...(text === undefined
    ? []
    : [queued(`said-${id}`, { type: "client.messages", messages: [{ role: "user", content: text }] })]),
];

export const said = (id: string, content: string): FactBody => ({
  type: "message.new",
  message: { id, role: "user", content },
});

/** The assistant message of a model call: its id is the call's, which lineage needs. */
export const assistant = (id: string, ...tool_calls: ToolCall[]): FactBody => ({
  type: "message.new",
  message: { id, role: "assistant", tool_calls },
});

export const toolMessage = (id: string, callId: string, content: string): FactBody => ({
  type: "message.new",
  message: { id, role: "tool", tool_call_id: callId, content },
});

// Model calls

export const asks = (id: string, attempt = 0, request: Partial<LlmRequest> = {}): FactBody[] => [
  attempt === 0
    ? {
        type: "llm.call.requested",
        call_id: id,
        attempt,
        request: { model: "scripted", prompt: [], stream: true, ...request },
        policy: policy({ max_attempts: 5, attempt_timeout_secs: 180 }),
      }
    : { type: "llm.call.requested", call_id: id, attempt },
  { type: "attempt.started", kind: "llm_call", id, attempt },
];

export const call = (id: string, name: string, raw = "{}"): ToolCall => ({
  id,
  type: "function",
  function: { name, arguments: raw },
});

export function answers(id: string, ...said: (string | ToolCall | Partial<LlmResponse>)[]): FactBody {
  const response: LlmResponse = { model: "scripted" };
  for (const part of said) {
    if (typeof part === "string") response.content = part;
    else if ("function" in part) response.tool_calls = [...(response.tool_calls ?? []), part];
    else Object.assign(response, part);
  }
  return { type: "llm.call.completed", call_id: id, attempt: 0, response };
}

// Tool calls

interface Requested {
  raw?: string;
  llm?: string | null;
  handler?: "worker" | "client";
  verdict?: Verdict;
  declared?: "yes" | "no" | "unknown";
  policy?: ResolvedPolicy;
}

/** A call of `m1`'s answer unless `llm` says otherwise, its arguments classified, its execution queued. */
export function requests(id: string, name: string, how: Requested = {}): FactBody[] {
  const { raw = "{}", llm = "m1", handler = "worker", verdict = valid(), declared = "yes" } = how;
  return [
    {
      type: "tool.call.requested",
      tool_call_id: id,
      attempt: 0,
      name,
      arguments: raw,
      handler,
      policy: how.policy ?? policy(),
      ...(llm ? { llm_call_id: llm } : {}),
    },
    { type: "input.classified", tool_call_id: id, verdict, declared },
    ...(handler === "worker" ? [queued(`x-${id}-0`, { type: "tool.execute", id, attempt: 0 })] : []),
  ];
}

/** The next attempt of a call. */
export const requestsAgain = (id: string, name: string, attempt: number): FactBody[] => [
  { type: "tool.call.requested", tool_call_id: id, attempt, name, arguments: "{}", handler: "worker" },
  queued(`x-${id}-${attempt}`, { type: "tool.execute", id, attempt }),
];

/** The execution is delivered and the clocks run. `limit`: ms until the attempt's deadline. */
export const runs = (
  id: string,
  attempt = 0,
  with_: { proposed?: PackedResponse; deadline_at?: number } = {},
): FactBody[] => [
  {
    type: "attempt.started",
    kind: "tool_call",
    id,
    attempt,
    ...(with_.deadline_at === undefined ? {} : { deadline_at: with_.deadline_at }),
  },
  dispatched(`x-${id}-${attempt}`, with_.proposed),
];

/** The worker's own answer: a result, of attempt 0 unless it says so. */
export function returns(
  id: string,
  name: string,
  what: string | { result: string; attempt: number },
): FactBody[] {
  const { result, attempt } = typeof what === "string" ? { result: what, attempt: 0 } : what;
  return [
    completed(`x-${id}-${attempt}`, { actions: [{ type: "tool.result", result }] }),
    { type: "tool.call.completed", tool_call_id: id, attempt, name, result, by: "worker" },
  ];
}

interface Failed {
  error: string;
  attempt?: number;
  retryable?: boolean;
  /** ms after `START`; absent: terminal. */
  due?: number;
  cause?: "worker" | "attempt timeout" | "total timeout";
}

/** An attempt fails; the decision that ran it is for the caller to end. */
export function fails(id: string, name: string, how: Failed): FactBody[] {
  const { error, attempt = 0, retryable = false, due, cause = "worker" } = how;
  return [
    {
      type: "tool.call.errored",
      tool_call_id: id,
      attempt,
      name,
      error,
      retryable,
      terminal: due === undefined,
      cause,
    },
    {
      type: "attempt.failed",
      kind: "tool_call",
      id,
      attempt,
      error,
      ...(due === undefined ? {} : { due_at: START + due }),
    },
  ];
}

// Decisions

export const queued = (id: string, trigger: TriggerRef): FactBody => ({
  type: "decision.queued",
  decision_id: id,
  trigger,
});

export const dispatched = (id: string, proposed?: PackedResponse, attempts = 0): FactBody => ({
  type: "decision.dispatched",
  decision_id: id,
  attempts,
  pending_calls: 0,
  ...(proposed ? { proposed } : {}),
});

/** With an answer it is the worker's own; without one the proposal was taken. */
export const completed = (id: string, returned?: PackedResponse): FactBody => ({
  type: "decision.completed",
  decision_id: id,
  taken: returned === undefined,
  ...(returned ? { returned } : {}),
});
