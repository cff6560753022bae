/**
 * PORT: a model. Asked with one prompt, gives one answer, streaming on the way. Adapters translate; they never decide,
 * retry or repair. `ask` does not throw and does not reject: what goes wrong is a returned failure.
 */
import type { ModelOutcome } from "@/lib/engine/log/outcomes";
import type { LlmTool } from "../protocol/agent";
import type { DraftMessage, LlmResponse, StreamDelta } from "../protocol/messages";

export interface ModelRequest {
  call_id: string;
  /** From 0. */
  attempt: number;
  /** How many asks of this session ended before this one: the scripted model's place in its list. */
  index: number;
  model: string;
  /** Built only when called: a scripted model never needs it. */
  messages: () => DraftMessage[];
  tools: () => LlmTool[];
  temperature?: number;
  max_completion_tokens?: number;
  reasoning?: unknown;
  stream: boolean;
}

export interface AskContext {
  /** Aborted when the attempt timed out or the session was cancelled: stop at once, the outcome is not waited for. */
  signal: AbortSignal;
  onDelta: (delta: StreamDelta) => void;
}

/** How a provider can fail, for an injected fault. */
export type ModelFailure =
  | { kind: "rate limited" }
  | { kind: "overloaded" }
  /** The connection broke after this much of the reply. */
  | { kind: "stream cut"; partial: Pick<LlmResponse, "content" | "tool_calls"> };

export interface Model {
  ask(request: ModelRequest, context: AskContext): Promise<ModelOutcome>;
  /** The outcome that `ask` has when the provider fails in this way. */
  failure(failure: ModelFailure): ModelOutcome;
}
