/** What an agent is: model, system prompt, tools (docs/contract.md#agents-and-tools). */
import { z } from "zod";
import { agentRetrySchema, retryOverrideSchema } from "./policy";

export const handlerSchema = z.enum(["worker", "client"]);
export type Handler = z.infer<typeof handlerSchema>;

/**
 * A tool as the engine knows it. `input` and `output` are JSON Schemas. `inputText`/`outputText` hold a schema as it
 * was typed, so places can point into it; they never go to the model. `retry` is the tool's own policy layer.
 */
export const agentToolSchema = z.object({
  name: z.string().describe("What the model calls it by."),
  description: z.string().optional().describe("The model reads it to decide when to call."),
  input: z.unknown().optional().describe("JSON Schema of the arguments; absent: unchecked."),
  output: z.unknown().optional().describe("JSON Schema the result must satisfy; absent: unchecked."),
  inputText: z.string().optional().describe("The input schema as it was typed; goes before `input`."),
  outputText: z.string().optional().describe("The output schema as it was typed; goes before `output`."),
  handler: handlerSchema.optional().describe("Where a call runs: with the worker (default) or the client."),
  retry: retryOverrideSchema.optional().describe("The tool's own layer of the retry policy."),
});

export const agentConfigSchema = z.object({
  model: z.string(),
  system: z.string().optional(),
  stream: z.boolean().optional(),
  retry: agentRetrySchema.optional(),
  tools: z.array(agentToolSchema).optional(),
});
export type AgentConfig = z.infer<typeof agentConfigSchema>;

/** A tool as it was sent in one model request. The schemas for a call come from here (D30). */
export const llmToolSchema = z.object({
  name: z.string(),
  description: z.string().optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  inputText: z.string().optional(),
  outputText: z.string().optional(),
});
export type LlmTool = z.infer<typeof llmToolSchema>;
