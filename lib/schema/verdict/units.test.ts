import { describe, expect, test } from "vitest";
import { isSlowPattern, patternFault } from "@/lib/schema/language/pattern";
import { nearest } from "@/lib/schema/text/nearest";

describe("nearest", () => {
  test.each([
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
  test.each([
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

  test.each([
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

  test("are of ECMA-262 with the flag u", () => {
    expect(patternFault("^\\p{L}+$")).toBeNull();
    expect(patternFault("\\-")).toBe("Invalid escape");
    expect(patternFault("a{2,1}")).toBe("numbers out of order in {} quantifier");
  });
});
