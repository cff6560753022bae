import { describe, expect, test } from "vitest";
import { compactJson, formatJson } from "./exact";
import { readJson } from "./read";

const text = (json: string) => formatJson(json)?.text;

describe("printing JSON", () => {
  test("prints as JSON.stringify does with two spaces", () => {
    for (const value of [{}, [], { a: 1, b: [true, null, { c: "d" }], e: {} }, "x", -1.5, [[[]]]]) {
      expect(text(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }
  });

  test("keeps numbers and strings as they came", () => {
    expect(text('{"id":12345678901234567890,"x":1.0,"y":1E400,"s":"\\u0041\\/"}')).toBe(
      '{\n  "id": 12345678901234567890,\n  "x": 1.0,\n  "y": 1E400,\n  "s": "\\u0041\\/"\n}',
    );
  });

  test("lets the last of duplicate members win, also when they are written differently", () => {
    expect(text('{"a":1,"\\u0061":2}')).toBe('{\n  "\\u0061": 2\n}');
  });

  test("takes __proto__ for the plain name it is", () => {
    expect(text('{"__proto__":{"x":1}}')).toBe('{\n  "__proto__": {\n    "x": 1\n  }\n}');
  });

  test("answers null for what is no JSON", () => {
    const broken = [
      "",
      "{",
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      "[1,]",
      "[1 2]",
      "01",
      "+1",
      ".5",
      "1.",
      "NaN",
      "'a'",
      '"a',
      '"\n"',
      '"\\x"',
      '"\\u12"',
      "{} {}",
      "\ufeff{}",
      "tru",
    ];
    for (const json of broken) expect(formatJson(json), json).toBeNull();
  });

  test("says what it is", () => {
    expect(["{}", "[]", '"a"', "1", "true", "null"].map((json) => formatJson(json)?.kind)).toEqual([
      "object",
      "array",
      "string",
      "number",
      "boolean",
      "null",
    ]);
  });

  test("gives up on depths that nobody reads", () => {
    expect(formatJson("[".repeat(100_000) + "]".repeat(100_000))).toBeNull();
    expect(formatJson("[".repeat(100) + "]".repeat(100))).not.toBeNull();
  });
});

describe("compact JSON of a text", () => {
  const compactOf = (text: string) => {
    const { spans } = readJson(text, { depth: 500, portable: false });
    return compactJson(text, spans, 0);
  };

  test.each([
    ["725653563933458433", "725653563933458433"],
    ["[1.0, 1e2, -0, 1e400]", "[1.0,1e2,-0,1e400]"],
    ['{ "2": "b", "1": "a" }', '{"2":"b","1":"a"}'],
    ['{ "__proto__": {"x": 1}, "a": 1, "a": 2 }', '{"__proto__":{"x":1},"a":2}'],
    ['"a \\"1\\" \\u00e9 #1 $1"', '"a \\"1\\" é #1 $1"'],
    ["[true, false, null, [], {}]", "[true,false,null,[],{}]"],
  ])("%s keeps its digits and its order", (text, compact) => {
    expect(compactOf(text)).toBe(compact);
  });
});
