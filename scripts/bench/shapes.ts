/** The workloads: tools by their schemas, and sessions by their number of model answers and of calls in each. */
import type { LlmResponse } from "@/lib/protocol/messages";

export type ToolSize = "tiny" | "big";

/** A session: `turns` model answers with `calls` tool calls each, then a closing text. */
export interface Shape {
  tool: ToolSize;
  turns: number;
  calls: number;
}

export interface Tool {
  name: string;
  input: object;
  output: object;
  arguments: string;
  result: { id: string; ok: boolean };
}

export const callsOf = ({ turns, calls }: Shape): number => turns * calls;

export const shapeName = ({ tool, turns, calls }: Shape): string => `${tool} ${turns}×${calls}`;

const OUTPUT = {
  type: "object",
  properties: { id: { type: "string" }, ok: { type: "boolean" } },
  required: ["id", "ok"],
};

/** The leaves of one group, each with a matching value. */
const LEAVES: [schema: object, value: unknown][] = [
  [{ type: "string", minLength: 1, maxLength: 80 }, "a line of text about the thing that is meant"],
  [{ type: "string", enum: ["low", "medium", "high"] }, "medium"],
  [{ type: "string", pattern: "^[a-z][a-z0-9-]*$" }, "name-of-a-thing-17"],
  [{ type: "integer", minimum: 0, maximum: 100_000 }, 4217],
  [{ type: "number", exclusiveMinimum: 0 }, 12.75],
  [{ type: "boolean" }, true],
  [{ type: "array", items: { type: "string" }, maxItems: 10 }, ["first", "second", "third"]],
];

interface Member {
  schema: object;
  value: unknown;
}

function objectOf(members: [name: string, member: Member][]): Member {
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
      required: members.map(([name]) => name),
      additionalProperties: false,
    },
    value: Object.fromEntries(members.map(([name, { value }]) => [name, value])),
  };
}

const leaves = (from: number, count: number): [string, Member][] =>
  Array.from({ length: count }, (_, at) => {
    const [schema, value] = LEAVES[(from + at) % LEAVES.length] ?? [{}, null];
    return [`member_${from + at}`, { schema, value }];
  });

/** Three levels: 7 leaves at the top, and 3 groups that hold 4 leaves and one group of 8 each. */
function big(): Member {
  const groups = [0, 1, 2].map((n): [string, Member] => {
    const at = 7 + n * 12;
    return [`group_${n}`, objectOf([...leaves(at, 4), [`inner_${n}`, objectOf(leaves(at + 4, 8))]])];
  });
  return objectOf([...leaves(0, 7), ...groups]);
}

export function toolOf(size: ToolSize): Tool {
  const member =
    size === "big"
      ? big()
      : objectOf([["city", { schema: { type: "string", minLength: 1 }, value: "Reykjavík" }]]);
  return {
    name: "lookup",
    input: member.schema,
    output: OUTPUT,
    arguments: JSON.stringify(member.value),
    result: { id: "r-1", ok: true },
  };
}

/** The scripted model's answer n of a session, from 0. */
export function answerOf({ turns, calls }: Shape, tool: Tool, index: number): LlmResponse {
  if (index >= turns) return { model: "bench", content: "done", finish_reason: "stop" };
  return {
    model: "bench",
    tool_calls: Array.from({ length: calls }, (_, at) => ({
      id: `call_${index}_${at}`,
      type: "function",
      function: { name: tool.name, arguments: tool.arguments },
    })),
    finish_reason: "tool_calls",
  };
}
