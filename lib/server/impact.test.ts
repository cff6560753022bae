import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Workspace } from "../protocol/workspace";
import { createChecker } from "../schema/checker";
import { impactOf } from "./impact";
import { RecordedCalls } from "./recorded-calls";
import { NO_SECRETS, TestServer } from "./testing/server";

const checker = createChecker();
afterAll(() => checker.close());

let server: TestServer;
let recorded: RecordedCalls;
beforeEach(async () => {
  server = await TestServer.open();
  server.checker = checker;
  server.sessions = server.another();
  recorded = new RecordedCalls(server.store);
});
afterEach(() => server.close());

/** A run of `book` with each of the arguments; the tool answers what it was asked with. */
function asking(args: string[], tool: object = {}): Workspace {
  const result = { seats: 2 };
  return {
    callscope: 1,
    name: "test",
    agent: {
      model: "scripted",
      tools: [
        { name: "book", ...tool, runner: { kind: "responses", rules: [{ then: { result } }] } },
        { name: "other", runner: { kind: "responses", rules: [{ then: { result } }] } },
      ],
    },
    model: { kind: "scripted" },
    script: [
      {
        calls: [
          ...args.map((text, i) => ({ id: `c${i}`, name: "book", arguments: text })),
          { id: "o", name: "other", arguments: "{}" },
        ],
      },
      { text: "done" },
    ],
    worker: { kind: "tools" },
  };
}

async function play(workspace: Workspace, workspaceId?: string): Promise<string> {
  const id = await server.sessions.start({ workspace, workspaceId, message: "go", secrets: NO_SECRETS });
  await settled(id);
  return id;
}

async function settled(id: string): Promise<void> {
  for (;;) {
    await server.clock.run();
    const summary = await server.store.sessions.summary(id);
    if (summary && !summary.running) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const never = new AbortController().signal;
const ask = (body: Partial<Parameters<typeof impactOf>[1]>, signal = never) =>
  impactOf({ checker, recorded }, { tool: "book", direction: "input", schema: "", ...body }, signal);

const SEATS = (maximum: number) =>
  JSON.stringify({
    type: "object",
    properties: { seats: { type: "integer", maximum } },
    required: ["seats"],
  });

test("each recorded call is checked again; flips go both ways, with what is wrong now or was wrong then", async () => {
  const tool = { inputText: SEATS(4) };
  const id = await play(asking(['{"seats": 2}', '{"seats": 4}', '{"seats": "3"}', "{"], tool), "w1");
  const answer = await ask({ workspace_id: "w1", schema: SEATS(3) });
  expect(answer).toMatchObject({
    texts: 4,
    all: 4,
    counted: true,
    before: { valid: 2, invalid: 1, malformed: 1 },
    now: { valid: 1, invalid: 2, malformed: 1 },
    flipped: 1,
    baseline: SEATS(4),
    changes: [
      {
        schemaPath: "#/properties/seats/maximum",
        member: "seats",
        effect: "stricter",
        text: "maximum 4 → 3",
      },
    ],
  });
  expect(answer.flips).toMatchObject([
    {
      session: id,
      call: "c1",
      was: "valid",
      now: "invalid",
      finding: { keyword: "maximum", instancePath: "/seats" },
    },
  ]);
  const looser = await ask({ workspace_id: "w1", schema: "" });
  expect(looser.flips).toMatchObject([
    { call: "c2", was: "invalid", now: "valid", finding: { keyword: "type", instancePath: "/seats" } },
  ]);
  expect((await server.facts(id, "input.classified")).map(({ verdict }) => verdict.status)).toEqual([
    ...["valid", "valid", "invalid", "malformed", "valid"],
  ]);
});

test("results count too, those that were rejected among them", async () => {
  const outputText = JSON.stringify({ type: "object", properties: { seats: { type: "string" } } });
  await play(asking(["{}"], { outputText }), "w1");
  await play(asking(["{}"]), "w1");
  const answer = await ask({ workspace_id: "w1", direction: "output", schema: '{"type": "object"}' });
  expect(answer).toMatchObject({ texts: 2, before: { valid: 1, invalid: 1 }, now: { valid: 2 }, flipped: 1 });
  expect(answer.flips[0]?.finding).toMatchObject({ keyword: "type", instancePath: "/seats" });
});

test("new calls are read on; those of other workspaces, and what a fork shares, do not count", async () => {
  const first = await play(asking(["{}", "{}"]), "w1");
  expect((await ask({ workspace_id: "w1" })).texts).toBe(2);
  await server.sessions.command(first, { type: "message", text: "again" }, NO_SECRETS);
  await settled(first);
  const again = (await server.facts(first, "input.classified")).length;
  await play(asking(["{}"]), "w2");
  expect(again).toBeGreaterThan(0);
  const before = (await ask({ workspace_id: "w1" })).texts;
  const forked = await server.sessions.fork(first, {
    point: { at: "call", id: "c1", attempt: 0, outcome: { result: "new" } },
    secrets: NO_SECRETS,
  });
  if (!forked || "error" in forked) throw new Error("no fork");
  await settled(forked.id);
  expect((await ask({ workspace_id: "w1" })).texts).toBe(before);
  expect((await ask({ workspace_id: "w1", direction: "output" })).texts).toBe(
    (await server.facts(first, "tool.call.completed")).filter(({ name }) => name === "book").length + 1,
  );
});

test("a session of no stored workspace counts by its id, and twice asked at once nothing counts twice", async () => {
  const id = await play(asking(["{}"], { inputText: SEATS(4) }));
  const [one, two] = await Promise.all([ask({ session: id }), ask({ session: id, workspace_id: "w1" })]);
  expect([one.texts, two.texts]).toEqual([1, 1]);
  expect(one.baseline).toBe(SEATS(4));
  expect(await ask({ workspace_id: "w1" })).toMatchObject({ texts: 0, baseline: null, changes: [] });
});

test("with a baseline of one's own the flips are between the two schemas", async () => {
  await play(asking(['{"seats": 2}', '{"seats": 4}'], { inputText: SEATS(9) }), "w1");
  const answer = await ask({ workspace_id: "w1", baseline: SEATS(3), schema: SEATS(5) });
  expect(answer).toMatchObject({
    before: { valid: 1, invalid: 1 },
    now: { valid: 2 },
    changes: [{ effect: "looser", text: "maximum 3 → 5" }],
  });
});

test("a schema that cannot be used leaves texts unchecked; one that hangs is stopped and said so", async () => {
  await play(asking([JSON.stringify({ a: `${"a".repeat(40)}!` })]), "w1");
  const broken = await ask({ workspace_id: "w1", schema: "{" });
  expect(broken).toMatchObject({ now: { unchecked: 1 }, changes: [{ effect: "unknown" }] });
  const hangs = await ask({ workspace_id: "w1", schema: '{"properties":{"a":{"pattern":"^(a+)+$"}}}' });
  expect(hangs).toMatchObject({ flips: [], now: {}, stopped: expect.stringContaining("took longer than") });
  const deep = await ask({ workspace_id: "w1", schema: `${'{"not":'.repeat(5_000)}{}${"}".repeat(5_000)}` });
  expect(deep.changes).toMatchObject([{ effect: "unknown", text: "too large to compare rule by rule" }]);
});

test("a question that is withdrawn ends", async () => {
  await play(asking(["{}"]), "w1");
  expect(await ask({ workspace_id: "w1" }, AbortSignal.abort())).toMatchObject({
    stopped: "the question was withdrawn",
  });
});

test("where there are more calls than are looked at, it is the newest ones, of the longest session too", async () => {
  const args = (from: number) => [0, 1, 2].map((n) => `{"seats": ${from + n}}`);
  await play(asking(args(0)), "ws_long");
  await play(asking(args(10)), "ws_long");
  const texts = async (most: number) => {
    const known = new RecordedCalls(server.store, most);
    const whose = { workspaceId: "ws_long", tool: "book", direction: "input" as const };
    const found = await known.of(whose, never);
    return {
      all: found.all,
      counted: found.counted,
      seats: found.texts.map(({ text }) => JSON.parse(text).seats),
    };
  };
  const all = { all: 6, counted: true };
  expect(await texts(2)).toEqual({ ...all, seats: [11, 12] });
  expect(await texts(3)).toEqual({ ...all, seats: [10, 11, 12] });
  expect(await texts(5)).toEqual({ ...all, seats: [10, 11, 12, 1, 2] });
  expect(await texts(6)).toEqual({ ...all, seats: [10, 11, 12, 0, 1, 2] });
});

test("runs beyond the checked ones are counted a few logs at a time, and those that are counted are read no more", async () => {
  const RUNS = 30;
  for (let run = 0; run < RUNS; run++) await play(asking(["{}", "{}"]), "ws_many");
  const read = vi.spyOn(server.store.sessions, "read");
  const known = new RecordedCalls(server.store, 2);
  const whose = { workspaceId: "ws_many", tool: "book", direction: "input" as const };
  const ask = async () => {
    read.mockClear();
    const { texts, all, counted } = await known.of(whose, never);
    return { texts: texts.length, all, counted, logs: read.mock.calls.length };
  };
  // The newest log, and 25 that are only counted.
  expect(await ask()).toEqual({ texts: 2, all: 52, counted: false, logs: 26 });
  expect(await ask()).toEqual({ texts: 2, all: 60, counted: true, logs: 4 });
  expect(await ask()).toEqual({ texts: 2, all: 60, counted: true, logs: 0 });
});
