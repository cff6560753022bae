/** On random schemas of every dialect: what is called valid is, and what is called a near-miss breaks its rule. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DIALECTS, type Dialect } from "@/lib/schema/language/dialect";
import { checkNow } from "@/lib/schema/verdict/check";
import type { Finding, Verdict } from "../../protocol/verdict";
import type { Sample } from "../port";
import { instances } from "../testing/instances";
import { link } from "../testing/link";
import { allSamples } from "../testing/samples";
import { type Sketch, sketches } from "../testing/schemas";

const SEED = 20_261_130;
const RUNS = 25;

const verdictOf = (schema: unknown, text: string, dialect: Dialect): Verdict =>
  checkNow(
    {
      key: "",
      direction: "output",
      text,
      schema: { kind: "text", text: JSON.stringify(schema) },
      formats: "always",
    },
    { dialect },
  );

function checkSample(sample: Sample, schema: unknown, dialect: Dialect): void {
  if (sample.text === undefined) {
    expect(sample.why).not.toBe("");
    return;
  }
  const { status, findings } = verdictOf(schema, sample.text, dialect);
  if (sample.rule) expect(findings.map(ruleOf)).toContainEqual(sample.rule);
  else expect(status).toBe("valid");
}

const ruleOf = ({ keyword, schemaPath }: Finding) => ({ keyword, schemaPath });

/** The rules that random values break, so that it is known that they can be broken. */
function broken(schema: Sketch, dialect: Dialect): Set<string> {
  const values = fc.sample(instances(schema), { seed: SEED, numRuns: 80 });
  const findings = values.flatMap((value) => verdictOf(schema, JSON.stringify(value), dialect).findings);
  return new Set(findings.map((finding) => JSON.stringify(ruleOf(finding))));
}

describe.each(DIALECTS)("%s", (dialect) => {
  test("every sample is what it is called, and most rules that can be broken have one", {
    timeout: 120_000,
  }, () => {
    const tally = { broken: 0, found: 0 };
    const all = (sketch: Sketch) => {
      const schema = link(sketch, dialect);
      const samples = allSamples(schema, { dialect, formats: "always", direction: "output" });
      for (const sample of samples) checkSample(sample, schema, dialect);
      const found = samples.flatMap((sample) =>
        sample.text === undefined ? [] : sample.findings.map(ruleOf),
      );
      const known = new Set(found.map((rule) => JSON.stringify(rule)));
      const possible = broken(schema, dialect);
      tally.broken += possible.size;
      tally.found += [...possible].filter((rule) => known.has(rule)).length;
    };
    fc.assert(fc.property(sketches(dialect), all), { seed: SEED, numRuns: RUNS });
    // Random schemas contradict themselves more than those of people do.
    expect(tally.found / tally.broken).toBeGreaterThan(0.7);
  });
});
