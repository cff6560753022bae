import Ajv from "ajv";
import Ajv2019 from "ajv/dist/2019";
import Ajv2020 from "ajv/dist/2020";
import Ajv4 from "ajv-draft-04";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkNow } from "@/lib/schema/verdict/check";
import { type ReadyMadeKind, readyMadeCall, readyMadeKinds } from "./ready-made";

const options = { strict: false, allErrors: true, ownProperties: true, logger: false } as const;

/** The rules that a value breaks, by an independent validator with formats asserted. */
function broken(schema: unknown, value: unknown): string[] {
  const dialect = JSON.stringify((schema as { $schema?: string })?.$schema ?? "");
  const Validator = dialect.includes("draft-04")
    ? Ajv4
    : dialect.includes("draft-07")
      ? Ajv
      : dialect.includes("2019")
        ? Ajv2019
        : Ajv2020;
  const ajv = new Validator(options);
  addFormats(ajv as Ajv);
  const validate = ajv.compile(schema as object);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => error.keyword);
}

const textOf = (kind: ReadyMadeKind, input: unknown): string => {
  const made = readyMadeCall(kind, { name: "tool", input });
  if (!made.ok) throw new Error(made.reason);
  return made.call.arguments;
};
const argumentsOf = (kind: ReadyMadeKind, input: unknown) => JSON.parse(textOf(kind, input));
const reasonOf = (kind: ReadyMadeKind, input: unknown) => {
  const made = readyMadeCall(kind, { name: "tool", input });
  return made.ok ? undefined : made.reason;
};
const object = (properties: Record<string, unknown>, required = Object.keys(properties), more = {}) => ({
  type: "object",
  properties,
  required,
  ...more,
});
const member = (schema: unknown, more = {}) => object({ a: schema }, ["a"], more);

const WEATHER = object({ city: { type: "string" } });
const SEVENTH = "http://json-schema.org/draft-07/schema#";
const FOURTH = "http://json-schema.org/draft-04/schema#";

/** Title, schema. */
const SCHEMAS: [string, unknown][] = [
  ["one text", WEATHER],
  ["nothing declared", {}],
  ["true", true],
  ["nothing required", object({ a: { type: "string" }, b: { type: "integer" } }, [])],
  [
    "all types",
    object({
      s: { type: "string" },
      n: { type: "number" },
      i: { type: "integer" },
      b: { type: "boolean" },
      z: { type: "null" },
      l: { type: "array" },
      o: { type: "object" },
    }),
  ],
  ["several types", member({ type: ["null", "integer"] })],
  [
    "const and enum",
    object({
      c: { const: { deep: [1] } },
      e: { enum: ["celsius", "kelvin"] },
      f: { type: "integer", enum: ["x", 2] },
    }),
  ],
  [
    "default and examples that fit, and ones that do not",
    object({
      d: { type: "string", default: "Oslo" },
      e: { type: "integer", examples: ["no", 7], default: 3 },
      f: { type: "string", default: null, maxLength: 3 },
    }),
  ],
  [
    "text limits",
    object({
      a: { type: "string", minLength: 40 },
      b: { type: "string", maxLength: 2 },
      c: { type: "string", maxLength: 0 },
      d: { type: "string", minLength: 3, maxLength: 3 },
    }),
  ],
  [
    "number limits",
    object({
      a: { type: "integer", minimum: 10 },
      b: { type: "integer", maximum: -10 },
      c: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 },
      d: { type: "integer", exclusiveMinimum: 1, maximum: 2 },
      e: { type: "number", multipleOf: 0.1, minimum: 0.25 },
      f: { type: "integer", multipleOf: 7, minimum: 15 },
      g: { type: "number", minimum: 1.5, maximum: 1.5 },
      h: { minimum: 5 },
      i: { type: "integer", minimum: 2.5 },
    }),
  ],
  [
    "limits of draft-04",
    {
      $schema: FOURTH,
      ...member({ type: "integer", minimum: 5, exclusiveMinimum: true, maximum: 7, exclusiveMaximum: true }),
    },
  ],
  [
    "formats",
    object(
      Object.fromEntries(
        [
          "date",
          "time",
          "date-time",
          "duration",
          "email",
          "hostname",
          "ipv4",
          "ipv6",
          "uri",
          "uri-reference",
          "uri-template",
          "uuid",
          "json-pointer",
          "relative-json-pointer",
          "regex",
        ].map((format) => [format, { type: "string", format }]),
      ),
    ),
  ],
  ["an unknown format", member({ type: "string", format: "colour" })],
  [
    "everyday patterns",
    object(
      Object.fromEntries(
        [
          "^[A-Z]{3}-\\d{4}$",
          "^\\d{5}(-\\d{4})?$",
          "^(low|high)$",
          "^[a-z0-9_-]{3,16}$",
          "^#[0-9a-f]{6}$",
          "^ORD-\\d+$",
          "^[^\\s]+$",
          "^https?://\\w+\\.\\w{2,}$",
          "x",
          "^\\+?[1-9]\\d{6,14}$",
          "^[^@]+@[^@]+\\.[a-z]+$",
          "^(?:a|b)?c*$",
        ].map((pattern) => [pattern, { type: "string", pattern }]),
      ),
    ),
  ],
  ["a pattern with lengths", member({ type: "string", pattern: "^[a-z]+$", minLength: 12, maxLength: 12 })],
  [
    "lists",
    object({
      a: { type: "array", items: { type: "integer" }, minItems: 3 },
      b: { type: "array", items: { enum: [1, 2, 3] }, minItems: 3, uniqueItems: true },
      c: { type: "array", items: { type: "string" }, minItems: 4, uniqueItems: true },
      d: { type: "array", maxItems: 0 },
      e: { type: "array", prefixItems: [{ type: "string" }, { type: "boolean" }], items: false, minItems: 2 },
      f: { type: "array", items: { type: "integer" }, contains: { minimum: 10 }, minContains: 2 },
      g: { type: "array", items: WEATHER, minItems: 3, uniqueItems: true },
      h: { items: { type: "number" } },
      i: { type: "array", items: { type: "boolean" }, minItems: 2, uniqueItems: true },
      j: {
        type: "array",
        items: { type: "array", items: { type: "integer" } },
        minItems: 3,
        uniqueItems: true,
      },
    }),
  ],
  [
    "a list by position in draft-07",
    {
      $schema: SEVENTH,
      ...member({ type: "array", items: [{ type: "string" }, { type: "integer" }], additionalItems: false }),
    },
  ],
  [
    "nested objects",
    object(
      {
        to: object({ name: { type: "string" }, address: object({ zip: { type: "string" } }) }),
        note: { type: "string" },
      },
      ["to"],
    ),
  ],
  ["no further members", member({ type: "string" }, { additionalProperties: false })],
  [
    "required, declared only by a pattern or as additional",
    {
      type: "object",
      required: ["x_1", "other"],
      patternProperties: { "^x_": { type: "integer" } },
      additionalProperties: { type: "boolean" },
    },
  ],
  [
    "a least number of members",
    {
      type: "object",
      properties: { a: { type: "integer" } },
      minProperties: 3,
      additionalProperties: { type: "string" },
    },
  ],
  [
    "local references",
    { ...member({ $ref: "#/$defs/city~1town" }), $defs: { "city/town": { type: "string", minLength: 9 } } },
  ],
  [
    "a reference with escapes",
    { ...member({ $ref: "#/$defs/a%20b" }), $defs: { "a b": { type: "integer" } } },
  ],
  [
    "references by anchor and $id",
    {
      ...object({ a: { $ref: "#here" }, b: { $ref: "https://example.com/b" } }),
      $defs: {
        a: { $anchor: "here", type: "integer" },
        b: { $id: "https://example.com/b", type: "boolean" },
      },
    },
  ],
  [
    "siblings of a reference count",
    { ...member({ $ref: "#/$defs/t", minLength: 20 }), $defs: { t: { type: "string" } } },
  ],
  ["the root by reference", { $ref: "#/$defs/args", $defs: { args: WEATHER } }],
  [
    "allOf",
    {
      allOf: [
        object({ a: { type: "integer", minimum: 3 } }),
        object({ a: { type: "number", maximum: 4 }, b: { enum: ["x", "y"] } }),
        { properties: { b: { enum: ["y", "z"] } } },
      ],
    },
  ],
  ["anyOf of types", member({ anyOf: [{ type: "integer", minimum: 4 }, { type: "null" }] })],
  [
    "oneOf of objects",
    member({
      oneOf: [object({ kind: { const: "a" }, x: { type: "integer" } }), object({ kind: { const: "b" } })],
    }),
  ],
  [
    "anyOf of required members",
    {
      type: "object",
      properties: { id: { type: "string" }, url: { type: "string", format: "uri" } },
      anyOf: [{ required: ["id"] }, { required: ["url"] }],
    },
  ],
  [
    "a first branch that cannot be met",
    member({ type: "string", anyOf: [{ type: "integer" }, { minLength: 10 }] }),
  ],
  [
    "two choices at once",
    member({ anyOf: [{ type: "integer" }, { type: "string" }], oneOf: [{ type: "string", minLength: 8 }] }),
  ],
  [
    "if and then",
    object({ kind: { enum: ["card", "cash"] }, number: { type: "string" } }, ["kind"], {
      if: { properties: { kind: { const: "card" } } },
      then: { required: ["number"] },
    }),
  ],
  [
    "members that ask for others",
    {
      ...object({ a: { type: "integer" }, b: { type: "integer" }, c: { type: "integer" } }, ["a"]),
      dependentRequired: { a: ["b"] },
      dependentSchemas: { b: { required: ["c"], properties: { c: { minimum: 5 } } } },
    },
  ],
  [
    "dependencies of draft-07",
    {
      $schema: SEVENTH,
      ...object({ a: { type: "integer" } }, ["a"]),
      dependencies: { a: ["b"], b: { properties: { b: { type: "boolean" } } } },
    },
  ],
  [
    "recursion that can end",
    {
      ...member({ $ref: "#/$defs/node" }),
      $defs: {
        node: object({
          name: { type: "string" },
          children: { type: "array", items: { $ref: "#/$defs/node" } },
        }),
      },
    },
  ],
  [
    "recursion with a way out",
    {
      ...member({ $ref: "#/$defs/node" }),
      $defs: { node: object({ next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } }) },
    },
  ],
  [
    "names like prototype members",
    {
      type: "object",
      required: ["constructor", "__proto__", "toString"],
      properties: JSON.parse('{"constructor":{"type":"integer"},"__proto__":{"type":"string"}}'),
    },
  ],
  [
    "2019-09",
    {
      $schema: "https://json-schema.org/draft/2019-09/schema",
      ...member({ $ref: "#/$defs/t", minLength: 9 }),
      $defs: { t: { type: "string" } },
    },
  ],
  [
    "an Optional and a nested model, as generators write them",
    {
      $defs: {
        Unit: { enum: ["c", "f"], title: "Unit", type: "string" },
        Place: object({ lat: { type: "number", maximum: 90, minimum: -90 } }, ["lat"], { title: "Place" }),
      },
      ...object(
        {
          place: { $ref: "#/$defs/Place" },
          unit: { $ref: "#/$defs/Unit", default: "c" },
          days: { anyOf: [{ type: "integer" }, { type: "null" }], default: null },
        },
        ["place", "unit", "days"],
      ),
    },
  ],
];

describe("a valid call", () => {
  test.each(SCHEMAS)("of %s", (_, schema) => {
    expect(broken(schema, argumentsOf("valid", schema))).toEqual([]);
  });

  test.each<[string, unknown, unknown]>([
    ["const", member({ const: "x" }), { a: "x" }],
    ["the first of an enum", member({ enum: ["k", "c"] }), { a: "k" }],
    ["a default", member({ type: "string", default: "Oslo" }), { a: "Oslo" }],
    ["an example before a default", member({ examples: ["Rome"], default: "Oslo" }), { a: "Rome" }],
    [
      "required members only",
      object({ a: { type: "integer" }, b: { type: "string" } }, ["b"]),
      { b: "example" },
    ],
    ["one member where none is required", object({ a: { type: "integer" }, b: {} }, []), { a: 1 }],
    [
      "no notice of a reference's siblings in draft-07",
      {
        $schema: SEVENTH,
        ...member({ $ref: "#/definitions/t", type: "integer" }),
        definitions: { t: { type: "string" } },
      },
      { a: "example" },
    ],
    ["the first type", member({ type: ["null", "boolean"] }), { a: true }],
  ])("takes %s", (_, schema, expected) => {
    expect(argumentsOf("valid", schema)).toEqual(expected);
  });

  test("is an empty object where there is no schema", () => {
    expect(textOf("valid", undefined)).toBe("{}");
  });

  test.each<[string, unknown, string]>([
    ["false", false, "allows no value"],
    ["another type at the root", { type: "string" }, "string and object"],
    [
      "a required member it forbids",
      { type: "object", required: ["a"], additionalProperties: false },
      "allows no value",
    ],
    [
      "a pattern beyond guessing",
      member({ type: "string", pattern: "^(?=.*\\d)(?!abc)[a-z]{40}$" }),
      "pattern",
    ],
    [
      "a reference to elsewhere",
      member({ $ref: "https://example.com/other.json" }),
      "https://example.com/other.json",
    ],
    ["a reference to nowhere", member({ $ref: "#/$defs/none" }), "#/$defs/none"],
    ["a reference to itself", member({ $ref: "#/properties/a" }), "refers to itself"],
    [
      "recursion without end",
      { ...member({ $ref: "#/$defs/n" }), $defs: { n: member({ $ref: "#/$defs/n" }) } },
      "without end",
    ],
    ["limits that exclude each other", member({ type: "integer", minimum: 3, maximum: 2 }), "limits"],
    ["a huge list", member({ type: "array", minItems: 1e9 }), "1000000000 items"],
    ["a huge text", member({ type: "string", minLength: 1e9 }), "1000000000 characters"],
    [
      "too few different items",
      member({ type: "array", items: { type: "boolean" }, minItems: 3, uniqueItems: true }),
      "one place",
    ],
    ["a wrong type name", member({ type: "text" }), "text"],
    ["an empty enum", member({ enum: [] }), "choose from"],
  ])("is not made of %s, and the reason is given", (_, schema, words) => {
    expect(reasonOf("valid", schema)).toContain(words);
  });

  test("takes its time even for a schema made to branch without end", () => {
    const branches = Array.from({ length: 12 }, () => member({ $ref: "#/$defs/n" }));
    const schema = { ...member({ $ref: "#/$defs/n" }), $defs: { n: { anyOf: branches } } };
    expect(reasonOf("valid", schema)).toBeDefined();
  });
});

describe("a call with a missing member", () => {
  test.each<[string, unknown, unknown]>([
    ["the first required one", object({ a: { type: "integer" }, b: { type: "integer" } }), { b: 1 }],
    [
      "one deeper down where the root requires none",
      object({ to: object({ name: { type: "string" } }) }, []),
      { to: {} },
    ],
    ["one required by a reference", { $ref: "#/$defs/w", $defs: { w: WEATHER } }, {}],
  ])("leaves out %s", (_, schema, expected) => {
    expect(argumentsOf("missing member", schema)).toEqual(expected);
    expect(broken(schema, expected)).toContain("required");
  });

  test("breaks `required` and nothing else in every schema that requires something", () => {
    const made = SCHEMAS.filter(([, schema]) => reasonOf("missing member", schema) === undefined);
    expect(made.length).toBeGreaterThan(25);
    for (const [title, schema] of made) {
      expect([title, broken(schema, argumentsOf("missing member", schema))]).toEqual([
        title,
        expect.arrayContaining(["required"]),
      ]);
    }
  });

  test("is not made where nothing is required", () => {
    expect(reasonOf("missing member", object({ a: {} }, []))).toContain("requires no member");
    expect(reasonOf("missing member", undefined)).toContain("no input schema");
  });
});

describe("a call with a wrong type", () => {
  test.each<[string, unknown, unknown]>([
    ["a number for a text", WEATHER, { city: 42 }],
    ["a number as text", member({ type: "integer" }), { a: "1" }],
    ["a truth value as text", member({ type: "boolean" }), { a: "true" }],
    [
      "a list's item without the list",
      member({ type: "array", items: { type: "string" } }),
      { a: "example" },
    ],
    [
      "a fraction where a whole number or a text may stand",
      member({ type: ["integer", "string"] }),
      { a: 1.5 },
    ],
    ["neither branch of a choice", member({ anyOf: [{ type: "string" }, { type: "null" }] }), { a: 42 }],
    ["a member that is not required", object({ a: { type: "array" } }, []), { a: "example" }],
    [
      "the member of a type among others without",
      object({ any: {}, n: { type: "number" } }),
      { any: "example", n: "1" },
    ],
    ["what is no enum's type", member({ enum: ["a", "b"] }), { a: 42 }],
  ])("puts %s", (_, schema, expected) => {
    expect(argumentsOf("wrong type", schema)).toEqual(expected);
    expect(broken(schema, expected)).not.toEqual([]);
  });

  test("breaks `type` in every schema with a type to break", () => {
    const made = SCHEMAS.filter(([, schema]) => reasonOf("wrong type", schema) === undefined);
    expect(made.length).toBeGreaterThan(25);
    for (const [title, schema] of made) {
      const keywords = broken(schema, argumentsOf("wrong type", schema));
      expect([title, keywords.some((keyword) => ["type", "enum", "const"].includes(keyword))]).toEqual([
        title,
        true,
      ]);
    }
  });

  test.each([
    ["nothing has a type", object({ a: {}, b: { minLength: 3 } })],
    ["every type is allowed", member({ type: ["string", "number", "boolean", "null", "array", "object"] })],
    ["a branch says nothing of it", member({ anyOf: [{ type: "string" }, {}] })],
    ["there is no schema", undefined],
  ])("is not made where %s", (_, schema) => {
    expect(reasonOf("wrong type", schema)).toBeDefined();
  });

  test("is made even where no valid call can be", () => {
    const schema = object({ a: { type: "string", pattern: "(?<=x)y" }, b: { type: "integer" } });
    expect(broken(schema, argumentsOf("wrong type", schema))).toContain("type");
  });
});

describe("the other kinds", () => {
  test("malformed: a comma too many, in any schema", () => {
    expect(textOf("malformed", object({ city: { const: "Oslo" } }))).toBe('{"city":"Oslo",}');
    for (const [, schema] of [...SCHEMAS, ["none", undefined]]) {
      expect(() => JSON.parse(textOf("malformed", schema))).toThrow(SyntaxError);
    }
  });

  test("cut off: a part of the valid text, with the stop reason that goes with it", () => {
    const made = readyMadeCall("cut off", {
      name: "get_weather",
      input: object({ city: { const: "Oslo" } }),
    });
    expect(made).toEqual({
      ok: true,
      call: { name: "get_weather", arguments: '{"city":"O' },
      stop: "length",
    });
    for (const [, schema] of [...SCHEMAS, ["none", undefined]]) {
      const text = textOf("cut off", schema);
      expect(text[0]).toBe("{");
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
    }
  });

  test("cut off: never inside a surrogate pair", () => {
    for (let length = 1; length < 8; length++) {
      const text = textOf("cut off", object({ a: { const: "\u{1f600}".repeat(length) } }));
      expect(text).not.toMatch(/\p{Surrogate}/u);
    }
  });

  test("unknown tool: another name, with arguments that would be valid", () => {
    const made = readyMadeCall("unknown tool", {
      name: "get_weather",
      input: object({ city: { const: "Oslo" } }),
    });
    expect(made).toEqual({ ok: true, call: { name: "no_such_get_weather", arguments: '{"city":"Oslo"}' } });
    const long = readyMadeCall("unknown tool", { name: "n".repeat(64) });
    expect(long.ok && long.call.name).toHaveLength(64);
    expect(long.ok && long.call.name).not.toBe("n".repeat(64));
  });

  test("each gives the same call for the same tool, and does not touch the schema", () => {
    for (const [, schema] of SCHEMAS) {
      const before = JSON.stringify(schema);
      for (const kind of readyMadeKinds) {
        expect(readyMadeCall(kind, { name: "t", input: schema })).toEqual(
          readyMadeCall(kind, { name: "t", input: schema }),
        );
      }
      expect(JSON.stringify(schema)).toBe(before);
    }
  });

  test("each gives a call or a reason, whatever stands in the place of a schema", () => {
    const word = fc.constantFrom(
      ..."type enum const default examples format pattern minLength maxLength minimum maximum exclusiveMinimum".split(
        " ",
      ),
      ..."multipleOf items prefixItems contains minItems uniqueItems properties required a b additionalProperties".split(
        " ",
      ),
      ..."patternProperties minProperties dependencies dependentSchemas allOf anyOf oneOf if then $ref $schema".split(
        " ",
      ),
      ..."toString __proto__ constructor".split(" "),
    );
    const { schema } = fc.letrec((tie) => ({
      leaf: fc.oneof(
        fc.jsonValue({ maxDepth: 1 }),
        fc.constantFrom(
          "object",
          "array",
          "string",
          "integer",
          "#",
          "#/properties/a",
          "#/a",
          "(a|b",
          "a",
          -1,
          1e308,
          0.1,
        ),
      ),
      schema: fc.oneof(
        { depthSize: "medium" },
        tie("leaf"),
        fc.array(tie("schema"), { maxLength: 3 }),
        fc.dictionary(word, tie("schema"), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(schema, fc.constantFrom(...readyMadeKinds), (input, kind) => {
        const made = readyMadeCall(kind, { name: "t", input });
        expect(made.ok ? typeof made.call.arguments : typeof made.reason).toBe("string");
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  test("get the verdict from our own checker that their name promises", () => {
    const expected = {
      valid: "valid",
      "missing member": "invalid",
      "wrong type": "invalid",
      malformed: "malformed",
      "cut off": "malformed",
    };
    for (const [title, schema] of SCHEMAS) {
      for (const [kind, status] of Object.entries(expected)) {
        const made = readyMadeCall(kind as ReadyMadeKind, { name: "t", input: schema });
        if (!made.ok) continue;
        const { status: got } = checkNow({
          key: kind,
          direction: "input",
          text: made.call.arguments,
          schema: { kind: "text", text: JSON.stringify(schema) },
          formats: "always",
        });
        expect([title, kind, got]).toEqual([title, kind, status]);
      }
    }
  });
});
