import { expect, test } from "vitest";
import type { Fact, FactBody } from "@/lib/engine/log/facts";
import { answers, asks, call, log, requests, returns, runs, turn } from "@/lib/view/testing/log";
import { timelineOf } from "@/lib/view/testing/timeline";
import { addFacts, createTimeline } from "@/lib/view/timeline/timeline";
import { NO_FILTER } from "./filter";
import { createRowList } from "./list";

/** Turns of ten model answers with a call each. */
const bigLog = (turns: number): Fact[] =>
  log(
    ...Array.from({ length: turns }, (_, t): [number, FactBody[]] => [
      t,
      [
        ...turn(`t${t}`, "go"),
        ...Array.from({ length: 10 }, (_, m) => [
          ...asks(`m${t}-${m}`),
          answers(`m${t}-${m}`, call(`c${t}-${m}`, "book")),
          ...requests(`c${t}-${m}`, "book", { llm: `m${t}-${m}` }),
          ...runs(`c${t}-${m}`),
          ...returns(`c${t}-${m}`, "book", "ok"),
        ]).flat(),
        { type: "turn.completed", turn_id: `t${t}`, outcome: "done" },
      ],
    ]),
  );

/** Look-ups of records: each step of the fold and each block laid out makes some. */
function work(turns: number, piece: number): number {
  const facts = bigLog(turns);
  let lookups = 0;
  const timeline = createTimeline();
  const get = timeline.records.get.bind(timeline.records);
  timeline.records.get = (id) => {
    lookups += 1;
    return get(id);
  };
  const list = createRowList();
  const toggles = new Map();
  for (let at = 0; at < facts.length; at += piece) {
    addFacts(timeline, facts.slice(at, at + piece));
    list.refresh(timeline, { filter: NO_FILTER, query: "", toggles });
  }
  return lookups;
}

test("big runs of 10,000 calls cost ten times what 1,000 do, all at once and piece by piece", () => {
  for (const piece of [100_000, 64]) {
    const ratio = work(1_000, piece) / work(100, piece);
    expect(ratio).toBeGreaterThan(9.5);
    expect(ratio).toBeLessThan(10.5);
  }
});

test("a big run lays out one block when one turn is folded", () => {
  const timeline = timelineOf(bigLog(100));
  const list = createRowList();
  list.refresh(timeline, { filter: NO_FILTER, query: "", toggles: new Map() });
  let lookups = 0;
  const get = timeline.records.get.bind(timeline.records);
  timeline.records.get = (id) => {
    lookups += 1;
    return get(id);
  };
  const after = list.refresh(timeline, {
    filter: NO_FILTER,
    query: "",
    toggles: new Map([["turn:t5", false]]),
  });
  expect(after.count).toBe(100 * 21 - 20);
  expect(lookups).toBeLessThan(5);
});
