/** Bodies of `POST /api/fixes`: edits that would make a text valid. Nothing is stored or applied. */
import { z } from "zod";

export const fixesBodySchema = z.strictObject({
  schema: z.string().describe("The schema as typed."),
  text: z.string().describe("The raw arguments, or the string that a result was checked as."),
  direction: z.enum(["input", "output"]),
  formats: z.enum(["dialect", "always", "never"]).optional(),
});
export type FixesBody = z.infer<typeof fixesBodySchema>;

export const fixesSchema = z.object({
  fixes: z
    .array(
      z.object({
        edits: z.array(z.string()).describe("One line for each edit."),
        text: z.string().describe("The whole text after them; it was checked and is valid."),
      }),
    )
    .describe("The fewest edits first; empty when none were found."),
  changes: z
    .array(
      z.object({
        edits: z.array(z.string()).describe("One line for each edit, with its place in the schema."),
        schema: z
          .string()
          .describe("The whole schema after them; the unchanged text was checked against it and is valid."),
      }),
    )
    .optional()
    .describe(
      "The smallest changes of the schema that would accept the text; empty when none were found, absent if the schema is longer than 50,000 characters.",
    ),
  shrunk: z
    .string()
    .optional()
    .describe("The smallest text found that still breaks the first rule at the same place."),
});
export type Fixes = z.infer<typeof fixesSchema>;
