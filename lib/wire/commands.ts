/** Bodies of `POST /api/sessions/:id/commands`: what a person or a client may do to a session. */
import { z } from "zod";

const attempt = z.number().int().min(0).optional().describe("From 0; absent: the one that runs.");
const by = z
  .enum(["person", "client"])
  .optional()
  .describe(
    "Who settles the call: a person in the page (default), or the client for a call with its handler.",
  );

export const commandSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("message"), text: z.string() }),
  z.strictObject({
    type: z.literal("tool.result"),
    id: z.string(),
    attempt,
    result: z.unknown().optional().describe("Absent counts as null."),
    by,
  }),
  z.strictObject({
    type: z.literal("tool.error"),
    id: z.string(),
    attempt,
    error: z.string(),
    retryable: z.boolean().optional().describe("Default false: terminal."),
    by,
  }),
  z.strictObject({
    type: z.literal("resume"),
    interrupt_id: z.string(),
    payload: z.unknown().optional(),
  }),
  z.strictObject({ type: z.literal("cancel"), reason: z.string().optional() }),
]);
export type Command = z.infer<typeof commandSchema>;

export const acceptedSchema = z.object({
  ok: z.literal(true),
  seq: z.number().int().describe("The newest fact's number after the command."),
});
export type Accepted = z.infer<typeof acceptedSchema>;
