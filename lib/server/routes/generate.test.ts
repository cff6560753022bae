import { expect, test } from "vitest";
import { POST } from "@/app/api/cases/generate/route";
import { POST as RUN } from "@/app/api/cases/route";
import type { Sample } from "@/lib/schema/port";
import { ask } from "@/lib/server/testing/ask";
import { onOwnFolder } from "@/lib/server/testing/on-folder";
import type { GeneratedSample, GeneratedSamples } from "@/lib/wire/generate";
import { answerGenerate } from "./generate";

onOwnFolder();

async function generate(body: object) {
  const response = await ask(POST, { body });
  return { status: response.status, body: await response.json() };
}

const schema = JSON.stringify({
  type: "object",
  properties: { seats: { type: "integer", minimum: 1 } },
  required: ["seats"],
});

test("gives valid texts, a near-miss for each rule, and what was not found; kept as cases all of them pass", async () => {
  const { status, body } = await generate({ schema, direction: "input" });
  expect(status).toBe(200);
  expect(body.samples).toContainEqual({
    kind: "near-miss",
    title: "too small: seats",
    rule: { keyword: "minimum", schemaPath: "#/properties/seats/minimum" },
    text: '{"seats":0}',
    verdict: {
      status: "invalid",
      findings: [{ keyword: "minimum", instancePath: "/seats", schemaPath: "#/properties/seats/minimum" }],
    },
    messages: ["seats must be at least 1, got 0"],
    others: 0,
  });
  expect(body.missing).toEqual([
    {
      kind: "near-miss",
      title: "wrong type: the arguments",
      rule: { keyword: "type", schemaPath: "#/type" },
      why: expect.stringContaining("Arguments that are not an object are malformed"),
    },
  ]);
  expect(body.left).toBe(0);
  const cases = body.samples.map(({ title, text, verdict }: GeneratedSample) => ({
    name: title,
    direction: "input",
    text,
    expected: verdict,
  }));
  const run = await (await ask(RUN, { body: { input: schema, cases } })).json();
  expect(run.outcomes.map(({ passed }: { passed: boolean }) => passed)).toEqual(cases.map(() => true));
});

test("refuses a schema that is too long for it", async () => {
  const long = JSON.stringify({ description: "x".repeat(200_000) });
  const { status, body } = await generate({ schema: long, direction: "input" });
  expect([status, body.reason, body.field]).toEqual([413, "too_large", "schema"]);
});

async function made(samples: Sample[]): Promise<GeneratedSamples> {
  const generator = { generate: async () => ({ samples, left: 3, stopped: "why" }) };
  const request = new Request("http://localhost/api/cases/generate", { method: "POST" });
  const response = await answerGenerate(
    { checker: generator },
    { body: { schema, direction: "output" }, request },
  );
  return response.json();
}
const nearMiss = (keyword: string, text: string): Sample => ({
  kind: "near-miss",
  title: keyword,
  rule: { keyword, schemaPath: `#/${keyword}` },
  text,
  findings: [],
  others: 0,
});

test("a text that is the near-miss of several rules is there once, with all of them", async () => {
  const { samples, left, stopped } = await made([nearMiss("type", "1"), nearMiss("anyOf", "1")]);
  expect(samples).toMatchObject([
    { text: "1", rule: { keyword: "type" }, also: [{ keyword: "anyOf", schemaPath: "#/anyOf" }] },
  ]);
  expect([left, stopped]).toEqual([3, "why"]);
});

test("texts end where a tool could keep no more of them, and those behind are named", async () => {
  const long = Array.from({ length: 21 }, (_, i) => nearMiss("type", String(i).padEnd(100_000, " ")));
  const { samples, missing } = await made(long);
  expect(samples).toHaveLength(20);
  expect(missing).toMatchObject([{ title: "type", why: expect.stringContaining("2000000 characters") }]);
});
