/**
 * The compact form in which the log keeps proposals and answers. The wire form repeats the whole conversation and the
 * whole prompt in every decision; kept like that, a log would grow with the square of its calls. Packed, each holds
 * only what is new and points at the rest. `unpack.ts` gives the wire form back.
 */
import type { Action, LlmCallAction, ToolCallAction } from "@/lib/protocol/actions";
import type { AgentConfig, LlmTool } from "@/lib/protocol/agent";
import type { DraftMessage } from "@/lib/protocol/messages";

/** A stretch of a prompt. */
export type PromptPart =
  /** The whole prompt of an earlier model call. */
  | { call: string }
  /** The chain of recorded messages after `after` (from the root when absent) up to and with `to`. */
  | { path: { after?: string; to: string } }
  | { message: DraftMessage };

export type PackedTools =
  /** The tools of the agent config with this number (0 is the first). */
  | { agent: number }
  /** The same list as that earlier model call's. */
  | { call: string }
  | { list: LlmTool[] };

export type PackedLlmCall = Omit<LlmCallAction, "messages" | "tools"> & {
  prompt: PromptPart[];
  tools?: PackedTools;
};

/** A tool call whose arguments are those that the model sent: in that answer, the call at that place, from 0. */
export type PackedToolCall = Omit<ToolCallAction, "arguments"> & { of: { answer: string; at: number } };

export type PackedAction = Exclude<Action, LlmCallAction> | PackedLlmCall | PackedToolCall;

/**
 * A message as it is, or one whose content stands in the log already, `from` the model's answer in the call of the same
 * id, or from how its tool call ended.
 */
export type PackedMessage = DraftMessage & { from?: "answer" | "outcome" };

export interface PackedResponse {
  /** `upto`: the last of the leading run of known messages; `add`: what is written under it, in order. */
  messages?: { upto?: string; add: PackedMessage[] };
  actions?: PackedAction[];
  state?: unknown;
  agent?: AgentConfig;
}
