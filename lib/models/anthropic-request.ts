/** A prompt in Anthropic's form (docs/contract.md#providers). What does not survive the mapping is said in `notes`. */
import type { DraftMessage, ToolCall } from "../protocol/messages";
import { isBlank } from "../util/blank";
import { never } from "../util/never";
import { mapTools } from "./anthropic-tools";
import type { ModelRequest } from "./port";
import { replayArguments } from "./replay-arguments";

type Part = { type: string; [member: string]: unknown };

interface Turn {
  role: "user" | "assistant";
  content: Part[];
}

interface MappedRequest {
  /** The body of POST /v1/messages. */
  body: Record<string, unknown>;
  notes: string[];
}

export function mapRequest(request: ModelRequest, maxTokens: number): MappedRequest {
  const { tools, notes: toolNotes } = mapTools(request.tools());
  const { system, turns, notes } = mapMessages(request.messages());
  if (request.reasoning !== undefined) {
    notes.push("The request's `reasoning` was not sent: this adapter does not ask for reasoning.");
  }
  return {
    body: {
      model: request.model,
      max_tokens: request.max_completion_tokens ?? maxTokens,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...(system.length === 0 ? {} : { system }),
      messages: turns,
      ...(tools.length === 0 ? {} : { tools }),
      stream: true,
    },
    notes: [...toolNotes, ...notes],
  };
}

interface Mapping {
  system: Part[];
  turns: Turn[];
  notes: string[];
}

function mapMessages(messages: DraftMessage[]): Mapping {
  const mapping: Mapping = { system: [], turns: [], notes: [] };
  messages.forEach((message, at) => {
    add(message, messages[at - 1]?.role, mapping);
  });
  return mapping;
}

/** System messages go apart, tool messages become results in a user turn (adjacent ones share it), calls `tool_use`. */
function add(message: DraftMessage, previous: DraftMessage["role"] | undefined, mapping: Mapping): void {
  const { system, turns, notes } = mapping;
  switch (message.role) {
    case "system":
      if (turns.length > 0)
        notes.push("A system message from inside the conversation was sent at its start.");
      system.push(...partsOf(message));
      break;
    case "user":
      turns.push({ role: "user", content: partsOf(message) });
      break;
    case "assistant": {
      const content = assistantParts(message, notes);
      if (content.length > 0) turns.push({ role: "assistant", content });
      else
        notes.push("An assistant message with neither text nor calls was left out: the provider takes none.");
      break;
    }
    case "tool":
      if (previous === "tool") turns.at(-1)?.content.push(resultPart(message));
      else turns.push({ role: "user", content: [resultPart(message)] });
      break;
    default:
      never(message.role, "role");
  }
}

function assistantParts(message: DraftMessage, notes: string[]): Part[] {
  const said = partsOf(message).filter((part) => !isBlankText(part));
  return [...said, ...(message.tool_calls ?? []).map((call) => usePart(call, notes))];
}

/** The provider refuses text parts of nothing but white space. */
const isBlankText = (part: Part): boolean => part.type === "text" && isBlank(String(part.text ?? ""));

function usePart(call: ToolCall, notes: string[]): Part {
  const { input, notes: losses } = replayArguments(call.function.arguments);
  notes.push(...losses.map((loss) => `Call ${call.id} (${call.function.name}) in the history: ${loss}`));
  return { type: "tool_use", id: call.id, name: call.function.name, input };
}

function resultPart(message: DraftMessage): Part {
  const content = typeof message.content === "string" ? message.content : partsOf(message);
  return { type: "tool_result", tool_use_id: message.tool_call_id ?? "", content };
}

/** Parts other than text are passed on as they are: the provider knows its own kinds and refuses the rest. */
function partsOf({ content }: DraftMessage): Part[] {
  if (content === undefined) return [];
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
