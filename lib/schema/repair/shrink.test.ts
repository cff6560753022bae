import { expect, test } from "vitest";
import { checkNow } from "@/lib/schema/verdict/check";
import { shrinkOf } from "./shrink";

const check = (schema: object) => async (text: string) =>
  checkNow({
    key: "k",
    direction: "input",
    text,
    schema: { kind: "text", text: JSON.stringify(schema) },
    formats: "dialect",
  });

async function shrunk(text: string, schema: object): Promise<string> {
  const verdict = await check(schema)(text);
  const [finding] = verdict.findings;
  if (!finding) throw new Error("nothing is wrong");
  return shrinkOf(text, finding, check(schema));
}

const number = { properties: { deep: { properties: { n: { type: "number" } } } } };

test("what the fault does not need goes, the value at its place stays", async () => {
  const text = '{"a": [1, 2, 3], "deep": {"other": {"x": 1}, "n": "five"}, "b": "text"}';
  expect(await shrunk(text, number)).toBe('{"deep": {"n": "five"}}');
});

test("what the rule itself is about stays: a missing member stays missing, a strange one stays", async () => {
  expect(await shrunk('{"a": 1, "b": 2}', { required: ["c"] })).toBe("{}");
  const strict = { properties: { a: {} }, additionalProperties: false };
  expect(await shrunk('{"a": 1, "z": {"deep": [1, 2]}, "y": 2}', strict)).toMatch(/^\{"[yz]": /);
});

test("items before the place stay, so that it is the same place; those behind it go", async () => {
  const list = { properties: { l: { items: { type: "number" } } } };
  expect(await shrunk('{"l": [1, 2, "x", 4, 5], "m": 1}', list)).toBe('{"l": [1, 2, "x"]}');
});

test("members that the rule needs beside the place stay", async () => {
  const both = { dependentRequired: { a: ["b"] } };
  expect(await shrunk('{"x": 1, "a": 1, "y": 2}', both)).toBe('{"a": 1}');
});

test("a long text ends in time with what was reached", async () => {
  const text = JSON.stringify({ n: "x", list: Array.from({ length: 400 }, (_, i) => ({ i })) });
  expect(await shrunk(text, { properties: { n: { type: "number" } } })).toBe('{"n":"x"}');
});
