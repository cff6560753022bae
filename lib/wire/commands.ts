/** Bodies of `POST /api/sessions/:id/commands`: what a person or a client may do to a session. */
import { z } from "zod";
import { decisionResponseSchema } from "../protocol/actions";
import { breakpointsSchema } from "../protocol/breakpoint";

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
  z
    .strictObject({
      type: z.literal("release"),
      decision_id: z.string(),
      how: z
        .discriminatedUnion("kind", [
          z
            .strictObject({ kind: z.literal("continue") })
            .describe("As it is: to the worker, or its answer applied."),
          z
            .strictObject({ kind: z.literal("proposal") })
            .describe("What the engine proposed; no worker is asked."),
          z
            .strictObject({ kind: z.literal("edited"), response: decisionResponseSchema })
            .describe("An answer of your own in the worker's place."),
        ])
        .optional()
        .describe("Default: continue."),
      hold: z
        .number()
        .int()
        .optional()
        .describe("The number of the decision.held fact that was seen; refused when it is held anew by now."),
      step: z.boolean().optional().describe("Hold again at the next decision or answer, whatever it is."),
    })
    .describe("Lets a held decision go on."),
  z
    .strictObject({ type: z.literal("breakpoints"), breakpoints: breakpointsSchema })
    .describe("What the session stops at from now on, in place of what it stopped at before."),
  z
    .strictObject({
      type: z.literal("skip"),
      kind: z.enum(["tool_call", "llm_call", "decision"]),
      id: z.string(),
    })
    .describe("Makes the next attempt of a call, or the next delivery of a decision, due now."),
]);
export type Command = z.infer<typeof commandSchema>;

export const acceptedSchema = z.object({
  ok: z.literal(true),
  seq: z.number().int().describe("The newest fact's number after the command."),
});
export type Accepted = z.infer<typeof acceptedSchema>;
