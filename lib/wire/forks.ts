/** Bodies of `POST /api/sessions/:id/forks`: a new session that goes back to a point of another one and continues differently. */
import { z } from "zod";
import { decisionResponseSchema } from "../protocol/actions";
import { errorCodeSchema, llmResponseSchema } from "../protocol/messages";
import { workspaceSchema } from "../protocol/workspace";

const attempt = z.number().int().min(0).describe("From 0.");

const outcomeSchema = z.union([
  z.strictObject({ result: z.unknown() }),
  z.strictObject({ error: z.string(), retryable: z.boolean(), code: errorCodeSchema.optional() }),
]);

const pointSchema = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("start") }).describe("Runs the whole session again, message by message."),
  z
    .strictObject({
      at: z.literal("model"),
      call_id: z.string(),
      attempt,
      response: llmResponseSchema
        .optional()
        .describe("The reply to use instead. Absent: the model is called again."),
    })
    .describe("An attempt of a model call."),
  z
    .strictObject({
      at: z.literal("call"),
      id: z.string(),
      attempt,
      outcome: outcomeSchema
        .optional()
        .describe("The outcome to use instead. Absent: the attempt runs again."),
    })
    .describe("An attempt of a tool call."),
  z
    .strictObject({
      at: z.literal("decision"),
      decision_id: z.string(),
      response: decisionResponseSchema
        .optional()
        .describe("The answer to use instead. Absent: the worker is called again."),
    })
    .describe("A decision."),
]);

export const forkBodySchema = z.strictObject({
  point: pointSchema,
  workspace: workspaceSchema
    .optional()
    .describe("The workspace to use from the fork on. Absent: the session's own."),
});
export type ForkBody = z.infer<typeof forkBodySchema>;
