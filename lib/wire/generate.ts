/** Bodies of `POST /api/cases/generate`: texts generated from a schema, each with its verdict. Nothing is stored. */
import { z } from "zod";
import { caseVerdictSchema } from "../protocol/case";

export const generateBodySchema = z.strictObject({
  schema: z.string().describe("The schema's text."),
  direction: z.enum(["input", "output"]).describe("input: arguments of a call; output: a result."),
  formats: z.enum(["dialect", "always", "never"]).optional(),
});
export type GenerateBody = z.infer<typeof generateBodySchema>;

const titleSchema = z.string().describe("A short description.");
const ruleSchema = z
  .object({
    keyword: z.string(),
    schemaPath: z.string().describe("A JSON pointer into the schema, with #."),
  })
  .describe("The rule, named as in a finding.");

const sampleSchema = z.object({
  kind: z.enum(["valid", "near-miss"]),
  title: titleSchema,
  rule: ruleSchema.optional().describe("The rule that a near-miss breaks."),
  also: z
    .array(ruleSchema)
    .optional()
    .describe("Other rules that this text breaks as well, because no text breaks one of them alone."),
  text: z.string(),
  verdict: caseVerdictSchema.describe("The text's verdict."),
  messages: z.array(z.string()).describe("The findings' messages, in order."),
  others: z.number().int().describe("The number of findings that do not follow from the rule."),
});
export type GeneratedSample = z.infer<typeof sampleSchema>;

const missingSchema = z.object({
  kind: z.enum(["valid", "near-miss"]),
  title: titleSchema,
  rule: ruleSchema.optional(),
  why: z.string(),
});

export const generatedSchema = z.object({
  samples: z.array(sampleSchema).describe("Valid samples first; each text appears once."),
  missing: z.array(missingSchema).describe("Samples that could not be found, with the reason."),
  left: z
    .number()
    .int()
    .describe("The number of rules and samples that were not tried because the schema has too many."),
  stopped: z.string().optional().describe("Why the search stopped early."),
});
export type GeneratedSamples = z.infer<typeof generatedSchema>;
