/** Schemas that are after the server: each answer comes in time, and the next check is answered as ever. */
import { afterEach, describe, expect, test } from "vitest";
import { createChecker } from "@/lib/schema/threads/checker";
import type { Samples } from "../port";
import { inBatches } from "./batches";
import { generateNow } from "./generate";

const open: ReturnType<typeof createChecker>[] = [];

function checker(options: Parameters<typeof createChecker>[0]) {
  const made = createChecker(options);
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close()));
});

const never = new AbortController().signal;
const request = (schema: unknown) => ({
  schema: JSON.stringify(schema),
  formats: "dialect" as const,
  direction: "input" as const,
});

const member = (m: unknown) => ({ properties: { m }, required: ["m"] });
const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce((inner) => member(inner), { type: "string" });
const wide = (n: number): unknown => ({
  properties: Object.fromEntries(
    Array.from({ length: n }, (_, i) => [`m${i}`, { type: "string", maxLength: i }]),
  ),
  required: Array.from({ length: n }, (_, i) => `m${i}`),
});

/** Each level has the one before in five places: written out it would be a quarter of a billion schemas. */
const doubling = (levels: number): unknown => ({
  $ref: `#/$defs/d${levels}`,
  $defs: Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, i) => [`d${i}`, i === 0 ? { required: ["a"] } : fivefold(i - 1)]),
  ),
});

function fivefold(i: number): unknown {
  const inner = { $ref: `#/$defs/d${i}` };
  return { oneOf: [{ not: inner }, inner, { if: inner, then: { not: inner }, else: inner }] };
}

const HOSTILE: [title: string, schema: unknown][] = [
  ["a text of a billion characters", member({ type: "string", minLength: 1e9 })],
  ["a list of a billion items", member({ type: "array", minItems: 1e9, items: { minItems: 1e9 } })],
  ["a billion members", member({ type: "object", minProperties: 1e9 })],
  [
    "a list of lists, a thousand each",
    member({
      type: "array",
      minItems: 1000,
      items: { type: "array", minItems: 1000, items: { minItems: 1000, type: "array" } },
    }),
  ],
  [
    "a schema that asks for itself",
    {
      $defs: {
        a: {
          type: "object",
          required: ["a", "b"],
          properties: { a: { $ref: "#/$defs/a" }, b: { $ref: "#/$defs/a" } },
        },
      },
      $ref: "#/$defs/a",
    },
  ],
  ["negations and alternatives inside each other", doubling(12)],
  ["two hundred levels", nested(200)],
  ["a thousand members", wide(1000)],
  [
    "a pattern that takes for ever on what it does not match",
    member({ type: "string", pattern: "^(a|a)*$", minLength: 40 }),
  ],
  ["a pattern with counts that multiply", member({ type: "string", pattern: "^((a{1,60}){1,60}){1,60}$" })],
  [
    "names by such a pattern",
    {
      type: "object",
      patternProperties: { "^(a+)+$": { type: "string" } },
      minProperties: 3,
      additionalProperties: false,
    },
  ],
];

describe("hostile schemas", () => {
  test.each(HOSTILE)("%s", { timeout: 30_000 }, async (_, schema) => {
    const { generate, check } = bound(checker({ workers: 1, checkMs: 500, compileMs: 5000 }));
    const start = performance.now();
    const { samples, stopped } = await generate(request(schema), AbortSignal.timeout(4_000));
    expect(performance.now() - start).toBeLessThan(12_000);
    expect(samples.length > 0 || stopped !== undefined).toBe(true);
    for (const { text, why } of samples)
      expect(text === undefined ? why : text.length <= 100_000).toBeTruthy();
    const after = await check({
      key: "k",
      text: "{}",
      schema: { kind: "text", text: "{}" },
      formats: "dialect",
      direction: "input",
    });
    expect(after.status).toBe("valid");
  });

  test("what no text can be made for says so, and the others are there", async () => {
    const { generate } = bound(checker({ workers: 1 }));
    const schema = { properties: { a: { maxLength: 1e9 }, b: { type: "integer" } } };
    const { samples } = await generate(request(schema), never);
    const near = samples.filter(({ kind }) => kind === "near-miss");
    expect(near.map(({ rule, text }) => [rule?.keyword, text])).toEqual([
      ["maxLength", undefined],
      ["type", '{"b":1.5}'],
    ]);
  });
});

/** A stand-in for the thread: the samples whose numbers are in `cut` never come back. */
function answering(schema: unknown, cut: readonly number[]) {
  const asked: number[] = [];
  const samples = inBatches(async (slice) => {
    asked.push(slice.from);
    const generated = generateNow(request(schema), slice);
    const numbers = generated.samples.map((_, i) => slice.from + i);
    return numbers.some((number) => cut.includes(number)) ? "the check took too long" : generated;
  }, never);
  return { samples, asked };
}

describe("slices", () => {
  const schema = { properties: { a: { type: "string", maxLength: 3 }, b: { type: "integer" } } };

  test("what is cut off costs one sample, which says why", async () => {
    const whole = await answering(schema, []).samples;
    const { samples } = await answering(schema, [2]).samples;
    expect(samples[2]).toMatchObject({ why: "Stopped by a limit: the check took too long." });
    expect(samples.toSpliced(2, 1)).toEqual(whole.samples.toSpliced(2, 1));
  });

  test("after five of them it is left at that, with what there is", async () => {
    const all = Array.from({ length: 100 }, (_, i) => i);
    const found: Samples = await answering(wide(20), all).samples;
    expect(found.samples).toHaveLength(5);
    expect(found.stopped).toMatch(/^Callscope stopped after 5 of \d+: too many of them hit a limit$/);
  });

  test("ends once the signal is given", async () => {
    const { samples, stopped } = await inBatches(
      async (slice) => generateNow(request(schema), slice),
      AbortSignal.abort(),
    );
    expect([samples, stopped]).toEqual([[], expect.stringMatching(/it took too long$/)]);
  });

  test("a schema that cannot be used has no samples, and says why", async () => {
    const ask = async (slice: { from: number }) =>
      generateNow({ ...request({}), schema: '{"type": "nothing"}' }, slice);
    expect(await inBatches(ask, never)).toMatchObject({
      samples: [],
      stopped: expect.stringMatching(/^the schema cannot be used: /),
    });
  });
});

function bound(made: ReturnType<typeof createChecker>) {
  return { generate: made.generate.bind(made), check: made.check.bind(made) };
}
