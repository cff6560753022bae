import { expect, test } from "vitest";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import type { GeneratedSample } from "@/lib/wire/generate";
import { keptTexts, sidesOf, withSamples } from "./generated";

const tool: WorkspaceTool = { name: "t", runner: { kind: "person" } };
const sample = (title: string, text: string): GeneratedSample => ({
  kind: "valid",
  title,
  text,
  verdict: { status: "valid", findings: [] },
  messages: [],
  others: 0,
});

test("samples become cases that expect the verdict they got, none twice", () => {
  const first = withSamples(tool, [sample("small", "{}"), sample("again", "{}")], "input");
  expect(first).toEqual({
    tool: {
      ...tool,
      cases: [{ name: "small", direction: "input", text: "{}", expected: { status: "valid", findings: [] } }],
    },
    why: null,
  });
  expect(withSamples(first.tool, [sample("small", "{}")], "input").tool).toEqual(first.tool);
  // The same text as a result is another case.
  expect(withSamples(first.tool, [sample("small", "{}")], "output").tool.cases).toHaveLength(2);
  expect([...keptTexts(first.tool, "output")]).toEqual([]);
});

test("as many as fit in are kept, and why the others are not is told", () => {
  const many = Array.from({ length: 201 }, (_, i) => sample(`s${i}`, `${i}`));
  const { tool: full, why } = withSamples(tool, many, "input");
  expect(full.cases).toHaveLength(200);
  expect(why).toBe("A tool keeps up to 200 cases");
});

test("samples can be made for the sides that have a schema", () => {
  expect(sidesOf(tool)).toEqual([]);
  expect(sidesOf({ ...tool, input: {}, outputText: " " })).toEqual(["input"]);
  expect(sidesOf({ ...tool, input: {}, output: { type: "string" } })).toEqual(["input", "output"]);
});
