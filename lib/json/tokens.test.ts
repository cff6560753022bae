import { describe, expect, test } from "vitest";
import { depthOfText, tokensOf } from "./tokens";

describe("tokensOf", () => {
  const tokens = (text: string) =>
    [...tokensOf(text)].map(
      ({ kind, start, end, closed }) => `${kind} ${text.slice(start, end)}${closed ? "" : " …"}`,
    );

  test.each([
    [
      '{"a" : [1.5e3, true]}',
      ["sign {", 'key "a"', "sign [", "number 1.5e3", "sign ,", "word true", "sign ]", "sign }"],
    ],
    ['"a \\" 1 {"', ['string "a \\" 1 {"']],
    ['["a:","b":', ["sign [", 'string "a:"', "sign ,", 'key "b"']],
    ['{"a": "cut', ["sign {", 'key "a"', 'string "cut …']],
    ['"cut \\', ['string "cut \\ …']],
    ['"two\nlines"', ['string "two\nlines"']],
    ["{a; 'b', nullish; tru}", ["sign {", "sign ,", "sign }"]],
    ["", []],
  ])("%j", (text, expected) => expect(tokens(text)).toEqual(expected));
});

test("a string of millions of characters is one token, closed or not", () => {
  const long = `"${"x\\n".repeat(2_000_000)}`;
  expect([...tokensOf(long)]).toEqual([{ kind: "string", start: 0, end: long.length, closed: false }]);
  expect([...tokensOf(`${long}"`)]).toEqual([
    { kind: "string", start: 0, end: long.length + 1, closed: true },
  ]);
});

describe("depthOfText", () => {
  test.each([
    ["", 0],
    ["1", 0],
    ['{"a":[]}', 2],
    ['"[[["', 0],
    ['["\\"[", "\\\\", [1]]', 2],
    ['"never closed [[', 0],
    ["]]][", 0],
    ["[[", 2],
  ])("%s", (text, depth) => expect(depthOfText(text)).toBe(depth));
});
