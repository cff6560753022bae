/** Bodies of `POST /api/breaking`: what a fault on purpose would put in the place of arguments or a result. */
import { z } from "zod";

export const breakingBodySchema = z.strictObject({
  schema: z.string().describe("The schema as typed."),
  direction: z.enum(["input", "output"]),
  formats: z.enum(["dialect", "always", "never"]).optional(),
});
export type BreakingBody = z.infer<typeof breakingBodySchema>;

export const breakingSchema = z.object({
  text: z
    .string()
    .nullable()
    .describe(
      "A text that breaks the schema; null where none was found, as for one that accepts everything.",
    ),
});
export type Breaking = z.infer<typeof breakingSchema>;
