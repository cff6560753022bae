import { describe, expect, it } from "vitest";
import { createAnthropicModel } from "./anthropic";
import limitCases from "./fixtures/provider-limits.json";

const { declare } = createAnthropicModel({ apiKey: null });
const notesOf = (name: string, input?: unknown) => declare([{ name, input }])[0]?.declaration.notes;

describe("what Anthropic refuses is declared", () => {
  it.each(limitCases.map((one) => [one.title, one] as const))("%s", (_, { tools, warnings }) => {
    const declared = declare(tools);
    expect(declared.map(({ tool }) => tool)).toEqual(tools.map(({ name }) => name));
    for (const { declaration } of declared) {
      expect([...new Set(declaration.notes.map((note) => note.code))]).toEqual(warnings);
      expect(declaration.status).toBe("ok");
    }
  });

  it("marks member names at the root only, each at its place in the schema", () => {
    const properties = {
      ok: { type: "string" },
      "filter[id]": {},
      "a/b~c": {},
      "": {},
      ["k".repeat(64)]: {},
      ["k".repeat(65)]: {},
      nested: { type: "object", properties: { "bad [x]": {} } },
    };
    expect(notesOf("t", { type: "object", properties })?.map((note) => note.schemaPath)).toEqual([
      "#/properties/filter[id]",
      "#/properties/a~1b~0c",
      "#/properties/",
      `#/properties/${"k".repeat(65)}`,
    ]);
  });

  it.each([
    ["get_weather-2", []],
    ["a".repeat(64), []],
    ["a".repeat(65), ["warning"]],
    ["a".repeat(128), ["warning"]],
    ["a".repeat(129), ["error"]],
    ["", ["error"]],
    ["wetter heute", ["error"]],
    ["größe", ["error"]],
    ["a\n", ["error"]],
  ])("name %j: %j", (name, levels) => {
    expect(notesOf(name, { type: "object" })?.map((note) => note.level)).toEqual(levels);
  });

  it("says what is wrong with a name and offers one that is not", () => {
    const message = notesOf("calendar.respond to", { type: "object" })?.[0]?.message;
    expect(message).toContain("MCP allows dots");
    expect(message).toContain('"calendar_respond_to"');
  });

  it.each([
    [{ properties: {} }, ["#"]],
    [{ type: "string" }, ["#/type"]],
    [{ type: ["object", "null"] }, ["#/type"]],
    [true, ["#"]],
    [null, ["#"]],
    [{ type: "object", anyOf: [], oneOf: [] }, ["#/oneOf", "#/anyOf"]],
    [{ type: "object", properties: { a: { anyOf: [] } } }, []],
    [undefined, []],
  ])("root of a schema %j: faults at %j", (input, paths) => {
    const notes = notesOf("t", input) ?? [];
    expect(notes.map((note) => note.schemaPath)).toEqual(paths);
    expect(notes.every((note) => note.code === "provider-schema-root" && note.level === "error")).toBe(true);
  });

  it("reads a schema that is there as text only", () => {
    const inputText = '{"type":"object","properties":{"a b":{}}}';
    expect(declare([{ name: "t", inputText }])[0]?.declaration.notes[0]?.schemaPath).toBe("#/properties/a b");
    expect(declare([{ name: "t" }])[0]?.declaration.status).toBe("none");
  });
});
