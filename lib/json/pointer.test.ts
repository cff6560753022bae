import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { childPointer, pointerTokens } from "./pointer";

describe("pointers", () => {
  test("come back as they went", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tokens) => {
        expect(pointerTokens(tokens.reduce(childPointer, ""))).toEqual(tokens);
      }),
    );
    expect(childPointer("", "a/b~c")).toBe("/a~1b~0c");
  });
});
