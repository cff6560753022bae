import { describe, expect, test } from "vitest";
import { checkNow } from "@/lib/schema/verdict/check";
import { schemaChangesOf } from "./suggest-fixes";

async function changes(schema: object | string, text: string): Promise<string[][]> {
  const typed = typeof schema === "string" ? schema : JSON.stringify(schema);
  const check = async (by: string) =>
    checkNow({
      key: "k",
      direction: "input",
      text,
      schema: { kind: "text", text: by },
      formats: "dialect",
    });
  const ways = await schemaChangesOf(typed, { text, verdict: await check(typed) }, check);
  for (const way of ways) expect((await check(way.text)).status, way.text).toBe("valid");
  return ways.map(({ edits, text: changed }) => [...edits, changed]);
}

const of = (members: object, more: object = {}) => ({ type: "object", properties: members, ...more });
/** What stands for the member `v` after the first change. */
async function changed(rule: object, value: unknown): Promise<[string | undefined, unknown]> {
  const [first] = await changes(of({ v: rule }), JSON.stringify({ v: value }));
  return [first?.[0], first && JSON.parse(first.at(-1) ?? "").properties.v];
}

describe("the smallest change of the schema that would accept arguments", () => {
  test.each<[string, object, unknown, string, unknown]>([
    [
      "a number sent as text",
      { type: "integer" },
      "5",
      "/properties/v/type: may be an integer or a string",
      { type: ["integer", "string"] },
    ],
    [
      "null for what is no longer required",
      { type: "string" },
      null,
      "/properties/v/type: may be a string or null",
      { type: ["string", "null"] },
    ],
    [
      "a fraction where whole numbers are asked for",
      { type: "integer" },
      2.5,
      "/properties/v/type: may be a number",
      { type: "number" },
    ],
    [
      "a value that the list lacks",
      { enum: ["celsius", "fahrenheit"] },
      "kelvin",
      '/properties/v/enum: "kelvin" also allowed',
      { enum: ["celsius", "fahrenheit", "kelvin"] },
    ],
    ["another constant", { const: "a" }, "b", '/properties/v/const: "b" also allowed', { enum: ["a", "b"] }],
    [
      "a page size above the limit",
      { type: "integer", maximum: 100 },
      500,
      "/properties/v/maximum: 100 → 500",
      { type: "integer", maximum: 500 },
    ],
    [
      "a page number of 0",
      { type: "integer", minimum: 1 },
      0,
      "/properties/v/minimum: 1 → 0",
      { type: "integer", minimum: 0 },
    ],
    [
      "the bound itself where it is excluded",
      { exclusiveMinimum: 0 },
      0,
      "/properties/v/exclusiveMinimum: changed to minimum 0",
      { minimum: 0 },
    ],
    [
      "a text too long, counted in characters",
      { type: "string", maxLength: 3 },
      "😀😀😀😀",
      "/properties/v/maxLength: 3 → 4",
      { type: "string", maxLength: 4 },
    ],
    [
      "an empty list",
      { type: "array", minItems: 1 },
      [],
      "/properties/v/minItems: 1 → 0",
      { type: "array", minItems: 0 },
    ],
    [
      "a pattern that is too narrow",
      { type: "string", pattern: "^[a-z]+$" },
      "A1",
      "/properties/v/pattern: removed",
      { type: "string" },
    ],
    [
      "none of the alternatives",
      { anyOf: [{ type: "string" }, { type: "null" }] },
      5,
      "/properties/v/anyOf: an integer added as an alternative",
      { anyOf: [{ type: "string" }, { type: "null" }, { type: "integer" }] },
    ],
    [
      "more than one of the alternatives",
      { oneOf: [{ const: "a" }, { type: "string" }] },
      "a",
      "/properties/v/oneOf: changed to anyOf, so several may match",
      { anyOf: [{ const: "a" }, { type: "string" }] },
    ],
    ["what is never allowed", { not: {} }, 1, "/properties/v/not: removed", {}],
  ])("%s", async (...[, rule, value, label, expected]) => {
    expect(await changed(rule, value)).toEqual([label, expected]);
  });

  test("a member that is not given need not be, and the list of such goes with its last name", async () => {
    const [first] = await changes(of({ a: {}, b: {} }, { required: ["a", "b"] }), '{"a":1}');
    expect(first).toEqual([
      "/required: b is no longer required",
      JSON.stringify(of({ a: {}, b: {} }, { required: ["a"] })),
    ]);
    const [last] = await changes(of({ a: {} }, { required: ["a"] }), "{}");
    expect(last?.at(-1)).toBe(JSON.stringify(of({ a: {} })));
  });

  test("a member that is not known: declared with its type, or all such allowed", async () => {
    const schema = of({ query: { type: "string" } }, { additionalProperties: false });
    expect((await changes(schema, '{"query":"x","explanation":"why"}')).map((way) => way[0])).toEqual([
      "/properties: explanation declared, a string",
      "/additionalProperties: removed",
    ]);
    const none = { type: "object", additionalProperties: false };
    const [first] = await changes(none, '{"n":1}');
    expect(JSON.parse(first?.at(-1) ?? "")).toEqual({ ...none, properties: { n: { type: "integer" } } });
  });

  test("several faults take several edits", async () => {
    const schema = of({ n: { type: "integer" }, u: { enum: ["c"] } }, { required: ["city"] });
    const [first] = await changes(schema, '{"n":"1","u":"k"}');
    expect(first?.slice(0, -1).sort()).toEqual([
      "/properties/n/type: may be an integer or a string",
      '/properties/u/enum: "k" also allowed',
      "/required: city is no longer required",
    ]);
  });

  test("a list of kinds that has null needs it in its values too", async () => {
    const [first] = await changes(of({ u: { type: "string", enum: ["c", "f"] } }), '{"u":null}');
    expect(JSON.parse(first?.at(-1) ?? "").properties.u).toEqual({
      type: ["string", "null"],
      enum: ["c", "f", null],
    });
  });

  test("of alternatives one is loosened, or another is added", async () => {
    const cat = of({ kind: { const: "cat" }, lives: { type: "integer" } }, { required: ["kind"] });
    const dog = of({ kind: { const: "dog" } }, { required: ["kind"] });
    const schema = of({ pet: { anyOf: [cat, dog] } });
    const labels = (await changes(schema, '{"pet":{"kind":"cat","lives":"9"}}')).map((way) => way[0]);
    expect(labels[0]).toBe("/properties/pet/anyOf/0/properties/lives/type: may be an integer or a string");
    expect(labels.at(-1)).toBe("/properties/pet/anyOf: an object added as an alternative");
  });

  test("what is not touched keeps every character, and what is added stands like what is there", async () => {
    const typed = `{
  "type": "object",
  "properties": {
    "city": { "type": "string" }
  },
  "additionalProperties": false
}`;
    const [first] = await changes(typed, '{"city": "Oslo", "days": 3}');
    expect(first?.at(-1)).toBe(`{
  "type": "object",
  "properties": {
    "city": { "type": "string" },
    "days": {"type":"integer"}
  },
  "additionalProperties": false
}`);
  });

  test("a rule behind a reference is changed where it stands", async () => {
    const schema = of({ a: { $ref: "#/$defs/n" } }, { $defs: { n: { type: "integer" } } });
    const [first] = await changes(schema, '{"a":"1"}');
    expect(first?.[0]).toBe("/$defs/n/type: may be an integer or a string");
  });

  test("valid arguments, and texts that are not JSON, need none", async () => {
    expect(await changes(of({}), "{}")).toEqual([]);
    expect(await changes(of({}), "{'a'")).toEqual([]);
  });

  test("fewer are tried the longer the schema is", async () => {
    const members = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`member_${i}`, {}]));
    const schema = JSON.stringify(of({ ...members, v: { type: "integer" }, w: { type: "integer" } }));
    const text = '{"v":"1","w":"1"}';
    let checks = 0;
    const check = async (by: string) => {
      checks += 1;
      return checkNow({
        key: "k",
        direction: "input",
        text,
        schema: { kind: "text", text: by },
        formats: "dialect",
      });
    };
    const ways = await schemaChangesOf(schema, { text, verdict: await check(schema) }, check);
    expect(ways).toHaveLength(1);
    expect(checks).toBeLessThanOrEqual(1 + 300_000 / schema.length);
  });

  test("many faults end the search in time", async () => {
    const members = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`m${i}`, { type: "integer" }]));
    const value = Object.fromEntries(Object.keys(members).map((name) => [name, "x"]));
    expect(await changes(of(members), JSON.stringify(value))).toEqual([]);
  });
});
