import { expect, test } from "vitest";
import type { FaultRule } from "@/lib/protocol/fault";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { brokenSides } from "./broken-sides";
import { blankWorkspace, withTools } from "./edits";

const every = { kind: "every" } as const;
const tool = (name: string, more: Partial<WorkspaceTool> = {}): WorkspaceTool => ({
  name,
  runner: { kind: "person" },
  ...more,
});
const workspace = withTools(blankWorkspace("w"), [
  tool("a", { inputText: "{}", outputText: "true" }),
  tool("b", { input: { type: "object" } }),
  tool("c", { outputText: "  ", output: false, inputText: "false", handler: "client" }),
]);
const sides = (rule: FaultRule) =>
  brokenSides(rule, workspace).map(
    ({ tool: name, side: direction, schema }) => `${name} ${direction} ${schema}`,
  );

test("is asked of the schemas that the fault is about, as they stand in the editor", () => {
  expect(sides({ at: "tool", when: every, what: { kind: "broken result" } })).toEqual(["a output true"]);
  expect(sides({ at: "tool", name: "b", when: every, what: { kind: "broken result" } })).toEqual([]);
  expect(sides({ at: "model", when: every, what: { kind: "invalid arguments" } })).toEqual([
    "a input {}",
    'b input {\n  "type": "object"\n}',
    "c input false",
  ]);
  expect(sides({ at: "tool", name: "a", when: every, what: { kind: "cut result" } })).toEqual([]);
});
