/** Cases: texts kept with a tool, each with the verdict that it must get. */
import { z } from "zod";

/** A broken rule, identified by its paths only, because messages and values may change. */
const caseFindingSchema = z.strictObject({
  keyword: z.string().max(200),
  instancePath: z.string().max(10_000).describe("A JSON pointer into the text."),
  schemaPath: z.string().max(10_000).describe("A JSON pointer into the schema, with #."),
  member: z
    .string()
    .max(1000)
    .optional()
    .describe("The member that is missing or may not be there; absent: any, or the rule is about none."),
});

export const caseVerdictSchema = z.strictObject({
  status: z.enum(["valid", "invalid", "malformed", "unchecked", "aborted"]),
  findings: z.array(caseFindingSchema).max(1000).describe("The broken rules, in any order."),
  more: z
    .int()
    .min(0)
    .optional()
    .describe("How many there are beside those listed; absent: not known, or none."),
});
export type CaseVerdict = z.infer<typeof caseVerdictSchema>;

const caseSchema = z.strictObject({
  name: z.string().min(1).max(200),
  direction: z.enum(["input", "output"]).describe("input: arguments of a call; output: a result."),
  text: z
    .string()
    .max(100_000)
    .describe("Byte for byte: the raw arguments, or the string that a result is checked as."),
  expected: caseVerdictSchema.describe("The verdict that the schema is to give."),
});

export type ToolCase = z.infer<typeof caseSchema>;

/** All cases of a tool are checked in one request, so their number is limited. */
export const casesSchema = z
  .array(caseSchema)
  .max(200)
  .refine((cases) => cases.reduce((sum, { text }) => sum + text.length, 0) <= 2_000_000, {
    message: "the texts of a tool's cases must not have more than 2000000 characters together",
  });

/** The format of exported and imported case files. */
export const caseFileSchema = z.strictObject({
  callscopeCases: z.literal(1),
  tool: z.string().describe("Whose they were; any tool can take them over."),
  cases: casesSchema,
});
export type CaseFile = z.infer<typeof caseFileSchema>;
