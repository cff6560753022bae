/** Bodies of `POST /api/counterexample`: the text that an injected fault would send in place of arguments or a result. */
import { z } from "zod";

export const counterexampleBodySchema = z.strictObject({
  schema: z.string().describe("The schema as typed."),
  direction: z.enum(["input", "output"]),
  formats: z.enum(["dialect", "always", "never"]).optional(),
});
export type CounterexampleBody = z.infer<typeof counterexampleBodySchema>;

export const counterexampleSchema = z.object({
  text: z
    .string()
    .nullable()
    .describe(
      "A text that breaks the schema; null where none was found, as for one that accepts everything.",
    ),
});
export type Counterexample = z.infer<typeof counterexampleSchema>;
