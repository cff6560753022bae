/**
 * Collects the raw events of one streamed answer. Argument text is joined by content block exactly as it came: never
 * parsed, never written anew. Events are read leniently, since what comes may be newer or older than what we know.
 */

import { isObject } from "@/lib/json/value";
import type { LlmResponse, StreamDelta, ToolCall } from "../protocol/messages";

interface Block {
  kind: string;
  id: string;
  name: string;
  /** The `input` of the start event: an empty object in practice, the arguments follow as text. */
  input: unknown;
  pieces: string[];
}

export interface Collected {
  /** The whole answer, or what had come of it. */
  content?: string;
  tool_calls?: ToolCall[];
  model?: string;
  usage?: Record<string, unknown>;
  messageId?: string;
  stopReason?: string;
  stopSequence?: string;
  stopDetails?: unknown;
  /** The provider said that the answer is complete. */
  ended: boolean;
  /** An error event in the stream, as it came. */
  error?: { type?: string; message?: string };
  notes: string[];
}

type Json = Record<string, unknown>;

export class AnswerCollector {
  readonly #onDelta: (delta: StreamDelta) => void;
  readonly #blocks = new Map<number, Block>();
  readonly #notes = new Set<string>();
  readonly #found: Omit<Collected, "content" | "tool_calls" | "notes"> = { ended: false };

  constructor(onDelta: (delta: StreamDelta) => void) {
    this.#onDelta = onDelta;
  }

  /** The stream needs no further reading: the answer is complete or has failed. */
  get finished(): boolean {
    return this.#found.ended || this.#found.error !== undefined;
  }

  take(event: unknown): void {
    const said = object(event);
    switch (said.type) {
      case "ping":
        break;
      case "message_start":
        this.#messageStart(object(said.message));
        break;
      case "content_block_start":
        this.#blockStart(said.index, object(said.content_block));
        break;
      case "content_block_delta":
        this.#blockDelta(said.index, object(said.delta));
        break;
      case "content_block_stop":
        this.#blockStop(said.index);
        break;
      case "message_delta":
        this.#messageDelta(said);
        break;
      case "message_stop":
        this.#found.ended = true;
        break;
      case "error":
        this.#found.error = errorOf(said.error);
        break;
      default:
        this.#note(`An event of an unknown type was ignored: ${shown(said.type)}.`);
    }
  }

  collected(): Collected {
    const blocks = [...this.#blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
    const content = blocks
      .filter((block) => block.kind === "text")
      .flatMap((block) => block.pieces)
      .join("");
    const calls = blocks.filter((block) => block.kind === "tool_use").map(callOf);
    return {
      ...this.#found,
      ...(content === "" ? {} : { content }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      notes: [...this.#notes],
    };
  }

  #messageStart(message: Json): void {
    this.#found.model = text(message.model);
    this.#found.messageId = text(message.id);
    this.#addUsage(message.usage);
  }

  #messageDelta(event: Json): void {
    const delta = object(event.delta);
    const stopReason = text(delta.stop_reason);
    if (stopReason !== undefined) {
      this.#found.stopReason = stopReason;
      this.#onDelta({ finish_reason: finishReason(stopReason) });
    }
    this.#found.stopSequence = text(delta.stop_sequence) ?? this.#found.stopSequence;
    this.#found.stopDetails = delta.stop_details ?? this.#found.stopDetails;
    this.#addUsage(event.usage);
  }

  /** Counts in later events are totals so far, so the last one that says something stands. */
  #addUsage(usage: unknown): void {
    const said = Object.entries(object(usage)).filter(([, value]) => value !== null && value !== undefined);
    if (said.length > 0) this.#found.usage = { ...this.#found.usage, ...Object.fromEntries(said) };
  }

  #blockStart(index: unknown, start: Json): void {
    const kind = shown(start.type);
    const id = text(start.id) ?? "";
    const name = text(start.name) ?? "";
    if (this.#blocks.has(placeOf(index)))
      this.#note(`Content block ${shown(index)} began twice: the last stands.`);
    this.#blocks.set(placeOf(index), { kind, id, name, input: start.input, pieces: [] });
    if (kind === "tool_use") this.#onDelta({ tool_calls: [{ id, name, arguments: "" }] });
    else if (kind === "text") this.#addText(index, start.text ?? "");
    else if (!REASONING.includes(kind)) this.#note(`A content block of type ${kind} is not shown.`);
  }

  #blockDelta(index: unknown, delta: Json): void {
    switch (delta.type) {
      case "text_delta":
        this.#addText(index, delta.text);
        break;
      case "input_json_delta":
        this.#addArguments(index, delta.partial_json);
        break;
      case "thinking_delta":
        if (typeof delta.thinking === "string") this.#onDelta({ reasoning: delta.thinking });
        break;
      case "signature_delta":
        break;
      default:
        this.#note(`A piece of an unknown type was ignored: ${shown(delta.type)}.`);
    }
  }

  #addText(index: unknown, piece: unknown): void {
    const block = this.#blockAt(index);
    if (block?.kind !== "text" || !this.#isText(index, piece)) return;
    block.pieces.push(piece);
    if (piece !== "") this.#onDelta({ text: piece });
  }

  #addArguments(index: unknown, piece: unknown): void {
    const block = this.#blockAt(index);
    if (block?.kind !== "tool_use" || !this.#isText(index, piece)) return;
    block.pieces.push(piece);
    if (piece !== "") this.#onDelta({ tool_calls: [{ id: block.id, arguments: piece }] });
  }

  #blockAt(index: unknown): Block | undefined {
    const block = this.#blocks.get(placeOf(index));
    if (!block) this.#note(`An event for content block ${shown(index)}, which never began, was ignored.`);
    return block;
  }

  #isText(index: unknown, piece: unknown): piece is string {
    if (typeof piece === "string") return true;
    this.#note(`A piece of content block ${shown(index)} that is no text was ignored.`);
    return false;
  }

  /**
   * The argument text of a call is what came. Where no text came, the value in the start event is what the provider
   * said: `{}` for a tool without parameters, written out as it is; a filled one, as some servers send, is noted.
   */
  #blockStop(index: unknown): void {
    const block = this.#blockAt(index);
    if (block?.kind !== "tool_use") return;
    const call = `Call ${block.id} (${block.name})`;
    const empty = Object.keys(object(block.input)).length === 0;
    if (block.pieces.some((piece) => piece !== "")) {
      if (!empty)
        this.#note(`${call} began with arguments as a value and then sent argument text: the text stands.`);
      return;
    }
    if (!empty) {
      this.#note(
        `${call} came with its arguments as a value, not as text: they are shown as compact JSON, numbers may be rounded.`,
      );
    }
    const written = JSON.stringify(object(block.input));
    block.pieces.push(written);
    this.#onDelta({ tool_calls: [{ id: block.id, arguments: written }] });
  }

  #note(note: string): void {
    if (this.#notes.size < MOST_NOTES) this.#notes.add(note);
    else this.#notes.add("More of this kind was left out.");
  }
}

const MOST_NOTES = 50;

const REASONING = ["thinking", "redacted_thinking"];

/** The answer in the engine's words: the provider's stop reasons mapped, others kept as they are. */
export function responseOf(found: Collected, model: string): LlmResponse {
  return {
    model: found.model ?? model,
    ...(found.content === undefined ? {} : { content: found.content }),
    ...(found.tool_calls === undefined ? {} : { tool_calls: found.tool_calls }),
    ...(found.stopReason === undefined ? {} : { finish_reason: finishReason(found.stopReason) }),
    ...(found.usage === undefined ? {} : { usage: found.usage }),
  };
}

/** A full context window cuts the answer as `max_tokens` does, so its calls must not run either (D27). */
function finishReason(stopReason: string): string {
  switch (stopReason) {
    case "tool_use":
      return "tool_calls";
    case "end_turn":
    case "stop_sequence":
      return "stop";
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    default:
      return stopReason;
  }
}

function callOf(block: Block): ToolCall {
  return { id: block.id, type: "function", function: { name: block.name, arguments: block.pieces.join("") } };
}

function errorOf(error: unknown): { type?: string; message?: string } {
  const { type, message } = object(error);
  return { type: text(type)?.slice(0, 100), message: text(message) };
}

/** The place of a content block; what is neither a number nor a numeral stands for one place of its own. */
const placeOf = (index: unknown): number =>
  typeof index === "number" || typeof index === "string" ? Number(index) : Number.NaN;

/** A value as it stands in a note: it may be anything. */
function shown(value: unknown): string {
  if (typeof value === "string") return value.slice(0, 100);
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

const object = (value: unknown): Json => (isObject(value) ? value : {});
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
