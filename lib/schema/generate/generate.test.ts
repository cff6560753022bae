/** For every keyword of every dialect: a near-miss whose verdict is exactly that rule at that place. */
import { describe, expect, test } from "vitest";
import { addressOf, DIALECTS, type Dialect, since } from "@/lib/schema/language/dialect";
import { checkNow } from "@/lib/schema/verdict/check";
import type { Sample } from "../port";
import { allSamples } from "../testing/samples";

type Schema = Record<string, unknown> | boolean;

interface Row {
  title: string;
  /** A schema of the member `m`. */
  schema: Schema;
  /** The places of the rules under `m`'s schema, each followed by its keyword as findings name it. */
  rules: string[];
  from?: Dialect;
  to?: Dialect;
}

const ROWS: Row[] = [
  { title: "type", schema: { type: "integer", minimum: 1 }, rules: ["/type type", "/minimum minimum"] },
  { title: "several types", schema: { type: ["string", "null"] }, rules: ["/type type"] },
  { title: "enum", schema: { enum: ["a", "b"] }, rules: ["/enum enum"] },
  { title: "enum of numbers in a type", schema: { type: "integer", enum: [1, 2] }, rules: ["/enum enum"] },
  { title: "const", schema: { const: { a: [1] } }, rules: ["/const const"], from: "draft-06" },
  { title: "multipleOf", schema: { type: "integer", multipleOf: 5 }, rules: ["/multipleOf multipleOf"] },
  {
    title: "multipleOf in a range",
    schema: { multipleOf: 0.1, minimum: 0, maximum: 1 },
    rules: ["/multipleOf multipleOf"],
  },
  { title: "maximum", schema: { type: "integer", maximum: 14 }, rules: ["/maximum maximum"] },
  {
    title: "exclusiveMinimum",
    schema: { exclusiveMinimum: 0 },
    rules: ["/exclusiveMinimum exclusiveMinimum"],
    from: "draft-06",
  },
  {
    title: "exclusiveMaximum",
    schema: { exclusiveMaximum: 1e300 },
    rules: ["/exclusiveMaximum exclusiveMaximum"],
    from: "draft-06",
  },
  {
    title: "minimum, exclusive",
    schema: { minimum: 3, exclusiveMinimum: true },
    rules: ["/minimum minimum"],
    to: "draft-04",
  },
  {
    title: "lengths",
    schema: { type: "string", minLength: 2, maxLength: 4 },
    rules: ["/minLength minLength", "/maxLength maxLength"],
  },
  {
    title: "one length only",
    schema: { type: "string", minLength: 3, maxLength: 3 },
    rules: ["/minLength minLength", "/maxLength maxLength"],
  },
  { title: "pattern", schema: { type: "string", pattern: "^[a-z]{2}-\\d+$" }, rules: ["/pattern pattern"] },
  {
    title: "pattern beside lengths",
    schema: { type: "string", pattern: "^[A-Z]", minLength: 2, maxLength: 9 },
    rules: ["/pattern pattern", "/minLength minLength", "/maxLength maxLength"],
  },
  { title: "format", schema: { type: "string", format: "date-time" }, rules: ["/format format"] },
  {
    title: "items by count",
    schema: { type: "array", minItems: 2, maxItems: 3 },
    rules: ["/minItems minItems", "/maxItems maxItems"],
  },
  {
    title: "uniqueItems",
    schema: { type: "array", items: { type: "string" }, uniqueItems: true },
    rules: ["/uniqueItems uniqueItems", "/items/type type"],
  },
  {
    title: "contains",
    schema: { type: "array", contains: { type: "integer" } },
    rules: ["/contains contains"],
    from: "draft-06",
  },
  {
    title: "contains nothing, or too much",
    schema: { type: "array", contains: { const: 1 }, minContains: 2, maxContains: 3 },
    rules: ["/contains contains", "/contains contains"],
    from: "2019-09",
  },
  {
    title: "members by count",
    schema: { type: "object", minProperties: 1, maxProperties: 2 },
    rules: ["/minProperties minProperties", "/maxProperties maxProperties"],
  },
  {
    title: "required",
    schema: { type: "object", required: ["a", "b"] },
    rules: ["/required required", "/required required"],
  },
  {
    title: "no other members",
    schema: { properties: { a: {} }, additionalProperties: false },
    rules: ["/additionalProperties additionalProperties"],
  },
  {
    title: "other members",
    schema: { type: "object", additionalProperties: { type: "null" } },
    rules: ["/additionalProperties/type type"],
  },
  {
    title: "members by pattern",
    schema: { type: "object", patternProperties: { "^x-": { type: "null" } } },
    rules: ["/patternProperties/^x-/type type"],
  },
  {
    title: "a pattern that allows nothing",
    schema: { type: "object", patternProperties: { "^x-": false } },
    rules: ["/patternProperties/^x- false schema"],
    from: "draft-06",
  },
  {
    title: "propertyNames",
    schema: { type: "object", propertyNames: { maxLength: 3 } },
    rules: ["/propertyNames/maxLength maxLength"],
    from: "draft-06",
  },
  {
    title: "dependencies",
    schema: { type: "object", dependencies: { a: ["b", "c"] } },
    rules: ["/dependencies dependencies", "/dependencies dependencies"],
  },
  {
    title: "dependencies with a schema",
    schema: { type: "object", dependencies: { a: { maxProperties: 1 } } },
    rules: ["/dependencies/a/maxProperties maxProperties"],
  },
  {
    title: "dependentRequired",
    schema: { type: "object", dependentRequired: { a: ["b"] } },
    rules: ["/dependentRequired dependentRequired"],
    from: "2019-09",
  },
  {
    title: "dependentSchemas",
    schema: { type: "object", dependentSchemas: { a: { required: ["b"] } } },
    rules: ["/dependentSchemas/a/required required"],
    from: "2019-09",
  },
  {
    title: "unevaluatedProperties",
    schema: { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    rules: ["/unevaluatedProperties unevaluatedProperties"],
    from: "2019-09",
  },
  {
    title: "a list place by place",
    schema: { type: "array", items: [{ type: "string" }, { type: "integer" }], additionalItems: false },
    rules: ["/items/0/type type", "/items/1/type type", "/additionalItems additionalItems"],
    to: "2019-09",
  },
  {
    title: "items behind a list",
    schema: { type: "array", items: [{}], additionalItems: { type: "null" } },
    rules: ["/additionalItems/type type"],
    to: "2019-09",
  },
  {
    title: "prefixItems",
    schema: { type: "array", prefixItems: [{ type: "string" }], items: false },
    rules: ["/prefixItems/0/type type", "/items items"],
    from: "2020-12",
  },
  {
    title: "items behind prefixItems",
    schema: { type: "array", prefixItems: [{}], items: { type: "null" } },
    rules: ["/items/type type"],
    from: "2020-12",
  },
  {
    title: "no items",
    schema: { type: "array", items: false },
    rules: ["/items false schema"],
    from: "draft-06",
  },
  {
    title: "unevaluatedItems",
    schema: { type: "array", contains: { type: "string" }, unevaluatedItems: false },
    rules: ["/unevaluatedItems unevaluatedItems"],
    from: "2020-12",
  },
  {
    title: "allOf",
    schema: { allOf: [{ type: "string" }, { maxLength: 2 }] },
    rules: ["/allOf/0/type type", "/allOf/1/maxLength maxLength"],
  },
  { title: "not", schema: { type: "string", not: { minLength: 4 } }, rules: ["/not not"] },
];

const inDialect =
  (dialect: Dialect) =>
  ({ from = "draft-04", to = "2020-12" }: Row) =>
    since(dialect, from) && since(to, dialect);

const wrap = (dialect: Dialect, m: Schema) => ({
  $schema: addressOf(dialect),
  type: "object",
  properties: { m },
  required: ["m"],
});

const near = (samples: Sample[]) => samples.filter(({ kind }) => kind === "near-miss");

describe.each(DIALECTS)("%s: a near-miss that breaks the rule alone", (dialect) => {
  test.each(ROWS.filter(inDialect(dialect)))("$title", ({ schema, rules }) => {
    const samples = near(allSamples(wrap(dialect, schema), { formats: "always" }));
    for (const [at, rule] of rules.entries()) {
      const [pointer = "", keyword = ""] = rule.split(/ (.*)/);
      const schemaPath = `#/properties/m${pointer}`;
      const before = rules.slice(0, at).filter((other) => other === rule).length;
      const found = samples.filter(
        (one) => one.rule?.keyword === keyword && one.rule.schemaPath === schemaPath,
      );
      const sample = found[before];
      expect(sample?.why).toBeUndefined();
      const text = sample?.text;
      const verdict = checkNow({
        key: "",
        direction: "input",
        text: text ?? "",
        schema: { kind: "text", text: JSON.stringify(wrap(dialect, schema)) },
        formats: "always",
      });
      expect(
        verdict.findings
          .filter((one) => one.keyword !== "propertyNames")
          .map((one) => `${one.keyword} ${one.schemaPath}`),
      ).toEqual([`${keyword} ${schemaPath}`]);
      expect(sample?.text && sample.others).toBe(0);
    }
  });
});

const textsOf = (samples: Sample[]) => samples.map(({ text }) => text);
const of = (schema: Schema, keyword: string) =>
  near(allSamples(schema)).filter(({ rule }) => rule?.keyword === keyword);

describe("what brings other findings with it", () => {
  test("no alternative of anyOf: the findings of each branch are part of it", () => {
    const schema = {
      properties: { m: { anyOf: [{ type: "string" }, { type: "integer" }] } },
      required: ["m"],
    };
    const [sample] = of(schema, "anyOf");
    expect(sample?.text && sample.others).toBe(0);
    expect(sample?.text && sample.findings.map(({ schemaPath }) => schemaPath).sort()).toEqual([
      "#/properties/m/anyOf",
      "#/properties/m/anyOf/0/type",
      "#/properties/m/anyOf/1/type",
    ]);
  });

  test("a rule under then or else: the condition's own finding is part of it", () => {
    const schema = { if: { required: ["a"] }, then: { required: ["b"] }, else: { required: ["c"] } };
    const samples = near(allSamples(schema));
    expect(samples.map(({ rule }) => rule?.schemaPath)).toEqual(["#/then/required", "#/else/required"]);
    expect(samples.map((one) => one.text && one.others)).toEqual([0, 0]);
    expect(Object.keys(JSON.parse(samples[0]?.text ?? "{}"))).toEqual(["a"]);
    expect(JSON.parse(samples[1]?.text ?? "[]")).not.toHaveProperty("a");
  });

  test("a rule that cannot be broken alone is broken with the others, and they are counted", () => {
    const [sample] = of(
      { properties: { m: { const: 1 } }, required: ["m"], allOf: [{ required: ["m"] }] },
      "required",
    );
    expect(sample).toMatchObject({ text: "{}", others: 1 });
  });
});

describe("a rule in its own place", () => {
  test("behind a reference, also one that leads back, the place is the definition's", () => {
    const schema = {
      properties: { tree: { $ref: "#/$defs/node" } },
      $defs: {
        node: {
          type: "object",
          properties: { kids: { type: "array", items: { $ref: "#/$defs/node" } } },
          required: ["id"],
        },
      },
    };
    const [missing] = of(schema, "required");
    expect(missing).toMatchObject({ rule: { schemaPath: "#/$defs/node/required" }, text: '{"tree":{}}' });
  });

  test("in a definition that nothing uses there is no rule", () => {
    expect(near(allSamples({ $defs: { a: { type: "string" } } }))).toEqual([]);
  });

  test("of each name of required there is one", () => {
    const samples = of({ required: ["a", "b"] }, "required");
    expect(samples.map(({ title }) => title)).toEqual([
      'missing "a": the arguments',
      'missing "b": the arguments',
    ]);
    expect(samples.map(({ text }) => Object.keys(JSON.parse(text ?? "{}")))).toEqual([["b"], ["a"]]);
  });

  test("none and several alternatives of oneOf are told apart, and several are no finding of the alternatives", () => {
    const schema = { properties: { m: { oneOf: [{ minimum: 2 }, { multipleOf: 3 }] } }, required: ["m"] };
    const [none, several] = of(schema, "oneOf").map(({ text }) => JSON.parse(text ?? "{}").m);
    expect([none < 2, none % 3 === 0]).toEqual([true, false]);
    expect(typeof several !== "number" || (several >= 2 && several % 3 === 0)).toBe(true);
  });

  test("too few is not taken for too many, though the finding is the same", () => {
    const m = { items: { const: 1 }, contains: { const: 1 }, minContains: 2, maxContains: 2, minItems: 5 };
    const [few, many] = of({ properties: { m }, required: ["m"] }, "contains");
    expect(JSON.parse(few?.text ?? "{}").m.length).toBeLessThan(2);
    expect(JSON.parse(many?.text ?? "{}").m.length).toBeGreaterThan(2);
  });

  test("too few and too many that contains counts are told apart", () => {
    const schema = {
      properties: { m: { contains: { const: 1 }, minContains: 2, maxContains: 2 } },
      required: ["m"],
    };
    const counts = of(schema, "contains").map(
      ({ text }) => JSON.parse(text ?? "{}").m.filter((n: unknown) => n === 1).length,
    );
    expect(counts[0]).toBeLessThan(2);
    expect(counts[1]).toBeGreaterThan(2);
  });
});

describe("rules without a near-miss are listed, and say why", () => {
  test.each<[string, Schema, RegExp]>([
    ["a type that arguments always have", { type: "object" }, /not an object are malformed/],
    ["a limit that limits nothing", { properties: { a: { minLength: 0 } } }, /allows every value/],
    [
      "a rule that cannot be broken",
      { properties: { a: { anyOf: [true, { type: "null" }] } } },
      /None of the/,
    ],
    [
      "a text that is too long to be kept",
      { properties: { a: { maxLength: 1e9 } } },
      /1000000001 characters/,
    ],
  ])("%s", (_, schema, why) => {
    const [sample] = near(allSamples(schema));
    expect(sample?.text).toBeUndefined();
    expect(sample?.why).toMatch(why);
  });
});

describe("valid samples", () => {
  const valid = (schema: Schema) =>
    allSamples(schema).filter(({ kind, text }) => kind === "valid" && text !== undefined);

  test("show the smallest, every member, the limits, each value and each alternative", () => {
    const schema = {
      type: "object",
      properties: {
        city: { type: "string", minLength: 2, maxLength: 5 },
        days: { type: "integer", minimum: 1, maximum: 14 },
        unit: { enum: ["C", "F"] },
        to: {
          oneOf: [
            { type: "string" },
            { type: "object", required: ["lat"], properties: { lat: { type: "number" } } },
          ],
        },
      },
      required: ["city"],
    };
    const texts = textsOf(valid(schema)).map((text) => JSON.parse(text ?? ""));
    expect(Object.keys(texts[0])).toEqual(["city"]);
    expect(Object.keys(texts[1]).sort()).toEqual(["city", "days", "to", "unit"]);
    const some = (holds: (value: Record<string, unknown>) => boolean) => expect(texts.some(holds)).toBe(true);
    some(({ city }) => String(city).length === 2);
    some(({ city }) => String(city).length === 5);
    some(({ days }) => days === 1);
    some(({ days }) => days === 14);
    some(({ unit }) => unit === "C");
    some(({ unit }) => unit === "F");
    some(({ to }) => typeof to === "string");
    some(({ to }) => typeof to === "object");
  });

  test("take the schema's own examples and defaults for what stands in them", () => {
    const [small] = valid({ properties: { city: { type: "string", default: "Oslo" } }, required: ["city"] });
    expect(small?.text).toBe('{"city":"Oslo"}');
  });

  test("of a result may be any value", () => {
    const [small] = allSamples({ type: "string", minLength: 3 }, { direction: "output" });
    expect(JSON.parse(small?.text ?? "0")).toMatch(/.{3}/);
  });
});

test("gives the same samples each time", () => {
  const schema = { properties: { a: { pattern: "^x", maxLength: 4 }, b: { oneOf: [{}, { type: "null" }] } } };
  expect(allSamples(schema)).toEqual(allSamples(schema));
});
