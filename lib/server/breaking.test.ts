/** The route with the real checker: what it answers breaks the schema, or is nothing. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { POST } from "@/app/api/breaking/route";
import { services } from "./compose";
import { ask } from "./testing/ask";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callscope-breaking-"));
  vi.stubEnv("CALLSCOPE_DATA", folder);
});
afterAll(async () => {
  const { sessions, checker, store } = await services();
  await sessions.close();
  await checker.close();
  await store.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const broken = async (body: unknown) => {
  const response = await ask(POST, { body });
  return { status: response.status, body: await response.json() };
};

test.each<["input" | "output", string]>([
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
