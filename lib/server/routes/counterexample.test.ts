/** The route with the real checker: what it answers breaks the schema, or is nothing. */

import { expect, test } from "vitest";
import { POST } from "@/app/api/counterexample/route";
import type { Side } from "@/lib/protocol/side";
import { services } from "@/lib/server/compose";
import { ask } from "@/lib/server/testing/ask";
import { onOwnFolder } from "@/lib/server/testing/on-folder";

onOwnFolder();

const broken = async (body: unknown) => {
  const response = await ask(POST, { body });
  return { status: response.status, body: await response.json() };
};

test.each<[Side, string]>([
  ["input", '{"$ref": "#/$defs/a", "$defs": {"a": {"required": ["city"]}}}'],
  ["output", '{"type": "array"}'],
])("%s %s is broken by what it answers", async (direction, schema) => {
  const { status, body } = await broken({ direction, schema });
  expect(status).toBe(200);
  const { checker } = await services();
  const request = { key: "test", direction, formats: "dialect" as const, text: body.text };
  const verdict = await checker.check({ ...request, schema: { kind: "text", text: schema } });
  expect(verdict.status).toBe("invalid");
});

test("a schema that accepts everything is broken by nothing; a body that is none of ours is refused", async () => {
  expect(await broken({ direction: "input", schema: "{}" })).toEqual({ status: 200, body: { text: null } });
  expect((await broken({ direction: "sideways", schema: "{}" })).status).toBe(400);
});
