/** Two validators on the same random schemas and values: ours, through a whole check, and the independent one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readJson } from "@/lib/json/read";
import type { Dialect } from "@/lib/schema/language/dialect";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";
import { checkNow } from "@/lib/schema/verdict/check";
import { prepare } from "@/lib/schema/verdict/prepare";
import type { Verdict } from "../../protocol/verdict";
import { instances } from "./instances";
import { link } from "./link";
import { oracle } from "./oracle";
import { ORACLE_SPELLING } from "./oracle-faults";
import { type Sketch, sketches } from "./schemas";

/** The most values that a schema is tried on; half as many on average. */
const VALUES = 40;

/** Pairs of a schema and a value, at least. */
const PAIRS = Number(process.env.DIFFERENTIAL_PAIRS ?? 20_000);
const SEED = Number(process.env.DIFFERENTIAL_SEED ?? 20_260_301);

interface Tally {
  pairs: number;
  valid: number;
  invalid: number;
}

/** The test of one dialect. Both answers must be common, otherwise little was compared. */
export function itAgrees(dialect: Dialect): void {
  const timeout = Math.max(120_000, PAIRS * 6);
  test(`agrees with a second validator in ${dialect}`, { timeout }, async () => {
    const tally = await compareValidators(dialect);
    process.stdout.write(`${dialect}, seed ${SEED}: ${JSON.stringify(tally)}\n`);
    expect(tally.pairs).toBeGreaterThanOrEqual(PAIRS);
    expect(tally.invalid / tally.pairs).toBeGreaterThan(0.25);
    expect(tally.valid / tally.pairs).toBeGreaterThan(0.25);
  });
}

/** Rejects with the smallest disagreement found, and the seed that reproduces it. */
async function compareValidators(dialect: Dialect): Promise<Tally> {
  const tally: Tally = { pairs: 0, valid: 0, invalid: 0 };
  const compare = async ({ sketch, values }: Trial): Promise<void> => {
    const outcomes = await sameOutcomes(sketch, values, dialect);
    tally.pairs += outcomes.length;
    for (const outcome of outcomes) tally[outcome]++;
  };
  await fc.assert(fc.asyncProperty(trials(dialect), compare), {
    seed: SEED,
    numRuns: Math.ceil((PAIRS / VALUES) * 2.2) + 20,
  });
  return tally;
}

interface Trial {
  sketch: Sketch;
  values: unknown[];
}

function trials(dialect: Dialect): fc.Arbitrary<Trial> {
  return sketches(dialect).chain((sketch) =>
    fc
      .array(instances(link(sketch, dialect)), { minLength: 1, maxLength: VALUES, size: "max" })
      .map((values) => ({ sketch, values })),
  );
}

type Judged = "valid" | "invalid";

/** Throws if the two disagree, or if one of them changed its input. */
async function sameOutcomes(sketch: Sketch, values: unknown[], dialect: Dialect): Promise<Judged[]> {
  const schema = link(sketch, dialect);
  const text = JSON.stringify(schema);
  const theirs = link(sketch, dialect, ORACLE_SPELLING);
  const before = JSON.stringify(theirs);
  const conforms = await oracle(theirs, dialect);
  return values.map((value) => {
    const written = writeJson(value);
    const verdict = verdictOf(text, written, dialect);
    const expected = conforms(value) ? "valid" : "invalid";
    if (verdict.status !== expected) throw new Error(report(verdict, expected, { dialect, text, written }));
    const kept = afterCheck(text, written, dialect);
    if (kept !== written || writeJson(value) !== written || JSON.stringify(theirs) !== before)
      throw new Error(`a check changed its schema or value: ${dialect} ${text} ${written}, now ${kept}`);
    return expected;
  });
}

/** A value after its check, printed again. */
function afterCheck(schema: string, text: string, dialect: Dialect): string {
  const read = readJson(text, { depth: Number.POSITIVE_INFINITY, portable: false });
  if (!read.ok) throw new Error(`not JSON: ${text}`);
  prepare(schema, { formats: "dialect", limits: DEFAULT_LIMITS, dialect }).validate?.(read.value);
  return writeJson(read.value);
}

function verdictOf(schema: string, text: string, dialect: Dialect): Verdict {
  const request = {
    key: "k",
    direction: "output",
    text,
    schema: { kind: "text", text: schema },
    formats: "dialect",
  } as const;
  return checkNow(request, { dialect });
}

function report(
  verdict: Verdict,
  expected: string,
  { dialect, text, written }: { dialect: Dialect; text: string; written: string },
): string {
  const why = "reason" in verdict ? ` (${verdict.reason})` : "";
  const found = verdict.findings.map(({ instancePath, schemaPath }) => `${instancePath} by ${schemaPath}`);
  return [
    `${dialect}: we say ${verdict.status}${why}, the other validator ${expected}`,
    `schema: ${text}`,
    `value: ${written}`,
    ...found,
  ].join("\n");
}

/** As JSON, with spellings that JSON.stringify never writes: -0, and 1 as 1.0. */
function writeJson(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  if (value === 1) return "1.0";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${writeJson(inner)}`);
  return `{${members.join(",")}}`;
}
