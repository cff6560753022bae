import { afterAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/cases/route";
import type { CaseVerdict } from "@/lib/protocol/case";
import { createChecker } from "@/lib/schema/threads/checker";
import { ask } from "@/lib/server/testing/ask";
import { onOwnFolder } from "@/lib/server/testing/on-folder";
import { caseRunBodySchema } from "@/lib/wire/cases";
import { runCases } from "./run-cases";

const checker = createChecker();
onOwnFolder();

afterAll(() => checker.close());

const valid = { status: "valid" as const, findings: [] };
const never = new AbortController().signal;
const input = JSON.stringify({
  type: "object",
  properties: { seats: { type: "integer", minimum: 1 }, note: { type: "string" } },
  required: ["seats"],
});
const minimum = {
  keyword: "minimum",
  instancePath: "/seats",
  schemaPath: "#/properties/seats/minimum",
};
const note = { keyword: "type", instancePath: "/note", schemaPath: "#/properties/note/type" };
const kept = (text: string, expected: CaseVerdict) => ({
  name: text,
  direction: "input" as const,
  text,
  expected,
});

describe("runCases", () => {
  test("passes a case that gives the expected status and rules, in whatever order", async () => {
    const broken = { status: "invalid" as const, findings: [note, minimum] };
    const cases = [kept('{"seats":1}', valid), kept('{"seats":0,"note":1}', broken)];
    const { outcomes } = await runCases({ checker }, { input, cases }, never);
    expect(outcomes.map(({ passed }) => passed)).toEqual([true, true]);
  });

  test("tells which expected rule no longer breaks and which one breaks instead", async () => {
    const cases = [kept('{"seats":1,"note":1}', { status: "invalid", findings: [minimum] })];
    expect(await runCases({ checker }, { input, cases }, never)).toEqual({
      outcomes: [
        {
          passed: false,
          actual: { status: "invalid", findings: [note] },
          missing: [minimum],
          unexpected: [note],
        },
      ],
    });
  });

  test("fails a case by its status alone", async () => {
    const cases = [kept('{"seats":1}', { status: "unchecked", findings: [] })];
    const [outcome] = (await runCases({ checker }, { input, cases }, never)).outcomes;
    expect(outcome).toEqual({ passed: false, actual: valid, missing: [], unexpected: [] });
  });

  test("checks a result by the output schema, and the text as it stands", async () => {
    const result = { ...kept("plain words", valid), direction: "output" as const };
    const output = '{"type":"string"}';
    const { outcomes } = await runCases({ checker }, { input, output, cases: [result] }, never);
    expect(outcomes[0]?.passed).toBe(true);
    const numbers = await runCases({ checker }, { output: '{"type":"number"}', cases: [result] }, never);
    expect(numbers.outcomes[0]?.unexpected.map(({ keyword }) => keyword)).toEqual(["type"]);
  });

  test("takes a blank schema for none: everything that is an object goes through", async () => {
    const { outcomes } = await runCases({ checker }, { input: " \n", cases: [kept("{}", valid)] }, never);
    expect(outcomes[0]?.passed).toBe(true);
  });

  test("runs no further case once it is withdrawn, and says so", async () => {
    const withdrawn = new AbortController();
    const stopping = {
      check: (request: Parameters<typeof checker.check>[0]) => {
        withdrawn.abort();
        return checker.check(request);
      },
    };
    const cases = [kept("{}", valid), kept("[]", valid)];
    const { outcomes, stopped } = await runCases({ checker: stopping }, { cases }, withdrawn.signal);
    expect(outcomes).toHaveLength(1);
    expect(stopped).toContain("after 1 of 2 cases");
  });
});

describe("POST /api/cases", () => {
  test("answers for all cases at once", async () => {
    const response = await ask(POST, { body: { input, cases: [kept('{"seats":1}', valid)] } });
    expect(await response.json()).toEqual({
      outcomes: [{ passed: true, actual: valid, missing: [], unexpected: [] }],
    });
  });

  test("refuses more cases, longer ones and more text than it takes", () => {
    const fits = (cases: object[]) => caseRunBodySchema.safeParse({ cases }).success;
    const one = kept("{}", valid);
    expect(fits(Array.from({ length: 200 }, () => one))).toBe(true);
    expect(fits(Array.from({ length: 201 }, () => one))).toBe(false);
    expect(fits([kept("x", valid), { ...one, text: "x".repeat(100_001) }])).toBe(false);
    const long = { ...one, text: "x".repeat(100_000) };
    expect(fits(Array.from({ length: 20 }, () => long))).toBe(true);
    expect(fits(Array.from({ length: 21 }, () => long))).toBe(false);
  });
});

describe("members and counts", () => {
  const both = JSON.stringify({ required: ["a", "b"] });
  const at = { keyword: "required", instancePath: "", schemaPath: "#/required" };
  const run = async (text: string, expected: CaseVerdict) =>
    (await runCases({ checker }, { input: both, cases: [kept(text, expected)] }, never)).outcomes[0];

  test("which member is missing is told apart", async () => {
    const broken = { status: "invalid" as const, findings: [{ ...at, member: "a" }] };
    expect((await run('{"b":1}', broken))?.passed).toBe(true);
    expect(await run('{"a":1}', broken)).toMatchObject({
      passed: false,
      missing: [{ ...at, member: "a" }],
      unexpected: [{ ...at, member: "b" }],
    });
  });

  test("a case that was kept without the member holds for any, and each finding counts once", async () => {
    expect((await run('{"a":1}', { status: "invalid", findings: [at] }))?.passed).toBe(true);
    expect((await run("{}", { status: "invalid", findings: [at, { ...at, member: "b" }] }))?.passed).toBe(
      true,
    );
    expect((await run("{}", { status: "invalid", findings: [at] }))?.unexpected).toHaveLength(1);
  });

  test("findings beyond those that are listed are compared by their number, where it was kept", async () => {
    const many = JSON.stringify({ items: { type: "null" } });
    const text = JSON.stringify(Array.from({ length: 120 }, () => 1));
    const of = async (more?: number) => {
      const findings = Array.from({ length: 100 }, (_, i) => ({
        keyword: "type",
        instancePath: `/${i}`,
        schemaPath: "#/items/type",
      }));
      const expected = { status: "invalid" as const, findings, ...(more !== undefined && { more }) };
      const cases = [{ name: "n", direction: "output" as const, text, expected }];
      return (await runCases({ checker }, { output: many, cases }, never)).outcomes[0];
    };
    expect((await of(20))?.passed).toBe(true);
    expect((await of())?.passed).toBe(true);
    expect(await of(19)).toMatchObject({ passed: false, missing: [], unexpected: [], actual: { more: 20 } });
  });
});
