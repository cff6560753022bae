/**
 * The form in which facts are stored, as text: the declarations of facts.ts and of all it names, without comments and
 * white space, and the schemas of what comes from the wire.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { actionSchema } from "../../protocol/actions";
import { agentConfigSchema } from "../../protocol/agent";
import { draftMessageSchema, llmResponseSchema } from "../../protocol/messages";
import { workspaceSchema } from "../../protocol/workspace";

const NAMED: [file: string, names: string[]][] = [
  [
    "engine/log/facts.ts",
    [
      "SettledBy",
      "FailureCause",
      "TriggerRef",
      "LlmRequest",
      "DeliveryPolicy",
      "PackedAnswer",
      "HeldBy",
      "Release",
      "ForkedFrom",
      "ForkedOf",
      "LogEntry",
      "FactBody",
      "Fact",
    ],
  ],
  [
    "engine/log/packed.ts",
    [
      "PromptPart",
      "PackedTools",
      "PackedLlmCall",
      "PackedToolCall",
      "PackedAction",
      "PackedMessage",
      "PackedResponse",
    ],
  ],
  ["protocol/policy.ts", ["RetryPolicy", "PolicyLayer", "ResolvedPolicy"]],
  ["json/lines.ts", ["Place"]],
  ["protocol/verdict.ts", ["Finding", "VerdictNote", "Verdict"]],
];

const WIRE = { actionSchema, agentConfigSchema, draftMessageSchema, llmResponseSchema, workspaceSchema };

function declarations(file: string, names: string[]): [string, string][] {
  const source = readFileSync(path.join(import.meta.dirname, "../..", file), "utf8");
  const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const blocks = code.split(/^(?=export |const |function |import )/m);
  return names.map((name) => {
    const block = blocks.find((text) => new RegExp(`^export (type|interface) ${name}\\b`).test(text));
    if (block === undefined) throw new Error(`${file} declares no ${name}: name it anew in fact-shapes.ts`);
    return [name, block.replace(/\s+/g, " ").trim()];
  });
}

const undescribed = (schema: z.ZodType): unknown =>
  JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), (key, value) =>
      key === "description" ? undefined : value,
    ),
  );

export const factShapes = (): Record<string, unknown> => ({
  ...Object.fromEntries(NAMED.flatMap(([file, names]) => declarations(file, names))),
  ...Object.fromEntries(Object.entries(WIRE).map(([name, schema]) => [name, undescribed(schema)])),
});
