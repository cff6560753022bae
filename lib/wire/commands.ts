/** Bodies of `POST /api/sessions/:id/commands`: what a person or a client may do to a session. */
import { z } from "zod";
import { decisionResponseSchema } from "../protocol/actions";
import { breakpointsSchema } from "../protocol/breakpoint";

const attempt = z
  .number()
  .int()
  .min(0)
  .optional()
  .describe("The attempt, from 0. Default: the one that is running.");
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
    result: z.unknown().optional().describe("The result. Default: null."),
    by,
  }),
  z.strictObject({
    type: z.literal("tool.error"),
    id: z.string(),
    attempt,
    error: z.string(),
    retryable: z.boolean().optional().describe("Whether the engine may retry. Default: false."),
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
            .describe("Continue unchanged: send the request, or apply the answer."),
          z
            .strictObject({ kind: z.literal("proposal") })
            .describe("Apply what the engine proposed; the worker is not called."),
          z
            .strictObject({ kind: z.literal("edited"), response: decisionResponseSchema })
            .describe("Apply this answer instead of the worker's."),
        ])
        .optional()
        .describe("Default: continue."),
      hold: z
        .number()
        .int()
        .optional()
        .describe(
          "The `seq` of the decision.held fact you saw. The command is refused if the decision has been held again since.",
        ),
      step: z.boolean().optional().describe("Hold again at the next decision or answer."),
    })
    .describe("Releases a held decision."),
  z
    .strictObject({ type: z.literal("breakpoints"), breakpoints: breakpointsSchema })
    .describe("The session's breakpoints from now on; they replace the previous ones."),
  z
    .strictObject({
      type: z.literal("skip"),
      kind: z.enum(["tool_call", "llm_call", "decision"]),
      id: z.string(),
    })
    .describe("Starts the next attempt of a call, or the next delivery of a decision, without waiting."),
]);
export type Command = z.infer<typeof commandSchema>;

export const acceptedSchema = z.object({
  ok: z.literal(true),
  seq: z.number().int().describe("The newest fact's number after the command."),
});
export type Accepted = z.infer<typeof acceptedSchema>;
