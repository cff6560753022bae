import { describe, expect, test } from "vitest";
import { checkNow } from "@/lib/schema/verdict/check";
import { type Choice, choicesOf } from "./branches";

/** The choices of a check with numbers turned into `<place> <rule>`, and what stands outside of them. */
function choices(schema: object, value: unknown) {
  const text = JSON.stringify(schema);
  const { findings, more } = checkNow({
    key: "k",
    direction: "output",
    text: JSON.stringify(value),
    schema: { kind: "text", text },
    formats: "dialect",
  });
  const named = (number: number) => `${findings[number]?.instancePath} ${findings[number]?.keyword}`;
  const found = choicesOf(findings, text);
  const read = ({ branches, ...choice }: Choice) => ({
    ...choice,
    finding: named(choice.finding),
    branches: branches.map((branch) => [branch.index, branch.name, ...branch.findings.map(named)]),
  });
  return {
    choices: found.choices.map(read),
    outside: findings.flatMap((_, number) => (found.inBranch.has(number) ? [] : [named(number)])),
    more,
  };
}

const PETS = {
  type: "object",
  properties: {
    pet: { oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }, { $ref: "#/$defs/Fish" }] },
  },
  $defs: {
    Cat: pet("cat", { lives: { type: "integer" }, indoor: { type: "boolean" } }),
    Dog: pet("dog", { walks: { type: "integer" } }),
    Fish: pet("fish", {}),
  },
};

function pet(kind: string, members: object) {
  return {
    type: "object",
    properties: { kind: { const: kind }, ...members },
    required: ["kind", ...Object.keys(members)],
    additionalProperties: false,
  };
}

describe("the nearest of broken alternatives", () => {
  test("is the one whose telling member fits, though others break fewer rules", () => {
    const { choices: found, outside } = choices(PETS, { pet: { kind: "cat", lives: "nine", indoor: "no" } });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ finding: "/pet oneOf", keyword: "oneOf", why: "its kind fits" });
    expect(found[0]?.branches[0]).toEqual([0, "Cat", "/pet/lives type", "/pet/indoor type"]);
    expect(found[0]?.branches.map(([index]) => index)).toEqual([0, 2, 1]);
    expect(outside).toEqual(["/pet oneOf"]);
  });

  test("is the one that takes a value of this kind", () => {
    const schema = {
      anyOf: [
        { type: "string" },
        { type: "object", title: "Filter", properties: { a: { type: "integer" }, b: { type: "integer" } } },
        { type: "null" },
      ],
    };
    expect(choices(schema, { a: "1", b: "2" }).choices).toEqual([
      {
        finding: " anyOf",
        keyword: "anyOf",
        why: "it takes a value of this kind",
        shown: 1,
        branches: [
          [1, "Filter", "/a type", "/b type"],
          [0, "string", " type"],
          [2, "null", " type"],
        ],
      },
    ]);
  });

  test("is none where each only asks for another type: the sum says it all", () => {
    const schema = {
      anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }, { type: "null" }],
    };
    const [found] = choices(schema, 5).choices;
    expect(found).toMatchObject({ why: null, shown: 0 });
    expect(found?.branches).toEqual([
      [0, "string", " type"],
      [1, "array", " type"],
      [2, "null", " type"],
    ]);
  });

  test("is the one broken by the fewest rules, and of equal ones the one broken deepest", () => {
    const needs = (...required: string[]) => ({ type: "object", required });
    expect(choices({ anyOf: [needs("a", "b"), needs("c")] }, {}).choices[0]).toMatchObject({
      why: "it is broken by the fewest rules",
      branches: [
        [1, "object", " required"],
        [0, "object", " required", " required"],
      ],
    });
    const deep = { properties: { x: { properties: { y: { type: "string" } } } } };
    expect(choices({ anyOf: [needs("a"), deep] }, { x: { y: 1 } }).choices[0]).toMatchObject({
      why: "its broken rules are deepest in the value",
      branches: [
        [1, "", "/x/y type"],
        [0, "object", " required"],
      ],
    });
  });

  test("is none where all are as far", () => {
    const schema = { anyOf: [{ required: ["city"] }, { required: ["zip"] }] };
    expect(choices(schema, {}).choices[0]).toMatchObject({
      why: null,
      shown: 2,
      branches: [
        [0, "", " required"],
        [1, "", " required"],
      ],
    });
  });

  test("has the choices inside of it for itself", () => {
    const schema = {
      anyOf: [
        { type: "array", items: { anyOf: [{ type: "string" }, { type: "object", required: ["id"] }] } },
        { type: "string" },
      ],
    };
    const { choices: found, outside } = choices(schema, [{}]);
    expect(found.map(({ finding, branches }) => [finding, branches[0]])).toEqual([
      [" anyOf", [0, "array", "/0 anyOf"]],
      ["/0 anyOf", [1, "object", "/0 required"]],
    ]);
    expect(outside).toEqual([" anyOf"]);
  });

  test("leaves outside what is broken without the choice too", () => {
    const schema = {
      allOf: [{ $ref: "#/$defs/base" }],
      anyOf: [{ $ref: "#/$defs/base" }, { required: ["b"] }],
      $defs: { base: { required: ["a"] } },
    };
    const { choices: found, outside } = choices(schema, {});
    expect(found[0]?.branches).toEqual([
      [0, "base", " required"],
      [1, "", " required"],
    ]);
    expect(outside.sort()).toEqual([" anyOf", " required"]);
  });

  test("gives each of the branches that come by the same rule one of its findings", () => {
    const base = { $ref: "#/$defs/base" };
    const schema = { anyOf: [base, { ...base, required: ["b"] }], $defs: { base: { required: ["a"] } } };
    const { choices: found, outside } = choices(schema, {});
    expect(found[0]?.branches).toEqual([
      [0, "base", " required"],
      [1, "base", " required", " required"],
    ]);
    expect(outside).toEqual([" anyOf"]);
  });

  test.each([
    [
      "a list of draft-07",
      { $schema: "http://json-schema.org/draft-07/schema#", items: [{}, { type: "string" }] },
    ],
    ["prefixItems", { prefixItems: [{}, { type: "string" }] }],
    ["items", { items: { type: "string" } }],
    [
      "additionalItems",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        items: [{}],
        additionalItems: { type: "string" },
      },
    ],
    ["unevaluatedItems", { prefixItems: [{}], unevaluatedItems: { type: "string" } }],
  ])(
    "goes into lists by %s",
    (_name, { $schema, ...rule }: { $schema?: string; [rule: string]: unknown }) => {
      const schema = { ...($schema && { $schema }), anyOf: [{ type: "null" }, rule] };
      const [found] = choices(schema, ["x", 1]).choices;
      expect(found?.branches[0]).toEqual([1, "", "/1 type"]);
    },
  );

  test.each([
    ["patternProperties", { patternProperties: { "^v": { type: "string" } } }],
    ["additionalProperties", { additionalProperties: { type: "string" } }],
    ["unevaluatedProperties", { unevaluatedProperties: { type: "string" } }],
    ["dependentSchemas", { dependentSchemas: { v: { properties: { v: { type: "string" } } } } }],
    ["then", { if: {}, then: { properties: { v: { type: "string" } } } }],
    ["allOf", { allOf: [{ properties: { v: { type: "string" } } }] }],
  ])("goes into members by %s", (_name, rule) => {
    const [found] = choices({ anyOf: [{ type: "null" }, rule] }, { v: 1 }).choices;
    expect(found?.branches[0]).toEqual(expect.arrayContaining([1, "/v type"]));
  });

  test.each([
    [
      "a plain name by $id up to draft-07",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        properties: { v: { anyOf: [{ $ref: "#point" }, { type: "null" }] } },
        definitions: { p: { $id: "#point", type: "object", required: ["x"] } },
      },
    ],
    [
      "an anchor",
      {
        properties: { v: { anyOf: [{ $ref: "#point" }, { type: "null" }] } },
        $defs: { p: { $anchor: "point", type: "object", required: ["x"] } },
      },
    ],
    [
      "a pointer with escapes",
      {
        properties: { v: { anyOf: [{ $ref: "#/$defs/a~1b%20c" }, { type: "null" }] } },
        $defs: { "a/b c": { type: "object", required: ["x"] } },
      },
    ],
  ])("follows references: %s", (_name, schema) => {
    const [found] = choices(schema, { v: {} }).choices;
    expect(found?.branches[0]?.slice(2)).toEqual(["/v required"]);
    expect(found?.branches[0]?.[0]).toBe(0);
  });

  test("goes through schemas that refer to themselves", () => {
    const schema = {
      $ref: "#/$defs/node",
      $defs: {
        node: {
          anyOf: [
            { type: "object", properties: { left: { $ref: "#/$defs/node" } }, required: ["left"] },
            { type: "integer" },
          ],
        },
      },
    };
    const { choices: found } = choices(schema, { left: { left: "x" } });
    expect(found.map(({ finding }) => finding)).toEqual([" anyOf", "/left anyOf", "/left/left anyOf"]);
    expect(found[0]?.branches[0]).toEqual([0, "object", "/left anyOf"]);
  });

  test("knows nothing of a branch whose broken rules are not listed", () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`m${i}`, { type: "integer" }]));
    const value = Object.fromEntries(Object.keys(many).map((name) => [name, "x"]));
    const schema = { anyOf: [{ properties: many }, { properties: { z: { const: 1 } }, required: ["z"] }] };
    const found = choices(schema, { ...value, z: 2 });
    expect(found.more).toBeGreaterThan(0);
    expect(found.choices[0]?.branches.at(-1)?.length).toBe(2);
  });

  test("has nothing to say where too many alternatives match, and without a schema", () => {
    const schema = { properties: { v: { oneOf: [{ const: "a" }, { type: "string" }] } } };
    expect(choices(schema, { v: "a" })).toMatchObject({ choices: [], outside: ["/v oneOf"] });
    expect(choicesOf([], null).choices).toEqual([]);
  });
});
