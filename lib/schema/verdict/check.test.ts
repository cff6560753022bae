import { describe, expect, test } from "vitest";
import { checkedValue } from "@/lib/protocol/checked-value";
import type { CheckRequest, Finding, Formats, Verdict } from "@/lib/protocol/verdict";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";
import { checkNow } from "./check";

type Schema = CheckRequest["schema"];

const text = (schema: unknown): Schema => ({ kind: "text", text: JSON.stringify(schema) });

function input(args: string, schema: Schema = { kind: "none" }, formats: Formats = "dialect"): Verdict {
  return withValue(args, checkNow({ key: "k", direction: "input", text: args, schema, formats }));
}

function output(result: string, schema: Schema = { kind: "none" }): Verdict {
  return withValue(
    result,
    checkNow({ key: "k", direction: "output", text: result, schema, formats: "dialect" }),
  );
}

/** The verdict with the value that was checked, which a reader takes from the text. */
function withValue(checked: string, verdict: Verdict): Verdict {
  expect(verdict).not.toHaveProperty("value");
  if (verdict.status === "malformed" || verdict.status === "aborted") return verdict;
  return Object.assign(verdict, { value: checkedValue(checked, verdict) });
}

/** The error text of an invalid verdict. */
function errorOf(schema: unknown, args: string): string | undefined {
  const verdict = input(args, text(schema));
  return "error" in verdict ? verdict.error : undefined;
}

/** The only message about a member `x` under a schema. */
function said(schema: unknown, x: string): string | undefined {
  return errorOf({ properties: { x: schema } }, `{"x":${x}}`)?.replace("/x: ", "");
}

describe("arguments", () => {
  test.each(["", " \n\t ", "\u00A0", "\u2003\u0085"])("reads blank text %j as {} and says so", (blank) => {
    expect(input(blank)).toEqual({
      status: "valid",
      value: {},
      findings: [],
      more: 0,
      notes: [{ code: "blank", message: "blank, read as {}" }],
      reason: "no schema: passed unchecked",
    });
  });

  test("applies the schema to a blank text", () => {
    expect(input("", text({ required: ["city"] }))).toMatchObject({
      status: "invalid",
      value: {},
      error: "city is required but missing",
      findings: [{ at: { offset: 0, length: 0, line: 1, column: 1 } }],
    });
  });

  test.each([
    ["[1]", "an array"],
    ['"x"', "a string"],
    ["5", "a number"],
    ["true", "a boolean"],
    ["null", "null"],
    ['"{\\"a\\":1}"', "a string"],
  ])("takes nothing but an object: %s", (args, kind) => {
    const error = `arguments must be a JSON object, got ${kind}`;
    expect(input(args, text({}))).toMatchObject({ status: "malformed", error });
    expect(input(`\n ${args} `, { kind: "no lineage" })).toMatchObject({
      status: "malformed",
      findings: [
        { keyword: "json", message: error, at: { offset: 2, length: args.length, line: 2, column: 2 } },
      ],
    });
  });

  test("names the place of the fault", () => {
    expect(input('{\n  "a": tru,\n}')).toMatchObject({
      status: "malformed",
      error: '"tru" is not a JSON value: is it a string without quotes? (line 2, column 8)',
      findings: [
        {
          keyword: "json",
          instancePath: "",
          at: { offset: 9, length: 3, line: 2, column: 8 },
          schemaAt: null,
        },
      ],
    });
  });

  test.each([
    [{ kind: "none" }, { status: "valid", reason: "no schema: passed unchecked" }],
    [{ kind: "unknown tool" }, { status: "valid", reason: "unknown tool: classified without a schema" }],
    [{ kind: "no lineage" }, { status: "unchecked", reason: "no lineage" }],
  ] as const)("without a schema: %j", (schema, expected) => {
    expect(input('{"a":1}', schema)).toMatchObject({ ...expected, value: { a: 1 }, findings: [] });
  });

  test("notes what its value does not show", () => {
    expect(input('{"id":725653563933458433,"a":1,"a":2}')).toMatchObject({
      value: { id: 725653563933458400, a: 2 },
      notes: [
        {
          code: "precision",
          path: "/id",
          message: "precision: the checked value was rounded, 725653563933458433 became 725653563933458400",
        },
        {
          code: "duplicate-key",
          path: "/a",
          message: 'the key "a" appears twice in one object; the last one counts',
        },
      ],
    });
  });

  test("refuses what exceeds the size limit, and names it", () => {
    const verdict = checkNow(
      { key: "k", direction: "input", text: '{"a":1}', schema: { kind: "none" }, formats: "dialect" },
      { limits: { ...DEFAULT_LIMITS, argumentsChars: 6 } },
    );
    expect(verdict).toMatchObject({
      status: "aborted",
      reason: "arguments of 7 characters, the limit is 6",
      error: "could not be checked: arguments of 7 characters, the limit is 6",
    });
  });
});

describe("results", () => {
  test.each([
    ["sunny", "sunny", "text"],
    ["42", 42, "json"],
    [" 42\n", 42, "json"],
    ["null", null, "json"],
    ['"42"', "42", "json"],
    ["", "", "text"],
    ["[1, 2", "[1, 2", "text"],
    ['\uFEFF{"a":1}', '\uFEFF{"a":1}', "text"],
    ['{"a":1e400}', { a: Number.POSITIVE_INFINITY }, "json"],
  ])("reads %j as JSON where the whole of it is", (result, value, readAs) => {
    expect(output(result)).toEqual({
      status: "valid",
      value,
      readAs,
      findings: [],
      more: 0,
      notes: [],
      reason: "no schema: passed unchecked",
    });
  });

  test("breaks type string with a text that is a number", () => {
    expect(output("42", text({ type: "string" }))).toMatchObject({
      status: "invalid",
      readAs: "json",
      error: "the result must be a string, got a number",
      findings: [{ message: "the result must be a string, got the number 42" }],
    });
    expect(output("", text({ type: "null" })).status).toBe("invalid");
  });

  test("D19: tells the model nothing of what stood in a rejected result; the findings keep it", () => {
    const schema = text({ properties: { pin: { type: "integer" }, kind: { enum: ["a"] } } });
    const verdict = output('{"pin":"s3cret","kind":"s3cret"}', schema);
    expect(verdict).toMatchObject({
      error: '/pin: pin must be an integer, got a string; /kind: kind must be "a", got a string',
    });
    expect(JSON.stringify(verdict.findings)).toContain("s3cret");
  });

  test("says what a text is that is not JSON", () => {
    const schema = text({ type: "object" });
    expect(output("all good", schema)).toMatchObject({
      error: "the result must be an object, got plain text (it is not JSON)",
      findings: [{ at: { offset: 0, length: 8 } }],
    });
    expect(output('{"a":1', schema)).toMatchObject({
      error:
        "the result must be an object, got plain text (it is not JSON: the text ends inside an object: was it cut? (line 1, column 7))",
    });
    expect(output("no", text({ const: "yes" }))).toMatchObject({
      error: 'the result must be "yes", got a string',
    });
  });

  test("refuses numbers beyond a double as numbers", () => {
    expect(output('{"a":1e400}', text({ properties: { a: { type: "number" } } })).status).toBe("invalid");
  });

  test("bears any depth or says that it cannot", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(output(deep).status).toBe("valid");
    expect(output(deep, text({ type: "array", items: { $ref: "#" } }))).toMatchObject({
      status: "aborted",
      error: "could not be checked: a result nested deeper than the limit of 3000 levels",
    });
  });

  test("lets a result of any size pass where nothing is to be checked", () => {
    const limits = { ...DEFAULT_LIMITS, resultChars: 3 };
    const request = { key: "k", direction: "output", text: "long text", formats: "dialect" } as const;
    expect(checkNow({ ...request, schema: { kind: "none" } }, { limits }).status).toBe("valid");
    expect(checkNow({ ...request, schema: text({}) }, { limits }).status).toBe("aborted");
  });
});

describe("a finding", () => {
  const schemaText = `{
  "type": "object",
  "properties": { "city": { "$ref": "#/$defs/name" }, "days": { "type": "integer" } },
  "required": ["city"],
  "additionalProperties": false,
  "$defs": { "name": { "type": "string", "minLength": 1 } }
}`;
  const check = (args: string) => input(args, { kind: "text", text: schemaText });
  const marked = (verdict: Verdict, args: string) =>
    verdict.findings.map(({ at, schemaAt }) => [
      at && args.slice(at.offset, at.offset + at.length),
      schemaAt && schemaText.slice(schemaAt.offset, schemaAt.offset + schemaAt.length),
    ]);

  test("has its place in the text and in the schema, through references too", () => {
    const args = '{ "city": "",\n  "days": "3", "unit": "c" }';
    const verdict = check(args);
    expect(marked(verdict, args)).toEqual([
      ['""', '"minLength": 1'],
      ['"3"', '"type": "integer"'],
      ['"unit"', '"additionalProperties": false'],
    ]);
    expect(verdict.findings.map((finding) => finding.schemaPath)).toEqual([
      "#/$defs/name/minLength",
      "#/properties/days/type",
      "#/additionalProperties",
    ]);
    expect(verdict.findings[1]).toEqual({
      keyword: "type",
      instancePath: "/days",
      schemaPath: "#/properties/days/type",
      message: 'days must be an integer, got the string "3"',
      params: { type: "integer" },
      at: { offset: 24, length: 3, line: 2, column: 11 },
      schemaAt: { offset: schemaText.indexOf('"type": "integer"'), length: 17, line: 3, column: 65 },
    });
  });

  test("marks the object where a member is missing", () => {
    const args = '{"days": 3}';
    expect(marked(check(args), args)).toEqual([[args, '"required": ["city"]']]);
  });

  test("says each broken rule, in the order of the text, three of them to the model", () => {
    const schema = {
      properties: Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, { type: "null" }])),
    };
    const verdict = input('{"d":1,"c":2,"b":3,"a":4}', text(schema));
    expect(verdict.findings.map((finding) => finding.instancePath)).toEqual(["/d", "/c", "/b", "/a"]);
    expect(verdict).toMatchObject({
      error:
        "/d: d must be null, got the number 1; /c: c must be null, got the number 2; /b: b must be null, got the number 3",
    });
  });

  test("is one of a hundred at most; the rest is counted", () => {
    const verdict = input(
      `{"a":[${"1,".repeat(99_999)}1]}`,
      text({ properties: { a: { items: { type: "string" } } } }),
    );
    expect(verdict.findings).toHaveLength(100);
    expect(verdict.more).toBe(99_900);
    const byReference = {
      properties: { a: { items: { $ref: "#/$defs/s" } } },
      $defs: { s: { not: { type: "number" } } },
    };
    expect(input(`{"a":[${"1,".repeat(4999)}1]}`, text(byReference)).more).toBe(4900);
  });

  test("keeps the text for the model within 2000 characters", () => {
    const name = "n".repeat(3000);
    const error = errorOf({ properties: { [name]: { type: "null" } } }, `{"${name}":1}`);
    expect(error).toHaveLength(2000);
    expect(error?.endsWith("…")).toBe(true);
  });

  test("uses pointers with their escapes", () => {
    const verdict = input(
      '{"a/b":{"c~d":1}}',
      text({ properties: { "a/b": { properties: { "c~d": { type: "null" } } } } }),
    );
    expect(verdict.findings).toMatchObject([
      {
        instancePath: "/a~1b/c~0d",
        schemaPath: "#/properties/a~1b/properties/c~0d/type",
        at: { offset: 14, length: 1 },
      },
    ]);
  });
});

describe("messages", () => {
  test.each([
    [{ type: "string" }, "null", "x must be a string, got null"],
    [{ type: ["integer", "null"] }, '"3"', 'x must be an integer or null, got the string "3"'],
    [{ type: "boolean" }, "[]", "x must be true or false, got an empty array"],
    [{ type: "array" }, '{"a":1}', "x must be an array, got an object"],
    [{ type: "string" }, "725653563933458433", "x must be a string, got the number 725653563933458433"],
    [{ enum: ["c", "f", null, 1] }, '"k"', 'x must be "c", "f", null or 1, got the string "k"'],
    [
      { enum: Array.from({ length: 30 }, (_, i) => i) },
      "99",
      "x must be 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 or 20 more, got the number 99",
    ],
    [{ const: { a: 1 } }, "{}", 'x must be {"a":1}, got an empty object'],
    [{ minimum: 0 }, "-1.50", "x must be at least 0, got -1.50"],
    [{ maximum: 5 }, "9", "x must be at most 5, got 9"],
    [{ exclusiveMinimum: 0 }, "0", "x must be more than 0, got 0"],
    [{ exclusiveMaximum: 5 }, "5", "x must be less than 5, got 5"],
    [{ multipleOf: 0.01 }, "8.695", "x must be a multiple of 0.01, got 8.695"],
    [{ minLength: 3 }, '"b😀"', "x must have at least 3 characters, has 2"],
    [{ maxLength: 1 }, '"ab"', "x must have at most 1 character, has 2"],
    [{ pattern: "^a" }, '"b"', 'x must match the pattern ^a, got the string "b"'],
    [
      { pattern: "^a" },
      `"${"b".repeat(100)}"`,
      `x must match the pattern ^a, got the string "${"b".repeat(60)}…" (100 characters)`,
    ],
    [{ minItems: 1 }, "[]", "x must have at least 1 item, has 0"],
    [{ maxItems: 1 }, "[1,2]", "x must have at most 1 item, has 2"],
    [{ prefixItems: [true], items: false }, "[1,2]", "x must have at most 1 item, has 2"],
    [
      { uniqueItems: true },
      '[1,"1",true,{"a":[1]},{"a":[1.0]}]',
      "items 3 and 4 of x are equal; items must be unique",
    ],
    [{ contains: { const: 1 } }, "[2,3]", "x must contain at least 1 item that match contains"],
    [{ minProperties: 2 }, "{}", "x must have at least 2 members, has 0"],
    [{ required: ["a"] }, "{}", "a is required but missing"],
    [{ dependentRequired: { a: ["b"] } }, '{"a":1}', "b is required when a is given"],
    [
      { properties: { units: true }, additionalProperties: false },
      '{"unit":1}',
      "unit is not a known member, nearest is units",
    ],
    [{ properties: { path: true }, additionalProperties: false }, '{"q q":1}', '"q q" is not a known member'],
    [{ unevaluatedProperties: false }, '{"a":1}', "a is not a known member"],
    [{ unevaluatedItems: false }, "[1]", "item 0 of x is not allowed"],
    [{ not: { type: "null" } }, "null", "x must not match the schema under not, got null"],
    [false, "1", "x is not allowed"],
    [{ items: { type: "null" } }, "[1]", "/0: x[0] must be null, got the number 1"],
  ])("%j of %s", (schema, x, message) => {
    expect(said(schema, x)?.replace("/x/0: ", "/0: ")).toBe(message);
  });

  test("calls the root by its name", () => {
    expect(errorOf({ maxProperties: 0 }, '{"a":1}')).toBe("the arguments must have at most 0 members, has 1");
    expect(output('[[1,"a"]]', text({ items: { items: { type: "null" } } }))).toMatchObject({
      error: "/0/0: item [0][0] must be null, got a number; /0/1: item [0][1] must be null, got a string",
    });
  });

  test("says that a name is at fault where names are checked", () => {
    expect(errorOf({ propertyNames: { pattern: "^[a-z]+$" } }, '{"A b":1}')).toBe(
      'the member name "A b" is not allowed; the member name must match the pattern ^[a-z]+$, got "A b"',
    );
    const verdict = input('{"A b":1}', text({ propertyNames: { maxLength: 1 } }));
    expect(verdict.findings.map(({ at }) => at?.length)).toEqual([5, 5]);
  });

  test("tells the choice before its parts", () => {
    expect(said({ anyOf: [{ type: "integer" }, { type: "null" }] }, '"3"')).toMatch(
      /^x must be an integer or null, got the string "3"; /,
    );
    expect(said({ oneOf: [{ minimum: 3 }, { type: "null" }] }, "1")).toMatch(
      /^x matches none of the 2 alternatives of oneOf; /,
    );
    const through = { anyOf: [{ $ref: "#/$defs/a" }, { type: "null" }] };
    expect(errorOf({ properties: { x: through }, $defs: { a: { type: "array" } } }, '{"x":1}')).toMatch(
      /^\/x: x must be an array or null, got the number 1; /,
    );
  });

  test("does not blame what is no cause", () => {
    const two = { oneOf: [{ const: "a" }, { $ref: "#/$defs/b" }, { type: "string" }] };
    const verdict = input('{"v":"a"}', text({ properties: { v: two }, $defs: { b: { const: "b" } } }));
    expect(verdict.findings).toMatchObject([
      {
        keyword: "oneOf",
        params: { passingSchemas: [0, 2] },
        message: expect.stringContaining("alternatives 1 and 3"),
      },
    ]);
    expect(verdict.more).toBe(0);
    const many = input(
      `{"a":[${"1,".repeat(2999)}1]}`,
      text({ properties: { a: { contains: { type: "string" } }, b: { type: "null" } } }),
    );
    expect(many.findings).toMatchObject([{ keyword: "contains" }]);
    expect(many.more).toBe(0);
  });

  test("forgets the misses of a choice that one alternative meets", () => {
    const x = { anyOf: [{ type: "null" }, { $ref: "#/$defs/never" }, { type: "string" }] };
    const schema = { required: ["z"], properties: { x, y: { type: "null" } }, $defs: { never: { not: {} } } };
    expect(errorOf(schema, '{"x":"a","y":1}')).toBe(
      "z is required but missing; /y: y must be null, got the number 1",
    );
  });

  test("puts the condition behind what it asks for", () => {
    const schema = { if: { properties: { kind: { const: "event" } } }, then: { required: ["event"] } };
    expect(errorOf(schema, '{"kind":"event"}')).toBe(
      'event is required but missing (by the "then" of a condition); the arguments must match "then", as its "if" holds',
    );
  });
});

describe("schemas", () => {
  test.each([
    ["http://json-schema.org/draft-04/schema#", { minimum: 0, exclusiveMinimum: true }, "0"],
    ["https://json-schema.org/draft-06/schema", { const: 1 }, "2"],
    [
      "http://json-schema.org/draft-07/schema",
      { items: [{ type: "string" }], additionalItems: false },
      '["a",1]',
    ],
    ["https://json-schema.org/draft/2019-09/schema#", { dependentRequired: { a: ["b"] } }, '{"a":1}'],
    ["http://json-schema.org/draft/2020-12/schema", { prefixItems: [{ type: "string" }] }, "[1]"],
  ])("of the dialect at %s", ($schema, x, value) => {
    expect(input(`{"x":${value}}`, text({ $schema, properties: { x } })).status).toBe("invalid");
  });

  test.each(["draft-04", "draft-06", "draft-07"])("of %s ignore what stands beside $ref (D11)", (draft) => {
    const schema = { definitions: { a: {} }, properties: { x: { $ref: "#/definitions/a", type: "null" } } };
    const $schema = `http://json-schema.org/${draft}/schema#`;
    expect(input('{"x":1}', text({ $schema, ...schema })).status).toBe("valid");
    expect(input('{"x":1}', text(schema)).status).toBe("invalid");
  });

  test.each([
    [{ type: "string", nullable: true }, "null", "invalid"],
    [{ $async: true, type: "string" }, "1", "invalid"],
    [{ maximum: 3, $data: "1/y" }, "2", "valid"],
    [{ id: "#x", type: "string" }, '"a"', "valid"],
    [{ discriminator: { propertyName: "kind" }, oneOf: [{ type: "null" }] }, "null", "valid"],
    [{ type: "string", formatMinimum: "2024-01-01", format: "date" }, '"2020-01-01"', "valid"],
    [{ default: 5, type: "object", properties: { a: { default: 1 } } }, "{}", "valid"],
    [{ enum: [{ $id: "urn:x", $ref: "#/nowhere" }] }, '{"$id":"urn:x","$ref":"#/nowhere"}', "valid"],
  ])("give private words no effect (D12): %j", (x, value, status) => {
    const verdict = input(`{"x":${value}}`, text({ properties: { x } }));
    expect(verdict.status).toBe(status);
    expect(verdict).toHaveProperty("value", { x: JSON.parse(value) });
  });

  test.each([
    ["http://json-schema.org/draft-07/schema#", "dialect", "invalid"],
    ["https://json-schema.org/draft/2019-09/schema", "dialect", "valid"],
    ["https://json-schema.org/draft/2020-12/schema", "always", "invalid"],
    ["http://json-schema.org/draft-04/schema#", "never", "valid"],
  ] as const)("of %s under formats: %s find a bad mail %s (D9)", ($schema, formats, status) => {
    const schema = text({ $schema, properties: { mail: { format: "email" }, odd: { format: "toString" } } });
    expect(input('{"mail":"nope","odd":"x"}', schema, formats).status).toBe(status);
  });

  test.each([
    ["date-time", "2024-02-29T12:00:00Z", "valid"],
    ["date-time", "2024-02-29T23:59:59.999999999999999999+00:00", "valid"],
    ["date-time", "2024-02-30T12:00:00Z", "invalid"],
    ["date-time", "2024-01-01T24:00:00Z", "invalid"],
    ["date-time", "2024-01-01T00:00:00+02", "invalid"],
    ["date-time", "2024-01-01 00:00:00Z", "invalid"],
    ["time", "12:00:00Z", "valid"],
    ["time", "12:00:00", "invalid"],
    ["date", "2023-02-29", "invalid"],
    ["duration", "P1Y2M3DT4H5M6S", "valid"],
    ["duration", "PT1H1S", "invalid"],
    ["duration", "P1W2D", "invalid"],
    ["hostname", "example.com.", "invalid"],
    ["hostname", "example.com", "valid"],
    ["uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "valid"],
    ["uuid", "urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380", "invalid"],
    ["regex", "^a\\Z", "invalid"],
    ["ipv4", "127.0.0.1", "valid"],
    ["uri", "no uri", "invalid"],
  ])("where formats are rules take as %s %s: %s", (format, x, status) => {
    expect(input(JSON.stringify({ x }), text({ properties: { x: { format } } }), "always").status).toBe(
      status,
    );
  });

  test("are unchecked where they cannot be used, with reason and place (D7)", () => {
    const verdict = input('{"a":1}', { kind: "text", text: '{"properties": {"a": {"type": "strng"}}}' });
    expect(verdict).toMatchObject({
      status: "unchecked",
      value: { a: 1 },
      reason:
        'schema unusable at #/properties/a/type (line 1, column 31): unknown type "strng", did you mean "string"?',
      findings: [
        {
          schemaPath: "#/properties/a/type",
          at: null,
          schemaAt: { offset: 30, length: 7, line: 1, column: 31 },
        },
      ],
    });
    expect(input('{"a":1}', { kind: "text", text: '{"type":"object",}' })).toMatchObject({
      status: "unchecked",
      reason: "schema unusable (line 1, column 17): the schema text is not JSON: trailing comma before }",
    });
  });

  test("do not look at what objects inherit", () => {
    expect(input("{}", text({ required: ["toString", "__proto__"] })).findings).toHaveLength(2);
    const schema = {
      kind: "text",
      text: '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"null"}},"additionalProperties":false}',
    } as const;
    expect(input('{"__proto__":"a","constructor":null}', schema).status).toBe("valid");
    expect(input('{"__proto__":1}', schema).findings).toMatchObject([
      { keyword: "type", instancePath: "/__proto__", schemaPath: "#/properties/__proto__/type" },
    ]);
    expect(
      input(
        '{"a":{"constructor":{"x":1}}}',
        text({ properties: { a: { const: { constructor: { x: 1 } } } } }),
      ).status,
    ).toBe("valid");
  });

  test("may carry the address of a meta-schema, or refer to it", () => {
    const meta = "https://json-schema.org/draft/2020-12/schema";
    expect(input('{"a":1}', text({ $id: meta, properties: { a: { type: "string" } } })).status).toBe(
      "invalid",
    );
    const schema = text({ properties: { schema: { $ref: meta } } });
    expect(input('{"schema":{"type":"string"}}', schema).status).toBe("valid");
    expect(input('{"schema":{"type":"strng"}}', schema)).toMatchObject({
      status: "invalid",
      findings: [{ schemaAt: null }, {}, {}],
    });
  });

  test("find their parts by address, anchor and pointer", () => {
    const schema = {
      $id: "https://example.com/root.json",
      properties: {
        byAddress: { $ref: "item.json" },
        byAnchor: { $ref: "#word" },
        byPointer: { $ref: "#/components/schemas/Pet%20name" },
        inside: { $ref: "item.json#/$defs/inner" },
      },
      $defs: {
        item: { $id: "item.json", type: "string", $defs: { inner: { type: "null" } } },
        word: { $anchor: "word", type: "string" },
      },
      components: { schemas: { "Pet name": { type: "string" } } },
    };
    const verdict = input('{"byAddress":1,"byAnchor":1,"byPointer":1,"inside":1}', text(schema));
    expect(verdict.findings.map((finding) => finding.schemaPath)).toEqual([
      "#/$defs/item/type",
      "#/$defs/word/type",
      "#/components/schemas/Pet name/type",
      "#/$defs/item/$defs/inner/type",
    ]);
  });

  test("settle dynamic references by the outermost resource", () => {
    const tree = {
      $id: "https://example.com/tree",
      $dynamicAnchor: "node",
      type: "object",
      properties: { data: true, children: { type: "array", items: { $dynamicRef: "#node" } } },
    };
    const strict = {
      $id: "https://example.com/strict",
      $dynamicAnchor: "node",
      $ref: "tree",
      unevaluatedProperties: false,
      $defs: { tree },
    };
    expect(input('{"children":[{"daat":1}]}', text(strict)).findings).toMatchObject([
      {
        keyword: "unevaluatedProperties",
        instancePath: "/children/0",
        schemaPath: "#/unevaluatedProperties",
      },
    ]);
    expect(input('{"children":[{"data":1}]}', text(strict)).status).toBe("valid");
    expect(input('{"children":[{"daat":1}]}', text(tree)).status).toBe("valid");
  });

  test.each([
    [
      { if: { properties: { a: { const: 1 } }, required: ["a"] }, unevaluatedProperties: false },
      '{"a":1}',
      "valid",
    ],
    [
      {
        if: { properties: { a: { const: 1 } } },
        else: { properties: { b: true } },
        unevaluatedProperties: false,
      },
      '{"a":2,"b":1}',
      "invalid",
    ],
    [
      {
        anyOf: [{ properties: { a: true } }, { required: ["b"], properties: { b: true } }],
        unevaluatedProperties: false,
      },
      '{"b":1}',
      "valid",
    ],
    [
      { properties: { x: { contains: { type: "string" }, unevaluatedItems: { type: "null" } } } },
      '{"x":["a",null]}',
      "valid",
    ],
    [
      { properties: { x: { contains: { type: "string" }, unevaluatedItems: { type: "null" } } } },
      '{"x":["a",1]}',
      "invalid",
    ],
    [
      {
        dependentSchemas: { a: { properties: { b: true } } },
        properties: { a: true },
        unevaluatedProperties: false,
      },
      '{"a":1,"b":1}',
      "valid",
    ],
  ])("know what was evaluated: %j of %s", (schema, args, status) => {
    expect(input(args, text(schema)).status).toBe(status);
  });

  test("answer the same however often they are edited", () => {
    const schema = (type: string) => text({ $id: "first", properties: { a: { type } } });
    const answers = ["string", "null", "string", "null"].map(
      (type) => input('{"a":"x"}', schema(type)).status,
    );
    expect(answers).toEqual(["valid", "invalid", "valid", "invalid"]);
  });

  test("may speak of the validator's own variables", () => {
    const name = "vErrors = [err0];";
    const verdict = input("{}", text({ required: [name] }));
    expect(verdict.findings).toMatchObject([
      { params: { missingProperty: name } },
    ] satisfies Partial<Finding>[]);
  });

  test("cut long lists of allowed values in params", () => {
    const verdict = input(
      '{"x":-1}',
      text({ properties: { x: { enum: Array.from({ length: 500 }, (_, i) => i) } } }),
    );
    expect(verdict.findings[0]?.params).toMatchObject({ more: 400 });
    expect(verdict.findings[0]?.params.allowedValues).toHaveLength(100);
  });
});
