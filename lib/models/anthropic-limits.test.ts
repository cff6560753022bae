import { describe, expect, test } from "vitest";
import { lintForProvider } from "@/lib/schema/lint/provider-names";
import { declareName } from "@/lib/schema/lint/tool-names";
import { createAnthropicModel } from "./anthropic";
import { nameRefusal } from "./anthropic-limits";
import { mapTools } from "./anthropic-tools";
import { ask, requestAt } from "./contract.suite";
import limitCases from "./fixtures/provider-limits.json";

/** What the page notes about a tool for its provider, as codes. */
const notesOf = ({ name, input }: (typeof limitCases)[number]["tools"][number]) => [
  ...declareName(name).notes,
  ...mapTools([{ name, input }]).tools.flatMap(({ input_schema }) => lintForProvider(input_schema)),
];

describe("what Anthropic refuses", () => {
  test.each(limitCases.map((one) => [one.title, one] as const))(
    "is known before it is sent: %s",
    (_, one) => {
      const { tools, warnings } = one;
      const codes = new Set(tools.flatMap(notesOf).map(({ code }) => code));
      if (nameRefusal(tools)?.includes("tools have this name")) codes.add("duplicate-tool-name");
      expect([...codes]).toEqual(warnings);
    },
  );

  test.each([
    ["get_weather-2", []],
    ["a".repeat(64), []],
    ["a".repeat(65), ["warning"]],
    ["a".repeat(128), ["warning"]],
    ["a".repeat(129), ["error"]],
    ["", ["error"]],
    ["wetter heute", ["error"]],
    ["größe", ["error"]],
    ["a\n", ["error"]],
  ])("in the name %j: %j, and `error` means that it is never sent", async (name, levels) => {
    const isWorthANote = declareName(name).notes.length > 0;
    expect(isWorthANote).toBe(levels.length > 0);
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
});
