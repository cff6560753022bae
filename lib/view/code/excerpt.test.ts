import { describe, expect, test } from "vitest";
import { excerptOf } from "./excerpt";

const at = (text: string, part: string) => ({
  id: "f0",
  offset: text.indexOf(part),
  length: part.length,
  tone: "warn" as const,
});
const marked = (text: string, part: string) => {
  const { text: shown, mark, line } = excerptOf(text, at(text, part));
  return { shown, line, marked: shown.slice(mark.offset, mark.offset + mark.length) };
};

describe("an excerpt", () => {
  const LINES = ["{", '  "a": 1,', '  "b": "x",', '  "c": 2,', '  "d": 3', "}"].join("\n");

  test("has the line of the place and one on either side", () => {
    expect(marked(LINES, '"x"')).toEqual({
      shown: ['  "a": 1,', '  "b": "x",', '  "c": 2,'].join("\n"),
      line: 2,
      marked: '"x"',
    });
  });

  test("ends where the text does", () => {
    expect(marked(LINES, "{")).toEqual({ shown: '{\n  "a": 1,', line: 1, marked: "{" });
    expect(marked(LINES, "}")).toEqual({ shown: '  "d": 3\n}', line: 5, marked: "}" });
    expect(marked("x", "x")).toEqual({ shown: "x", line: 1, marked: "x" });
  });

  test("has every line of a place that goes over several", () => {
    expect(marked(LINES, '"x",\n  "c"').shown.split("\n")).toHaveLength(4);
  });

  test("is cut in a long line, and says so", () => {
    const long = `{"pad": "${"p".repeat(1000)}", "days": "3", "more": "${"m".repeat(1000)}"}`;
    const { shown, marked: found } = marked(long, '"3"');
    expect(found).toBe('"3"');
    expect(shown.length).toBe(140 + 3 + 140 + 2);
    expect(shown.startsWith("…")).toBe(true);
    expect(shown.endsWith("…")).toBe(true);
  });

  test("is cut in a long place", () => {
    const { shown, marked: found } = marked(`a ${"x".repeat(5000)} b`, "x".repeat(5000));
    expect(found).toBe("x".repeat(400));
    expect(shown).toBe(`a ${"x".repeat(540)}…`);
  });

  test("never cuts a character in two", () => {
    const text = `${"😀".repeat(200)}"3"${"😀".repeat(200)}x`;
    for (const pad of ["", "a"]) {
      const { shown } = marked(pad + text, '"3"');
      expect(shown).not.toMatch(/\p{Surrogate}/u);
    }
  });

  test("points at a place without length, also behind the last character", () => {
    expect(excerptOf("{", { id: "f0", offset: 1, length: 0, tone: "fail" })).toEqual({
      text: "{",
      line: 1,
      mark: { id: "f0", offset: 1, length: 0, tone: "fail" },
    });
  });
});
