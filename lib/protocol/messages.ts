/** Messages and model replies (docs/contract.md#messages). */
import { z } from "zod";

export const toolCallSchema = z.object({
  id: z.string(),
  type: z.string().default("function"),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
/** One call inside an assistant message; `function.arguments` is the raw text as the model sent it. */
export type ToolCall = z.infer<typeof toolCallSchema>;

export const contentPartSchema = z.looseObject({ type: z.string(), text: z.string().optional() });

export const draftMessageSchema = z.object({
  id: z.string().optional(),
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.union([z.string(), z.array(contentPartSchema)]).optional(),
  tool_calls: z.array(toolCallSchema).optional(),
  tool_call_id: z.string().optional(),
  name: z.string().optional(),
});
export type DraftMessage = z.infer<typeof draftMessageSchema>;
export type Message = DraftMessage & { id: string };

export const errorCodeSchema = z.enum([
  "provider_error",
  "rate_limited",
  "refused",
  "budget_exceeded",
  "deadline_exceeded",
]);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

export const llmResponseSchema = z.object({
  model: z.string(),
  content: z.string().optional(),
  tool_calls: z.array(toolCallSchema).optional(),
  /** `tool_calls`, `stop`, `length`, or the provider's own value. */
  finish_reason: z.string().optional(),
  usage: z.unknown().optional(),
  cost: z.string().optional(),
});
export type LlmResponse = z.infer<typeof llmResponseSchema>;

/** A piece of a streamed reply, sent to watchers and never stored. `arguments` is raw text to append. */
export interface StreamDelta {
  text?: string;
  reasoning?: string;
  tool_calls?: { id: string; name?: string; arguments?: string }[];
  finish_reason?: string;
}
