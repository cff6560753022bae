import { describe, expect, it } from "vitest";
import { parseExact, parseJson, printExact } from "./depth";

describe("parseJson", () => {
  it("reads JSON", () => {
    expect(parseJson('{"a":[1,"]]"]}')).toEqual({ ok: true, value: { a: [1, "]]"] } });
  });

  it("says that a text is no JSON", () => {
    expect(parseJson("<html>")).toMatchObject({ ok: false, error: expect.stringMatching(/^is not JSON: /) });
  });

  it("refuses what could not be written again", () => {
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(parseJson(nested(500)).ok).toBe(true);
    expect(parseJson(nested(501))).toEqual({ ok: false, error: "is nested deeper than 500 levels" });
    expect(parseJson(nested(1_000_000))).toEqual({ ok: false, error: "is nested deeper than 500 levels" });
    expect(parseJson(JSON.stringify("[".repeat(1000))).ok).toBe(true);
  });
});

describe("parseExact and printExact", () => {
  it.each([
    ["725653563933458433", "725653563933458433"],
    ["[1.0, 1e2, -0, 1e400]", "[1.0,1e2,-0,1e400]"],
    ['{ "2": "b", "1": "a" }', '{"2":"b","1":"a"}'],
    ['{ "__proto__": {"x": 1}, "a": 1, "a": 2 }', '{"__proto__":{"x":1},"a":2}'],
    ['"a \\"1\\" \\u00e9 #1 $1"', '"a \\"1\\" é #1 $1"'],
    ["[true, false, null, [], {}]", "[true,false,null,[],{}]"],
  ])("%s keeps its digits and its order", (text, compact) => {
    expect(printExact(parseExact(text))).toBe(compact);
  });
});
