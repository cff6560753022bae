import { describe, expect, test } from "vitest";
import { DEPENDENT_KEYWORDS, dialectsWith, isNote, isRule, keywordNamed, RANGES } from "./keywords";
import { appliedTo } from "./subschemas";

describe("the keyword table", () => {
  test.each([
    ["minLength", "string"],
    ["multipleOf", "number"],
    ["prefixItems", "array"],
    ["dependentRequired", "object"],
    ["enum", undefined],
    ["allOf", undefined],
  ])("%s is for values of type %s", (name, type) => {
    expect(keywordNamed(name)?.type).toBe(type);
  });

  test("tells rules from notes, and references are neither", () => {
    const roles = ["maximum", "unevaluatedItems", "format", "title", "$defs", "$ref", "no such keyword"];
    expect(roles.filter(isRule)).toEqual(["maximum", "unevaluatedItems", "format"]);
    expect(roles.filter(isNote)).toEqual(["title", "$defs"]);
  });

  test("knows the dialects of each keyword", () => {
    expect(dialectsWith("prefixItems")).toEqual(["2020-12"]);
    expect(dialectsWith("$recursiveRef")).toEqual(["2019-09"]);
    expect(dialectsWith("id")).toEqual(["draft-04"]);
    expect(dialectsWith("constructor")).toEqual([]);
  });

  test("pairs the limits of a range, and keywords with those that they need", () => {
    expect(RANGES.map(([low, high]) => `${low} ${high}`).sort()).toEqual([
      "minContains maxContains",
      "minItems maxItems",
      "minLength maxLength",
      "minProperties maxProperties",
      "minimum maximum",
    ]);
    expect(DEPENDENT_KEYWORDS).toContainEqual(["then", "if"]);
    expect(DEPENDENT_KEYWORDS).toHaveLength(4);
  });
});

test("finds the schemas that apply to the value, its members, their names and its items", () => {
  const schema = {
    title: { type: "not a schema here" },
    allOf: [{ minimum: 1 }, true],
    dependencies: { a: ["b"], c: { required: ["d"] } },
    properties: { e: { type: "string" } },
    additionalProperties: false,
    propertyNames: { maxLength: 3 },
    items: [{ type: "null" }],
    additionalItems: {},
    $defs: { f: {} },
  };
  const shown = (where: Parameters<typeof appliedTo>[0]) =>
    appliedTo(where, schema).map(({ keyword, token }) => `${keyword}/${token}`);
  expect(shown("same")).toEqual(["allOf/0", "allOf/1", "dependencies/c"]);
  expect(shown("members")).toEqual(["properties/e", "additionalProperties/"]);
  expect(shown("names")).toEqual(["propertyNames/"]);
  expect(shown("items")).toEqual(["items/0", "additionalItems/"]);
});
