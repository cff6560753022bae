import { expect, test } from "vitest";
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

async function fixesOf(text: string): Promise<void> {
  const schemaText = JSON.stringify(SCHEMA);
  const check = async (given: string) =>
    checkNow({
      key: "k",
      direction: "input",
      text: given,
      schema: { kind: "text", text: schemaText },
      formats: "dialect",
    });
  const ways = await suggestFixes(text, await check(text), { schema: SCHEMA, check });
  for (const way of ways) expect((await check(way.text)).status).toBe("valid");
}

test.each([
  [`{"city": "x"${" ".repeat(90_000)}`],
  [`${" ".repeat(45_000)}\`\`\`${" ".repeat(45_000)}{`],
  [`{"city": 5${" ".repeat(90_000)}, "b": 1}`],
  [`{${"a".repeat(90_000)}`],
  ["[".repeat(90_000)],
])("a long odd text is searched quickly", async (text) => {
  const before = performance.now();
  await fixesOf(text);
  expect(performance.now() - before).toBeLessThan(2_000);
});
