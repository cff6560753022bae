import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { addressOf, DIALECTS } from "@/lib/schema/language/dialect";
import { instances } from "@/lib/schema/testing/instances";
import { link } from "@/lib/schema/testing/link";
import { sketches } from "@/lib/schema/testing/schemas";
import { createChecker } from "@/lib/schema/threads/checker";
import { checkNow } from "./check";
import { recheckNow } from "./recheck";

const SCHEMA = JSON.stringify({
  type: "object",
  properties: {
    n: { type: "integer", maximum: 100 },
    s: { type: "string", maxLength: 3 },
    list: { type: "array", items: { $ref: "#" }, maxItems: 2 },
  },
  required: ["n"],
  additionalProperties: false,
});

/** Texts near the edges between the two ways of reading. */
const text = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc
    .record(
      {
        n: fc.oneof(fc.integer(), fc.double()),
        s: fc.string({ unit: "binary", maxLength: 5 }),
        extra: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(
    "",
    "  ",
    "{",
    "[]",
    "null",
    '{"n": 1e999}',
    '{"n": 1, "n": 200}',
    '{"n": 12345678901234567890}',
    '{"n": 1, "s": "\\ud800"}',
    `{"n": 1, "s": "${"\ud800"}"}`,
    '{"__proto__": 1, "n": 1}',
    '{"n": 1,}',
    `${'{"n":1,"list":['.repeat(60)}{"n":1}${"]}".repeat(60)}`,
    `${'{"n":1,"list":['.repeat(70)}{"n":1}${"]}".repeat(70)}`,
    `${"[".repeat(4000)}${"]".repeat(4000)}`,
  ),
);

describe("statuses of many texts", () => {
  test("are those of one check each, whatever the text", () => {
    for (const direction of ["input", "output"] as const)
      fc.assert(
        fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
          const schema = { kind: "text" as const, text: SCHEMA };
          const each = texts.map(
            (one) => checkNow({ key: "", direction, text: one, schema, formats: "dialect" }).status,
          );
          expect(recheckNow({ schema: SCHEMA, formats: "dialect", direction, texts })).toEqual(each);
        }),
        { numRuns: 400, seed: 5 },
      );
  });

  test("are those of one check each, whatever the schema", () => {
    const told = { valid: 0, invalid: 0 };
    for (const dialect of DIALECTS) {
      const trial = sketches(dialect).chain((sketch) => {
        const linked = link(sketch, dialect);
        const schema = typeof linked === "boolean" ? linked : { $schema: addressOf(dialect), ...linked };
        const values = fc.array(instances(linked), { minLength: 5, maxLength: 20 });
        return fc.record({ schema: fc.constant(JSON.stringify(schema)), values });
      });
      const holds = ({ schema, values }: { schema: string; values: unknown[] }) => {
        const request = { direction: "output", formats: "dialect" } as const;
        const texts = values.map((value) => JSON.stringify(value));
        const each = texts.map(
          (one) =>
            checkNow({ ...request, key: "", text: one, schema: { kind: "text", text: schema } }).status,
        );
        for (const status of each) if (status === "valid" || status === "invalid") told[status]++;
        expect(recheckNow({ ...request, schema, texts })).toEqual(each);
      };
      fc.assert(fc.property(trial, holds), { numRuns: 300, seed: 7 });
    }
    // Neither is rare, or nothing would be told.
    expect(Math.min(told.valid, told.invalid)).toBeGreaterThan(3_000);
  });

  test("are unchecked where the schema cannot be used, but for what is no JSON object", () => {
    const request = { schema: '{"type": "objekt"}', formats: "dialect", direction: "input" } as const;
    expect(recheckNow({ ...request, texts: ["{}", "[]", "{"] })).toEqual([
      "unchecked",
      "malformed",
      "malformed",
    ]);
  });
});

describe("in threads", () => {
  const checker = createChecker({ checkMs: 300 });
  afterAll(() => checker.close());
  const never = new AbortController().signal;

  test("slices come back in order", async () => {
    const texts = Array.from({ length: 1_234 }, (_, i) => `{"n": ${i}}`);
    const found = await checker.recheck(
      { schema: SCHEMA, formats: "dialect", direction: "input", texts },
      never,
    );
    expect(found).toEqual({ statuses: texts.map((_, i) => (i <= 100 ? "valid" : "invalid")) });
  });

  test("a schema that takes too long is stopped with a reason, and the next one is answered", async () => {
    const schema = JSON.stringify({ properties: { a: { pattern: "^(a+)+$" } } });
    const texts = Array.from({ length: 500 }, () => JSON.stringify({ a: `${"a".repeat(40)}!` }));
    const slow = { schema, formats: "dialect", direction: "input", texts } as const;
    expect(await checker.recheck(slow, never)).toEqual({
      stopped: expect.stringContaining("took longer than 300 ms"),
    });
    expect(await checker.recheck({ ...slow, schema: "{}", texts: ["{}"] }, never)).toEqual({
      statuses: ["valid"],
    });
  });

  test("a question that is withdrawn costs no more slices", async () => {
    const texts = Array.from({ length: 100_000 }, () => "{}");
    const asked = new AbortController();
    const answer = checker.recheck(
      { schema: "true", formats: "dialect", direction: "input", texts },
      asked.signal,
    );
    asked.abort();
    expect(await answer).toEqual({ stopped: "the check was cancelled" });
  });
});
