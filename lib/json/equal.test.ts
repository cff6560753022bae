import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { equalJson, firstTwins } from "./equal";

describe("equality", () => {
  test("is by value, whatever the order of members", () => {
    expect(
      equalJson({ a: [1, { b: null }], constructor: {} }, { constructor: {}, a: [1.0, { b: null }] }),
    ).toBe(true);
    expect(equalJson([1], { 0: 1 })).toBe(false);
    expect(equalJson({ a: 1 }, { b: 1 })).toBe(false);
    expect(equalJson({}, { constructor: 1 })).toBe(false);
    expect(equalJson(1, true)).toBe(false);
    expect(equalJson([1, 2], [1])).toBe(false);
    expect(equalJson(0, -0)).toBe(true);
  });

  test("takes a member that is undefined for absent", () => {
    expect(equalJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(equalJson({ a: undefined }, { b: undefined })).toBe(true);
    expect(equalJson({ a: undefined }, { a: null })).toBe(false);
  });

  test("finds the same twins as comparing each with each", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 8 }), (values) => {
        const plain: unknown[] = JSON.parse(JSON.stringify(values));
        const byHand = plain.some((value, i) => plain.slice(0, i).some((other) => equalJson(other, value)));
        expect(firstTwins(plain) !== null).toBe(byHand);
      }),
    );
  });

  test("tells a list from a text that looks like one", () => {
    expect(firstTwins(["[1]", [1], '"a', "a", "1", 1, true, "true", null, "null"])).toBeNull();
    expect(firstTwins([3, { a: 1, b: 2 }, { b: 2, a: 1 }])).toEqual({ i: 2, j: 1 });
  });
});
