/**
 * Logs of every version open. For each there are logs in fixtures/, `log-v1.json` and `log-v1-<what>.json`, as they were
 * stored then and never made anew; and the shapes of today's facts are on record, so that they do not change unnoticed.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { decide } from "@/lib/engine/decide/decide";
import { due } from "@/lib/engine/decide/due";
import type { Fact } from "@/lib/engine/log/facts";
import { factShapes } from "@/lib/engine/testing/fact-shapes";
import { FACT_TYPES } from "@/lib/engine/testing/model/invariants";
import { workspaceSchema } from "@/lib/protocol/workspace";
import { evolve } from "./evolve";
import { initialState, type State } from "./state";
import { statusOf, waitsOf } from "./status";
import { FACTS_VERSION, upcast } from "./upcast";
import { type StoredFact, UnreadableLog, versions } from "./versions";

const FIXTURES = path.join(import.meta.dirname, "../fixtures");
const read = (name: string) => JSON.parse(readFileSync(path.join(FIXTURES, name), "utf8"));

interface OldLog {
  facts: StoredFact[];
  summary: object;
}

const LOGS = readdirSync(FIXTURES).filter((name) => name.startsWith("log-v"));
const fold = (facts: StoredFact[]): State => facts.map(upcast).reduce(evolve, initialState());

/** What a person sees of a session: how it stands, its calls and its conversation. */
const summaryOf = (state: State) => ({
  status: statusOf(state),
  waits: waitsOf(state),
  lastTurn: state.lastTurn,
  workerState: state.workerState,
  asks: state.asks,
  calls: [...state.tools.values()].map(({ id, name, progress, verdict }) => ({
    ...{ id, name, status: progress.status, attempt: progress.attempt, verdict: verdict?.status },
  })),
  messages: [...state.nodes.values()].map(({ message }) => [message.role, message.content ?? null]),
});

describe("stored logs", () => {
  test("there is one of each version", () => {
    const versionsOf = new Set(LOGS.map((name) => Number(/^log-v(\d+)/.exec(name)?.[1])));
    expect([...versionsOf].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: FACTS_VERSION }, (_, index) => index + 1),
    );
  });

  test.each(LOGS)("%s opens and tells the same as when it was written", (name) => {
    const { facts, summary }: OldLog = read(name);
    expect(summaryOf(fold(facts))).toEqual(summary);
  });

  test.each(LOGS)("%s goes on from every place in it", (name) => {
    const { facts }: OldLog = read(name);
    const state = initialState();
    for (const fact of facts.map(upcast)) {
      evolve(state, fact);
      if (fact.seq < 3) continue;
      const now = Math.max(state.at, due(state).wake_at ?? 0);
      const env = { now, mint: (prefix: string) => `${prefix}_new`, verdicts: new Map() };
      const decided = decide(state, { type: state.cancelled ? "tick" : "restart" }, env);
      expect(decided).toMatchObject({ kind: "facts", refusal: null });
    }
  });

  test.each(LOGS)("the workspace in %s is one of today's form once it is read", (name) => {
    const { facts }: OldLog = read(name);
    expect(workspaceSchema.safeParse(fold(facts).settings?.workspace).error).toBeUndefined();
  });

  test("the newest ones hold every type of fact", () => {
    const newest = LOGS.filter((name) => new RegExp(`^log-v${FACTS_VERSION}\\b`).test(name));
    const types = new Set(newest.flatMap((name) => (read(name) as OldLog).facts.map(({ type }) => type)));
    expect(FACT_TYPES.filter((type) => !types.has(type))).toEqual([]);
  });
});

describe("a log of a newer Callscope", () => {
  const { facts }: OldLog = read(`log-v${FACTS_VERSION}.json`);
  const [created, second] = facts as [StoredFact, StoredFact];
  const newer = FACTS_VERSION + 1;

  test.each<[string, StoredFact, string]>([
    ["a fact's version", { ...second, v: newer }, `fact 2 has version ${newer}`],
    ["the version it was begun in", { ...created, version: newer }, `was begun in version ${newer}`],
    ["the form of its workspace", { ...created, workspace: { callscope: 2 } }, "its workspace has form 2"],
    ["an unknown type", { ...second, type: "decision.pondered" }, "unknown type, decision.pondered"],
    ["the name of something every object has", { ...second, type: "toString" }, "unknown type, toString"],
  ])("%s → refused with the reason and what to do", (_what, fact, reason) => {
    expect(() => upcast(fact)).toThrow(UnreadableLog);
    expect(() => upcast(fact)).toThrow(reason);
    expect(() => upcast(fact)).toThrow("update Callscope, or reload the page");
  });
});

describe("one upgrade from each version to the next", () => {
  const renamed = ({ text, ...fact }: StoredFact): StoredFact => ({ ...fact, message: text });
  const marked = (fact: StoredFact): StoredFact => ({ ...fact, marks: [fact.message ?? fact.text] });
  const old: StoredFact = { type: "turn.started", seq: 1, at: 5, turn_id: "t", text: "hi" };
  const { newest, stamp, upcast: read3 } = versions([renamed, marked]);

  test("a fact of version 1 goes through all of them in order, one of version 2 through the last", () => {
    const { text: _, ...rest } = old;
    expect(newest).toBe(3);
    expect(read3(old)).toEqual({ ...rest, message: "hi", marks: ["hi"] });
    expect(read3({ ...old, v: 2 })).toEqual({ ...old, marks: ["hi"] });
    expect(read3({ ...old, v: 3 })).toEqual(old);
    expect(() => read3({ ...old, v: 4 })).toThrow("version 4, and this program knows versions up to 3");
  });

  test("what is stored says its version from the second on, and is read back as it was", () => {
    expect(stamp(old)).toEqual({ ...old, v: 3 });
    expect(read3(stamp(old))).toEqual(old);
    expect(versions([]).stamp(old)).toBe(old);
    expect(versions([]).upcast(old)).toBe(old);
  });

  test("the stored fact is left as it was", () => {
    const frozen = Object.freeze({ ...old });
    read3(frozen);
    expect(frozen).toEqual(old);
  });
});

/**
 * When this fails, the stored form has changed. Something new that may be absent: record it. Anything else: first add
 * the upgrade to upcast.ts and a log of the new version to fixtures/ (CONTRIBUTING.md, "A fact"). To record:
 * `FACT_SHAPES=record npx vitest run lib/engine/upcast`
 */
test("the shapes of the facts are those on record for this version", () => {
  const current = { version: FACTS_VERSION, shapes: factShapes() };
  const file = path.join(FIXTURES, "fact-shapes.json");
  if (process.env.FACT_SHAPES === "record") writeFileSync(file, `${JSON.stringify(current, null, 1)}\n`);
  expect(current).toEqual(read("fact-shapes.json"));
});

test("a fact that is read is the stored one, not a copy", () => {
  const fact = { type: "turn.started", seq: 1, at: 1, turn_id: "t" } satisfies Fact;
  expect(upcast(fact)).toBe(fact);
});
