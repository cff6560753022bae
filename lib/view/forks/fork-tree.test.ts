import { expect, test } from "vitest";
import type { Fact, ForkedFrom } from "@/lib/engine/log/facts";
import { changeText, endText, runLabel } from "@/lib/view/text/fork-text";
import { addFacts, createTimeline } from "@/lib/view/timeline/timeline";
import { forksByRow, forkTree, lineageOf, runName, runOf, type TreeSession } from "./fork-tree";

const from = (session_id: string, more: Partial<ForkedFrom> = {}): ForkedFrom => ({
  session_id,
  seq: 5,
  at: 1,
  edit: "outcome",
  ...more,
});

const session = (id: string, created_at: number, origin: string | ForkedFrom | null = null): TreeSession => ({
  id,
  status: "idle",
  created_at,
  updated_at: created_at,
  origin: typeof origin === "string" ? from(origin) : origin,
});

const drawn = (rows: ReturnType<typeof forkTree>) =>
  rows.map(({ id, depth, session: known }) => `${"  ".repeat(depth)}${id}${known ? "" : " gone"}`);

const FAMILY = [
  session("root", 1),
  session("a", 2, "root"),
  session("b", 3, "root"),
  session("aa", 4, "a"),
  session("aaa", 5, "aa"),
  session("ab", 6, "a"),
];
const WHOLE = { gone: true, roots: "oldest first" } as const;

test("each session stands before its forks, which stand in the order they were made", () => {
  const tree = ["root", "  a", "    aa", "      aaa", "    ab", "  b"];
  expect(drawn(forkTree(FAMILY, WHOLE))).toEqual(tree);
  expect(drawn(forkTree(FAMILY.toReversed(), WHOLE))).toEqual(tree);
});

test("a row knows its parent, its place among its siblings and how many forks it has", () => {
  const rows = forkTree(FAMILY, WHOLE);
  expect(rows.find(({ id }) => id === "ab")).toMatchObject({ parent: "a", place: 2, siblings: 2, forks: 0 });
  expect(rows.find(({ id }) => id === "a")).toMatchObject({
    parent: "root",
    place: 1,
    siblings: 2,
    forks: 2,
  });
  expect(rows[0]).toMatchObject({ id: "root", parent: null, place: 1, siblings: 1, forks: 2 });
});

test("an origin that is gone has a row of its own, with all that came from it", () => {
  const orphans = [session("x", 1, "gone"), session("y", 2, "gone"), session("xx", 3, "x")];
  expect(drawn(forkTree(orphans, WHOLE))).toEqual(["gone gone", "  x", "    xx", "  y"]);
});

test("in a list that does not hold all, forks of what it does not hold stand for themselves, newest first", () => {
  const listed = [
    session("x", 1, "not listed"),
    session("root", 2),
    session("xx", 3, "x"),
    session("last", 4),
  ];
  expect(drawn(forkTree(listed, { gone: false, roots: "newest first" }))).toEqual([
    "last",
    "root",
    "x",
    "  xx",
  ]);
});

test("a circle is no tree, and nothing of it is lost or doubled", () => {
  const circle = [session("a", 1, "b"), session("b", 2, "a"), session("c", 3)];
  expect(drawn(forkTree(circle, WHOLE))).toEqual(["c", "a", "  b"]);
});

test("the line of a session goes from the first origin to itself", () => {
  const rows = forkTree(FAMILY, WHOLE);
  expect(lineageOf(rows, "aaa").map(({ id }) => id)).toEqual(["root", "a", "aa", "aaa"]);
  expect(lineageOf(rows, "root").map(({ id }) => id)).toEqual(["root"]);
  expect(lineageOf(rows, "stranger")).toEqual([]);
});

test.each<[Partial<ForkedFrom>, string]>([
  [{ seq: 0, edit: "nothing" }, "run again from the start"],
  [{ seq: 0, edit: "nothing", workspace: true }, "run again from the start; with another workspace"],
  [{ edit: "outcome" }, "another outcome of the call"],
  [
    { of: { kind: "call", id: "c", name: "get_weather", attempt: 0 } },
    "another outcome of the call get_weather",
  ],
  [
    { of: { kind: "call", id: "c", name: "get_weather", attempt: 1 } },
    "another outcome of the call get_weather, attempt 2",
  ],
  [
    { edit: "model answer", of: { kind: "model", id: "m", name: "gpt", attempt: 0 } },
    "another answer of the model",
  ],
  [
    { edit: "decision", of: { kind: "decision", id: "d", name: "tool.execute" } },
    "another answer of the worker to tool.execute",
  ],
  [
    { of: { kind: "call", id: "c", name: "work", attempt: 0, to: "Sunny" }, workspace: true },
    "another outcome of the call work: Sunny; with another workspace",
  ],
  [{ edit: "nothing" }, "asked again unchanged"],
  [
    { edit: "nothing", of: { kind: "call", id: "c", name: "pay", attempt: 2 } },
    "the call pay made again, attempt 3",
  ],
  [{ edit: "nothing", of: { kind: "model", id: "m", name: "gpt", attempt: 0 } }, "the model asked again"],
  [
    { edit: "nothing", workspace: true, of: { kind: "decision", id: "d", name: "tool.execute" } },
    "the worker asked again about tool.execute; with another workspace",
  ],
])("%j is told as %j", (origin, words) => {
  expect(changeText(from("s", origin))).toBe(words);
});

test("runs are counted where all are known, else told by their time; how they stand in a word", () => {
  const runs = [session("c", 30), session("b", 20), session("a", 10)];
  const [, b = session("", 0)] = runs;
  const clock = (at: number) => `${at} o'clock`;
  expect(runName(runs, b, { numbered: true, clock })).toBe("Run 2");
  expect(runName(runs, b, { numbered: false, clock })).toBe("Run of 20 o'clock");
  expect(runName(runs, session("z", 5), { numbered: true, clock })).toBe("Run of 5 o'clock");
  expect(runName(runs, runOf("y", { from: 10 }), { numbered: false, clock })).toBe("Run of 10 o'clock");
  // A fork's log begins with what it took over, which is older.
  const fork = runOf("b", { from: 10, origin: { at: 20 } });
  expect(runName(runs, fork, { numbered: false, clock })).toBe("Run of 20 o'clock");
  expect([endText("failed"), endText("interrupted"), endText("new word")]).toEqual([
    "failed",
    "stopped for a person",
    "new word",
  ]);
});

const FACTS = [
  { seq: 1, at: 1, type: "turn.started", turn_id: "t1" },
  {
    seq: 2,
    at: 2,
    type: "decision.queued",
    turn_id: "t1",
    decision_id: "d1",
    trigger: { type: "client.messages", messages: [{ id: "m1", role: "user", content: "hi" }] },
  },
  {
    seq: 3,
    at: 3,
    type: "tool.call.requested",
    turn_id: "t1",
    tool_call_id: "c1",
    name: "work",
    arguments: "{}",
    attempt: 0,
    handler: "worker",
  },
  {
    seq: 4,
    at: 4,
    type: "decision.queued",
    turn_id: "t1",
    decision_id: "d2",
    trigger: { type: "tool.execute", id: "c1", attempt: 0 },
  },
  {
    seq: 5,
    at: 5,
    type: "decision.completed",
    turn_id: "t1",
    decision_id: "d2",
    answer: { taken: true },
  },
] as unknown as Fact[];

test("forks are marked at what they go back to: the call, the call of a decision, the turn, the first turn", () => {
  const timeline = createTimeline();
  addFacts(timeline, FACTS);
  const log = { timeline, facts: FACTS };
  const forks = [
    session("of call", 1, from("s", { of: { kind: "call", id: "c1", name: "work", attempt: 0 } })),
    session("of its decision", 2, from("s", { of: { kind: "decision", id: "d2", name: "tool.execute" } })),
    session("of before", 3, from("s", { seq: 4 })),
    session("of the turn", 4, from("s", { of: { kind: "decision", id: "d1", name: "client.messages" } })),
    session("again", 5, from("s", { seq: 0 })),
    session("not read yet", 6, from("s", { seq: 90 })),
    session("unknown", 7, from("s", { of: { kind: "call", id: "c9", name: "work", attempt: 0 } })),
  ];
  const marked = [...forksByRow(log, forks)].map(([row, of]) => [row, of.map(({ id }) => id)]);
  expect(marked).toEqual([
    ["call:c1", ["of call", "of its decision", "of before"]],
    ["turn:t1", ["of the turn", "again"]],
  ]);
});

test.each<[Partial<ForkedFrom> | null, string]>([
  [null, "Run 2"],
  [{ seq: 0, edit: "nothing" }, "Run 2: run again"],
  [{ seq: 0, edit: "nothing", workspace: true }, "Run 2: run again, other workspace"],
  [{ of: { kind: "call", id: "c", name: "work", to: "Sunny" } }, "Run 2: work → Sunny"],
  [
    { edit: "model answer", of: { kind: "model", id: "m", name: "gpt", to: "" } },
    "Run 2: model → another model answer",
  ],
  [{ edit: "nothing", of: { kind: "call", id: "c", name: "work" } }, "Run 2: work again"],
  [{ edit: "outcome" }, "Run 2: → another outcome"],
])("%j stands in lists as %j", (origin, words) => {
  expect(runLabel("Run 2", origin && from("s", origin))).toBe(words);
});
