import { describe, expect, test } from "vitest";
import { addressOf } from "@/lib/schema/language/dialect";
import { type SchemaChange, schemaDiff } from "./schema-diff";

const told = (changes: SchemaChange[]) =>
  changes.map(({ member, effect, text }) => `${member || "·"} ${effect}: ${text}`);
const from = (before: unknown, after: unknown) => told(schemaDiff(before, after));
const city = (rules: object, more: object = {}) => ({ type: "object", properties: { city: rules }, ...more });

describe("what a change of a schema does", () => {
  test.each<[string, unknown, unknown, string[]]>([
    ["a bound", city({ maxLength: 50 }), city({ maxLength: 20 }), ["city stricter: maxLength 50 → 20"]],
    [
      "a wider type",
      city({ type: "integer" }),
      city({ type: "number" }),
      ['city looser: type "integer" → "number"'],
    ],
    [
      "another type",
      city({ type: "string" }),
      city({ type: ["integer", "null"] }),
      ['city both: type "string" → ["integer","null"]'],
    ],
    [
      "a value more in a list of items",
      { items: { properties: { unit: { enum: ["c"] } } } },
      { items: { properties: { unit: { enum: ["f", "c"] } } } },
      ['[].unit looser: enum ["c"] → ["f","c"]'],
    ],
    ["the order alone", { enum: [1, 2] }, { enum: [2, 1] }, []],
    ["a title", { title: "a" }, { title: "b", description: "c" }, []],
    [
      "a member asked for",
      city({}, { required: ["city"] }),
      city({}, { required: ["city", "unit"] }),
      ['· stricter: required ["city"] → ["city","unit"]'],
    ],
    [
      "a member declared where others were free",
      city({}),
      { ...city({}), properties: { city: {}, unit: { type: "string" } } },
      ['unit stricter: anything → {"type":"string"}'],
    ],
    [
      "a member declared where others were refused",
      city({}, { additionalProperties: false }),
      { ...city({}, { additionalProperties: false }), properties: { city: {}, unit: { type: "string" } } },
      ['unit looser: nothing → {"type":"string"}'],
    ],
    [
      "no others any more",
      city({}),
      city({}, { additionalProperties: false }),
      ["· stricter: other members: anything → nothing"],
    ],
    ["a pattern", { pattern: "^a" }, { pattern: "^b" }, ['· unknown: pattern "^a" → "^b"']],
    ["a pattern more", {}, { pattern: "^b" }, ['· stricter: anything → {"pattern":"^b"}']],
    ["inside of not", { not: { maximum: 3 } }, { not: { maximum: 2 } }, ["· looser: maximum 3 → 2"]],
    [
      "a branch more",
      { anyOf: [{ type: "string" }] },
      { anyOf: [{ type: "string" }, { type: "null" }] },
      ["· looser: anyOf: 1 → 2 branches"],
    ],
    [
      "what a reference leads to, once",
      { properties: { a: { $ref: "#/$defs/d" }, b: { $ref: "#/$defs/d" } }, $defs: { d: { minimum: 1 } } },
      { properties: { a: { $ref: "#/$defs/d" }, b: { $ref: "#/$defs/d" } }, $defs: { d: { minimum: 2 } } },
      ["a stricter: minimum 1 → 2"],
    ],
    [
      "a definition that nothing refers to",
      { type: "object", $defs: { d: { minimum: 1 } } },
      { type: "object", $defs: { d: { minimum: 2 } } },
      [],
    ],
    [
      "a oneOf of a definition that became stricter",
      { oneOf: [{ $ref: "#/$defs/d" }, true], $defs: { d: { minimum: 1 } } },
      { oneOf: [{ $ref: "#/$defs/d" }, true], $defs: { d: { minimum: 2 } } },
      ['· unknown: oneOf [{"$ref":"#/$defs/d"},true] → [{"$ref":"#/$defs/d"},true]'],
    ],
    [
      "a member called id",
      city({ maxLength: 5 }, { required: ["id"] }),
      city({ maxLength: 4 }, { required: ["id"] }),
      ["city stricter: maxLength 5 → 4"],
    ],
    [
      "with unevaluated members",
      city({ maxLength: 5 }, { unevaluatedProperties: false }),
      city({ maxLength: 4 }, { unevaluatedProperties: false }),
      ["city unknown: maxLength 5 → 4"],
    ],
    [
      "a definition that an anchor leads to",
      { $ref: "#m", $defs: { a: { $anchor: "m", maxLength: 5 } } },
      { $ref: "#m", $defs: { a: { $anchor: "m", maxLength: 4 } } },
      ["· stricter: maxLength 5 → 4"],
    ],
    [
      "a definition whose name is percent-encoded in the reference",
      { $ref: "#/$defs/%C3%A9", $defs: { é: { minimum: 1 } } },
      { $ref: "#/$defs/%C3%A9", $defs: { é: { minimum: 0 } } },
      ["· looser: minimum 1 → 0"],
    ],
    ["a keyword that is called like a method", { type: "string" }, { type: "string", constructor: 1 }, []],
    [
      "another dialect",
      { $schema: addressOf("draft-07") },
      { $schema: addressOf("2020-12") },
      ["· unknown: they are written in different dialects"],
    ],
  ])("%s", (...[, before, after, changes]) => {
    expect(from(before, after)).toEqual(changes);
  });

  test("a format counts where it is a rule", () => {
    expect(schemaDiff({ format: "date", type: "string" }, { format: "time", type: "string" })).toEqual([]);
    const always = schemaDiff(
      { format: "date", type: "string" },
      { format: "time", type: "string" },
      "always",
    );
    expect(told(always)).toEqual(['· unknown: format "date" → "time"']);
  });

  test("definitions that refer to each other without end, or very often, end", () => {
    const grown = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        { oneOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    const schema = (minimum: number) => ({ $ref: "#/$defs/d0", $defs: { ...grown, d40: { minimum } } });
    expect(schemaDiff(schema(1), schema(2))[0]?.effect).toBe("unknown");
    const tree = (maximum: number) => ({ maximum, properties: { next: { $ref: "#" } } });
    expect(from(tree(2), tree(1))).toEqual(["· stricter: maximum 2 → 1"]);
  });
});
