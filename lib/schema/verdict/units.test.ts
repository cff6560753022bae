import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstTwins, jsonEqual } from "@/lib/json/equal";
import { Lines } from "@/lib/json/lines";
import { isMultipleOf } from "@/lib/json/numbers";
import { childPointer, pointerTokens } from "@/lib/json/pointer";
import { isSlowPattern, patternFault } from "@/lib/schema/language/pattern";
import { nearest } from "@/lib/schema/text/nearest";
import { Lru } from "@/lib/util/lru";

describe("isMultipleOf", () => {
  it.each([
    [19.99, 0.01, true],
    [143.48, 0.01, true],
    [8.695, 0.01, false],
    [0.0075, 0.0001, true],
    [0.00751, 0.0001, false],
    [1e308, 0.123456789, false],
    [1e308, 0.5, true],
    [0, 0.3, true],
    [-9, 4.5, true],
    [9007199254740992, 3, false],
    [1e-9, 1e-10, true],
    [Number.POSITIVE_INFINITY, 0.01, false],
  ])("%s of %s: %s", (value, divisor, expected) => {
    expect(isMultipleOf(value, divisor)).toBe(expected);
  });
});

describe("equality", () => {
  it("is by value, whatever the order of members", () => {
    expect(
      jsonEqual({ a: [1, { b: null }], constructor: {} }, { constructor: {}, a: [1.0, { b: null }] }),
    ).toBe(true);
    expect(jsonEqual([1], { 0: 1 })).toBe(false);
    expect(jsonEqual({ a: 1 }, { b: 1 })).toBe(false);
    expect(jsonEqual({}, { constructor: 1 })).toBe(false);
    expect(jsonEqual(1, true)).toBe(false);
  });

  it("finds the same twins as comparing each with each", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 8 }), (values) => {
        const plain: unknown[] = JSON.parse(JSON.stringify(values));
        const byHand = plain.some((value, i) => plain.slice(0, i).some((other) => jsonEqual(other, value)));
        expect(firstTwins(plain) !== null).toBe(byHand);
      }),
    );
  });

  it("tells a list from a text that looks like one", () => {
    expect(firstTwins(["[1]", [1], '"a', "a", "1", 1, true, "true", null, "null"])).toBeNull();
    expect(firstTwins([3, { a: 1, b: 2 }, { b: 2, a: 1 }])).toEqual({ i: 2, j: 1 });
  });
});

describe("nearest", () => {
  it.each([
    ["unit", "units"],
    ["file_path", null],
    ["additionalProperty", "additionalProperties"],
    ["userId", "user_id"],
    ["naem", "name"],
    ["x", null],
  ])("of %s is %s", (name, expected) => {
    expect(nearest(name, ["units", "additionalProperties", "user_id", "name", "path"])).toBe(expected);
  });
});

describe("patterns", () => {
  it.each([
    "^(a|a)*$",
    "(a+)+",
    "^(\\w+\\s?)*$",
    "([a-z]+)*x",
    "(a*){2,}",
    "((ab)+)+",
    "(.|\\s)*",
    "(a|ab)*",
  ])("%s may be slow", (pattern) => {
    expect(isSlowPattern(pattern)).toBe(true);
  });

  it.each([
    "^(-[a-z]+)*$",
    "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    "(\\.\\d+)*",
    "^(?:[^,]*,)*$",
    "(x|y)+",
    "(.|\\n)*",
    "^\\d{1,20}$",
    "^[(+]+)*",
    "\\(a+\\)+",
  ])("%s is not taken for slow", (pattern) => {
    expect(isSlowPattern(pattern)).toBe(false);
  });

  it("are of ECMA-262 with the flag u", () => {
    expect(patternFault("^\\p{L}+$")).toBeNull();
    expect(patternFault("\\-")).toBe("Invalid escape");
    expect(patternFault("a{2,1}")).toBe("numbers out of order in {} quantifier");
  });
});

describe("pointers", () => {
  it("come back as they went", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tokens) => {
        expect(pointerTokens(tokens.reduce(childPointer, ""))).toEqual(tokens);
      }),
    );
    expect(childPointer("", "a/b~c")).toBe("/a~1b~0c");
  });
});

describe("Lines", () => {
  it("counts every kind of line end once", () => {
    const lines = new Lines("a\nbc\r\nd\re");
    const at = (start: number) => lines.place({ start, end: start });
    expect([0, 2, 3, 6, 8].map((start) => [at(start).line, at(start).column])).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
      [3, 1],
      [4, 1],
    ]);
  });
});

describe("Lru", () => {
  it("drops what was not asked for longest, by count and by weight", () => {
    const cache = new Lru<number>(3, 10);
    for (const [i, key] of ["a", "b", "c"].entries()) cache.set(key, i, 3);
    cache.get("a");
    cache.set("d", 3, 1);
    expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3]);
    cache.set("e", 4, 8);
    expect(["a", "c", "d", "e"].map((key) => cache.get(key))).toEqual([undefined, undefined, 3, 4]);
    cache.set("huge", 5, 100);
    expect(["d", "e", "huge"].map((key) => cache.get(key))).toEqual([undefined, undefined, 5]);
  });
});
