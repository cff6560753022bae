/** Bodies of `POST /api/cases/generate`: texts made from a schema, each with the verdict that it gets. Nothing is stored. */
import { z } from "zod";
import { caseVerdictSchema } from "../protocol/case";

export const generateBodySchema = z.strictObject({
  schema: z.string().describe("As typed."),
  direction: z.enum(["input", "output"]).describe("input: arguments of a call; output: a result."),
  formats: z.enum(["dialect", "always", "never"]).optional(),
});
export type GenerateBody = z.infer<typeof generateBodySchema>;

const titleSchema = z.string().describe("What it is, in a few words.");
const ruleSchema = z
  .object({
    keyword: z.string(),
    schemaPath: z.string().describe("A JSON pointer into the schema, with #."),
  })
  .describe("As a finding names it.");

const sampleSchema = z.object({
  kind: z.enum(["valid", "near-miss"]),
  title: titleSchema,
  rule: ruleSchema.optional().describe("The rule that a near-miss breaks."),
  also: z
    .array(ruleSchema)
    .optional()
    .describe(
      "Further rules that this text is the near-miss of: nothing breaks one of them without the others.",
    ),
  text: z.string(),
  verdict: caseVerdictSchema.describe("What the text gets."),
  messages: z.array(z.string()).describe("The findings in words, in their order."),
  others: z.number().int().describe("Findings beside the rule and what it brings with it."),
});
export type GeneratedSample = z.infer<typeof sampleSchema>;

const missingSchema = z.object({
  kind: z.enum(["valid", "near-miss"]),
  title: titleSchema,
  rule: ruleSchema.optional(),
  why: z.string(),
});

export const generatedSchema = z.object({
  samples: z.array(sampleSchema).describe("Valid ones first; each text once."),
  missing: z.array(missingSchema).describe("What was looked for and not found."),
  left: z
    .number()
    .int()
    .describe("Rules and valid samples that were not looked for: the schema has too many."),
  stopped: z.string().optional().describe("Why those behind the last one are missing."),
});
export type GeneratedSamples = z.infer<typeof generatedSchema>;
