/** What a worker may answer (docs/contract.md#decision-responses). Unknown members are ignored, wrong types are refused. */
import { z } from "zod";
import { agentConfigSchema, handlerSchema, llmToolSchema } from "./agent";
import { draftMessageSchema, errorCodeSchema } from "./messages";
import { retryOverrideSchema } from "./policy";

const attempt = z.number().int().min(0);

/** Present, whatever its value: `null` counts, a missing member does not (D18). */
const present = z.unknown().refine((value) => value !== undefined, "is required (null is allowed)");

export const toolCallActionSchema = z.object({
  type: z.literal("tool.call"),
  id: z.string().optional(),
  name: z.string(),
  arguments: z.unknown(),
  handler: handlerSchema.optional(),
  retry: retryOverrideSchema.optional(),
});
export const toolResultActionSchema = z.object({
  type: z.literal("tool.result"),
  id: z.string().optional(),
  attempt: attempt.optional(),
  result: present,
});
export const toolErrorActionSchema = z.object({
  type: z.literal("tool.error"),
  id: z.string().optional(),
  attempt: attempt.optional(),
  error: z.string(),
  retryable: z.boolean().optional(),
  code: errorCodeSchema.optional(),
  detail: z.unknown().optional(),
});
export const llmCallActionSchema = z.object({
  type: z.literal("llm.call"),
  id: z.string().optional(),
  model: z.string().optional(),
  messages: z.array(draftMessageSchema).optional(),
  tools: z.array(llmToolSchema).optional(),
  temperature: z.number().optional(),
  max_completion_tokens: z.number().int().optional(),
  reasoning: z.unknown().optional(),
  stream: z.boolean().optional(),
  retry: retryOverrideSchema.optional(),
});
export const interruptActionSchema = z.object({
  type: z.literal("interrupt"),
  interrupt_id: z.string().optional(),
  reason: z.string(),
  payload: z.unknown().optional(),
});
export const doneActionSchema = z.object({ type: z.literal("done"), data: z.unknown().optional() });
/** Parsed so that it can be refused with a clear message: the engine does not run sub-agents. */
export const spawnActionSchema = z.looseObject({ type: z.literal("sub_agent.spawn") });
export const sendActionSchema = z.looseObject({ type: z.literal("message.send") });

export const actionSchema = z.discriminatedUnion("type", [
  toolCallActionSchema,
  toolResultActionSchema,
  toolErrorActionSchema,
  llmCallActionSchema,
  interruptActionSchema,
  doneActionSchema,
  spawnActionSchema,
  sendActionSchema,
]);
export type Action = z.infer<typeof actionSchema>;
export type ToolCallAction = z.infer<typeof toolCallActionSchema>;
export type ToolResultAction = z.infer<typeof toolResultActionSchema>;
export type ToolErrorAction = z.infer<typeof toolErrorActionSchema>;
export type LlmCallAction = z.infer<typeof llmCallActionSchema>;

export const decisionResponseSchema = z.object({
  messages: z.array(draftMessageSchema).optional(),
  actions: z.array(actionSchema).optional(),
  /** Omitted or null keeps the state; anything else replaces it. */
  state: z.unknown().optional(),
  /** Replaces the whole config. */
  agent: agentConfigSchema.optional(),
});
export type DecisionResponse = z.infer<typeof decisionResponseSchema>;
