import { expect, test } from "vitest";
import type { Workspace } from "@/lib/protocol/workspace";
import { agentFrom } from "./agent-from";

const tool = (more: object) =>
  agentFrom({
    callscope: 1,
    name: "test",
    agent: { model: "m", tools: [{ name: "t", runner: { kind: "person" }, ...more }] },
    model: { kind: "scripted" },
    worker: { kind: "tools" },
  } satisfies Workspace).tools?.[0];

test("a schema as typed goes before its value and is kept beside what it says", () => {
  const inputText = '{ "type": "object" }';
  expect(tool({ inputText, input: { type: "array" } })).toEqual({
    name: "t",
    input: { type: "object" },
    inputText,
  });
});

test("a blank schema text declares none", () => {
  expect(tool({ inputText: "", outputText: " \n" })).toEqual({ name: "t" });
});

test("a schema text that does not parse stays as it is, to be found unusable", () => {
  expect(tool({ outputText: "{" })).toEqual({ name: "t", outputText: "{" });
});

test("a schema given as a value stays that value, null and false too", () => {
  expect(tool({ input: null, output: false })).toEqual({ name: "t", input: null, output: false });
});

test("cases stay with the workspace and are no part of what the agent declares", () => {
  const expected = { status: "valid" as const, findings: [] };
  const cases = [{ name: "empty", direction: "input" as const, text: "{}", expected }];
  expect(tool({ cases })).toEqual({ name: "t" });
});
