import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { childPointer, pointerTokens } from "./pointer";
import { readJson } from "./read";

const STRICT = { depth: 127, portable: true };
const LENIENT = { depth: Number.POSITIVE_INFINITY, portable: false };

const faultOf = (text: string) => {
  const read = readJson(text, STRICT);
  return read.ok ? null : { reason: read.error.reason, place: [read.error.offset, read.error.length] };
};

describe("the fault of a malformed text", () => {
  test.each([
    // cut off
    ['{"path":"a.ts","content":"export', "the text ends inside a string: was it cut?", [32, 0]],
    ["{", "the text ends inside an object: was it cut?", [1, 0]],
    ['{"a":[1,2', "the text ends inside an array: was it cut?", [9, 0]],
    ['{"a"', "the text ends after a key: was it cut?", [4, 0]],
    ['{"a":', "the text ends where a value should follow: was it cut?", [5, 0]],
    ['{"a":1,', "the text ends inside an object: was it cut?", [7, 0]],
    ['{"a":tru', "the text ends inside the word tru: was it cut?", [8, 0]],
    ['{"a":-', "the text ends inside a number: was it cut?", [6, 0]],
    ['{"a":1.', "the text ends inside a number: was it cut?", [7, 0]],
    ['{"a":"x\\', "the text ends inside a string: was it cut?", [8, 0]],
    ['{"a":"\\u00', "the text ends inside a string: was it cut?", [10, 0]],
    // commas and brackets
    ['{"a":1,}', "trailing comma before }", [6, 1]],
    ['{"a":[1,2, ]}', "trailing comma before ]", [9, 1]],
    ['{"a":1,,"b":2}', "a comma without a value before it", [7, 1]],
    ["[,1]", "a comma without a value before it", [1, 1]],
    ['{"a":1 "b":2}', 'a comma is missing before "', [7, 1]],
    ["[1 2]", "a comma is missing before 2", [3, 1]],
    ['{"a":[1,2}', "} closes an array opened with [", [9, 1]],
    ['{"a":1]', "] closes an object opened with {", [6, 1]],
    ['{"a":}', "a value is missing after the colon", [4, 2]],
    // keys
    ["{a:1}", "the key a is not quoted: keys need double quotes", [1, 1]],
    ["{1:2}", "the key 1 is not quoted: keys need double quotes", [1, 1]],
    ['{"a" 1}', "a colon is missing after the key", [5, 1]],
    ['{"a"="b"}', "a colon is missing after the key: = follows", [4, 1]],
    ['{"{"filepath":"a.ts"}', "a colon is missing after the key: filepath follows", [4, 8]],
    // quotes
    ["{'a':1}", "JSON strings need double quotes, not single quotes", [1, 1]],
    ["{“a”:1}", "JSON strings need straight double quotes, not “", [1, 1]],
    ['{"a": ""ZSJ"}', "ZSJ follows the end of a string: is a quote inside the string not escaped?", [8, 3]],
    ["```json\n{}\n```", "a Markdown fence (```) is not JSON", [0, 3]],
    // words of other languages
    ['{"a":NaN}', "JSON has no NaN or Infinity", [5, 3]],
    ['{"a":-Infinity}', "JSON has no NaN or Infinity", [5, 9]],
    ['{"a":True}', "True is Python: JSON has true", [5, 4]],
    ['{"a":None}', "None is Python: JSON has null", [5, 4]],
    ['{"a":undefined}', "undefined is JavaScript: JSON has null, or leave the member out", [5, 9]],
    ["not json", '"not" is not a JSON value: is it a string without quotes?', [0, 3]],
    ['{"a":constructor}', '"constructor" is not a JSON value: is it a string without quotes?', [5, 11]],
    // comments
    ["// note\n{}", "JSON has no comments (//)", [0, 2]],
    ['{"a":1 /* x */}', "JSON has no comments (/*)", [7, 2]],
    ['{"a":1 # x\n}', "JSON has no comments (#)", [7, 1]],
    // numbers
    ['{"a":01}', "01: a JSON number cannot have a leading zero", [5, 2]],
    ['{"a":+1}', "+1: a JSON number cannot start with a plus sign", [5, 2]],
    ['{"a":.5}', ".5: a JSON number needs a digit before the point", [5, 2]],
    ['{"a":1.}', "1.: a digit must follow the point", [5, 2]],
    ['{"a":1_000}', "1_000: a JSON number cannot contain underscores", [5, 5]],
    ['{"a":0x1F}', "0x1F: JSON numbers are decimal", [5, 4]],
    ['{"a":12px}', "12px is not a JSON number", [5, 4]],
    // strings
    [
      '{"p":"E:\\Chat"}',
      "\\C is not a JSON escape: write a backslash as \\\\ (a Windows path or a pattern?)",
      [8, 2],
    ],
    ['{"p":"\\u12G4"}', "\\u must be followed by four hexadecimal digits", [6, 2]],
    ['{"p":"a\nb"}', "a line break inside a string must be written as \\n", [7, 1]],
    ['{"p":"a\tb"}', "a tab inside a string must be written as \\t", [7, 1]],
    ['{"p":"a\u0001b"}', "the control character U+0001 inside a string must be escaped", [7, 1]],
    ['{"range": \\n[1]}', "a backslash outside a string", [10, 1]],
    // more than one value, and what cannot be seen
    ['{"q":"a"}{"q":"b"}{"q":"c"}', "more text after a complete value: the text contains 3 objects", [9, 18]],
    ["{} 1", "more text after a complete value: the text contains 2 values", [3, 1]],
    ["{}x", "unexpected x after the value", [2, 1]],
    ['\uFEFF{"a":1}', "an invisible byte order mark (U+FEFF) at the start of the text", [0, 1]],
    ["\u00A0{}", "an invisible character (U+00A0) that JSON does not allow", [0, 1]],
  ])("%j", (text, reason, place) => {
    expect(faultOf(text)).toEqual({ reason, place });
  });
});

describe("limits that most parsers share (D3)", () => {
  test("reads 127 levels and refuses 128", () => {
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(faultOf(nested(127))).toBeNull();
    expect(faultOf(nested(128))).toEqual({
      reason: "nested deeper than the limit of 127 levels",
      place: [127, 1],
    });
  });

  test.each([
    ['{"a":"\\ud83d"}', "\\ud83d is half of a surrogate pair", [6, 6]],
    ['{"a":"\\ude00\\ud83d"}', "\\ude00 is half of a surrogate pair", [6, 6]],
    ['{"a":"\ud83dx"}', "U+D83D is half of a surrogate pair", [6, 1]],
    ['{"n":1e400}', "the number 1e400 is beyond the limit of a double", [5, 5]],
  ])("refuses %j", (text, reason, place) => {
    expect(faultOf(text)).toEqual({ reason: expect.stringContaining(reason), place });
    expect(readJson(text, LENIENT).ok).toBe(true);
  });

  test("takes whole surrogate pairs, escaped or not", () => {
    expect(readJson('"\\ud83d\\ude00😀"', STRICT)).toMatchObject({ ok: true, value: "😀😀" });
  });
});

describe("what the value does not show", () => {
  const notesOf = (text: string) => {
    const read = readJson(text, STRICT);
    return read.ok
      ? read.notes.map(({ code, pointer, start, end }) => [code, pointer, text.slice(start, end)])
      : [];
  };

  test("tells keys given twice, the last one counting", () => {
    expect(notesOf('{"o":{"a":1,"a":{"a":2}},"o":3}')).toEqual([
      ["duplicate-key", "/o/a", '"a"'],
      ["duplicate-key", "/o", '"o"'],
    ]);
    expect(readJson('{"a":1,"a":3}', STRICT)).toMatchObject({ value: { a: 3 } });
    expect(notesOf('{"__proto__":1,"__proto__":2}')).toEqual([
      ["duplicate-key", "/__proto__", '"__proto__"'],
    ]);
    expect(notesOf('{"constructor":1,"toString":2}')).toEqual([]);
  });

  test("tells numbers that a double rounds", () => {
    expect(notesOf('{"ids":[1,725653563933458433]}')).toEqual([
      ["precision", "/ids/1", "725653563933458433"],
    ]);
    expect(notesOf("[9007199254740993]")).toHaveLength(1);
    expect(
      notesOf("[9007199254740992, 0.1, 1.10000000000000000, 1e22, 100000000000000000000, -0.0]"),
    ).toEqual([]);
    expect(notesOf("[3.14159265358979323846]")).toHaveLength(1);
    expect(notesOf("[0.00000000000000000000001]")).toEqual([]);
  });

  test("lists a hundred notes at most", () => {
    expect(notesOf(`[${"9007199254740993,".repeat(150)}1]`)).toHaveLength(100);
  });
});

describe("values", () => {
  test("agrees with JSON.parse on every JSON text", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(readJson(spaced, LENIENT)).toMatchObject({ ok: true, value: JSON.parse(spaced) });
      }),
    );
  });

  test("agrees with JSON.parse on which texts are JSON", () => {
    const piece = fc.constantFrom(
      ...'{}[]:,"\\ntrue1.e-0 \n'.split(""),
      "true",
      "null",
      '"a"',
      "1e5",
      "\\u00e9",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        expect(readJson(text, LENIENT).ok).toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  });

  test("keeps keys of any name as plain data", () => {
    const read = readJson('{"__proto__":{"admin":true},"constructor":1}', STRICT);
    const value = read.ok ? read.value : null;
    expect(Object.keys(Object(value))).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("admin");
  });

  test("needs no stack for depth", () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    expect(readJson(deep, LENIENT).ok).toBe(true);
  });
});

describe("places", () => {
  const spanOf = (text: string, pointer: string) => {
    const read = readJson(text, STRICT);
    if (!read.ok) return null;
    const found = read.spans.find(pointerTokens(pointer));
    const cut = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    if (found < 0) return null;
    const key = read.spans.keySpan(found);
    return [key && cut(key), cut(read.spans.valueSpan(found)), cut(read.spans.memberSpan(found))];
  };

  test("finds members, items and escaped keys", () => {
    const text = '{ "a/b": [1, {"x~\\n" : "y"}], "k":{} }';
    expect(spanOf(text, "")).toEqual([null, text, text]);
    expect(spanOf(text, "/a~1b/0")).toEqual([null, "1", "1"]);
    expect(spanOf(text, "/a~1b/1/x~0\n")).toEqual(['"x~\\n"', '"y"', '"x~\\n" : "y"']);
    expect(spanOf(text, "/k")).toEqual(['"k"', "{}", '"k":{}']);
  });

  test("takes the last of two members with one key", () => {
    expect(spanOf('{"a":1,"a":2}', "/a")).toEqual(['"a"', "2", '"a":2']);
  });

  test("ends unfinished values at a syntax error", () => {
    const text = '{"a":[1,{"b":"x\\y"}]}';
    const { spans } = readJson(text, STRICT);
    const ends = Array.from({ length: spans.size }, (_, value) => spans.valueSpan(value).end);
    expect(ends).toEqual([15, 15, 7, 15, 15]);
    expect(spans.find(["a", "1", "b"])).toBe(4);
    expect(spans.children(1)).toEqual([2, 3]);
  });

  test.each(["/b", "/a~1b/2", "/a~1b/01", "/a~1b/x", "/a~1b/0/0"])("has none for %s", (pointer) => {
    expect(spanOf('{"a/b":[1,2]}', pointer)).toBeNull();
  });

  test("has the place of every value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const read = readJson(text, LENIENT);
        for (const [pointer, inner] of everything(JSON.parse(text), "")) {
          const found = read.ok ? read.spans.find(pointerTokens(pointer)) : -1;
          const span = read.ok ? read.spans.valueSpan(found) : { start: 0, end: 0 };
          expect(JSON.parse(text.slice(span.start, span.end))).toEqual(inner);
        }
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function* everything(value: unknown, pointer: string): Generator<[string, unknown]> {
  yield [pointer, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* everything(inner, childPointer(pointer, key));
}
