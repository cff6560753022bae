/** The workspace file: everything a session needs, as a person writes, saves and shares it. */
import { z } from "zod";
import { agentToolSchema } from "./agent";
import { errorCodeSchema } from "./messages";
import { agentRetrySchema } from "./policy";

const millis = z.number().int().min(0).max(86_400_000);

/** One rule of a `responses` runner: the first whose `when` holds answers. No `when` always holds. */
export const responseRuleSchema = z.strictObject({
  when: z
    .strictObject({
      /** From 0, as on the wire. */
      attempt: z.number().int().min(0).optional(),
      /** A JSON Schema the parsed arguments must satisfy. */
      arguments: z.unknown().optional(),
    })
    .optional(),
  then: z
    .strictObject({
      result: z.unknown().optional(),
      error: z
        .strictObject({
          message: z.string(),
          retryable: z.boolean().optional(),
          code: errorCodeSchema.optional(),
        })
        .optional(),
      delayMs: millis.optional(),
      /** Never answers: the attempt ends by its timeout. */
      hang: z.boolean().optional(),
    })
    .refine((then) => ["result", "error", "hang"].filter((key) => key in then).length <= 1, {
      message: "give one of result, error and hang",
    }),
});
export type ResponseRule = z.infer<typeof responseRuleSchema>;

export const runnerSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("responses"), rules: z.array(responseRuleSchema) }),
  z.strictObject({ kind: z.literal("script"), source: z.string() }),
  z.strictObject({ kind: z.literal("person") }),
]);
export type Runner = z.infer<typeof runnerSchema>;

export const workspaceToolSchema = z.strictObject({ ...agentToolSchema.shape, runner: runnerSchema });
export type WorkspaceTool = z.infer<typeof workspaceToolSchema>;

/** One answer of the scripted model. `arguments`: a string is the raw text as it stands, any other value is written as JSON. */
export const scriptedAnswerSchema = z.strictObject({
  text: z.string().optional(),
  calls: z
    .array(z.strictObject({ id: z.string().optional(), name: z.string(), arguments: z.unknown() }))
    .optional(),
  /** The stop reason; default `tool_calls` with calls, else `stop`. `length`: the answer was cut off. */
  stop: z.enum(["stop", "tool_calls", "length"]).optional(),
  delayMs: millis.optional(),
  /** Sent in pieces of this many characters. */
  chunk: z.number().int().min(1).optional(),
  error: z
    .strictObject({
      message: z.string(),
      retryable: z.boolean().optional(),
      code: errorCodeSchema.optional(),
    })
    .optional(),
});
export type ScriptedAnswer = z.infer<typeof scriptedAnswerSchema>;

export const modelSettingsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("scripted") }),
  z.strictObject({
    kind: z.literal("anthropic"),
    /** Default: the server's ANTHROPIC_BASE_URL, else the provider's own address. */
    baseUrl: z.url().optional(),
    maxTokens: z.number().int().min(1).optional(),
  }),
]);
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

export const workerSettingsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("tools") }),
  z.strictObject({ kind: z.literal("script"), source: z.string() }),
  z.strictObject({ kind: z.literal("http"), url: z.url() }),
]);
export type WorkerSettings = z.infer<typeof workerSettingsSchema>;

export const limitsSchema = z.strictObject({
  /** Model calls in one turn before a person is asked (D28). Default 50. */
  modelCallsPerTurn: z.number().int().min(1).max(100_000).optional(),
  /** Time for one run of a script, in milliseconds. Default 2000. */
  scriptMs: z.number().int().min(1).max(60_000).optional(),
});
export type Limits = z.infer<typeof limitsSchema>;

export const workspaceSchema = z.strictObject({
  callscope: z.literal(1),
  name: z.string().min(1).max(200),
  /** One or two sentences on what to look at; shown beside the name. */
  about: z.string().optional(),
  /** What the composer holds when the workspace opens. */
  message: z.string().optional(),
  agent: z.strictObject({
    model: z.string(),
    system: z.string().optional(),
    stream: z.boolean().optional(),
    retry: agentRetrySchema.optional(),
    tools: z.array(workspaceToolSchema),
  }),
  model: modelSettingsSchema,
  script: z.array(scriptedAnswerSchema).optional(),
  worker: workerSettingsSchema,
  /** How many sibling calls run at once; 1 is one at a time. Default 8 (D25). */
  parallel: z.number().int().min(1).max(64).optional(),
  /** Whether `format` is a rule: by dialect (default), always, never (D9). */
  formats: z.enum(["dialect", "always", "never"]).optional(),
  limits: limitsSchema.optional(),
});
export type Workspace = z.infer<typeof workspaceSchema>;
