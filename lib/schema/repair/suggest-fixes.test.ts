import { describe, expect, test } from "vitest";
import { checkNow } from "@/lib/schema/verdict/check";
import { suggestFixes } from "./suggest-fixes";

const SCHEMA = {
  type: "object",
  properties: {
    city: { type: "string" },
    limit: { type: "integer", minimum: 1, maximum: 100 },
    tags: { type: "array", items: { type: "string" } },
    unit: { enum: ["celsius", "fahrenheit"] },
    deep: { type: "object", properties: { on: { type: "boolean" } } },
  },
  required: ["city"],
  additionalProperties: false,
};

async function fixesOf(text: string, schema: object = SCHEMA): Promise<string[][]> {
  const schemaText = JSON.stringify(schema);
  const check = async (given: string) =>
    checkNow({
      key: "k",
      direction: "input",
      text: given,
      schema: { kind: "text", text: schemaText },
      formats: "dialect",
    });
  const ways = await suggestFixes(text, await check(text), { schema, check });
  for (const way of ways) expect((await check(way.text)).status).toBe("valid");
  return ways.map(({ edits, text: fixed }) => [...edits, fixed]);
}

describe("what would make arguments valid", () => {
  test.each([
    [
      "a number in a string",
      '{"city": "Oslo", "limit": "50"}',
      '/limit: "50" → 50',
      '{"city": "Oslo", "limit": 50}',
    ],
    [
      "true in a string",
      '{"city":"x","deep":{"on":"True"}}',
      '/deep/on: "True" → true',
      '{"city":"x","deep":{"on":true}}',
    ],
    ["a list that is JSON in a string", '{"city":"x","tags":"[\\"a\\"]"}', null, '{"city":"x","tags":["a"]}'],
    [
      "one item in place of a list",
      '{"city":"x","tags":"a"}',
      '/tags: "a" → ["a"]',
      '{"city":"x","tags":["a"]}',
    ],
    ["null for what is no longer required", '{"city":"x","unit":null}', "/unit: removed", '{"city":"x"}'],
    ["too large a number", '{"city":"x","limit":500}', "/limit: 500 → 100", '{"city":"x","limit":100}'],
    ["a fraction", '{"city":"x","limit":2.6}', "/limit: 2.6 → 3", '{"city":"x","limit":3}'],
  ])("%s", async (...[, text, label, fixed]) => {
    const ways = await fixesOf(text);
    const way = ways.find((one) => one.at(-1) === fixed);
    expect(way, JSON.stringify(ways)).toBeDefined();
    if (label !== null) expect(way?.[0]).toBe(label);
  });

  test("a name with a slip: renamed, or left out", async () => {
    expect(await fixesOf('{"city": "Oslo", "limt": 5}')).toEqual([
      ["/limt: renamed to limit", '{"city": "Oslo", "limit": 5}'],
      ["/limt: removed", '{"city": "Oslo"}'],
    ]);
  });

  test("the nearest of the allowed values first", async () => {
    const [first] = await fixesOf('{"city":"x","unit":"Celcius"}');
    expect(first).toEqual(['/unit: "Celcius" → "celsius"', '{"city":"x","unit":"celsius"}']);
  });

  test("of alternatives one is met, the one that its kind names first", async () => {
    const cat = {
      properties: { kind: { const: "cat" }, lives: { type: "integer" } },
      required: ["kind", "lives"],
    };
    const dog = { properties: { kind: { const: "dog" } }, required: ["kind"] };
    const schema = { type: "object", properties: { pet: { oneOf: [cat, dog] } }, required: ["pet"] };
    expect(await fixesOf('{"pet": {"kind": "cat", "lives": "9"}}', schema)).toEqual([
      ['/pet/lives: "9" → 9', '{"pet": {"kind": "cat", "lives": 9}}'],
      ['/pet/kind: "cat" → "dog"', '{"pet": {"kind": "dog", "lives": "9"}}'],
    ]);
  });

  test("a member that is missing, with a placeholder that fits", async () => {
    expect(await fixesOf("{}")).toEqual([['/city: added, "" as a placeholder', '{"city": ""}']]);
  });

  test("several faults take several edits; what they do not touch keeps every character", async () => {
    expect(await fixesOf('{ "city" : 5,\n "limit":"7", "junk":[1,2] }')).toContainEqual([
      '/city: 5 → "5"',
      '/limit: "7" → 7',
      "/junk: removed",
      '{ "city" : "5",\n "limit":7 }',
    ]);
  });

  test.each([
    ["a code fence", '```json\n{"city": "x"}\n```', '{"city": "x"}'],
    ["a comma too many", '{"city": "x",}', '{"city": "x"}'],
    ["single quotes", "{'city': 'x'}", '{"city": "x"}'],
    ["names without quotes", '{city: "x"}', '{"city": "x"}'],
    ["cut off", '{"city": "Os', '{"city": "Os"}'],
    ["two objects in one text", '{"city": "a"}{"city": "b"}', '{"city": "a"}'],
  ])("text that is not JSON: %s", async (_what, text, fixed) => {
    expect((await fixesOf(text)).map((way) => way.at(-1))).toContain(fixed);
  });

  test("valid arguments need none, and what no edit fixes has none", async () => {
    expect(await fixesOf('{"city":"x"}')).toEqual([]);
    expect(await fixesOf('{"a":1}', { not: {} })).toEqual([]);
  });

  test("many faults end the search in time", async () => {
    const text = JSON.stringify({ city: "x", tags: Array.from({ length: 500 }, (_, i) => ({ i })) });
    expect(await fixesOf(text)).toEqual([["/tags: removed", '{"city":"x"}']]);
  });
});
