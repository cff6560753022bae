/**
 * The answer the engine would give itself (docs/contract.md#proposals), in packed form. Computed when a
 * decision is first delivered and recorded with it, so redeliveries carry the same.
 */

import type { TriggerRef } from "@/lib/engine/log/facts";
import type { PackedAction, PackedLlmCall, PackedResponse, PromptPart } from "@/lib/engine/log/packed";
import { agentOf, type LlmCallState, must, type State, type ToolCallState } from "@/lib/engine/state/state";
import { argumentsError } from "@/lib/engine/state/tool-input";
import { assistantMessage, finishedOf, outcomeOf } from "@/lib/engine/state/unpack";
import type { DraftMessage } from "@/lib/protocol/messages";
import type { RetryOverride } from "@/lib/protocol/policy";
import { never } from "@/lib/util/never";

const recorded = (state: State): { upto?: string } => (state.head === null ? {} : { upto: state.head });

/** A call's own retry override, to be copied when it is asked again: what its action had set. */
function actionRetry(call: LlmCallState): RetryOverride | undefined {
  const set = Object.entries(call.policy.layers).filter(([, layer]) => layer === "action");
  if (set.length === 0) return undefined;
  return Object.fromEntries(
    set.map(([field]) => [field, call.policy.policy[field as keyof typeof call.policy.policy]]),
  );
}

/** A model call like an earlier one, with another prompt; everything else is copied (docs/contract.md#proposals). */
function likeCall(call: LlmCallState, prompt: PromptPart[]): PackedLlmCall {
  const { tools, prompt: _, ...rest } = call.request;
  const retry = actionRetry(call);
  return {
    type: "llm.call",
    ...rest,
    prompt,
    ...(tools ? { tools: "call" in tools ? tools : { call: call.id } } : {}),
    ...(retry ? { retry } : {}),
  };
}

/** What the model reads of a call whose outcome was never recorded: its turn failed, or its worker passed over it. */
function unrecorded(call: ToolCallState | undefined): string {
  if (call?.progress.status === "voided") return `not finished: ${call.progress.reason}`;
  const outcome = call && outcomeOf(call);
  if (!outcome) return "not run";
  return outcome.ok ? outcome.result : outcome.error;
}

/**
 * Tool messages for the calls at the end of the conversation that are over and have none. Without them no provider would
 * take a prompt of this session any more.
 */
function missingOutcomes(state: State, mint: (prefix: string) => string): DraftMessage[] {
  const answered = new Set<string>();
  let node = state.nodes.get(state.head ?? "");
  for (; node?.message.role === "tool"; node = state.nodes.get(node.parent_id ?? ""))
    answered.add(node.message.tool_call_id ?? "");
  for (const decision of state.openDecisions) {
    const trigger = state.decisions.get(decision)?.trigger;
    if (trigger?.type === "tool.finished") answered.add(trigger.id);
  }
  const asked = node?.message;
  const calls = new Map((asked?.tool_calls ?? []).map((call) => [call.id, call.function.name]));
  return [...calls]
    .filter(([id]) => !answered.has(id) && !state.openTools.includes(id))
    .map(([id, name]) => {
      const call = state.tools.get(id);
      const content = unrecorded(call?.llm_call_id === asked?.id ? call : undefined);
      return { id: mint("msg"), role: "tool" as const, content, tool_call_id: id, name };
    });
}

function forMessages(
  state: State,
  ref: TriggerRef & { type: "client.messages" },
  mint: (prefix: string) => string,
): PackedResponse {
  const agent = agentOf(state);
  if (!agent) return {};
  const system: PromptPart[] = agent.system ? [{ message: { role: "system", content: agent.system } }] : [];
  const last = ref.messages.at(-1)?.id ?? state.head;
  const path: PromptPart[] = last ? [{ path: { to: last } }] : [];
  const call: PackedLlmCall = {
    type: "llm.call",
    model: agent.model,
    prompt: [...system, ...path],
    ...(agent.tools ? { tools: { agent: state.agents.length - 1 } } : {}),
    stream: agent.stream ?? true,
  };
  const add = [...missingOutcomes(state, mint), ...ref.messages];
  return { messages: { ...recorded(state), add }, actions: [call] };
}

/** The handler of a named tool by the config in force; unknown names go to the worker. */
const handlerOf = (state: State, name: string) =>
  agentOf(state)?.tools?.find((tool) => tool.name === name)?.handler ?? "worker";

function forAnswer(state: State, id: string): PackedResponse {
  const call = must(state.llm.get(id), "model call");
  const progress = call.progress;
  if (progress.status !== "completed") {
    const error = progress.status === "failed" ? progress.error : undefined;
    const code = progress.status === "failed" ? progress.code : undefined;
    const payload = { type: "llm.failed", id, error, code, truncated: false };
    return {
      actions: [
        { type: "interrupt", reason: error ? `llm call failed: ${error}` : "llm call failed", payload },
      ],
    };
  }
  if (progress.response.finish_reason === "length") {
    const payload = { type: "llm.failed", id, truncated: true };
    return { actions: [{ type: "interrupt", reason: "llm call truncated", payload }] };
  }
  const message = assistantMessage(state, id);
  const calls = (message.tool_calls ?? []).map(
    ({ id: callId, function: { name } }, at): PackedAction => ({
      type: "tool.call",
      id: callId,
      name,
      of: { answer: id, at },
      handler: handlerOf(state, name),
    }),
  );
  const actions: PackedAction[] =
    calls.length > 0 ? calls : [{ type: "done", data: message.content ?? null }];
  const packed = { id: message.id, role: message.role, from: "answer" as const };
  return { messages: { ...recorded(state), add: [packed] }, actions };
}

function forExecute(state: State, id: string): PackedResponse {
  const call = must(state.tools.get(id), "tool call");
  const verdict = must(call.verdict, "verdict");
  const error = call.declared === "no" ? `unknown tool: ${call.name}` : argumentsError(verdict);
  if (error === null) return {};
  return {
    messages: { ...recorded(state), add: [] },
    actions: [{ type: "tool.error", id, error, retryable: false }],
  };
}

function forFinished(
  state: State,
  ref: TriggerRef & { type: "tool.finished" },
  context: { pending: number; mint: (prefix: string) => string },
): PackedResponse {
  const { name, llm_call_id, outcome } = finishedOf(state, ref);
  const asked = llm_call_id === undefined ? null : must(state.llm.get(llm_call_id), "model call");
  if (context.pending === 0 && !asked) return {};
  const id = context.mint("msg");
  const base = { id, role: "tool" as const, tool_call_id: ref.id, name };
  const content = outcome.ok ? outcome.result : outcome.error;
  const message = ref.refused ? { ...base, content } : { ...base, from: "outcome" as const };
  const messages = { ...recorded(state), add: [message] };
  if (context.pending > 0 || !asked) return { messages };
  const after = state.nodes.get(asked.id)?.parent_id;
  const prompt: PromptPart[] = [
    { call: asked.id },
    { path: { ...(after ? { after } : {}), to: message.id } },
  ];
  return { messages, actions: [likeCall(asked, prompt)] };
}

/**
 * After an interrupt of the engine's own the paused model call is asked (again); after a worker's interrupt the worker
 * has to say how to go on.
 */
function forResumed(state: State, interruptId: string): PackedResponse {
  const interrupt = state.pastInterrupts.get(interruptId);
  const payload = interrupt?.payload;
  if (typeof payload !== "object" || payload === null) return {};
  if (interrupt?.by === "engine" && "held" in payload) return { actions: [payload.held as PackedLlmCall] };
  const failed = "type" in payload && payload.type === "llm.failed" && "id" in payload ? payload.id : null;
  const call = typeof failed === "string" ? state.llm.get(failed) : undefined;
  return call ? { actions: [likeCall(call, [{ call: call.id }])] } : {};
}

/** `pending`: siblings still open, see `pendingCalls`; `mint` makes the id of a message that will be recorded. */
export function propose(
  state: State,
  ref: TriggerRef,
  context: { pending: number; mint: (prefix: string) => string },
): PackedResponse {
  switch (ref.type) {
    case "session.start":
      return {};
    case "client.messages":
      return forMessages(state, ref, context.mint);
    case "llm.finished":
      return forAnswer(state, ref.id);
    case "tool.execute":
      return forExecute(state, ref.id);
    case "tool.finished":
      return forFinished(state, ref, context);
    case "interrupt.resumed":
      return forResumed(state, ref.interrupt_id);
    default:
      return never(ref, "trigger");
  }
}

/**
 * What a decision waits beside (docs/contract.md#siblings): tool calls of the session that are not settled, and other
 * `tool.finished` decisions that are not answered. Exactly one of N siblings sees 0: the last.
 */
export function pendingCalls(state: State, decisionId: string): number {
  let finished = 0;
  for (const id of state.openDecisions) {
    if (id !== decisionId && state.decisions.get(id)?.trigger.type === "tool.finished") finished += 1;
  }
  return state.openTools.length + finished;
}
