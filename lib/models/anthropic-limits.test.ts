import { describe, expect, it } from "vitest";
import { createAnthropicModel } from "./anthropic";
import { ask, requestAt } from "./contract.suite";
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
      ["k".repeat(64)]: {},
      ["k".repeat(65)]: {},
      nested: { type: "object", properties: { "bad [x]": {} } },
    };
    expect(notesOf("t", { type: "object", properties })?.map((note) => note.schemaPath)).toEqual([
      "#/properties/filter[id]",
      "#/properties/a~1b~0c",
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
  ])("name %j: %j, and `error` means that it is never sent", async (name, levels) => {
    expect(notesOf(name, { type: "object" })?.map((note) => note.level)).toEqual(levels);
    let sent = false;
    const spy = async () => {
      sent = true;
      return new Response(null, { status: 500 });
    };
    const { outcome } = await ask(
      createAnthropicModel({ apiKey: "k", fetch: spy }),
      requestAt(0, { tools: () => [{ name }] }),
    );
    expect(sent).toBe(!levels.includes("error"));
    if (!sent) expect(outcome.ok ? "" : outcome.error).toContain(`Tool ${JSON.stringify(name)}: `);
  });

  it("looks at the schema that is sent, also when it is there as text only", () => {
    const inputText = '{"type":"object","properties":{"a b":{}}}';
    expect(declare([{ name: "t", inputText }])[0]?.declaration.notes[0]?.schemaPath).toBe("#/properties/a b");
    expect(declare([{ name: "t" }])[0]?.declaration).toEqual({ status: "none", notes: [] });
    expect(notesOf("t", { properties: {} })?.[0]?.schemaPath).toBe("#");
  });
});
