/** The body of every refusal. */
import { z } from "zod";

export const errorSchema = z.object({
  error: z.string().describe("What was refused, by whom, and what to do about it, in words for people."),
  reason: z
    .string()
    .optional()
    .describe(
      "A short code for programs: bad_body, bad_query, not_json, body_too_large, forbidden_origin, unknown_host, " +
        "not_found, conflict, interrupted, turn_running, not_pending, attempt_mismatch, …",
    ),
  field: z.string().optional().describe("The path of the refused member, for example agent.tools[0].name."),
});
