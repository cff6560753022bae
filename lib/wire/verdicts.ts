/** Verdicts and declarations on the wire: the types of lib/protocol/verdict.ts as schemas. */
import { z } from "zod";
import type { Declaration, Finding, Verdict, VerdictStatus } from "../protocol/verdict";

const placeSchema = z
  .object({ offset: z.number(), length: z.number(), line: z.number(), column: z.number() })
  .describe("A span of a text: offset and length in UTF-16 code units, line and column from 1.");

type Valued<V> = V extends { status: "malformed" | "aborted" } ? V : V & { value: unknown };
export type CheckedVerdict = Valued<Verdict>;

export const verdictStatusSchema: z.ZodType<VerdictStatus> = z.enum([
  "valid",
  "invalid",
  "malformed",
  "unchecked",
  "aborted",
]);

export const findingSchema: z.ZodType<Finding> = z.object({
  keyword: z.string().describe("The keyword that was broken; `json` if the text is not JSON."),
  instancePath: z.string().describe("JSON pointer into the checked value."),
  schemaPath: z.string().describe("JSON pointer into the schema, with `#`."),
  message: z.string(),
  params: z.record(z.string(), z.unknown()),
  at: placeSchema.nullable().describe("The position of the token or value in the checked text."),
  schemaAt: placeSchema.nullable().describe("The position of the rule in the schema's text."),
});

const ownRules = z
  .array(z.string())
  .optional()
  .describe("Rules that Callscope checks itself. Absent: ajv checks them all.");

const checked = {
  findings: z.array(findingSchema),
  more: z.number().describe("The number of findings that are not listed."),
  notes: z.array(z.object({ code: z.string(), path: z.string().optional(), message: z.string().optional() })),
  readAs: z.enum(["json", "text"]).optional().describe("For results: how the text was read."),
  ownRules,
};
const value = z.unknown().describe("The parsed value.");
const error = z.string().describe("The text that the model would receive.");
const reason = z.string();

/** A verdict as `/api/check` answers it: with the value that was checked. */
export const verdictSchema: z.ZodType<CheckedVerdict> = z.discriminatedUnion("status", [
  z.object({ ...checked, status: z.literal("valid"), value, reason: reason.optional() }),
  z.object({ ...checked, status: z.literal("invalid"), value, error }),
  z.object({ ...checked, status: z.literal("malformed"), error }),
  z.object({ ...checked, status: z.literal("unchecked"), value, reason }),
  z.object({ ...checked, status: z.literal("aborted"), reason, error }),
]);

export const declarationSchema: z.ZodType<Declaration> = z.object({
  status: z.enum(["ok", "none", "unusable"]),
  dialect: z.string().optional(),
  ownRules,
  notes: z.array(
    z.object({
      level: z.enum(["error", "warning", "info"]),
      code: z.string(),
      message: z.string(),
      schemaPath: z.string().optional(),
      at: placeSchema.optional(),
    }),
  ),
});
