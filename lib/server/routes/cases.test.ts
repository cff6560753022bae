/**
 * Faults of streams that others ran into in public, made anew: what a provider sends, followed through to the verdict,
 * and what a page gets that comes back to a session's event stream.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import * as events from "@/app/api/sessions/[id]/events/route";
import * as session from "@/app/api/sessions/[id]/route";
import * as sessions from "@/app/api/sessions/route";
import type { Fact, FactOf, FactType } from "@/lib/engine/log/facts";
import streamCases from "@/lib/models/fixtures/stream-cases.json";
import {
  type FakeAnthropic,
  type FakeEvent,
  fakeAnswer,
  startFakeAnthropic,
} from "@/lib/models/testing/fake-anthropic";
import { services } from "@/lib/server/compose";
import { ask } from "@/lib/server/testing/ask";
import { API_KEY_HEADER } from "@/lib/wire/headers";

let folder = "";
let fake: FakeAnthropic | null = null;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callscope-cases-"));
  vi.stubEnv("CALLSCOPE_DATA", folder);
});

afterEach(async () => {
  await fake?.close();
  fake = null;
});

afterAll(async () => {
  const { sessions: all, checker, store } = await services();
  await all.close();
  await checker.close();
  await store.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function start(workspace: object, headers: Record<string, string> = {}): Promise<string> {
  const response = await ask(sessions.POST, { body: { workspace, message: "go" }, headers });
  expect(response.status).toBe(201);
  return (await response.json()).id;
}

const settled = (id: string) =>
  vi.waitFor(async () => expect((await (await ask(session.GET, { id })).json()).running).toBe(false), {
    timeout: 10_000,
    interval: 10,
  });

async function log(id: string): Promise<Fact[]> {
  const headers = { accept: "application/json" };
  return (await (await ask(events.GET, { id, headers })).json()).events;
}

const of = <T extends FactType>(facts: Fact[], type: T) =>
  facts.filter((fact): fact is FactOf<T> => fact.type === type);

describe("stream", () => {
  /** What a provider that sends these events brings about; the log of the whole turn. */
  async function play(list: FakeEvent[], tools: { name: string }[]): Promise<Fact[]> {
    fake = await startFakeAnthropic([{ events: list }, { events: fakeAnswer({ text: "done" }) }]);
    const runner = { kind: "responses", rules: [{ then: { result: "ok" } }] };
    const id = await start(
      {
        callscope: 1,
        name: "stream",
        agent: {
          model: "claude",
          tools: tools.map((tool) => ({ ...tool, runner })),
          retry: { llm: { max_attempts: 1 } },
        },
        model: { kind: "anthropic", baseUrl: fake.url },
        worker: { kind: "tools" },
      },
      { [API_KEY_HEADER]: "sk-ant-test" },
    );
    await settled(id);
    return log(id);
  }

  interface Expected {
    calls: { arguments: string; status: string }[];
    /** How the turn ends; null: it is interrupted. */
    outcome: "done" | "failed" | null;
    reason?: string;
  }

  const city = { arguments: '{"city":"Oslo"}', status: "valid" };
  const EXPECTED: Record<string, Expected> = {
    C171: { calls: [city], outcome: "done" },
    C173: {
      calls: [{ arguments: "{}", status: "valid" }],
      outcome: "done",
      reason: "the provider's protocol says that a start with {} and no text means {}",
    },
    C175: { calls: [], outcome: null, reason: "D27: calls of an answer that was cut are not dispatched" },
    C177: {
      calls: [],
      outcome: null,
      reason: "nothing of an unfinished answer is run; the interrupt offers to ask again",
    },
    C179: { calls: [{ arguments: '{"city":"a\\n\\ud83d\\ude00b"}', status: "valid" }], outcome: "done" },
    C181: { calls: [city], outcome: "done" },
  };

  test.each(streamCases.map((one) => [one.id, one.title, one] as const))("%s %s", async (id, _, one) => {
    const facts = await play(one.events as FakeEvent[], one.tools);
    const verdicts = of(facts, "input.classified").map(({ verdict }) => verdict.status);
    const calls = of(facts, "tool.call.requested").map((fact, i) => ({
      arguments: fact.arguments,
      status: verdicts[i],
    }));
    const ends = of(facts, "turn.completed").map(({ outcome }) => outcome);
    expect({ calls, outcome: ends[0] ?? null }).toEqual({
      calls: EXPECTED[id]?.calls,
      outcome: EXPECTED[id]?.outcome,
    });
  });

  test("C175 keeps the cut text in sight and says that it was cut", async () => {
    const one = streamCases.find(({ id }) => id === "C175");
    const facts = await play(one?.events as FakeEvent[], one?.tools ?? []);
    expect(JSON.stringify(of(facts, "llm.call.completed"))).toContain('{\\"city\\":\\"Os');
    expect(of(facts, "session.interrupted")).toMatchObject([{ reason: "llm call truncated" }]);
  });

  test("C177 names the provider's error", async () => {
    const one = streamCases.find(({ id }) => id === "C177");
    const facts = await play(one?.events as FakeEvent[], one?.tools ?? []);
    expect(of(facts, "llm.call.errored")).toMatchObject([
      { error: expect.stringContaining("Overloaded"), detail: { type: "overloaded_error" } },
    ]);
    expect(of(facts, "session.interrupted")).toMatchObject([
      { reason: expect.stringContaining("Overloaded") },
    ]);
    expect(JSON.stringify(facts)).not.toContain("[object Object]");
  });
});

describe("event-stream", () => {
  const person = {
    callscope: 1,
    name: "person",
    agent: { model: "scripted", tools: [{ name: "approve", runner: { kind: "person" } }] },
    model: { kind: "scripted" },
    script: [{ calls: [{ id: "c1", name: "approve", arguments: {} }] }, { text: "done" }],
    worker: { kind: "tools" },
  };

  /** Raw frames of a session's stream until `count` of them carry an id. */
  async function frames(id: string, count: number, lastEventId?: number): Promise<string[]> {
    const headers: Record<string, string> =
      lastEventId === undefined ? {} : { "last-event-id": String(lastEventId) };
    const response = await ask(events.GET, { id, headers });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = "";
    const whole = () => text.split("\n\n").slice(0, -1);
    const withId = () => whole().filter((frame) => /^id:/m.test(frame));
    while (withId().length < count) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
    return whole();
  }

  const ids = (list: string[]) =>
    list.flatMap((frame) => {
      const [, id] = /^id: ?(\d+)$/m.exec(frame) ?? [];
      return id === undefined ? [] : [Number(id)];
    });
  const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

  async function waiting(): Promise<{ id: string; seq: number }> {
    const id = await start(person);
    await vi.waitFor(
      async () => {
        const { waits } = await (await ask(session.GET, { id })).json();
        expect(waits.map(({ kind }: { kind: string }) => kind)).toEqual(["person"]);
      },
      { timeout: 10_000, interval: 10 },
    );
    return { id, seq: (await log(id)).length };
  }

  test("C182 second drop before any new event: whoever comes back twice gets each event once, in order", async () => {
    const { id, seq } = await waiting();
    expect(ids(await frames(id, 5)).slice(0, 5)).toEqual(from(1, 5));
    await frames(id, 0, 5);
    expect(ids(await frames(id, seq - 5, 5))).toEqual(from(6, seq - 5));
  });

  test("C184 each frame has the id of its fact in the log, and the ids grow", async () => {
    const { id, seq } = await waiting();
    const list = await frames(id, seq);
    expect(ids(list)).toEqual((await log(id)).map((fact) => fact.seq));
    const silent = list.filter((frame) => !/^id:/m.test(frame));
    for (const frame of silent) expect(frame).toMatch(/^(:|retry:)/);
  });

  test("C186 an event id of another session brings nothing of it, but this log from its start", async () => {
    const one = await waiting();
    const other = await waiting();
    const list = await frames(one.id, one.seq, one.seq + 1_000);
    expect(ids(list)).toEqual(from(1, one.seq));
    expect(list.join("\n")).not.toContain(other.id);
  });
});
