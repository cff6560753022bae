/** Bodies of `POST /api/check`, which checks a tool's schemas and texts against them. Nothing is stored. */
import { z } from "zod";
import { toolErrorActionSchema } from "../protocol/actions";
import { declarationSchema, verdictSchema } from "./verdicts";

const formats = z
  .enum(["dialect", "always", "never"])
  .optional()
  .describe("Whether `format` is enforced: as the dialect says (default), always, or never.");

/** Members that this check does not use, such as a tool's description, are allowed. */
export const checkBodySchema = z.object({
  tool: z.object({
    name: z.string(),
    input: z.unknown().optional().describe("The input schema as a value."),
    output: z.unknown().optional().describe("The output schema as a value."),
    inputText: z.string().optional().describe("The input schema's text; takes precedence over `input`."),
    outputText: z.string().optional().describe("The output schema's text; takes precedence over `output`."),
    formats,
  }),
  arguments: z.string().optional().describe("The raw argument text of a call."),
  result: z.unknown().optional().describe("What the tool returned: a string, or any other JSON value."),
  formats,
});
export type CheckBody = z.infer<typeof checkBodySchema>;

export const checkAnswerSchema = z.object({
  declaration: z.object({ input: declarationSchema, output: declarationSchema, name: declarationSchema }),
  input: verdictSchema.optional().describe("Present when `arguments` was given."),
  output: verdictSchema.optional().describe("Present when `result` was given."),
  proposed: toolErrorActionSchema.optional().describe("What the engine would propose for this call."),
});
export type CheckAnswer = z.infer<typeof checkAnswerSchema>;
