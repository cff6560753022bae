/** Workers' answers with every field of the wire wrong in every way: each is a decision or a failure that names the field. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import { decisionResponseSchema } from "../protocol/actions";
import { samplesOf } from "../protocol/testing/samples";
import { type Mutation, mutate, mutationsOf, nameOf, type Path } from "../util/testing/mutations";
import { createHttpWorker } from "./http-worker";
import { execute, listening } from "./testing/decisions";

const SEED = Number(process.env.FC_SEED ?? 20_260_103);
const RUNS = Number(process.env.FC_RUNS ?? 300);

const [RIGHT] = samplesOf(decisionResponseSchema);
const MUTATIONS = mutationsOf(RIGHT);

/** What the worker's answer comes to when it is sent as JSON, or as the one event of a stream. */
function answered(value: unknown, asStream: boolean): Promise<WorkerOutcome> {
  const text = JSON.stringify(value) ?? "";
  const body = asStream ? `event: decision.result\ndata: ${text}\n\n` : text;
  const headers = { "content-type": asStream ? "text/event-stream" : "application/json" };
  const fetch = async () => new Response(body, { headers });
  return createHttpWorker({ url: "http://worker.test/", secret: null, fetch }).decide(
    execute("{}"),
    listening(),
  );
}

/** The path as an error names it. */
const fieldOf = (path: Path) =>
  path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text + (text && ".") + key),
    "",
  );

/** Members that may hold any JSON. */
const FREE = /\.(arguments|result|detail|reasoning|input|output|payload|data)$|^state$/;

/** Whether an error may name this field for a fault at that path: it stands above the fault, at it, or under it. */
function isAbout(field: string, path: Path): boolean {
  const place = fieldOf(path);
  return place.startsWith(field) || field.startsWith(place);
}

function expectClear(outcome: WorkerOutcome, mutations: Mutation[]): void {
  if (outcome.kind === "answered") {
    expect(decisionResponseSchema.safeParse(outcome.response).error).toBeUndefined();
    expect(JSON.stringify(outcome.response).length).toBeGreaterThan(1);
    return;
  }
  if (outcome.kind !== "failed") throw new Error("A worker of one's own takes no proposal by itself.");
  expect(outcome).toMatchObject({ retryable: false, status: 200 });
  expect(outcome.error).toMatch(/^The worker's (answer|decision\.result) /);
  expect(outcome.error.length).toBeLessThan(600);
  const field = / is refused at ([^:]+): /.exec(outcome.error)?.[1];
  if (field !== undefined) expect(mutations.map(({ path }) => isAbout(field, path))).toContain(true);
}

const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);
const givenAt = (path: Path) =>
  path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], RIGHT);

/** `null` is the empty decision, and no limit of time; free members and a message's content have more than one kind. */
function isOfWrongKind({ path, value }: Mutation): boolean {
  const place = fieldOf(path);
  const isFree = path.some((_, at) => FREE.test(fieldOf(path.slice(0, at + 1))));
  const mayBeNull = value === null && (path.length === 0 || /timeout_secs$/.test(place));
  if (isFree || mayBeNull || (value === undefined && path.length > 0) || /content(\[0])?$/.test(place))
    return false;
  return kindOf(value) !== kindOf(givenAt(path));
}

describe("a worker's answer", () => {
  test("that holds every member of the wire is taken", async () => {
    expect(await answered(RIGHT, false)).toMatchObject({ kind: "answered" });
    expect(MUTATIONS.length).toBeGreaterThan(2_000);
  });

  test("with one wrong value is a decision, or a failure that names the field; never one where the kind is wrong", async () => {
    let refused = 0;
    let wrong = 0;
    for (const mutation of MUTATIONS) {
      const outcome = await answered(mutate(RIGHT, mutation), refused % 2 === 0);
      expectClear(outcome, [mutation]);
      if (outcome.kind === "failed") refused += 1;
      if (!isOfWrongKind(mutation)) continue;
      wrong += 1;
      expect([nameOf(mutation), outcome.kind]).toEqual([nameOf(mutation), "failed"]);
    }
    expect(wrong).toBeGreaterThan(1_000);
  });

  test("with two wrong values is a decision, or a failure that names one of them", async () => {
    const mutation = fc.nat(MUTATIONS.length - 1).map((at) => MUTATIONS[at] as Mutation);
    const property = fc.asyncProperty(mutation, mutation, fc.boolean(), async (first, second, asStream) => {
      expectClear(await answered(mutate(mutate(RIGHT, first), second), asStream), [first, second]);
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  });
});
