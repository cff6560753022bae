/** What an agent is: model, system prompt, tools (seed "Declaration"; protocol.md 2.5). */
import { z } from "zod";
import { agentRetrySchema, retryOverrideSchema } from "./policy";

export const handlerSchema = z.enum(["worker", "client"]);
export type Handler = z.infer<typeof handlerSchema>;

/**
 * A tool as the engine knows it. `input` and `output` are JSON Schemas. `inputText`/`outputText` hold a schema as it
 * was typed, so places can point into it; they never go to the model. `retry` is the tool's own policy layer.
 */
export const agentToolSchema = z.object({
  name: z.string(),
  description: z.string().optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  inputText: z.string().optional(),
  outputText: z.string().optional(),
  handler: handlerSchema.optional(),
  retry: retryOverrideSchema.optional(),
});
export type AgentTool = z.infer<typeof agentToolSchema>;

export const agentConfigSchema = z.object({
  model: z.string(),
  system: z.string().optional(),
  stream: z.boolean().optional(),
  retry: agentRetrySchema.optional(),
  tools: z.array(agentToolSchema).optional(),
});
export type AgentConfig = z.infer<typeof agentConfigSchema>;

/** A tool as it stands in one model request: lineage finds schemas here (D30). */
export const llmToolSchema = z.object({
  name: z.string(),
  description: z.string().optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  inputText: z.string().optional(),
  outputText: z.string().optional(),
});
export type LlmTool = z.infer<typeof llmToolSchema>;
