import { describe, expect, test } from "vitest";
import { median, quantile } from "./numbers";
import { answerOf, callsOf, toolOf } from "./shapes";
import { Marks } from "./stream-client";
import { table } from "./table";
import { exampleOf, SIZES } from "./verdict-schemas";

describe("figures", () => {
  test("takes the middle of what was read, in whatever order", () => {
    expect(median([9, 1, 10, 2, 5])).toBe(5);
    expect(median([10, 1, 2, 9])).toBe(5.5);
    expect(median([])).toBeNaN();
  });

  test("takes the least value that so many do not exceed", () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(quantile(hundred, 0.5)).toBe(50);
    expect(quantile(hundred, 0.95)).toBe(95);
    expect(quantile(hundred, 1)).toBe(100);
    expect(quantile([1, 3, 2], 0.5)).toBe(2);
    expect(quantile([7], 0.99)).toBe(7);
  });

  test("writes a table whose columns stand under each other", () => {
    expect(table(["a", "long"], [["wide cell", "b"]])).toBe(
      ["| a         | long |", "| --------- | ---- |", "| wide cell | b    |"].join("\n"),
    );
  });
});

describe("what is benched", () => {
  test("scripts as many calls as a shape says, and a text behind them", () => {
    const shape = { tool: "tiny", turns: 3, calls: 2 } as const;
    const answers = [0, 1, 2, 3].map((index) => answerOf(shape, toolOf("tiny"), index));
    const ids = answers.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
    expect(new Set(ids).size).toBe(callsOf(shape));
    expect(answers[3]).toEqual({ model: "bench", content: "done", finish_reason: "stop" });
  });

  test("has a big tool of 43 leaves and about 1.4 KB of arguments", () => {
    const leaves = (value: unknown): number =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.values(value).reduce<number>((sum, member) => sum + leaves(member), 0)
        : 1;
    const { arguments: text } = toolOf("big");
    expect(leaves(JSON.parse(text))).toBe(43);
    expect(text.length).toBeGreaterThan(1_200);
    expect(text.length).toBeLessThan(1_700);
  });

  test("has schemas of the sizes it names", () => {
    const sizes = SIZES.map((size) => exampleOf(size).schemaText.length / 1000);
    for (const [at, wanted] of [0.1, 0.5, 5.9, 24, 57].entries())
      expect(Math.abs((sizes[at] ?? 0) - wanted)).toBeLessThan(wanted * 0.2);
  });
});

describe("marks in a stream", () => {
  const text = 'id: 7\ndata: {"type":"mark"}\n\nid: 8\ndata: {"type":"mark","a":"type"}\n\n';

  test.each([1, 2, 5, 7, 1_000])("finds each once in pieces of %i", (size) => {
    const marks = new Marks('"type":"mark"');
    let found = 0;
    for (let at = 0; at < text.length; at += size) found += marks.found(text.slice(at, at + size));
    expect(found).toBe(2);
  });

  test("does not count one mark's end as the next one's start", () => {
    const marks = new Marks("aba");
    expect(marks.found("aba") + marks.found("ba")).toBe(1);
  });
});
