/** Fault rules: which failures to inject, where and when, to see how an agent reacts. */
import { z } from "zod";
import { errorCodeSchema } from "./messages";

/** The longest delay that a fault may cause, in milliseconds. */
const MAX_SLOW_MS = 600_000;
/** Answers that arrive later than this after the end of their attempt are ignored, in milliseconds. */
const MAX_LATE_MS = 240_000;

const slow = z
  .strictObject({ kind: z.literal("slow"), ms: z.number().int().min(1).max(MAX_SLOW_MS) })
  .describe("Begins that many milliseconds late.");
const silent = z
  .strictObject({ kind: z.literal("silent") })
  .describe("Never answers: it ends by its timeout, by Stop, or when the session is cancelled.");
const unreachable = z
  .strictObject({ kind: z.literal("unreachable") })
  .describe("The worker cannot be reached.");
const serverError = z
  .strictObject({ kind: z.literal("server error"), status: z.number().int().min(500).max(599) })
  .describe("The worker answers with that HTTP status.");
const brokenJson = z
  .strictObject({ kind: z.literal("broken json") })
  .describe("The worker's answer is not JSON.");

const toolFaultSchema = z.discriminatedUnion("kind", [
  slow,
  silent,
  z
    .strictObject({
      kind: z.literal("error"),
      message: z.string().max(10_000).describe("The model reads it as the tool's result."),
      retryable: z.boolean().describe("Whether the retry policy may try again."),
      code: errorCodeSchema.optional(),
    })
    .describe("The tool is not run and fails with this error."),
  unreachable,
  serverError,
  brokenJson,
  z
    .strictObject({ kind: z.literal("broken result") })
    .describe("The tool is not run and gives a result, made from its output schema, that breaks it."),
  z.strictObject({ kind: z.literal("cut result") }).describe("The second half of the result is missing."),
  z
    .strictObject({ kind: z.literal("late"), ms: z.number().int().min(1).max(MAX_LATE_MS) })
    .describe("The result comes that many milliseconds after the attempt has timed out."),
  z.strictObject({ kind: z.literal("duplicate") }).describe("The result is given twice."),
]);

const modelFaultSchema = z.discriminatedUnion("kind", [
  slow,
  silent,
  z
    .strictObject({ kind: z.literal("malformed arguments") })
    .describe("The arguments of the first call are no JSON."),
  z
    .strictObject({ kind: z.literal("invalid arguments") })
    .describe("The arguments of the first call break its tool's input schema, which they are made from."),
  z.strictObject({ kind: z.literal("unknown tool") }).describe("The first call names a tool there is not."),
  z
    .strictObject({ kind: z.literal("cut arguments") })
    .describe("The answer ends within the arguments of its last call."),
  z
    .strictObject({ kind: z.literal("duplicate ids") })
    .describe("The last call has the id of the first; a call alone is asked for twice."),
  z
    .strictObject({ kind: z.literal("rate limited") })
    .describe("The provider refuses for now; retried by policy."),
  z
    .strictObject({ kind: z.literal("overloaded") })
    .describe("The provider is overloaded; retried by policy."),
  z
    .strictObject({ kind: z.literal("stream cut") })
    .describe("The stream of the answer breaks off in its first half; retried by policy."),
]);

const deliveryFaultSchema = z.discriminatedUnion("kind", [
  slow,
  silent,
  unreachable,
  serverError,
  brokenJson,
]);

export const faultWhenSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("every") }).describe("Every one."),
  z
    .strictObject({ kind: z.literal("nth"), n: z.number().int().min(1).max(1_000_000) })
    .describe("The n-th of the session, from 1."),
  z
    .strictObject({
      kind: z.literal("rate"),
      rate: z.number().min(0).max(1).describe("The part of them that it strikes, from 0 to 1."),
      seed: z.number().int().min(0).max(4_294_967_295),
    })
    .describe("A part of them, the same ones for the same seed."),
]);

const attempt = z.number().int().min(0).max(1000).optional().describe("From 0; absent: any.");
const when = faultWhenSchema;

export const faultRuleSchema = z.discriminatedUnion("at", [
  z
    .strictObject({
      at: z.literal("tool"),
      name: z.string().optional().describe("Absent: any tool."),
      attempt,
      when,
      what: toolFaultSchema,
    })
    .describe("Runs of tools by the worker. Counted are the calls, of that tool or of any."),
  z
    .strictObject({ at: z.literal("model"), attempt, when, what: modelFaultSchema })
    .describe(
      "Model calls. Counted are the model calls; for a fault in the calls of an answer, the answers that have calls: one without is not counted, and the rule passes on to the next.",
    ),
  z
    .strictObject({ at: z.literal("delivery"), attempt, when, what: deliveryFaultSchema })
    .describe("Deliveries of decisions to the worker. Counted are the decisions."),
]);
export type FaultRule = z.infer<typeof faultRuleSchema>;
export type FaultWhen = z.infer<typeof faultWhenSchema>;
export type Fault = FaultRule["what"];

export const faultsSchema = z.strictObject({
  on: z.boolean().describe("The one switch: false, and nothing goes wrong on purpose."),
  rules: z
    .array(faultRuleSchema)
    .max(200)
    .describe("The first rule that fits strikes, one for each attempt or delivery."),
});
export type Faults = z.infer<typeof faultsSchema>;
