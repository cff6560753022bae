import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replayArguments } from "./replay-arguments";

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;

describe("the arguments of an earlier call", () => {
  test.each([
    ['{"city":"Oslo","n":[1,2.5,-0.1e-3]}', { city: "Oslo", n: [1, 2.5, -0.0001] }],
    ['{"a":1.0,"b":1e2,"c":0.50,"d":-0,"e":0.1}', { a: 1, b: 100, c: 0.5, d: -0, e: 0.1 }],
    ['{"a":"12345678901234567890","b\\":1":"{\\"c\\":1}"}', { a: "12345678901234567890", 'b":1': '{"c":1}' }],
    ['{"a":"\\ud83d\\ude00"}', { a: "\u{1f600}" }],
    ["", {}],
    [" \n", {}],
  ])("%s is handed on without a note", (raw, input) => {
    expect(replayArguments(raw)).toEqual({ input, notes: [] });
  });

  test.each([
    '{"city":',
    "\ufeff{}",
    "[1]",
    "null",
    '"text"',
    nested(128),
    '{"a":1e400}',
    '{"a":"\\ud83d"}',
    '{"\\ude00":1}',
  ])("%s is replaced by {} and said so", (raw) => {
    const { input, notes } = replayArguments(raw);
    expect(input).toEqual({});
    expect(notes).toEqual([
      expect.stringMatching(/cannot be handed on \(.+\): \{\} was sent in their place\.$/),
    ]);
  });

  test("takes the deepest nesting that is allowed", () => {
    expect(replayArguments(nested(127)).notes).toEqual([]);
  });

  test.each([
    ['{"id":9007199254740993}', "the number 9007199254740993 at /id was sent as 9007199254740992."],
    ['{"x":[0.1000000000000000055]}', "the number 0.1000000000000000055 at /x/0 was sent as 0.1."],
    ['{"a":1,"b":{"c":1,"c":2}}', "the member /b/c is there twice, only the last was sent."],
  ])("%s is handed on, and the loss is told", (raw, loss) => {
    const { input, notes } = replayArguments(raw);
    expect(input).toEqual(JSON.parse(raw));
    expect(notes).toEqual([loss]);
  });

  test("has no loss in anything that JSON.stringify wrote", () => {
    const values = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 5 }));
    fc.assert(
      fc.property(values, (value) => {
        const raw = JSON.stringify(value);
        expect(replayArguments(raw)).toEqual({ input: JSON.parse(raw), notes: [] });
      }),
    );
  });
});
