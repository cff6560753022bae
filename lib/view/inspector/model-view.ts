/** The inspector's view of one model call: the request in full, and the answer. */

import { toolsOf } from "@/lib/engine/state/lineage";
import type { State } from "@/lib/engine/state/state";
import { promptOf } from "@/lib/engine/state/unpack";
import type { LlmTool } from "@/lib/protocol/agent";
import type { DraftMessage, LlmResponse, ToolCall } from "@/lib/protocol/messages";
import { contentText } from "@/lib/view/text/message-text";
import { isCut } from "@/lib/view/timeline/attempts";
import type { ModelRecord } from "@/lib/view/timeline/records";

export interface MessageLine {
  /** Its place in the prompt; ids may be missing or repeated. */
  key: string;
  id: string;
  role: DraftMessage["role"];
  text: string;
  calls: ToolCall[];
  /** Of a tool message: the call it answers. */
  answers: string | null;
}

export interface ModelView {
  model: string;
  params: { name: string; value: string }[];
  messages: MessageLine[];
  tools: LlmTool[];
  answer: LlmResponse | null;
  cut: boolean;
  provider: unknown;
  /** The request as one value, for copying. */
  request: unknown;
}

export function modelView(record: ModelRecord, state: State): ModelView {
  const request = record.requested.request;
  const messages = promptOf(state, record.callId);
  const tools = toolsOf(state, record.callId);
  const { prompt: _, tools: __, ...rest } = request ?? { prompt: [] };
  return {
    model: request?.model ?? "",
    params: Object.entries(rest)
      .filter(([name, value]) => name !== "model" && value !== undefined)
      .map(([name, value]) => ({ name, value: typeof value === "string" ? value : JSON.stringify(value) })),
    messages: messages.map(messageLine),
    tools,
    answer: record.completed?.response ?? null,
    cut: isCut(record),
    provider: record.completed?.provider,
    request: { ...rest, messages, tools },
  };
}

const messageLine = (message: DraftMessage, index: number): MessageLine => ({
  key: String(index),
  id: message.id ?? "",
  role: message.role,
  text: contentText(message),
  calls: message.tool_calls ?? [],
  answers: message.tool_call_id ?? null,
});
