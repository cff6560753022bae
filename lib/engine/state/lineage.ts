/**
 * Where a call's schemas come from (D30): call → assistant message on the active path → the model call of the same id →
 * the tool list sent in that request. Never the edited workspace, never the current config.
 */

import type { PackedTools } from "@/lib/engine/log/packed";
import { equalJson } from "@/lib/json/equal";
import { printJson } from "@/lib/json/print";
import type { LlmTool } from "@/lib/protocol/agent";
import type { Side } from "@/lib/protocol/side";
import type { CheckRequest } from "@/lib/protocol/verdict";
import type { LlmCallState, State } from "./state";

/** What determines the tools of a model request: the agent configs so far, and the requests by call id. */
export interface SentTools {
  readonly agents: State["agents"];
  readonly llm: { get(callId: string): { request: { tools?: PackedTools } } | undefined };
}

/** Whether `id` lies on the active path. Walks from the head, so recent messages are found at once. */
export function onPath(state: State, id: string): boolean {
  for (let at = state.head; at !== null; at = state.nodes.get(at)?.parent_id ?? null)
    if (at === id) return true;
  return false;
}

/** The model call whose answer, on the active path, asked for the tool call; null when there is none. */
export function lineageOf(state: State, toolCallId: string): LlmCallState | null {
  const messageId = state.askedIn.get(toolCallId);
  if (messageId === undefined || !onPath(state, messageId)) return null;
  return state.llm.get(messageId) ?? null;
}

const listOf = (state: State, index: number): LlmTool[] | null => {
  const tools = state.agents[index]?.tools;
  if (!tools) return null;
  return tools.map(({ name, description, input, output, inputText, outputText }) => ({
    name,
    description,
    input,
    output,
    inputText,
    outputText,
  }));
};

/** A packed tool list in full; null when the request carried none. */
export function resolveTools(state: State, packed: PackedTools | undefined): LlmTool[] | null {
  if (!packed) return null;
  if ("list" in packed) return packed.list;
  if ("agent" in packed) return listOf(state, packed.agent);
  return resolveTools(state, state.llm.get(packed.call)?.request.tools);
}

/** The tools sent in a model request; empty when it carried no list. */
export const toolsOf = (state: State, llmCallId: string): LlmTool[] =>
  resolveTools(state, state.llm.get(llmCallId)?.request.tools) ?? [];

/** Like `toolsOf(…).find`, but without building a list: null means a request without a list, undefined one without the name. */
export function findTool(state: SentTools, llmCallId: string, name: string): LlmTool | undefined | null {
  let packed = state.llm.get(llmCallId)?.request.tools;
  while (packed && "call" in packed) packed = state.llm.get(packed.call)?.request.tools;
  if (!packed) return null;
  if ("list" in packed) return packed.list.find((tool) => tool.name === name);
  const tools = state.agents[packed.agent]?.tools;
  return tools ? tools.find((tool) => tool.name === name) : null;
}

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

/** Schema texts by tool: printing a large schema for each of its calls would cost more than the check. */
const TEXTS = new WeakMap<object, { input?: string | null; output?: string | null }>();

function printSchema(tool: LlmTool, side: Side): string | null {
  const value = side === "input" ? tool.input : tool.output;
  const text = side === "input" ? tool.inputText : tool.outputText;
  if (text !== undefined && (value === undefined || equalJson(parsed(text)?.value, value))) return text;
  return value === undefined ? null : printJson(value);
}

/**
 * A tool's schema as the text that places point into: as typed when that text says the same as the value, else the
 * value printed with two spaces. Null when none is declared.
 */
function schemaText(tool: LlmTool, side: Side): string | null {
  const known = TEXTS.get(tool) ?? {};
  const text = known[side];
  if (text !== undefined) return text;
  const printed = printSchema(tool, side);
  TEXTS.set(tool, { ...known, [side]: printed });
  return printed;
}

/** The schema text of a recorded call by its lineage; null without lineage, tool or schema. */
export function schemaTextOf(state: State, toolCallId: string, side: Side): string | null {
  const call = state.tools.get(toolCallId);
  return call ? sentSchema(state, { llmCallId: call.llm_call_id, name: call.name }, side) : null;
}

/** The same for a call's name and the model call that asked for it; null for a call that the worker made. */
export function sentSchema(
  sent: SentTools,
  { llmCallId, name }: { llmCallId: string | undefined; name: string },
  side: Side,
): string | null {
  const tool = llmCallId ? findTool(sent, llmCallId, name) : null;
  return tool ? schemaText(tool, side) : null;
}

/** What to check a call's text against. */
export function checkedSchema(
  state: State,
  from: { llmCallId: string | undefined; name: string },
  side: Side,
): CheckRequest["schema"] {
  const tool = from.llmCallId === undefined ? null : findTool(state, from.llmCallId, from.name);
  if (tool === null) return { kind: "no lineage" };
  if (tool === undefined) return { kind: "unknown tool" };
  const text = schemaText(tool, side);
  return text === null ? { kind: "none" } : { kind: "text", text };
}
