/**
 * The protocol's types as one declaration file, for completion in the script editor. Types that zod checks are
 * printed from its schemas; types that the engine only writes are copied from its TypeScript source. So each type has
 * one source.
 */
import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { z } from "zod";
import * as actions from "../../lib/protocol/actions";
import * as agent from "../../lib/protocol/agent";
import * as messages from "../../lib/protocol/messages";
import * as policy from "../../lib/protocol/policy";
import { docText, typeText } from "./type-text";

/** The types that are checked, in the order in which they are written. */
const CHECKED: Record<string, z.ZodType> = {
  Handler: agent.handlerSchema,
  RetryOverride: policy.retryOverrideSchema,
  AgentRetry: policy.agentRetrySchema,
  AgentTool: agent.agentToolSchema,
  AgentConfig: agent.agentConfigSchema,
  LlmTool: agent.llmToolSchema,
  ErrorCode: messages.errorCodeSchema,
  ToolCall: messages.toolCallSchema,
  ContentPart: messages.contentPartSchema,
  DraftMessage: messages.draftMessageSchema,
  ToolCallAction: actions.toolCallActionSchema,
  ToolResultAction: actions.toolResultActionSchema,
  ToolErrorAction: actions.toolErrorActionSchema,
  LlmCallAction: actions.llmCallActionSchema,
  InterruptAction: actions.interruptActionSchema,
  DoneAction: actions.doneActionSchema,
  SubAgentSpawnAction: actions.spawnActionSchema,
  MessageSendAction: actions.sendActionSchema,
  Action: actions.actionSchema,
  DecisionResponse: actions.decisionResponseSchema,
};

/** The types that are only written, by the file that declares them. */
const WRITTEN: Record<string, string[]> = {
  "lib/protocol/messages.ts": ["Message"],
  "lib/protocol/decision.ts": ["ToolInput", "Trigger", "Call", "DecisionRequest"],
  "lib/engine/log/facts.ts": ["LogEntry"],
};

/** The functions that a script defines. No other file declares them. */
const SCRIPTS = `${docText("A whole worker: gets one decision and returns the answer. To return nothing is the empty answer.")}\
type Decide = (request: DecisionRequest) => DecisionResponse | null | void | Promise<DecisionResponse | null | void>;

${docText("The call that a tool's function runs for. `attempt` counts from 0.")}\
interface RunContext {
  id: string;
  name: string;
  attempt: number;
}

${docText("A tool: gets the parsed arguments, returns the result or throws. `error.retryable = true` asks for another attempt.")}\
type Run = (args: any, call: RunContext) => any;

declare const console: { [level in LogEntry["level"]]: (...values: any[]) => void };
`;

function checkedTypes(): string[] {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(CHECKED)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: (id) => id });
  return Object.keys(CHECKED).map((name) => {
    const text = typeText(schemas[name] ?? false);
    return text.startsWith("{") && text.indexOf("\n}") === text.length - 2
      ? `interface ${name} ${text}\n`
      : `type ${name} = ${text};\n`;
  });
}

/** The declaration of each name with the comment above it, as in the file. */
function writtenTypes(file: string, names: string[]): string[] {
  const source = readFileSync(file, "utf8");
  const { program, comments } = parseSync(file, source);
  const found = new Map<string, string>();
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    const { declaration } = statement;
    if (declaration?.type !== "TSTypeAliasDeclaration" && declaration?.type !== "TSInterfaceDeclaration")
      continue;
    const above = comments.find(
      ({ end }) => end < statement.start && source.slice(end, statement.start).trim() === "",
    );
    const doc = above?.value.startsWith("*") ? `${source.slice(above.start, above.end)}\n` : "";
    const text = source.slice(declaration.start, declaration.end);
    found.set(declaration.id.name, `${doc}${text.replace(/\bunknown\b/g, "any")}\n`);
  }
  return names.map((name) => {
    const text = found.get(name);
    if (text === undefined) throw new Error(`${file} no longer exports the type ${name}`);
    return text;
  });
}

export function protocolTypes(): string {
  const written = Object.entries(WRITTEN).flatMap(([file, names]) => writtenTypes(file, names));
  const head =
    "// The tool-call protocol's types for scripts. Written by `npm run generate`; edit the sources instead.\n";
  return [head, ...checkedTypes(), ...written, SCRIPTS].join("\n");
}
