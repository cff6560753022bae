/** From the log's compact form back to the wire's. */

import type { TriggerRef } from "@/lib/engine/log/facts";
import type {
  PackedAction,
  PackedLlmCall,
  PackedMessage,
  PackedResponse,
  PackedToolCall,
  PromptPart,
} from "@/lib/engine/log/packed";
import type { Action, DecisionResponse, ToolCallAction } from "@/lib/protocol/actions";
import type { LlmTool } from "@/lib/protocol/agent";
import type { Trigger } from "@/lib/protocol/decision";
import type { DraftMessage, Message } from "@/lib/protocol/messages";
import { resolveTools } from "./lineage";
import { must, type State, type ToolCallState } from "./state";
import { toolInput } from "./tool-input";

/** The chain of recorded messages from `after` (exclusive; the root when null) to `to`, oldest first. */
export function chain(state: State, to: string | null, after: string | null = null): Message[] {
  const messages: Message[] = [];
  for (let at = to; at !== null && at !== after; ) {
    const node = must(state.nodes.get(at), "message");
    messages.push(node.message);
    at = node.parent_id ?? null;
  }
  return messages.reverse();
}

/** Messages of a response that are not recorded yet, and the recorded one they hang under. */
interface Pending {
  under: string | null;
  add: DraftMessage[];
}

function pathMessages(state: State, path: { after?: string; to: string }, pending: Pending): DraftMessage[] {
  const after = path.after ?? null;
  if (state.nodes.has(path.to)) return chain(state, path.to, after);
  const end = pending.add.findIndex((message) => message.id === path.to);
  return [...chain(state, pending.under, after), ...pending.add.slice(0, end + 1)];
}

/** A prompt in full. Walks the calls it builds on with a loop: sessions may be thousands of calls deep. */
function promptMessages(
  state: State,
  prompt: PromptPart[],
  pending: Pending = { under: null, add: [] },
): DraftMessage[] {
  const stretches: DraftMessage[][] = [];
  const parts = [...prompt];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if ("call" in part) parts.push(...must(state.llm.get(part.call), "model call").request.prompt);
    else stretches.push("message" in part ? [part.message] : pathMessages(state, part.path, pending));
  }
  return stretches.reverse().flat();
}

/** The messages a model call was asked with, system prompt included. */
export const promptOf = (state: State, llmCallId: string): DraftMessage[] =>
  promptMessages(state, must(state.llm.get(llmCallId), "model call").request.prompt);

function unpackLlmCall(state: State, packed: PackedLlmCall, pending: Pending): Action {
  const { prompt, tools, ...rest } = packed;
  const list: LlmTool[] | null = resolveTools(state, tools);
  return { ...rest, messages: promptMessages(state, prompt, pending), ...(list ? { tools: list } : {}) };
}

/** The tool call with its arguments, wherever they are stored. */
export function unpackToolCall(state: State, packed: ToolCallAction | PackedToolCall): ToolCallAction {
  if (!("of" in packed)) return packed;
  const { of, ...call } = packed;
  const asked = assistantMessage(state, of.answer).tool_calls?.[of.at];
  return { ...call, arguments: must(asked, "call of the model").function.arguments };
}

function unpackAction(state: State, action: PackedAction, pending: Pending): Action {
  if (action.type === "llm.call") return unpackLlmCall(state, action, pending);
  return action.type === "tool.call" ? unpackToolCall(state, action) : action;
}

/** A message with its content, wherever it is stored. */
export function unpackMessage<M extends DraftMessage>(
  state: State,
  from: PackedMessage["from"],
  message: M,
): M {
  if (from === "answer") return { ...message, ...assistantMessage(state, message.id ?? "") };
  if (from !== "outcome") return message;
  const outcome = outcomeOf(must(state.tools.get(message.tool_call_id ?? ""), "tool call"));
  return { ...message, content: outcome.ok ? outcome.result : outcome.error };
}

/** A packed proposal or answer in wire form: whole path, whole prompts. */
export function unpack(state: State, packed: PackedResponse): DecisionResponse {
  const under = packed.messages?.upto ?? null;
  const add = (packed.messages?.add ?? []).map(({ from, ...message }) => unpackMessage(state, from, message));
  const response: DecisionResponse = {};
  if (packed.messages) response.messages = [...chain(state, under), ...add];
  if (packed.actions) response.actions = packed.actions.map((a) => unpackAction(state, a, { under, add }));
  if (packed.state !== undefined) response.state = packed.state;
  if (packed.agent) response.agent = packed.agent;
  return response;
}

/** The message the model's answer makes: its id is the call's, which lineage needs (docs/contract.md#messages). */
export function assistantMessage(state: State, llmCallId: string): Message {
  const progress = state.llm.get(llmCallId)?.progress;
  const response = progress?.status === "completed" ? progress.response : undefined;
  return {
    id: llmCallId,
    role: "assistant",
    ...(response?.content === undefined ? {} : { content: response.content }),
    ...(response?.tool_calls?.length ? { tool_calls: response.tool_calls } : {}),
  };
}

/** How a settled call ended, for `tool.finished`; an open call counts as failed without an error text. */
export function outcomeOf(call: ToolCallState): { ok: true; result: string } | { ok: false; error: string } {
  if (call.progress.status === "completed") return { ok: true, result: call.progress.result };
  return { ok: false, error: call.progress.status === "failed" ? call.progress.error : "" };
}

/** The outcome in a `tool.finished`: how a call was settled, or why it was refused. */
export function finishedOf(state: State, ref: TriggerRef & { type: "tool.finished" }) {
  if (ref.refused) {
    const { name, error, llm_call_id } = ref.refused;
    return { name, llm_call_id, outcome: { ok: false as const, error } };
  }
  const call = must(state.tools.get(ref.id), "tool call");
  return { name: call.name, llm_call_id: call.llm_call_id, outcome: outcomeOf(call) };
}

function llmFinished(state: State, id: string): Trigger {
  const progress = must(state.llm.get(id), "model call").progress;
  if (progress.status !== "completed") {
    const { error, code, detail } =
      progress.status === "failed" ? progress : { error: "", code: undefined, detail: undefined };
    return { type: "llm.finished", id, ok: false, truncated: false, error, code, detail };
  }
  const { finish_reason, usage, cost } = progress.response;
  const truncated = finish_reason === "length";
  return { type: "llm.finished", id, ok: true, message: assistantMessage(state, id), truncated, usage, cost };
}

const rfc3339 = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();

/** A trigger in wire form. The conversation of a `client.messages` is gone through only when it is read. */
export function triggerOf(state: State, ref: TriggerRef): Trigger {
  switch (ref.type) {
    case "session.start":
      return ref;
    case "client.messages": {
      let known: Message[] | undefined;
      const path = () => {
        known ??= chain(state, state.head);
        return known;
      };
      return {
        type: ref.type,
        get messages() {
          return [...path(), ...ref.messages];
        },
        get new_from() {
          return path().length;
        },
        client: {},
      };
    }
    case "tool.execute": {
      const call = must(state.tools.get(ref.id), "tool call");
      const at = call.progress.status === "pending" ? rfc3339(call.progress.deadline_at) : undefined;
      return {
        type: ref.type,
        id: ref.id,
        name: call.name,
        arguments: call.arguments,
        input: toolInput(call.arguments, must(call.verdict, "verdict")),
        attempt: ref.attempt,
        ...(at === undefined ? {} : { deadline: at }),
      };
    }
    case "tool.finished": {
      const { name, outcome } = finishedOf(state, ref);
      return { type: ref.type, id: ref.id, name, ...outcome };
    }
    case "llm.finished":
      return llmFinished(state, ref.id);
    case "interrupt.resumed":
      return ref;
  }
}
