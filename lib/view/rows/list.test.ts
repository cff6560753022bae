import { describe, expect, test } from "vitest";
import type { Fact, FactBody } from "@/lib/engine/log/facts";
import {
  answers,
  asks,
  call,
  fails,
  finding,
  invalid,
  log,
  requests,
  requestsAgain,
  returns,
  runs,
  START,
  turn,
} from "@/lib/view/testing/log";
import { listOf, refs, timelineOf, tree } from "@/lib/view/testing/timeline";
import type { Timeline } from "@/lib/view/timeline/records";
import { addFacts, createTimeline } from "@/lib/view/timeline/timeline";
import { filterOf, NO_FILTER, paramsOf, toggled } from "./filter";
import { createRowList, foldTurns, type RowList } from "./list";
import type { ListOptions } from "./list-block";
import { rowContent } from "./rows";

const wrong = invalid(finding("/days", "days must be an integer"));

/** Turn 1: book is retried and fails, forecast is invalid, search is fine. Turn 2: one search. */
const TWO_TURNS = log(
  [0, turn("t1", "Rain?"), asks("m1")],
  [5, answers("m1", call("c1", "book"), call("c2", "forecast"), call("c3", "search"))],
  [6, requests("c1", "book"), runs("c1")],
  [7, fails("c1", "book", { error: "503", retryable: true, due: 10 })],
  [10, requestsAgain("c1", "book", 1), runs("c1", 1), fails("c1", "book", { error: "503", attempt: 1 })],
  [11, requests("c2", "forecast", { verdict: wrong }), fails("c2", "forecast", { error: "no" })],
  [12, requests("c3", "search"), runs("c3"), returns("c3", "search", "sun")],
  [20, { type: "turn.completed", turn_id: "t1", outcome: "done" }],
  [30, turn("t2", "And now?"), asks("m2")],
  [35, answers("m2", call("c4", "search"))],
  [36, requests("c4", "search", { llm: "m2" }), runs("c4"), returns("c4", "search", "rain")],
  [40, { type: "turn.completed", turn_id: "t2", outcome: "done" }],
);

const calls = (list: RowList): string[] =>
  refs(list).flatMap(({ id, record, attempt }) => (record.kind === "call" && attempt === null ? id : []));
const found = (words: Partial<Parameters<typeof filterOf>[0]>): string[] =>
  calls(
    listOf(timelineOf(TWO_TURNS), { filter: filterOf({ show: null, tools: [], verdicts: [], ...words }) }),
  );

describe("filters", () => {
  test("must all hold, but of several tools or verdicts one will do", () => {
    expect(found({ show: "problems" })).toEqual(["call:c1", "call:c2"]);
    expect(found({ show: "problems,retried" })).toEqual(["call:c1"]);
    expect(found({ tools: ["search"] })).toEqual(["call:c3", "call:c4"]);
    expect(found({ tools: ["search", "book"] })).toEqual(["call:c1", "call:c3", "call:c4"]);
    expect(found({ show: "problems", tools: ["search", "book"] })).toEqual(["call:c1"]);
    expect(found({ verdicts: ["invalid"] })).toEqual(["call:c2"]);
    expect(found({ verdicts: ["invalid", "valid"], tools: ["forecast", "search"] })).toEqual([
      "call:c2",
      "call:c3",
      "call:c4",
    ]);
    expect(found({ show: "retried", tools: ["search"] })).toEqual([]);
  });

  test("count what would be left if a choice were made too", () => {
    const counts = (words: Partial<Parameters<typeof filterOf>[0]>) =>
      listOf(timelineOf(TWO_TURNS), { filter: filterOf({ show: null, tools: [], verdicts: [], ...words }) })
        .counts;
    expect(counts({})).toMatchObject({
      only: { problems: 2, retried: 1, held: 0 },
      tools: new Map([
        ["book", 1],
        ["forecast", 1],
        ["search", 2],
      ]),
      verdicts: new Map([
        ["valid", 3],
        ["invalid", 1],
      ]),
    });
    expect(counts({ show: "problems" })).toMatchObject({
      only: { problems: 2, retried: 1 },
      tools: new Map([
        ["book", 1],
        ["forecast", 1],
        ["search", 0],
      ]),
      verdicts: new Map([
        ["valid", 1],
        ["invalid", 1],
      ]),
    });
    // Another tool would add to the one chosen, so it still counts what it has.
    expect(counts({ tools: ["search"] })).toMatchObject({
      only: { problems: 0, retried: 0 },
      tools: new Map([
        ["book", 1],
        ["forecast", 1],
        ["search", 2],
      ]),
      verdicts: new Map([
        ["valid", 2],
        ["invalid", 0],
      ]),
    });
  });

  test("find what a person held, the decision with it", () => {
    const facts = log(
      [0, turn("t1"), asks("m1")],
      [5, answers("m1", call("c1", "book"), call("c2", "book"))],
      [
        6,
        requests("c1", "book"),
        { type: "decision.held", decision_id: "x-c1-0", why: { breakpoint: { on: "decision" } } },
      ],
      [7, requests("c2", "book"), runs("c2")],
    );
    const list = listOf(timelineOf(facts), { filter: "held" });
    expect(tree(list)).toEqual(["model:m1", "  call:c1", "    decision:x-c1-0"]);
    expect(list.counts.only.held).toBe(1);
  });

  test("stand in the address by their words; older addresses and words that are none do no harm", () => {
    expect(paramsOf(filterOf({ show: "retried,problems,decisions", tools: ["a"], verdicts: [] }))).toEqual({
      show: "problems,retried,decisions",
      tools: ["a"],
      verdicts: [],
    });
    expect(filterOf({ show: "all", tools: [], verdicts: ["odd"] })).toEqual(NO_FILTER);
    expect(filterOf({ show: "problems", tools: [], verdicts: [] }).only).toEqual(["problems"]);
  });

  test("take a choice in and out", () => {
    const one = toggled(toggled(NO_FILTER, "tools", "book"), "only", "retried");
    expect(one).toMatchObject({ tools: ["book"], only: ["retried"] });
    expect(toggled(toggled(one, "tools", "book"), "only", "retried")).toEqual(NO_FILTER);
  });
});

describe("turns", () => {
  const timeline = timelineOf(TWO_TURNS);
  const folded = { "turn:t1": false };

  test("fold all that stands under them and say what that was", () => {
    const list = listOf(timeline, { toggles: folded });
    expect(tree(list)).toEqual(["turn:t1", "turn:t2", "  model:m2", "    call:c4"]);
    const [first] = refs(list);
    expect(first?.expanded).toBe(false);
    const context = { timeline, now: START + 40, streams: new Map(), sumOf: list.sumOf };
    const row = first && rowContent(first, context);
    expect(row?.chips.map(({ word }) => word)).toEqual(["3 calls", "2 problems"]);
    expect(row && [row.from, row.to]).toEqual([START, START + 20]);
    expect(list.indexOf("call:c1")).toBe(-1);
    expect(list.indexOf("call:c4")).toBe(3);
  });

  test("fold and unfold all at once, and leave folds in them alone", () => {
    const toggles = foldTurns(timeline, new Map([["call:c1", false]]), true);
    expect(tree(listOf(timeline, { toggles: Object.fromEntries(toggles) }))).toEqual(["turn:t1", "turn:t2"]);
    expect(foldTurns(timeline, toggles, false)).toEqual(new Map([["call:c1", false]]));
  });

  test("are headings of what a filter finds in them where there are several", () => {
    expect(tree(listOf(timeline, { filter: "problems" }))).toEqual([
      "turn:t1",
      "  model:m1",
      "    call:c1",
      "      call:c1@0",
      "      call:c1@1",
      "    call:c2",
    ]);
    expect(tree(listOf(timeline, { query: "rain" }))).toEqual([
      "turn:t1",
      "turn:t2",
      "  model:m2",
      "    call:c4",
    ]);
    expect(tree(listOf(timeline, { filter: "problems", toggles: folded }))).toEqual(["turn:t1"]);
  });

  test("end before what comes between them", () => {
    const facts = log(
      [0, turn("t1"), asks("m1"), answers("m1", "Hi")],
      [5, { type: "turn.completed", turn_id: "t1", outcome: "failed", error: "no" }],
      [9, { type: "session.restarted" }],
      [10, turn("t2"), asks("m2")],
    );
    expect(tree(listOf(timelineOf(facts)))).toEqual([
      "turn:t1",
      "  model:m1",
      "  fact:5",
      "fact:6",
      "turn:t2",
      "  model:m2",
    ]);
  });

  test("keep up with a run that grows under a filter, fold by fold", () => {
    for (const filter of ["all", "problems", "decisions"]) {
      const growing = createTimeline();
      const list = createRowList();
      const options = {
        filter: filterOf({ show: filter, tools: [], verdicts: [] }),
        query: "",
        toggles: new Map([["turn:t1", false]]),
      };
      let grown = list.refresh(growing, options);
      for (const fact of TWO_TURNS) {
        addFacts(growing, [fact]);
        grown = list.refresh(growing, options);
        for (const [index, row] of refs(grown).entries()) expect(grown.indexOf(row.id)).toBe(index);
      }
      const whole = listOf(timelineOf(TWO_TURNS), { filter, toggles: folded });
      expect(tree(grown)).toEqual(tree(whole));
      expect(grown.counts).toEqual(whole.counts);
    }
  });
});

describe("places in time", () => {
  test("are the first row that began then", () => {
    const list = listOf(timelineOf(TWO_TURNS));
    const at = (ms: number) => list.at(list.indexAt(START + ms))?.id;
    expect([at(-5), at(0), at(21), at(30), at(31), at(99)]).toEqual([
      "turn:t1",
      "turn:t1",
      "turn:t2",
      "turn:t2",
      "call:c4",
      "call:c4",
    ]);
    expect(listOf(createTimeline()).indexAt(START)).toBe(-1);
  });
});

describe("a list laid out piece by piece", () => {
  test("starts from the top, and is the same in the end", () => {
    const timeline = timelineOf(TWO_TURNS);
    const list = createRowList();
    const options = { filter: NO_FILTER, query: "", toggles: new Map(), atMost: 1 };
    const whole = listOf(timeline);
    let part = list.refresh(timeline, options);
    const counts = [part.count];
    for (; part.more; counts.push(part.count)) {
      expect(tree(part)).toEqual(tree(whole).slice(0, part.count));
      part = list.refresh(timeline, options);
    }
    expect(counts.length).toBeGreaterThan(3);
    expect(tree(part)).toEqual(tree(whole));
    expect(part.counts).toEqual(whole.counts);
    // Another filter begins at the top again; a fold that had no turn yet is not lost.
    const filter = filterOf({ show: "problems", tools: [], verdicts: [] });
    const first = list.refresh(timeline, { ...options, filter });
    expect([first.count, first.more]).toEqual([0, true]);
    const toggles = new Map([["call:c1", false]]);
    do part = list.refresh(timeline, { ...options, filter, toggles });
    while (part.more);
    expect(tree(part)).toEqual(tree(listOf(timeline, { filter, toggles: { "call:c1": false } })));
  });
});

describe("one answer with thousands of calls", () => {
  /** Some are invalid, some fail; the last ones still run. */
  const bigAnswer = (calls: number): Fact[] => {
    const ids = Array.from({ length: calls }, (_, i) => `c${i}`);
    const asked = ids.flatMap((id, i) =>
      requests(id, i % 2 ? "book" : "search", i % 7 === 0 ? { verdict: wrong } : {}),
    );
    const done = ids
      .slice(0, -5)
      .map((id, i): [number, ...FactBody[][]] => [
        2 + i,
        runs(id),
        i % 5 === 0 ? fails(id, "book", { error: "503" }) : returns(id, "book", "ok"),
      ]);
    return log(
      [0, turn("t1", "go"), asks("m1"), answers("m1", ...ids.map((id) => call(id, "book")))],
      [
        1,
        asked,
        {
          type: "call.refused",
          tool_call_id: "c1",
          name: "book",
          arguments: "{}",
          reason: "twice",
          decision_id: "x-c1-0",
        },
      ],
      ...done,
    );
  };
  const options = { filter: NO_FILTER, query: "", toggles: new Map<string, boolean>() };
  /** Lays out until all is there; answers the number of rows after each step. */
  const lay = (list: ReturnType<typeof createRowList>, timeline: Timeline, how: ListOptions) => {
    const counts: number[] = [];
    for (let more = true; more && counts.length < 1_000; ) {
      const part = list.refresh(timeline, how);
      counts.push(part.count);
      more = part.more;
    }
    return counts;
  };

  test("is laid out so many at a time, from the top", () => {
    const timeline = timelineOf(bigAnswer(5_000));
    const list = createRowList();
    const counts = lay(list, timeline, { ...options, atMost: 250 });
    const steps = counts.map((count, i) => count - (counts[i - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThan(250 * 1.5);
    expect(counts.length).toBeLessThan(5_000 / 250 + 2);
    const whole = listOf(timeline);
    const grown = list.refresh(timeline, options);
    expect(tree(grown)).toEqual(tree(whole));
    expect([grown.counts, grown.totals, [...grown.marks()]]).toEqual([
      whole.counts,
      whole.totals,
      [...whole.marks()],
    ]);
    expect(whole.totals).toMatchObject({ calls: 5_000 });
  });

  test("when one call goes on, few rows are made anew, and none of its siblings is looked at for a row", () => {
    const facts = bigAnswer(5_000);
    const timeline = timelineOf(facts);
    const list = createRowList();
    const before = new Set(refs(list.refresh(timeline, options)));
    const next = log([9_000, runs("c4999")]).map((fact, i) => ({ ...fact, seq: facts.length + 1 + i }));
    addFacts(timeline, next);
    const after = list.refresh(timeline, options);
    expect(refs(after).filter((ref) => !before.has(ref)).length).toBeLessThan(100);

    const model = timeline.records.get("model:m1");
    let looks = 0;
    const children = model?.kind === "model" ? model.children : [];
    Object.defineProperty(model, "children", {
      get: () => {
        looks += 1;
        return children;
      },
    });
    const context = { timeline, now: START + 9_000, streams: new Map(), sumOf: after.sumOf };
    const chips = refs(after)
      .slice(2, 42)
      .flatMap((ref) => rowContent(ref, context).chips.map(({ word }) => word));
    expect(chips).toContain("waits for 5 of 5000 siblings");
    expect(looks).toBe(0);
  });

  test("is the same however it grew, whatever is looked for and folded meanwhile", () => {
    const facts = bigAnswer(150);
    const folds: [string, boolean][][] = [
      [],
      [["call:c70", true]],
      [["call:c70", false]],
      [["model:m1", false]],
      [
        ["model:m1", true],
        ["call:c140", true],
      ],
    ];
    for (const show of ["all", "problems", "decisions"]) {
      for (const query of ["", "book"]) {
        const filter = filterOf({ show, tools: [], verdicts: [] });
        const growing = createTimeline();
        const list = createRowList();
        for (let at = 0; at < facts.length; at += 97) {
          addFacts(growing, facts.slice(at, at + 97));
          const toggles = new Map(folds[(at / 97) % folds.length]);
          lay(list, growing, { filter, query, toggles, atMost: 20 });
          const grown = list.refresh(growing, { filter, query, toggles });
          const whole = createRowList().refresh(timelineOf(facts.slice(0, at + 97)), {
            filter,
            query,
            toggles,
          });
          expect(tree(grown)).toEqual(tree(whole));
          expect(grown.counts).toEqual(whole.counts);
        }
      }
    }
  });
});
