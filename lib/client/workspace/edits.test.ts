import { expect, test } from "vitest";
import { schemaText } from "@/lib/protocol/schema-text";
import type { Workspace, WorkspaceTool } from "@/lib/protocol/workspace";
import {
  blankWorkspace,
  compact,
  copyOfTool,
  duplicateNames,
  freeName,
  moved,
  newTool,
  rawArguments,
  withSchemaText,
} from "./edits";
import { mentionsOf, renameTool } from "./tool-names";

const tool = (over: Partial<WorkspaceTool> = {}): WorkspaceTool => ({
  name: "weather",
  runner: { kind: "person" },
  ...over,
});
const workspace = (tools: WorkspaceTool[], script?: Workspace["script"]): Workspace => ({
  callscope: 1,
  name: "w",
  agent: { model: "m", tools },
  model: { kind: "scripted" },
  worker: { kind: "tools" },
  script,
});

test("a schema is shown as typed, else written out, else empty", () => {
  expect(schemaText(tool({ input: { type: "object" }, inputText: '{"type":  ' }), "input")).toBe(
    '{"type":  ',
  );
  expect(schemaText(tool({ output: { type: "string" } }), "output")).toBe('{\n  "type": "string"\n}');
  expect(schemaText(tool({ output: false }), "output")).toBe("false");
  expect(schemaText(tool(), "input")).toBe("");
});

test("typing keeps the text, slips and all, and drops the value", () => {
  const typed = withSchemaText(tool({ input: { type: "object" } }), "input", '{"a":,}');
  expect(typed).toEqual(tool({ inputText: '{"a":,}' }));
  expect(withSchemaText(tool({ outputText: "{}" }), "output", " \n")).toEqual(tool());
});

test("names that are taken get a number", () => {
  expect(freeName("a", ["b"])).toBe("a");
  expect(freeName("a", ["a", "a_2"])).toBe("a_3");
  expect(freeName("New", ["New"], " ")).toBe("New 2");
  expect(newTool(workspace([tool({ name: "new_tool" })])).name).toBe("new_tool_2");
});

test("a copy shares nothing with its original", () => {
  const original = tool({ input: { properties: { city: {} } } });
  const copy = copyOfTool(workspace([original]), original);
  expect(copy).toEqual({ ...original, name: "weather_2" });
  expect(copy.input).not.toBe(original.input);
});

test("renaming takes the scripted calls along when asked to", () => {
  const before = workspace(
    [tool(), tool({ name: "other" })],
    [
      {
        calls: [
          { name: "weather", arguments: "{}" },
          { name: "other", arguments: "{}" },
        ],
      },
      { text: "done" },
    ],
  );
  expect(mentionsOf(before, "weather").calls).toBe(1);
  const both = renameTool(before, 0, { name: "forecast", inScript: true });
  expect(both.agent.tools.map((t) => t.name)).toEqual(["forecast", "other"]);
  expect(both.script?.[0]?.calls?.map((call) => call.name)).toEqual(["forecast", "other"]);
  expect(both.script?.[1]).toEqual({ text: "done" });
  const alone = renameTool(before, 0, { name: "forecast", inScript: false });
  expect(alone.script).toBe(before.script);
});

test("each name that occurs twice is told once", () => {
  const names = ["a", "b", "a", "c", "a", "b"].map((name) => tool({ name }));
  expect(duplicateNames(workspace(names))).toEqual(["a", "b"]);
});

test("moving keeps every item and refuses to leave the list", () => {
  const list = ["a", "b", "c"];
  expect(moved(list, 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(list, 2, 1)).toEqual(["a", "c", "b"]);
  expect(moved(list, 0, -1)).toBe(list);
  expect(moved(list, 2, 3)).toBe(list);
});

test("arguments given as a string are the raw text; other values are written as JSON", () => {
  expect(rawArguments('{"a": 1,')).toBe('{"a": 1,');
  expect(rawArguments({ a: [1, null] })).toBe('{"a":[1,null]}');
  expect(rawArguments(undefined)).toBe("");
});

test("compact drops what is undefined and keeps null, false and 0", () => {
  expect(compact({ a: undefined, b: null, c: false, d: 0 })).toEqual({ b: null, c: false, d: 0 });
});

test("a blank workspace calls its one tool once and then answers", () => {
  const blank = blankWorkspace("Mine");
  expect(blank.name).toBe("Mine");
  expect(blank.script?.map((answer) => answer.calls?.[0]?.name)).toEqual([
    blank.agent.tools[0]?.name,
    undefined,
  ]);
});
