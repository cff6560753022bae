/** Bodies of `POST /api/cases`, which checks all kept cases of one tool against its schemas. Nothing is stored. */
import { z } from "zod";
import { caseFileSchema, casesSchema, caseVerdictSchema } from "../protocol/case";

export const caseRunBodySchema = z.strictObject({
  input: z.string().optional().describe("The input schema's text. Absent or blank means no schema."),
  output: z.string().optional().describe("The output schema's text. Absent or blank means no schema."),
  formats: z.enum(["dialect", "always", "never"]).optional(),
  cases: casesSchema,
});
export type CaseRunBody = z.infer<typeof caseRunBodySchema>;

const outcomeSchema = z.object({
  passed: z.boolean().describe("Whether the verdict has the expected status and findings."),
  actual: caseVerdictSchema,
  missing: caseVerdictSchema.shape.findings.describe("Expected findings that are missing now."),
  unexpected: caseVerdictSchema.shape.findings.describe("Findings that were not expected."),
});
export type CaseOutcome = z.infer<typeof outcomeSchema>;

export const caseRunSchema = z.object({
  outcomes: z.array(outcomeSchema).describe("One per case, in order; fewer if the run was stopped."),
  stopped: z.string().optional().describe("Why the remaining cases were not run."),
});
export type CaseRun = z.infer<typeof caseRunSchema>;

/** Body of `POST /api/cases/file`: the text of a case file, valid or not. */
export const caseFileBodySchema = z.strictObject({ text: z.string() });
export type CaseFileBody = z.infer<typeof caseFileBodySchema>;

export const caseFileAnswerSchema = z.object({ file: caseFileSchema });
export type CaseFileAnswer = z.infer<typeof caseFileAnswerSchema>;
