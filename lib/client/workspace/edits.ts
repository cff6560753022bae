/** Changes to a workspace as pure functions that return a new workspace. */

import type { Side } from "@/lib/protocol/side";
import type { ScriptedAnswer, Workspace, WorkspaceTool } from "@/lib/protocol/workspace";

/** Keeps the text as typed, whatever it is, in place of the value. Blank text means: no schema. */
export function withSchemaText(tool: WorkspaceTool, side: Side, text: string): WorkspaceTool {
  const next = { ...tool };
  delete next[side];
  const key = side === "input" ? "inputText" : "outputText";
  if (text.trim() === "") delete next[key];
  else next[key] = text;
  return next;
}

/** `name`, or `name_2`, `name_3`, … : the first that is not taken. */
export function freeName(name: string, taken: string[], joiner = "_"): string {
  if (!taken.includes(name)) return name;
  for (let n = 2; ; n++) {
    const candidate = `${name}${joiner}${n}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

const toolNames = (workspace: Workspace) => workspace.agent.tools.map((tool) => tool.name);

/** A fresh tool: one text argument, answered by a text. */
export function newTool(workspace: Workspace): WorkspaceTool {
  return {
    name: freeName("new_tool", toolNames(workspace)),
    description: "",
    inputText: `{
  "type": "object",
  "properties": {
    "query": { "type": "string" }
  },
  "required": ["query"]
}`,
    runner: { kind: "responses", rules: [{ then: { result: "done" } }] },
  };
}

export const copyOfTool = (workspace: Workspace, tool: WorkspaceTool): WorkspaceTool => ({
  ...structuredClone(tool),
  name: freeName(tool.name, toolNames(workspace)),
});

export const withTools = (workspace: Workspace, tools: WorkspaceTool[]): Workspace => ({
  ...workspace,
  agent: { ...workspace.agent, tools },
});

/** Names that more than one tool has. */
export function duplicateNames(workspace: Workspace): string[] {
  const names = toolNames(workspace);
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}

/** The list with the item at `from` moved to `to`; positions outside it change nothing. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** A call's arguments as raw text: a string is the text itself, anything else is written as JSON. */
export const rawArguments = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** The object without the members that are undefined, so an emptied field leaves no trace in the file. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
}

export const withAnswer = (workspace: Workspace, index: number, answer: ScriptedAnswer): Workspace => ({
  ...workspace,
  script: (workspace.script ?? []).map((old, i) => (i === index ? compact(answer) : old)),
});

/** A workspace to start from nothing: one tool, a scripted model that calls it once. */
export function blankWorkspace(name: string): Workspace {
  return {
    callscope: 1,
    name,
    message: "Look something up.",
    agent: {
      model: "scripted",
      tools: [
        {
          name: "look_up",
          description: "Look something up.",
          inputText: `{
  "type": "object",
  "properties": {
    "query": { "type": "string", "description": "What to look for." }
  },
  "required": ["query"],
  "additionalProperties": false
}`,
          runner: { kind: "responses", rules: [{ then: { result: "Nothing was found." } }] },
        },
      ],
    },
    model: { kind: "scripted" },
    script: [{ calls: [{ name: "look_up", arguments: '{"query": "tea"}' }] }, { text: "I found nothing." }],
    worker: { kind: "tools" },
  };
}
