import { expect, test } from "vitest";
import { printJson } from "./print";

test("a value is printed with two spaces a level", () => {
  expect(printJson({ a: [1], b: {} })).toBe('{\n  "a": [\n    1\n  ],\n  "b": {}\n}');
});

test("one that is nested deeper than a hundred levels stands on one line", () => {
  const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  expect(printJson(nested(100)).split("\n")).toHaveLength(199);
  expect(printJson(nested(101))).toBe("[".repeat(101) + "]".repeat(101));
});
