import { describe, expect, test } from "vitest";
import type { Side } from "@/lib/protocol/side";
import type { DeclarationNote, Formats } from "@/lib/protocol/verdict";
import { declareName } from "@/lib/schema/lint/tool-names";
import { declareNow } from "./declare";

const declare = (schema: unknown, direction: Side = "output", formats: Formats = "dialect") =>
  declareNow({ text: JSON.stringify(schema), formats, direction });

/** Level, code and pointer of each note. */
const brief = (notes: DeclarationNote[]) =>
  notes.map(({ level, code, schemaPath }) => `${level} ${code} ${schemaPath}`);

const notesOn = (schema: unknown) => brief(declare(schema).notes);

describe("a schema", () => {
  test("may be absent", () => {
    expect(declareNow({ formats: "dialect", direction: "input" })).toEqual({ status: "none", notes: [] });
  });

  test.each([
    [{}, "2020-12"],
    [true, "2020-12"],
    [{ $schema: "https://json-schema.org/draft/2020-12/schema" }, "2020-12"],
    [{ $schema: "https://json-schema.org/draft/2019-09/schema" }, "2019-09"],
    [{ $schema: "http://json-schema.org/draft-07/schema#" }, "draft-07"],
    [{ $schema: "http://json-schema.org/draft-06/schema#" }, "draft-06"],
    [{ $schema: "http://json-schema.org/draft-04/schema#" }, "draft-04"],
  ])("%j is of %s", (schema, dialect) => {
    expect(declare(schema)).toEqual({ status: "ok", dialect, notes: [] });
  });

  test.each([
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft-07/schema",
  ])("spells the address %s, which is told", ($schema) => {
    expect(declare({ $schema })).toMatchObject({
      status: "ok",
      dialect: "draft-07",
      notes: [{ level: "info", code: "dialect-spelling" }],
    });
  });

  test.each([
    "http://json-schema.org/schema#",
    "http://json-schema.org/draft-03/schema#",
    "draft-07",
    "https://example.com/s",
    7,
  ])("of the unknown dialect %j is unusable", ($schema) => {
    const { status, dialect, notes } = declare({ type: "object", $schema });
    expect([status, dialect, brief(notes)]).toEqual([
      "unusable",
      undefined,
      ["error unknown-dialect #/$schema"],
    ]);
    expect(notes[0]?.message).toContain("https://json-schema.org/draft/2019-09/schema");
  });

  test.each([
    [
      '{"a":1,}',
      "the schema text is not JSON: trailing comma before }",
      { offset: 6, length: 1, line: 1, column: 7 },
    ],
    ["", "the schema text is empty", { offset: 0, length: 0, line: 1, column: 1 }],
    [
      "[1]",
      "a schema is an object, true or false, got an array",
      { offset: 0, length: 1, line: 1, column: 1 },
    ],
  ])("as typed: %j", (text, message, at) => {
    const { status, notes } = declareNow({ text, formats: "dialect", direction: "input" });
    expect([status, notes[0]]).toMatchObject(["unusable", { level: "error", message, at }]);
  });

  test("is not read deeper than a limit, which is named", () => {
    const text = `${'{"not":'.repeat(1300)}{}${"}".repeat(1300)}`;
    expect(declareNow({ text, formats: "dialect", direction: "output" })).toMatchObject({
      status: "unusable",
      notes: [{ message: expect.stringContaining("nested deeper than the limit of 1200 levels") }],
    });
  });

  test("has the place of each note", () => {
    const text = '{\n  "type": "object",\n  "propertys": {},\n  "required": "a"\n}';
    expect(declareNow({ text, formats: "dialect", direction: "input" }).notes).toEqual([
      {
        level: "warning",
        code: "unknown-keyword",
        message: "unknown keyword propertys, did you mean properties?",
        schemaPath: "#/propertys",
        at: { offset: 24, length: 11, line: 3, column: 3 },
      },
      {
        level: "error",
        code: "wrong-value",
        message: 'required must be an array of member names, got the string "a"',
        schemaPath: "#/required",
        at: { offset: 55, length: 3, line: 4, column: 15 },
      },
    ]);
  });
});

describe("errors", () => {
  test.each([
    [
      { properties: { a: { type: "strng" } } },
      "unknown-type #/properties/a/type",
      'unknown type "strng", did you mean "string"?',
    ],
    [{ type: ["str", "null"] }, "unknown-type #/type/0", 'unknown type "str", did you mean "string"?'],
    [{ type: "int" }, "unknown-type #/type", 'unknown type "int", did you mean "integer"?'],
    [
      { type: 12 },
      "wrong-value #/type",
      "type must be the name of a type, or an array of type names, got the number 12",
    ],
    [
      { properties: { id: { required: true } } },
      "wrong-value #/properties/id/required",
      "required must be an array of member names, got true (name the member in the required array of the object around it)",
    ],
    [
      { minimum: 0, exclusiveMinimum: true },
      "wrong-value #/exclusiveMinimum",
      "exclusiveMinimum must be a number, got true (the boolean form is draft-04)",
    ],
    [
      { items: [{ type: "string" }] },
      "wrong-value #/items",
      "items must be a schema (an object, true or false), got an array (the array form ended with 2019-09: use prefixItems)",
    ],
    [
      { maximum: { $data: "1/a" } },
      "wrong-value #/maximum",
      "maximum must be a number, got an object ($data is a private extension of one validator)",
    ],
    [
      { pattern: "(?i)^a" },
      "bad-pattern #/pattern",
      '"(?i)^a" is not a valid JavaScript regular expression (ECMA-262, flag u): Invalid group; JavaScript has no inline flags such as (?i)',
    ],
    [
      { patternProperties: { "^a\\Z": {} } },
      "bad-pattern #/patternProperties/^a\\Z",
      '"^a\\\\Z" is not a valid JavaScript regular expression (ECMA-262, flag u): Invalid escape; write ^ and $ for \\A, \\Z and \\z',
    ],
    [{ $ref: "#/$defs/no" }, "dangling-ref #/$ref", "nothing at #/$defs/no in this schema"],
    [{ $ref: "other.json" }, "dangling-ref #/$ref", "nothing at other.json in this schema"],
    [{ $ref: "#anchor" }, "dangling-ref #/$ref", "nothing at #anchor in this schema"],
    [
      { items: { $ref: "https://example.com/a.json" } },
      "remote-ref #/items/$ref",
      "https://example.com/a.json is outside this schema and is not fetched; copy it under $defs",
    ],
    [{ $ref: "#" }, "ref-loop #", expect.stringContaining("endless reference loop")],
    [
      { allOf: [{ anyOf: [{ $ref: "#" }] }] },
      "ref-loop #",
      expect.stringContaining("endless reference loop"),
    ],
    [
      { $ref: "#/$defs/x", $defs: { x: { $ref: "#/$defs/y" }, y: { not: { $ref: "#/$defs/x" } } } },
      "ref-loop #/$defs/x",
      expect.stringContaining("endless reference loop"),
    ],
  ])("%j", (schema, note, message) => {
    const { status, notes } = declare(schema);
    expect(status).toBe("unusable");
    expect(brief(notes.filter(({ level }) => level === "error"))).toEqual([`error ${note}`]);
    expect(notes.find(({ level }) => level === "error")?.message).toEqual(message);
  });

  test("are none where a loop steps into the data", () => {
    expect(notesOn({ properties: { a: { $ref: "#" } } })).toEqual([]);
    expect(notesOn({ $defs: { x: { items: { $ref: "#/$defs/x" } } }, $ref: "#/$defs/x" })).toEqual([]);
  });

  test("are mere warnings in definitions that nothing uses", () => {
    expect(declare({ $defs: { a: { $ref: "#/$defs/b" } } })).toMatchObject({
      status: "ok",
      notes: [{ level: "warning", code: "dangling-ref" }],
    });
  });
});

describe("warnings", () => {
  test.each([
    // misspelled, of another dialect, private
    [{ minLenght: 1 }, ["warning unknown-keyword #/minLenght"]],
    [{ type: "object", city: { type: "string" } }, ["warning unknown-keyword #/city"]],
    [{ "x-order": 1 }, []],
    [{ additionalItems: false }, ["warning other-dialect #/additionalItems"]],
    [{ id: "a" }, ["warning other-dialect #/id"]],
    [
      { $schema: "http://json-schema.org/draft-07/schema#", $defs: { a: {} }, prefixItems: [{}] },
      ["warning other-dialect #/prefixItems"],
    ],
    [{ definitions: { a: {} }, $defs: { b: {} } }, []],
    [
      { nullable: true, discriminator: {}, $async: true },
      [
        "warning private-keyword #/nullable",
        "warning private-keyword #/discriminator",
        "warning private-keyword #/$async",
      ],
    ],
    [{ dependencies: { a: ["b"] } }, ["info outdated-keyword #/dependencies"]],
    // without effect
    [{ then: {}, minContains: 1 }, ["warning no-effect #/then", "warning no-effect #/minContains"]],
    [{ type: "string", minimum: 1, maxLength: 2 }, ["warning no-effect #/minimum"]],
    [{ type: ["integer", "null"], minimum: 1 }, []],
    [
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        items: { $ref: "#/definitions/a", maxItems: 1, title: "t" },
        definitions: { a: {} },
      },
      ["warning ref-siblings #/items/maxItems"],
    ],
    [
      { items: { $schema: "http://json-schema.org/draft-07/schema#" } },
      ["warning inner-dialect #/items/$schema"],
    ],
    // against itself
    [{ enum: ["a", "b", "a"] }, ["warning duplicate-enum #/enum"]],
    [
      {
        enum: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      },
      ["warning duplicate-enum #/enum"],
    ],
    [{ enum: [1, true, "1", null, [1]] }, []],
    [{ enum: [] }, ["warning empty-enum #/enum"]],
    [{ minimum: 5, maximum: 1 }, ["warning empty-range #/minimum"]],
    [{ properties: { city: {} }, required: ["citty"] }, ["warning required-undeclared #/required/0"]],
    [
      { properties: { city: {} }, required: ["zip"], additionalProperties: false },
      ["warning required-forbidden #/required/0"],
    ],
    [{ properties: { city: {} }, required: ["zip"] }, []],
    [{ pattern: "^(a+)+$" }, ["warning slow-pattern #/pattern"]],
    [{ $id: "https://json-schema.org/draft/2020-12/schema" }, ["warning meta-id #/$id"]],
    [{ $defs: { a: { $id: "urn:a" }, b: { $id: "urn:a" } } }, ["warning duplicate-id #/$defs/a/$id"]],
    // formats
    [{ format: "email" }, ["info format-only #/format"]],
    [{ format: "constructor" }, ["info unknown-format #/format"]],
    [{ $schema: "http://json-schema.org/draft-07/schema#", format: "email" }, []],
  ])("%j", (schema, notes) => {
    const declaration = declare(schema);
    expect(declaration.status).toBe("ok");
    expect(brief(declaration.notes).toSorted()).toEqual(notes.toSorted());
  });

  test("follow the setting for formats", () => {
    expect(declare({ format: "email" }, "output", "always").notes).toEqual([]);
    const $schema = "http://json-schema.org/draft-07/schema#";
    expect(brief(declare({ $schema, format: "email" }, "output", "never").notes)).toEqual([
      "info format-only #/format",
    ]);
  });

  test("tell keys that stand twice and numbers that are rounded", () => {
    const text = '{"maximum":9007199254740993,"title":"a","title":"b"}';
    expect(brief(declareNow({ text, formats: "dialect", direction: "output" }).notes)).toEqual([
      "warning precision #/maximum",
      "warning duplicate-key #/title",
    ]);
  });

  test("are two hundred at most, errors first", () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, { oops: 1 }]));
    const { notes } = declare({ properties: { ...properties, last: { type: "strng" } } });
    expect(notes).toHaveLength(201);
    expect(notes[0]?.code).toBe("unknown-type");
    expect(notes.at(-1)).toEqual({ level: "info", code: "more", message: "101 more notes are not listed" });
  });
});

describe("what providers ask of an input schema", () => {
  test.each([
    [{ type: "object" }, []],
    [{ properties: {} }, ["warning provider-root-type #"]],
    [{ type: ["object", "null"] }, ["warning provider-root-type #/type"]],
    [true, ["warning provider-root-type #"]],
    [{ type: "object", oneOf: [{}] }, ["warning provider-root-combinator #/oneOf"]],
    [
      {
        type: "object",
        properties: {
          "a b": {},
          "ok-name_1.x": {},
          [`${"k".repeat(65)}`]: {},
          [`${"k".repeat(64)}`]: {},
          "filter[id]": {},
          "a/b~c": {},
          o: { properties: { "c d": {} } },
        },
      },
      [
        "warning provider-property-name #/properties/a b",
        `warning provider-property-name #/properties/${"k".repeat(65)}`,
        "warning provider-property-name #/properties/filter[id]",
        "warning provider-property-name #/properties/a~1b~0c",
      ],
    ],
  ])("%j", (schema, notes) => {
    expect(brief(declare(schema, "input").notes)).toEqual(notes);
    expect(declare(schema, "output").notes).toEqual([]);
  });
});

describe("a tool's name", () => {
  test.each(["get_weather", "a", "A-1_b", "n".repeat(64)])("%s is fine", (name) => {
    expect(declareName(name)).toEqual({ status: "ok", notes: [] });
  });

  test.each([
    ["calendar.respond", "dots are not allowed (MCP allows them)"],
    ["get weather", "blanks are not allowed"],
    ["wetter_für", "only letters, digits, _ and - are allowed"],
    ["n".repeat(65), "it has 65 characters, 64 are allowed"],
  ])("%s is refused by the providers", (name, fault) => {
    expect(declareName(name)).toEqual({
      status: "ok",
      notes: [
        {
          level: "warning",
          code: "provider-tool-name",
          message: `Anthropic and OpenAI refuse this tool name: ${fault}`,
        },
      ],
    });
  });

  test("has to be there", () => {
    expect(declareName("")).toMatchObject({ status: "unusable", notes: [{ level: "error" }] });
  });
});
