/** Of plain rules both validators report the same ones at the same values: none is lost, none is made up. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { DIALECTS, type Dialect } from "@/lib/schema/language/dialect";
import { instances } from "@/lib/schema/testing/instances";
import { link } from "@/lib/schema/testing/link";
import { oracleFindings } from "@/lib/schema/testing/oracle";
import { ORACLE_SPELLING } from "@/lib/schema/testing/oracle-faults";
import { sketches } from "@/lib/schema/testing/schemas";
import { checkNow } from "./check";

/** Rules about a value itself, which both report by the value they are about. */
const PLAIN = new Set([
  ...["type", "const", "enum", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems"],
  ...["minProperties", "maxProperties", "required", "dependentRequired"],
]);

/** What reports a summary, leaves out what led to it, or depends on the validity of other parts. */
const OTHERS =
  /"(?:anyOf|oneOf|not|if|contains|propertyNames|unevaluatedItems|unevaluatedProperties|dependencies|dependentSchemas)":/;
const EXCLUSIVE = /^exclusiveM(?=in|ax)/;

const SEED = Number(process.env.DIFFERENTIAL_SEED ?? 20_260_301);

/** Sorted, each once: one of the two reports each missing member by itself, and in draft-04 exclusive limits as plain ones. */
function distinct(
  findings: readonly { instancePath: string; keyword: string }[],
  dialect: Dialect,
): string[] {
  const plain = findings.filter(({ keyword }) => PLAIN.has(keyword));
  const texts = plain.map(({ instancePath, keyword }) => {
    const name = dialect === "draft-04" ? keyword.replace(EXCLUSIVE, "m") : keyword;
    return `${instancePath} ${name}`;
  });
  return [...new Set(texts)].sort();
}

test.each(DIALECTS)("in %s", { timeout: 60_000 }, async (dialect) => {
  const simple = sketches(dialect).filter((sketch) => !OTHERS.test(JSON.stringify(link(sketch, dialect))));
  const trials = simple.chain((sketch) =>
    fc.record({
      sketch: fc.constant(sketch),
      values: fc.array(instances(link(sketch, dialect)), { minLength: 10, maxLength: 20 }),
    }),
  );
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(trials, async ({ sketch, values }) => {
      const theirs = await oracleFindings(link(sketch, dialect, ORACLE_SPELLING), dialect);
      const schema = { kind: "text", text: JSON.stringify(link(sketch, dialect)) } as const;
      for (const value of values) {
        const text = JSON.stringify(value);
        const request = { key: "k", direction: "output", text, schema, formats: "dialect" } as const;
        const { findings, more } = checkNow(request, { dialect });
        if (more > 0) continue;
        expect({ schema, text, findings: distinct(findings, dialect) }).toEqual({
          schema,
          text,
          findings: distinct(theirs(value), dialect),
        });
        compared += findings.length;
      }
    }),
    { seed: SEED, numRuns: 400 },
  );
  expect(compared).toBeGreaterThan(1000);
});
