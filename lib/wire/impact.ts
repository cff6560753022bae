/** Bodies of `POST /api/impact`: how a schema would change the verdicts of recorded calls. The record is not changed. */
import { z } from "zod";
import { findingSchema, verdictStatusSchema } from "./verdicts";

export const impactBodySchema = z.strictObject({
  workspace_id: z.string().optional().describe("Include the sessions of this stored workspace."),
  session: z.string().optional().describe("Include this session."),
  tool: z.string().describe("The tool's name in the calls."),
  direction: z.enum(["input", "output"]),
  schema: z.string().describe("The edited schema's text. Blank means no schema."),
  baseline: z
    .string()
    .optional()
    .describe(
      "The schema to compare with; blank means no schema. Default: the recorded verdicts and the newest run's schema.",
    ),
  formats: z.enum(["dialect", "always", "never"]).optional(),
  details: z.boolean().optional().describe("False returns only the counts, which is faster. Default: true."),
});
export type ImpactBody = z.infer<typeof impactBodySchema>;

const count = z.number().int().optional();
const countsSchema = z
  .object({ valid: count, invalid: count, malformed: count, unchecked: count, aborted: count })
  .describe("The number of texts per status.");

const callSchema = {
  session: z.string(),
  call: z.string(),
  at: z.number().describe("When the call was recorded, in milliseconds since the epoch."),
};

const flipSchema = z
  .object({
    ...callSchema,
    text: z.string().describe("The arguments or the result; long texts are truncated."),
    was: verdictStatusSchema,
    now: verdictStatusSchema,
    under: z
      .enum(["other", "none"])
      .optional()
      .describe(
        "The recorded verdict was made with a different schema from the newest run's, or with none, so an older edit may be the reason.",
      ),
    by_edit: z
      .boolean()
      .optional()
      .describe("Present with `under`. False: the newest run's schema already gives the status `now`."),
    finding: findingSchema
      .optional()
      .describe("The first finding now; if there is none, the recorded one from before."),
    calls: z.number().int().describe("How many calls have this text, change and finding."),
    others: z.array(z.object(callSchema)).describe("Some of those calls besides the newest."),
  })
  .describe("The newest of all calls with the same text and the same change.");
export type Flip = z.infer<typeof flipSchema>;

const changeSchema = z.object({
  schemaPath: z.string(),
  member: z
    .string()
    .describe(
      "The member that the rule applies to, such as `city` or `stops[].name`; empty for the whole value.",
    ),
  effect: z.enum(["stricter", "looser", "both", "unknown"]),
  text: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

const detailsSchema = z.object({
  baseline: z.string().nullable().describe("The schema compared with; null when no run has the tool yet."),
  changes: z.array(changeSchema).describe("The changed rules and their effect."),
  flips: z.array(flipSchema).describe("Texts whose status changes, newest first, up to 100."),
});
export type ImpactDetails = z.infer<typeof detailsSchema>;

export const impactSchema = z.object({
  texts: z.number().int().describe("How many recorded texts were checked."),
  all: z
    .number()
    .int()
    .describe("How many texts are recorded. If more than were checked, the newest were checked."),
  counted: z.boolean().describe("False: not all runs have been read yet, so there may be more."),
  before: countsSchema,
  now: countsSchema,
  flipped: z.number().int().describe("How many get a different status."),
  turns: countsSchema.describe("Those by their new status."),
  others: count.describe(
    "How many of the flipped texts have a recorded verdict from a different schema, or from none.",
  ),
  by_edit: count.describe(
    "Present with `others`: how many of the flipped texts change because of this edit alone. Absent if it could not be checked.",
  ),
  details: detailsSchema.optional(),
  stopped: z.string().optional().describe("Why the texts could not be checked."),
});
export type Impact = z.infer<typeof impactSchema>;

/** Progress of a check: texts checked so far, and how many of them get a different status. */
export interface ImpactProgress {
  checked: number;
  /** 0 while the logs are still being read. */
  texts: number;
  flipped: number;
}
