import { describe, expect, test } from "vitest";
import type { FactBody } from "@/lib/engine/log/facts";
import { NO_FILTER } from "@/lib/view/rows/filter";
import { createRowList } from "@/lib/view/rows/list";
import {
  answers,
  asks,
  call,
  completed,
  created,
  dispatched,
  fails,
  finding,
  invalid,
  log,
  malformed,
  policy,
  queued,
  requests,
  requestsAgain,
  returns,
  runs,
  START,
  turn,
  unchecked,
  valid,
} from "@/lib/view/testing/log";
import { bar, cells, listOf, refs, timelineOf, tree } from "@/lib/view/testing/timeline";
import { addFacts, createTimeline } from "./timeline";

const ERROR = {
  actions: [{ type: "tool.error" as const, error: "invalid tool arguments: /days: must be integer" }],
};
const wrongDays = invalid(finding("/days", 'days must be an integer, got the string "3"'));

/** Two siblings; the second fails twice and succeeds on its third attempt. */
const RETRIES = log(
  [0, turn("t1", "Rain in Oslo?"), asks("m1")],
  [620, answers("m1", call("c1", "forecast"), call("c2", "book"))],
  [
    630,
    requests("c1", "forecast"),
    requests("c2", "book", { policy: policy({ max_attempts: 3, attempt_timeout_secs: 0.5 }) }),
    runs("c1"),
    runs("c2", 0, { deadline_at: START + 1_130 }),
  ],
  [940, returns("c1", "forecast", "rain")],
  [
    1_100,
    completed("x-c2-0", { actions: [] }),
    fails("c2", "book", { error: "503 upstream", retryable: true, due: 2_100 }),
  ],
  [2_100, requestsAgain("c2", "book", 1), runs("c2", 1, { deadline_at: START + 2_600 })],
  [
    2_600,
    fails("c2", "book", {
      error: "deadline exceeded",
      attempt: 1,
      retryable: true,
      due: 5_600,
      cause: "attempt timeout",
    }),
    { type: "decision.dropped", decision_id: "x-c2-1", reason: "its attempt is over" },
  ],
  [5_600, requestsAgain("c2", "book", 2), runs("c2", 2)],
  [5_960, returns("c2", "book", { result: "table 4", attempt: 2 })],
  [5_970, asks("m2")],
  [6_500, answers("m2", "It rains.")],
);

describe("rows", () => {
  test("nest: tool calls under the model call that asked for them, attempts in their call", () => {
    expect(tree(listOf(timelineOf(RETRIES)))).toEqual([
      "turn:t1",
      "  model:m1",
      "    call:c1",
      "    call:c2",
      "      call:c2@0",
      "      call:c2@1",
      "      call:c2@2",
      "  model:m2",
    ]);
  });

  test("are one a call however often it is tried, with attempts and waits in one bar", () => {
    const row = cells(RETRIES, "call:c2");
    expect(bar(row)).toEqual([
      "run fail 630–1100",
      "wait mute 1100–2100",
      "run fail 2100–2600",
      "wait mute 2600–5600",
      "run ok 5600–5960",
    ]);
    expect(row.chips.map((chip) => chip.word)).toEqual(["3 of 3"]);
    expect(row).toMatchObject({ status: "completed", text: "table 4", from: START + 630, to: START + 5_960 });
  });

  test("say of each attempt how it ended, and of a timeout which limit and who set it", () => {
    expect(cells(RETRIES, "call:c2@0")).toMatchObject({
      label: "attempt 1 of 3",
      status: "failed",
      text: "503 upstream · retryable",
      deadline: null,
    });
    expect(cells(RETRIES, "call:c2@1")).toMatchObject({
      label: "attempt 2 of 3",
      text: "deadline exceeded (attempt limit 0.5 s, set by tool)",
      deadline: START + 2_600,
    });
    expect(bar(cells(RETRIES, "call:c2@2"))).toEqual(["run ok 5600–5960"]);
  });

  test("show a wait that still runs and count it down", () => {
    const early = RETRIES.filter((fact) => fact.at <= START + 1_100);
    const row = cells(early, "call:c2", { now: 1_400 });
    expect(row).toMatchObject({ status: "waiting", note: "waiting", to: null });
    expect(row.text).toBe("503 upstream · backoff, next attempt in 0.7 s");
    expect(bar(row).at(-1)).toBe("wait mute 1100–…");
  });

  test("tell waiting in the queue from being at work", () => {
    const facts = log(
      [0, asks("m1")],
      [5, requests("c1", "book")],
      [20, runs("c1")],
      [30, returns("c1", "book", "table 4")],
    );
    expect(bar(cells(facts, "call:c1"))).toEqual(["wait mute 5–20", "run ok 20–30"]);
    expect(cells(facts.slice(0, 5), "call:c1", { now: 12 })).toMatchObject({
      status: "queued",
      text: "queued",
    });
  });

  test("end with the total limit when it passes during a wait", () => {
    const facts = log(
      [0, asks("m1")],
      [5, requests("c1", "book", { policy: policy({ max_attempts: 9, total_timeout_secs: 1 }) }), runs("c1")],
      [100, fails("c1", "book", { error: "locked", retryable: true, due: 2_000 })],
      [1_005, fails("c1", "book", { error: "deadline exceeded", attempt: 1, cause: "total timeout" })],
    );
    const row = cells(facts, "call:c1");
    expect(row).toMatchObject({ status: "failed", to: START + 1_005 });
    expect(row.text).toBe("deadline exceeded (total limit 1 s, set by engine default)");
    expect(bar(row)).toEqual(["run fail 5–100", "wait mute 100–1005"]);
  });

  test("show work under way as open, with its deadline", () => {
    const early = RETRIES.filter((fact) => fact.at <= START + 630);
    const row = cells(early, "call:c2");
    expect(row).toMatchObject({ status: "running", to: null, deadline: START + 1_130 });
    expect(bar(row)).toEqual(["open accent 630–…"]);
    expect(bar(cells(RETRIES.slice(0, 4), "model:m1"))).toEqual(["open accent 0–…"]);
  });

  test("of model calls say what came back", () => {
    expect(cells(RETRIES, "model:m1")).toMatchObject({
      label: "model · scripted",
      text: "2 calls",
      status: "completed",
    });
    expect(cells(RETRIES, "model:m2").text).toBe("It rains.");
    const cut = log(
      [0, asks("m1")],
      [5, answers("m1", call("c1", "book", '{"a'), { finish_reason: "length" })],
    );
    expect(cells(cut, "model:m1").chips.map((chip) => chip.id)).toEqual(["cut"]);
  });

  test("of a streaming model call show the end of what came so far", () => {
    const facts = log([0, asks("m1")]);
    const stream = {
      text: "Let me look",
      reasoning: "",
      calls: [{ id: "c1", name: "book", arguments: '{"seats":' }],
    };
    expect(cells(facts, "model:m1", { streams: new Map([["m1", { ...stream, calls: [] }]]) }).text).toBe(
      "Let me look",
    );
    expect(cells(facts, "model:m1", { streams: new Map([["m1", stream]]) }).text).toBe('book {"seats":');
  });

  test("carry the turn's words and how it ended", () => {
    expect(cells(RETRIES, "turn:t1")).toMatchObject({
      label: "Turn 1",
      text: "Rain in Oslo?",
      status: "running",
    });
    const failed = log(
      [0, turn("t1", "Hi")],
      [9, { type: "turn.completed", turn_id: "t1", outcome: "failed", error: "worker answered 500" }],
    );
    expect(tree(listOf(timelineOf(failed)))).toEqual(["turn:t1", "  fact:3"]);
    expect(cells(failed, "fact:3")).toMatchObject({ label: "turn failed", text: "worker answered 500" });
  });
});

describe("verdicts and proposals", () => {
  const settled = (
    how: Parameters<typeof requests>[2],
    end: (FactBody | FactBody[])[],
    proposed?: typeof ERROR,
  ) => log([0, asks("m1")], [5, requests("c1", "forecast", how), runs("c1", 0, { proposed })], [25, ...end]);
  const taken = [completed("x-c1-0"), fails("c1", "forecast", { error: ERROR.actions[0]?.error ?? "" })];

  test("tell a proposal that was taken", () => {
    const row = cells(settled({ verdict: wrongDays }, taken, ERROR), "call:c1");
    expect(row.verdict).toMatchObject({ status: "invalid", word: "invalid" });
    expect(row.chips.map((chip) => chip.word)).toEqual(["proposal taken"]);
    expect(row.text).toBe('days must be an integer, got the string "3"');
    expect(bar(row)).toEqual(["run warn 5–25"]);
  });

  test("tell a proposal that the worker overrode", () => {
    const row = cells(settled({ verdict: wrongDays }, [returns("c1", "forecast", "sun")], ERROR), "call:c1");
    expect(row.chips.map((chip) => chip.word)).toEqual(["proposal overridden"]);
    expect(row).toMatchObject({ status: "completed", text: "sun" });
  });

  test("have a word of their own for unknown tools, missing and unusable schemas", () => {
    const word = (how: Parameters<typeof requests>[2]) => cells(settled(how, []), "call:c1").verdict;
    expect(word({ declared: "no", verdict: valid("unknown tool") })).toMatchObject({
      status: "valid",
      word: "unknown tool",
    });
    expect(word({ verdict: valid("no schema: passed unchecked") })).toMatchObject({
      status: "valid",
      word: "no schema",
    });
    expect(word({ verdict: unchecked("schema unusable: unknown type") })).toMatchObject({
      word: "schema unusable",
    });
    expect(word({ verdict: unchecked("no lineage"), declared: "unknown" })).toMatchObject({
      word: "unchecked",
    });
    expect(word({ verdict: malformed("the text ends inside a string") })).toMatchObject({
      word: "malformed",
    });
  });

  test("keep a rejected result visible as such", () => {
    const verdict = invalid(finding("/temp", "temp must be a number"));
    const row = cells(
      settled({}, [
        completed("x-c1-0", { actions: [{ type: "tool.result", result: { temp: "warm" } }] }),
        { type: "output.rejected", tool_call_id: "c1", attempt: 0, result: '{"temp":"warm"}', verdict },
        fails("c1", "forecast", { error: "tool output violated its declared schema: /temp: must be number" }),
      ]),
      "call:c1",
    );
    expect(row).toMatchObject({ status: "rejected", text: "temp must be a number" });
    expect(row.chips.map((chip) => chip.word)).toEqual(["output rejected"]);
  });
});

describe("calls that wait for somebody", () => {
  test("wait for a person once the worker has left them open", () => {
    const facts = log(
      [0, created([], ["ask_user"]), asks("m1")],
      [5, requests("c1", "ask_user"), runs("c1")],
      [6, completed("x-c1-0", {})],
    );
    const row = cells(facts, "call:c1");
    expect(row).toMatchObject({ status: "waiting", text: "waits for a person", to: null });
    expect(bar(row)).toEqual(["ask accent 5–…"]);
  });

  test("wait for the client where it runs them", () => {
    const started: FactBody = { type: "attempt.started", kind: "tool_call", id: "c1", attempt: 0 };
    const facts = log([0, asks("m1")], [5, requests("c1", "pick", { handler: "client" }), started]);
    expect(cells(facts, "call:c1")).toMatchObject({ status: "waiting", text: "waits for the client" });
  });
});

describe("refusals", () => {
  const late = log(
    [0, asks("m1")],
    [5, requests("c1", "book"), runs("c1")],
    [25, returns("c1", "book", "table 4")],
    [
      99,
      {
        type: "settle.refused",
        tool_call_id: "c1",
        action: "tool.result",
        reason: "the call has completed already",
        by: "client",
        text: "table 5",
      },
    ],
  );

  test("stand under the call they are about and mark it", () => {
    expect(tree(listOf(timelineOf(late)))).toEqual(["model:m1", "  call:c1", "    fact:10"]);
    expect(cells(late, "call:c1").chips.map((chip) => chip.word)).toEqual(["1 refusal"]);
    expect(tree(listOf(timelineOf(late), { toggles: { "call:c1": true } }))).toEqual([
      "model:m1",
      "  call:c1",
      "    call:c1@0",
      "    decision:x-c1-0",
      "    fact:10",
    ]);
    expect(cells(late, "fact:10")).toMatchObject({
      label: "result refused",
      text: "from the client: the call has completed already",
    });
  });
});

describe("decisions", () => {
  const facts = log(
    [0, turn("t1"), queued("d1", { type: "client.messages", messages: [] }), dispatched("d1")],
    [2, completed("d1"), asks("m1")],
    [
      50,
      answers("m1", call("c1", "book")),
      queued("d2", { type: "llm.finished", id: "m1" }),
      dispatched("d2"),
    ],
    [
      60,
      {
        type: "decision.errored",
        decision_id: "d2",
        attempts: 1,
        error: "worker answered 503",
        retryable: true,
        due_at: START + 2_060,
      },
    ],
    [2_060, dispatched("d2", undefined, 1)],
    [2_070, completed("d2", { actions: [{ type: "done" }] })],
  );

  test("stay out of sight when they merely took the proposal, and are all there on demand", () => {
    expect(tree(listOf(timelineOf(facts)))).toEqual(["turn:t1", "  model:m1", "    decision:d2"]);
    expect(tree(listOf(timelineOf(facts), { filter: "decisions" }))).toEqual([
      "turn:t1",
      "  decision:d1",
      "  model:m1",
      "    decision:d2",
    ]);
  });

  test("are shown where the worker gave an answer of its own that was not asked for", () => {
    const own = log(
      [0, asks("m1")],
      [50, answers("m1", "Hi"), queued("d1", { type: "llm.finished", id: "m1" }), dispatched("d1")],
      [60, completed("d1", { actions: [{ type: "done" }] })],
    );
    expect(tree(listOf(timelineOf(own)))).toEqual(["model:m1", "  decision:d1"]);
  });

  test("show deliveries that failed and the waits between them", () => {
    const row = cells(facts, "decision:d2");
    expect(bar(row)).toEqual(["run fail 50–60", "wait mute 60–2060", "run accent 2060–2070"]);
    expect(row.chips.map((chip) => chip.word)).toEqual(["delivery 2"]);
    expect(row).toMatchObject({ label: "llm.finished", text: "own answer · done" });
  });

  test("count down to the next delivery", () => {
    const row = cells(facts.slice(0, 10), "decision:d2", { now: 1_060 });
    expect(row).toMatchObject({
      status: "waiting",
      text: "worker answered 503 · backoff, delivered again in 1.0 s",
    });
  });
});

describe("filters", () => {
  test("count what they find and keep the model call above it", () => {
    const list = listOf(timelineOf(RETRIES));
    expect(list.counts).toMatchObject({
      all: 8,
      decisions: 5,
      only: { problems: 1, retried: 1, held: 0 },
    });
    expect(tree(listOf(timelineOf(RETRIES), { filter: "problems" }))).toEqual([
      "model:m1",
      "  call:c2",
      "    call:c2@0",
      "    call:c2@1",
      "    call:c2@2",
    ]);
  });

  test("fold and unfold by hand", () => {
    const shown = tree(listOf(timelineOf(RETRIES), { toggles: { "call:c2": false, "model:m2": false } }));
    expect(shown).toEqual(["turn:t1", "  model:m1", "    call:c1", "    call:c2", "  model:m2"]);
    expect(tree(listOf(timelineOf(RETRIES), { toggles: { "model:m1": false } }))).toEqual([
      "turn:t1",
      "  model:m1",
      "  model:m2",
    ]);
  });

  test("find rows by id and by place", () => {
    const list = listOf(timelineOf(RETRIES));
    for (const [index, row] of refs(list).entries()) expect(list.indexOf(row.id)).toBe(index);
    expect([list.at(-1), list.at(8), list.indexOf("call:c9"), list.indexOf("call:c2@7")]).toEqual([
      null,
      null,
      -1,
      -1,
    ]);
  });
});

describe("growing", () => {
  test("one fact at a time gives what all at once gives, in the timeline and in the list", () => {
    const timeline = createTimeline();
    const list = createRowList();
    const toggles = new Map();
    let grown = list.refresh(timeline, { filter: NO_FILTER, query: "", toggles });
    for (const fact of RETRIES) {
      addFacts(timeline, [fact]);
      grown = list.refresh(timeline, { filter: NO_FILTER, query: "", toggles });
    }
    const whole = listOf(timelineOf(RETRIES));
    expect(tree(grown)).toEqual(tree(whole));
    expect(grown.counts).toEqual(whole.counts);
    expect(timeline.gaps).toEqual(timelineOf(RETRIES).gaps);
  });

  test("finds what says a word: names, arguments, results, findings, and under which model call they stand", () => {
    const facts = log(
      [0, turn("t1", "Rain?"), asks("m1")],
      [10, answers("m1", "Let me see", call("c1", "forecast"), call("c2", "book"))],
      [20, requests("c1", "forecast", { raw: '{"city":"Oslo"}', verdict: wrongDays }), runs("c1")],
      [30, fails("c1", "forecast", { error: "no such city" })],
      [40, requests("c2", "book"), runs("c2"), returns("c2", "book", "Table FOUR")],
    );
    const found = (query: string) => tree(listOf(timelineOf(facts), { query }));
    expect(found("oslo")).toEqual(["model:m1", "  call:c1"]);
    expect(found("must be an integer")).toEqual(["model:m1", "  call:c1"]);
    expect(found("no such city")).toEqual(["model:m1", "  call:c1"]);
    expect(found("table four")).toEqual(["model:m1", "  call:c2"]);
    expect(found("rain")).toEqual(["turn:t1"]);
    expect(found("let me see")).toEqual(["model:m1"]);
    expect(found("nowhere")).toEqual([]);
  });

  test("flags a model that breaks the same rule at the same place again in a turn; a new turn counts anew", () => {
    const wrong = (id: string) => requests(id, "forecast", { verdict: wrongDays });
    const other = requests("c3", "forecast", { verdict: malformed("no") });
    const facts = log(
      [0, turn("t1", "a"), asks("m1"), wrong("c1"), wrong("c2"), other, wrong("c4")],
      [1, { type: "turn.completed", turn_id: "t1", outcome: "done" }],
      [2, turn("t2", "b"), wrong("c5")],
    );
    const flags = ["c1", "c2", "c3", "c4", "c5"].map(
      (id) => cells(facts, `call:${id}`).chips.find((chip) => chip.id === "loop")?.word,
    );
    expect(flags).toEqual([undefined, "same finding × 2", undefined, "same finding × 3", undefined]);
  });

  test("knows the stretches in which nothing ran", () => {
    expect(timelineOf(RETRIES).gaps).toEqual([
      { from: START + 1_100, to: START + 2_100 },
      { from: START + 2_600, to: START + 5_600 },
    ]);
  });

  test("costs the new facts only: a long log grows by a block without laying out the others again", () => {
    const timeline = timelineOf(
      log(...Array.from({ length: 2_000 }, (_, i): [number, FactBody[]] => [i, asks(`m${i}`)])),
    );
    const list = createRowList();
    const toggles = new Map();
    const before = refs(list.refresh(timeline, { filter: NO_FILTER, query: "", toggles }));
    addFacts(timeline, [{ ...(asks("new")[0] as FactBody), seq: 4_001, at: START + 2_001 }]);
    const after = refs(list.refresh(timeline, { filter: NO_FILTER, query: "", toggles }));
    expect(after).toHaveLength(2_001);
    expect(before.every((row, i) => row === after[i])).toBe(true);
  });
});
