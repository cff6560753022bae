/** From a worker's wire answer to the log's compact form: known messages by id, repeated prompts by reference. */

import type { PackedAnswer } from "@/lib/engine/log/facts";
import type {
  PackedAction,
  PackedLlmCall,
  PackedResponse,
  PackedTools,
  PromptPart,
} from "@/lib/engine/log/packed";
import { equalJson } from "@/lib/json/equal";
import type { Action, DecisionResponse, LlmCallAction } from "@/lib/protocol/actions";
import type { DraftMessage, Message } from "@/lib/protocol/messages";
import { resolveTools } from "./lineage";
import { agentOf, type Node, type State } from "./state";
import { unpack } from "./unpack";

export interface PackContext {
  state: State;
  proposed: PackedResponse;
  mint: (prefix: string) => string;
}

const addedIds = (response: PackedResponse | undefined): (string | undefined)[] =>
  (response?.messages?.add ?? []).map(({ id }) => id);

/**
 * Whether a message of this id is still to be recorded by somebody else: the model's answer, or what other decisions
 * propose or have been answered with. It would then be recorded twice.
 */
function isSpokenFor(id: string, { state, proposed }: PackContext): boolean {
  if (addedIds(proposed).includes(id)) return false;
  if (state.llm.has(id)) return true;
  return state.openDecisions.some((open) => {
    const decision = state.decisions.get(open);
    if (!decision || decision.proposed === proposed) return false;
    const { trigger, held } = decision;
    const said = trigger.type === "client.messages" ? trigger.messages.map((message) => message.id) : [];
    return [...said, ...addedIds(decision.proposed), ...addedIds(held?.answer?.returned)].includes(id);
  });
}

/**
 * A leading run of known messages writes nothing; from the first unknown or id-less one on everything is written under
 * it, known ids after that point under fresh ids (docs/contract.md#messages). Matching is by id, never by content.
 */
function packMessages(messages: DraftMessage[], context: PackContext) {
  const { state, mint } = context;
  let known = 0;
  while (known < messages.length && state.nodes.has(messages[known]?.id ?? "")) known += 1;
  const lead = messages.slice(0, known);
  const edited = lead.filter((message) => !equalJson(message, state.nodes.get(message.id ?? "")?.message));
  const taken = new Set<string>();
  const add = messages.slice(known).map((message): Message => {
    const { id: own } = message;
    const free = own !== undefined && !state.nodes.has(own) && !taken.has(own) && !isSpokenFor(own, context);
    const id = free ? own : mint("msg");
    taken.add(id);
    return { ...message, id };
  });
  const upto = lead.at(-1)?.id;
  return {
    messages: { ...(upto === undefined ? {} : { upto }), add },
    ignored: edited.map((message) => message.id ?? ""),
  };
}

/** The recorded message that `message` repeats word for word. */
function recordedAs(state: State, message: DraftMessage): Node | null {
  const node = message.id === undefined ? undefined : state.nodes.get(message.id);
  return node && equalJson(node.message, message) ? node : null;
}

/** Adds a recorded message: to the path that ends at its parent, else as a path of its own. */
function addRecorded(parts: PromptPart[], node: Node): void {
  const last = parts.at(-1);
  const run = last && "path" in last ? last.path : null;
  if (run && node.parent_id === run.to) run.to = node.message.id;
  else parts.push({ path: { ...(node.parent_id ? { after: node.parent_id } : {}), to: node.message.id } });
}

function packPrompt(state: State, messages: DraftMessage[]): PromptPart[] {
  const parts: PromptPart[] = [];
  for (const message of messages) {
    const node = recordedAs(state, message);
    if (node) addRecorded(parts, node);
    else parts.push({ message });
  }
  return parts;
}

/** The prompt of an `llm.call` that names no messages: system prompt and the answer's own messages, else the path. */
function defaultPrompt(response: PackedResponse, { state }: PackContext): PromptPart[] {
  const system = (response.agent ?? agentOf(state))?.system;
  const to = response.messages?.add.at(-1)?.id ?? response.messages?.upto ?? state.head;
  return [
    ...(system ? [{ message: { role: "system" as const, content: system } }] : []),
    ...(to ? [{ path: { to } }] : []),
  ];
}

function packTools(
  action: LlmCallAction,
  response: PackedResponse,
  context: PackContext,
): PackedTools | undefined {
  const { state } = context;
  const newest = state.agents.length - 1;
  if (!action.tools) {
    const agent = response.agent ?? agentOf(state);
    return agent?.tools ? { agent: response.agent ? newest + 1 : newest } : undefined;
  }
  const proposed = context.proposed.actions?.find((a): a is PackedLlmCall => a.type === "llm.call")?.tools;
  const candidates: (PackedTools | undefined)[] = [proposed, { agent: newest }];
  return (
    candidates.find((packed) => packed && equalJson(resolveTools(state, packed), action.tools)) ?? {
      list: action.tools,
    }
  );
}

function packLlmCall(action: LlmCallAction, response: PackedResponse, context: PackContext): PackedLlmCall {
  const { messages, tools: _, ...rest } = action;
  const agent = response.agent ?? agentOf(context.state);
  const tools = packTools(action, response, context);
  return {
    ...rest,
    model: action.model ?? agent?.model,
    stream: action.stream ?? agent?.stream ?? true,
    prompt: messages ? packPrompt(context.state, messages) : defaultPrompt(response, context),
    ...(tools ? { tools } : {}),
  };
}

/** An explicit prompt that equals the proposed one is kept as the proposal keeps it. */
function packAction(action: Action, response: PackedResponse, context: PackContext): PackedAction {
  if (action.type !== "llm.call") return action;
  const packed = packLlmCall(action, response, context);
  const proposed = context.proposed.actions?.find((a): a is PackedLlmCall => a.type === "llm.call");
  const expanded =
    proposed && unpack(context.state, { messages: context.proposed.messages, actions: [proposed] });
  const wire = expanded?.actions?.[0];
  const same = wire?.type === "llm.call" && action.messages && equalJson(wire.messages, action.messages);
  return same && proposed ? { ...packed, prompt: proposed.prompt } : packed;
}

/**
 * An answer that was kept back, packed when `from` configs were there: one of its own comes after those that came
 * meanwhile.
 */
export function packedLater(answer: PackedAnswer, { from, to }: { from: number; to: number }): PackedAnswer {
  const { returned } = answer;
  if (from === to || !returned?.agent || !returned.actions) return answer;
  const actions = returned.actions.map((action) =>
    action.type === "llm.call" && action.tools && "agent" in action.tools && action.tools.agent === from
      ? { ...action, tools: { agent: to } }
      : action,
  );
  return { ...answer, returned: { ...returned, actions } };
}

const stripped = (response: DecisionResponse): DecisionResponse => ({
  messages: response.messages?.length ? response.messages : undefined,
  actions: response.actions?.length ? response.actions : undefined,
  state: response.state ?? undefined,
  agent: response.agent,
});

/**
 * Packs a worker's answer. `taken`: it is the proposal, member for member (absent and empty lists count alike). A
 * proposal that only repeats the recorded path says nothing with it, so an answer without those messages is the same.
 */
export function packAnswer(response: DecisionResponse, context: PackContext): PackedAnswer {
  const { state, proposed } = context;
  const full = unpack(state, proposed);
  if (equalJson(stripped(response), stripped(full))) return { taken: true };
  const bare = proposed.messages?.add.length === 0 ? { ...full, messages: undefined } : null;
  if (bare && equalJson(stripped(response), stripped(bare))) return { taken: true };
  const returned: PackedResponse = {};
  let ignored: string[] = [];
  if (response.messages?.length) {
    const packed = packMessages(response.messages, context);
    returned.messages = packed.messages;
    ignored = packed.ignored;
  }
  if (response.state !== undefined && response.state !== null) returned.state = response.state;
  if (response.agent) returned.agent = response.agent;
  if (response.actions?.length)
    returned.actions = response.actions.map((a) => packAction(a, returned, context));
  return { taken: false, returned, ...(ignored.length > 0 ? { ignored_edits: ignored } : {}) };
}
