/** The workspace file: everything a session needs, as a person writes, saves and shares it. */
import { z } from "zod";
import { agentToolSchema } from "./agent";
import { breakpointsSchema } from "./breakpoint";
import { casesSchema } from "./case";
import { faultsSchema } from "./fault";
import { errorCodeSchema } from "./messages";
import { retryOverrideSchema } from "./policy";

const millis = z.number().int().min(0).max(86_400_000);

/** Unknown members are refused, unlike on the wire: in a file they are typing errors. */
const retry = retryOverrideSchema.strict();
const layers = { default: retry.optional(), tool: retry.optional(), llm: retry.optional() };
const agentRetry = z
  .strictObject({ ...layers, ...retry.shape })
  .refine((given) => new Set(Object.keys(given).map((key) => key in layers)).size < 2, {
    message: "give layers (default, tool, llm) or one policy for model calls, not both",
  });

/**
 * One rule of a `responses` runner. The first rule whose `when` matches answers; a rule without `when` always matches.
 */
export const responseRuleSchema = z.strictObject({
  when: z
    .strictObject({
      attempt: z.number().int().min(0).optional().describe("From 0, as on the wire."),
      arguments: z.unknown().optional().describe("A JSON Schema the parsed arguments must satisfy."),
    })
    .optional()
    .describe("When the rule answers; absent: always. The first rule that holds answers."),
  then: z
    .strictObject({
      result: z.unknown().optional().describe("The call's result: a text as it is, any other value as JSON."),
      error: z
        .strictObject({
          message: z.string().describe("The model reads it as the tool's result."),
          retryable: z
            .boolean()
            .optional()
            .describe("Whether the retry policy may try again; default false."),
          code: errorCodeSchema.optional(),
        })
        .optional(),
      delayMs: millis.optional().describe("How long the tool takes, in milliseconds."),
      hang: z.boolean().optional().describe("Never answers: the attempt ends by its timeout."),
    })
    .refine((then) => ["result", "error", "hang"].filter((key) => key in then).length <= 1, {
      message: "give one of result, error and hang",
    })
    .describe("One of result, error and hang."),
});
export type ResponseRule = z.infer<typeof responseRuleSchema>;

export const runnerSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({ kind: z.literal("responses"), rules: z.array(responseRuleSchema) })
    .describe("Ordered rules, no code."),
  z
    .strictObject({ kind: z.literal("script"), source: z.string() })
    .describe("A JavaScript function `run(args, call)`, run in a sandbox."),
  z.strictObject({ kind: z.literal("person") }).describe("The call waits in the page for a person."),
]);
export type Runner = z.infer<typeof runnerSchema>;

export const workspaceToolSchema = z.strictObject({
  ...agentToolSchema.shape,
  retry: retry.optional().describe("The tool's own layer of the retry policy."),
  runner: runnerSchema.describe("Who runs the tool."),
  cases: casesSchema
    .optional()
    .describe("Arguments and results that are kept with the tool, each with the verdict it is to get."),
});
export type WorkspaceTool = z.infer<typeof workspaceToolSchema>;

/** One reply of the scripted model. `arguments`: a string is used as raw text, any other value is written as JSON. */
export const scriptedAnswerSchema = z.strictObject({
  text: z.string().optional(),
  calls: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        name: z.string(),
        arguments: z
          .unknown()
          .describe("A string is the raw text as it stands; any other value is written as JSON."),
      }),
    )
    .optional(),
  stop: z
    .enum(["stop", "tool_calls", "length"])
    .optional()
    .describe("The stop reason; default tool_calls with calls, else stop. length: the answer was cut off."),
  delayMs: millis.optional().describe("How long the answer takes, in milliseconds."),
  chunk: z.number().int().min(1).optional().describe("Sent in pieces of this many characters."),
  error: z
    .strictObject({
      message: z.string(),
      retryable: z.boolean().optional(),
      code: errorCodeSchema.optional(),
    })
    .optional()
    .describe("The model call fails instead."),
});
export type ScriptedAnswer = z.infer<typeof scriptedAnswerSchema>;

/** An address is stored and shown with the workspace, so it must not hold a password. */
const address = z.url().refine(
  (text) => {
    if (!URL.canParse(text)) return true;
    const { username, password } = new URL(text);
    return username === "" && password === "";
  },
  { message: "must not carry a name or a password: a key or a secret has its own place" },
);

export const modelSettingsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("scripted") }).describe("Answers from `script`, one after another."),
  z.strictObject({
    kind: z.literal("anthropic"),
    baseUrl: address
      .optional()
      .describe("Default: the server's ANTHROPIC_BASE_URL, else the provider's own address."),
    maxTokens: z.number().int().min(1).optional(),
  }),
]);
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

export const workerSettingsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("tools") }).describe("Each tool runs as its `runner` says."),
  z
    .strictObject({ kind: z.literal("script"), source: z.string() })
    .describe("A JavaScript function `decide(request)`, run in a sandbox."),
  z.strictObject({ kind: z.literal("http"), url: address }).describe("Your own worker, asked by HTTP."),
]);
export type WorkerSettings = z.infer<typeof workerSettingsSchema>;

const limitsSchema = z.strictObject({
  modelCallsPerTurn: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe("Model calls in one turn before a person is asked. Default 50."),
  scriptMs: z
    .number()
    .int()
    .min(1)
    .max(60_000)
    .optional()
    .describe("Time for one run of a script, in milliseconds. Default 2000."),
});

export const workspaceSchema = z.strictObject({
  callscope: z.literal(1).describe("The version of this file's form."),
  name: z.string().min(1).max(200),
  about: z.string().optional().describe("One or two sentences on what to look at; shown beside the name."),
  message: z.string().optional().describe("What the composer holds when the workspace opens."),
  agent: z.strictObject({
    model: z.string().describe("The model's name, as its provider has it."),
    system: z.string().optional().describe("The system prompt."),
    stream: z.boolean().optional().describe("Whether answers are streamed."),
    retry: agentRetry
      .optional()
      .describe("Layers of the retry policy: `default` for all, `tool` and `llm` over it."),
    tools: z.array(workspaceToolSchema),
  }),
  model: modelSettingsSchema.describe("Who answers."),
  script: z.array(scriptedAnswerSchema).optional().describe("The scripted model's answers, in order."),
  worker: workerSettingsSchema.describe("Who decides."),
  parallel: z
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe("How many sibling calls run at once; 1 is one at a time. Default 8."),
  formats: z
    .enum(["dialect", "always", "never"])
    .optional()
    .describe("Whether `format` is a rule: by dialect (default), always, never."),
  limits: limitsSchema.optional(),
  breakpoints: breakpointsSchema
    .optional()
    .describe("What a session stops at until a person says how to go on."),
  faults: faultsSchema.optional().describe("What goes wrong on purpose."),
});
export type Workspace = z.infer<typeof workspaceSchema>;
