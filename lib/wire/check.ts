/** Bodies of `POST /api/check`: one tool's schemas, and texts tried against them. Nothing is stored. */
import { z } from "zod";
import { toolErrorActionSchema } from "../protocol/actions";
import { declarationSchema, verdictSchema } from "./verdicts";

const formats = z
  .enum(["dialect", "always", "never"])
  .optional()
  .describe("Whether `format` is a rule: by dialect (default), always, never.");

/** Members this check has no use for, such as a tool's description, may stand in it. */
export const checkBodySchema = z.object({
  tool: z.object({
    name: z.string(),
    input: z.unknown().optional().describe("The input schema as a value."),
    output: z.unknown().optional().describe("The output schema as a value."),
    inputText: z.string().optional().describe("The input schema as typed; goes before `input`."),
    outputText: z.string().optional().describe("The output schema as typed; goes before `output`."),
    formats,
  }),
  arguments: z.string().optional().describe("The raw argument text of a call."),
  result: z.unknown().optional().describe("What a tool returned: a text as it is, any other value as JSON."),
  formats,
});
export type CheckBody = z.infer<typeof checkBodySchema>;

export const checkAnswerSchema = z.object({
  declaration: z.object({ input: declarationSchema, output: declarationSchema, name: declarationSchema }),
  input: verdictSchema.optional().describe("With `arguments` only."),
  output: verdictSchema.optional().describe("With `result` only."),
  proposed: toolErrorActionSchema.optional().describe("What the engine would propose for such a call."),
});
export type CheckAnswer = z.infer<typeof checkAnswerSchema>;
