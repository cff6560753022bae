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
});
export type ImpactBody = z.infer<typeof impactBodySchema>;

const count = z.number().int().optional();
const countsSchema = z
  .object({ valid: count, invalid: count, malformed: count, unchecked: count, aborted: count })
  .describe("How many texts have each status.");

const flipSchema = z.object({
  session: z.string(),
  call: z.string(),
  at: z.number().describe("When it was recorded, milliseconds since the epoch."),
  text: z.string().describe("The arguments or the result; of a long one the beginning."),
  was: verdictStatusSchema,
  now: verdictStatusSchema,
  finding: findingSchema
    .optional()
    .describe("What is wrong now; where nothing is, what was wrong before and is on record."),
});
export type Flip = z.infer<typeof flipSchema>;

const changeSchema = z.object({
  schemaPath: z.string(),
  member: z.string().describe("Whom the rule is about, `city` or `stops[].name`; empty for the whole value."),
  effect: z.enum(["stricter", "looser", "both", "unknown"]),
  text: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

export const impactSchema = z.object({
  texts: z.number().int().describe("How many recorded texts were checked."),
  all: z.number().int().describe("How many are recorded. More than were checked: those are the newest."),
  counted: z.boolean().describe("False: not all runs were looked through yet, there may be even more."),
  before: countsSchema,
  now: countsSchema,
  flips: z
    .array(flipSchema)
    .describe("Those whose status differs: of the newest sessions first, in each as the log has them."),
  flipped: z.number().int().describe("How many there are in all."),
  turns: countsSchema.describe("All of them by the status that they would have."),
  baseline: z
    .string()
    .nullable()
    .describe("The schema it is compared with; null: there is no run yet that has the tool."),
  changes: z.array(changeSchema).describe("What the rules that differ do."),
  stopped: z.string().optional().describe("Why the texts could not be checked by the schema."),
});
export type Impact = z.infer<typeof impactSchema>;
