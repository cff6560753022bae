import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Workspace } from "@/lib/protocol/workspace";
import { createChecker } from "@/lib/schema/threads/checker";
import { NO_SECRETS, TestServer } from "@/lib/server/testing/server";
import { impactOf } from "./impact";
import { RecordedCalls } from "./recorded-calls";
import { Rechecks } from "./status-cache";

const checker = createChecker();
afterAll(() => checker.close());

let server: TestServer;
let recorded: RecordedCalls;
let rechecks: Rechecks;
beforeEach(async () => {
  rechecks = new Rechecks(checker);
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
const ask = async (body: Partial<Parameters<typeof impactOf>[1]>, signal = never) => {
  const asked = { tool: "book", direction: "input" as const, schema: "", ...body };
  const { details, ...counts } = await impactOf({ checker, recorded, rechecks }, asked, { signal });
  if (!details) throw new Error("no details");
  return { ...counts, ...details };
};

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
    stopped: "the check was cancelled",
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

test("a flip says when another version of the schema made its record, and whether this edit turns it", async () => {
  const old = await play(asking(['{"seats": 4}', '{"seats": 2}'], { inputText: SEATS(4) }), "w1");
  // Laid out in another way it is the same schema.
  await play(asking(['{"seats": 3}'], { inputText: JSON.stringify(JSON.parse(SEATS(3)), null, 4) }), "w1");
  const newest = await play(asking(['{"seats": 1}', '{"seats": 2}'], { inputText: SEATS(3) }), "w1");
  const told = async (schema: string) => {
    const { flipped, others, by_edit, flips } = await ask({ workspace_id: "w1", schema });
    const calls = flips.map((flip) => [flip.session, flip.text, flip.under, flip.by_edit]);
    return { flipped, others, by_edit, calls: calls.toSorted() };
  };
  // Nothing was edited since the newest run: what differs came before.
  expect(await told(SEATS(3))).toEqual({
    flipped: 1,
    others: 1,
    by_edit: 0,
    calls: [[old, '{"seats": 4}', "other", false]],
  });
  const stricter = await told(SEATS(1));
  expect(stricter).toMatchObject({ flipped: 4, others: 2, by_edit: 3 });
  expect(stricter.calls).toContainEqual([old, '{"seats": 2}', "other", true]);
  expect(stricter.calls).toContainEqual([newest, '{"seats": 2}', undefined, undefined]);
  // With a baseline of one's own no record is compared with.
  const chosen = await ask({ workspace_id: "w1", baseline: SEATS(4), schema: SEATS(1) });
  expect(chosen).toMatchObject({ flipped: 4 });
  expect(chosen).not.toHaveProperty("others");
});

test("what was recorded with no schema says so", async () => {
  await play(asking(['{"seats": "two"}']), "w1");
  await play(asking(["{}"], { inputText: SEATS(3) }), "w1");
  const answer = await ask({ workspace_id: "w1", schema: SEATS(3) });
  expect(answer).toMatchObject({ flipped: 1, others: 1, by_edit: 0 });
  expect(answer.flips).toMatchObject([{ was: "valid", now: "invalid", under: "none", by_edit: false }]);
});

test("calls with the same text and fault are one flip: the newest, with the others named", async () => {
  const tool = { inputText: SEATS(9) };
  const first = await play(asking(['{"seats": 4}', '{"seats": 5}'], tool), "w1");
  await server.clock.run(60_000);
  const second = await play(asking(['{"seats": 4}', "{}"], tool), "w1");
  const { flips, flipped } = await ask({ workspace_id: "w1", schema: SEATS(3) });
  expect(flipped).toBe(3);
  expect(flips).toMatchObject([
    { session: second, call: "c0", calls: 2, others: [{ session: first, call: "c0" }] },
    { session: first, call: "c1", calls: 1, others: [] },
  ]);
  // Of one moment the later call is the newer.
  await play(asking(['{"seats": 4}', '{"seats": 4}'], tool), "w3");
  expect((await ask({ workspace_id: "w3", schema: SEATS(3) })).flips).toMatchObject([
    { call: "c1", others: [{ call: "c0" }] },
  ]);
  // The same text with another fault on record is not the same.
  const third = asking(['{"seats": 4}'], {
    inputText: '{"properties":{"seats":{"type":"string"}}}',
  });
  await play(asking(['{"seats": 4}'], { inputText: SEATS(3) }), "w2");
  await play(third, "w2");
  await play(asking([], { inputText: "{}" }), "w2");
  expect(
    (await ask({ workspace_id: "w2", schema: "{}" })).flips.map(({ finding }) => finding?.keyword),
  ).toEqual(expect.arrayContaining(["type", "maximum"]));
});

test("while texts are being checked it is known how far that is", async () => {
  await play(asking(['{"seats": 4}', '{"seats": 2}', '{"seats": 4}'], { inputText: SEATS(4) }), "w1");
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow = new Rechecks({
    recheck: async ({ texts }, _, onSlice) => {
      // The text that stands twice is checked once.
      expect(texts).toEqual(['{"seats": 4}', '{"seats": 2}']);
      onSlice?.(0, ["invalid"]);
      await held;
      onSlice?.(1, ["valid"]);
      return { statuses: ["invalid", "valid"] };
    },
  });
  let answer: ReturnType<typeof impactOf> | undefined;
  const progress = await new Promise<() => object>((onCheck) => {
    answer = impactOf(
      { checker, recorded, rechecks: slow },
      { workspace_id: "w1", tool: "book", direction: "input", schema: SEATS(3), details: false },
      { signal: never, onCheck },
    );
  });
  expect(progress()).toEqual({ checked: 2, texts: 3, flipped: 2 });
  goOn();
  expect(await answer).toEqual({
    ...{ texts: 3, all: 3, counted: true, before: { valid: 3 }, now: { invalid: 2, valid: 1 } },
    ...{ flipped: 2, turns: { invalid: 2 } },
  });
  expect(progress()).toEqual({ checked: 3, texts: 3, flipped: 2 });
});
