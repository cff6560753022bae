/** Bodies of `POST /api/impact`: what a schema would say of the calls that are on record. The record stays as it is. */
import { z } from "zod";
import { findingSchema, verdictStatusSchema } from "./verdicts";

export const impactBodySchema = z.strictObject({
  workspace_id: z.string().optional().describe("The calls of this stored workspace's sessions."),
  session: z.string().optional().describe("And those of this session."),
  tool: z.string().describe("The tool's name in the calls."),
  direction: z.enum(["input", "output"]),
  schema: z.string().describe("As typed; blank: none."),
  baseline: z
    .string()
    .optional()
    .describe(
      "What it is compared with, blank: none. Default: the verdicts as recorded, and the newest run's schema.",
    ),
  formats: z.enum(["dialect", "always", "never"]).optional(),
  details: z
    .boolean()
    .optional()
    .describe("False: the counts alone, which takes less time. Default: with what stands behind them."),
});
export type ImpactBody = z.infer<typeof impactBodySchema>;

const count = z.number().int().optional();
const countsSchema = z
  .object({ valid: count, invalid: count, malformed: count, unchecked: count, aborted: count })
  .describe("How many texts have each status.");

const callSchema = {
  session: z.string(),
  call: z.string(),
  at: z.number().describe("When it was recorded, milliseconds since the epoch."),
};

const flipSchema = z
  .object({
    ...callSchema,
    text: z.string().describe("The arguments or the result; of a long one the beginning."),
    was: verdictStatusSchema,
    now: verdictStatusSchema,
    under: z
      .enum(["other", "none"])
      .optional()
      .describe(
        "The recorded verdict was made by another schema than the newest run's, or by none: an older edit may be the reason.",
      ),
    by_edit: z
      .boolean()
      .optional()
      .describe("Beside `under`. False: by the newest run's schema it is `now` already."),
    finding: findingSchema
      .optional()
      .describe("What is wrong now; where nothing is, what was wrong before and is on record."),
    calls: z.number().int().describe("How many calls have this text, turn and fault."),
    others: z.array(z.object(callSchema)).describe("Those of them besides the newest, or some of these."),
  })
  .describe("The newest of all calls with the same text that turn alike.");
export type Flip = z.infer<typeof flipSchema>;

const changeSchema = z.object({
  schemaPath: z.string(),
  member: z.string().describe("Whom the rule is about, `city` or `stops[].name`; empty for the whole value."),
  effect: z.enum(["stricter", "looser", "both", "unknown"]),
  text: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

const detailsSchema = z.object({
  baseline: z
    .string()
    .nullable()
    .describe("The schema it is compared with; null: there is no run yet that has the tool."),
  changes: z.array(changeSchema).describe("What the rules that differ do."),
  flips: z.array(flipSchema).describe("Texts whose status differs, the newest first; of many the first."),
});
export type ImpactDetails = z.infer<typeof detailsSchema>;

export const impactSchema = z.object({
  texts: z.number().int().describe("How many recorded texts were checked."),
  all: z.number().int().describe("How many are recorded. More than were checked: those are the newest."),
  counted: z.boolean().describe("False: not all runs were looked through yet, there may be even more."),
  before: countsSchema,
  now: countsSchema,
  flipped: z.number().int().describe("How many have another status now."),
  turns: countsSchema.describe("Those by the status that they would have."),
  others: count.describe("How many of the flipped have a recorded verdict by another schema, or by none."),
  by_edit: count.describe(
    "Beside `others`: how many of the flipped this edit alone turns. Absent: that could not be checked.",
  ),
  details: detailsSchema.optional(),
  stopped: z.string().optional().describe("Why the texts could not be checked by the schema."),
});
export type Impact = z.infer<typeof impactSchema>;

/** How far a check is: how many of all texts, and how many of these have another status. */
export interface ImpactProgress {
  checked: number;
  /** 0: the logs are being read still. */
  texts: number;
  flipped: number;
}
