/** Bodies of `POST /api/sessions/:id/forks`: going back in a session and going on differently. */
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
  z.strictObject({ at: z.literal("start") }).describe("The whole session again, message by message."),
  z
    .strictObject({
      at: z.literal("model"),
      call_id: z.string(),
      attempt,
      response: llmResponseSchema.optional().describe("Another answer; absent: the model is asked again."),
    })
    .describe("An attempt of a model call."),
  z
    .strictObject({
      at: z.literal("call"),
      id: z.string(),
      attempt,
      outcome: outcomeSchema.optional().describe("Another outcome; absent: the attempt is made again."),
    })
    .describe("An attempt of a tool call."),
  z
    .strictObject({
      at: z.literal("decision"),
      decision_id: z.string(),
      response: decisionResponseSchema
        .optional()
        .describe("Another answer; absent: the worker is asked again."),
    })
    .describe("A decision."),
]);

export const forkBodySchema = z.strictObject({
  point: pointSchema,
  workspace: workspaceSchema
    .optional()
    .describe("Applies from the fork on, in place of the one the session keeps."),
});
export type ForkBody = z.infer<typeof forkBodySchema>;
