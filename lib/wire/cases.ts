/** Bodies of `POST /api/cases`: all kept cases of one tool against its schemas as typed. Nothing is stored. */
import { z } from "zod";
import { caseFileSchema, casesSchema, caseVerdictSchema } from "../protocol/case";

export const caseRunBodySchema = z.strictObject({
  input: z.string().optional().describe("The input schema as typed; absent or blank: none declared."),
  output: z.string().optional().describe("The output schema as typed; absent or blank: none declared."),
  formats: z.enum(["dialect", "always", "never"]).optional(),
  cases: casesSchema,
});
export type CaseRunBody = z.infer<typeof caseRunBodySchema>;

const outcomeSchema = z.object({
  passed: z.boolean().describe("Whether the verdict is the expected one: status and broken rules."),
  actual: caseVerdictSchema,
  missing: caseVerdictSchema.shape.findings.describe("Expected, and not broken now."),
  unexpected: caseVerdictSchema.shape.findings.describe("Broken now, and not expected."),
});
export type CaseOutcome = z.infer<typeof outcomeSchema>;

export const caseRunSchema = z.object({
  outcomes: z
    .array(outcomeSchema)
    .describe("One for each case, in their order; fewer where the run was stopped."),
  stopped: z.string().optional().describe("Why the cases behind the last outcome were not run."),
});
export type CaseRun = z.infer<typeof caseRunSchema>;

/** Body of `POST /api/cases/file`: a file of cases to be looked at, whatever it holds. */
export const caseFileBodySchema = z.strictObject({ text: z.string() });
export type CaseFileBody = z.infer<typeof caseFileBodySchema>;

export const caseFileAnswerSchema = z.object({ file: caseFileSchema });
export type CaseFileAnswer = z.infer<typeof caseFileAnswerSchema>;
