import { setImmediate } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestServer, workspace } from "@/lib/server/testing/server";
import { eventStream } from "./event-stream";

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.open();
});
afterEach(() => server.close());

/** A reader of the stream that reads when told to. */
function watch(sessionId: string, after = 0) {
  const leave = new AbortController();
  const { store, hub } = server;
  const stream = eventStream({ store, hub, sessionId, after, signal: leave.signal });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const seqs: number[] = [];
  const events: string[] = [];
  const parser = createParser({
    onEvent: ({ id, event }) => (id === undefined ? events.push(event ?? "") : seqs.push(Number(id))),
  });
  return {
    seqs,
    events,
    leave,
    async readTo(last: number) {
      while ((seqs.at(-1) ?? after) < last) {
        const { value, done } = await reader.read();
        if (done) return;
        parser.feed(decoder.decode(value, { stream: true }));
      }
    },
    async ended() {
      for (;;) if ((await reader.read()).done) return true;
    },
  };
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("a reader gets every fact once and in order, stored ones first and live ones as they happen", async () => {
  const id = await server.start(workspace([{ then: { result: "ok", delayMs: 1_000 } }]));
  await server.clock.settle();
  const before = (await server.log(id)).length;
  const reader = watch(id);
  await reader.readTo(before);
  expect(reader.seqs).toEqual(numbers(1, before));
  await server.clock.run();
  const end = (await server.log(id)).length;
  await reader.readTo(end);
  expect(end).toBeGreaterThan(before);
  expect(reader.seqs).toEqual(numbers(1, end));
});

test("a reader that comes back goes on behind the fact it had last, without gap or double", async () => {
  const id = await server.start(workspace([{ then: { result: "ok" } }]));
  await server.clock.run();
  const end = (await server.log(id)).length;
  for (const from of [0, 1, 7, end - 1]) {
    const reader = watch(id, from);
    await reader.readTo(end);
    expect(reader.seqs).toEqual(numbers(from + 1, end));
    reader.leave.abort();
  }
});

test("a reader that does not read costs a bounded buffer and catches up from the store", async () => {
  const big = "x".repeat(100_000);
  const calls = numbers(1, 40).map((n) => ({ calls: [{ id: `c${n}`, name: "work", arguments: "{}" }] }));
  const id = await server.start(
    workspace([{ then: { result: big } }], { workspace: { script: [...calls, { text: "done" }] } }),
  );
  const reader = watch(id);
  await server.clock.run();
  const end = (await server.log(id)).length;
  await reader.readTo(end);
  expect(reader.seqs).toEqual(numbers(1, end));
});

test("streamed pieces reach those who keep up and are not part of the log", async () => {
  const id = await server.start(
    workspace([{ then: { result: "ok" } }], {
      workspace: { script: [{ text: "hello there", chunk: 3, delayMs: 1_000 }] },
    }),
  );
  await server.clock.settle();
  const reader = watch(id);
  await reader.readTo((await server.log(id)).length);
  await server.clock.run();
  await reader.readTo((await server.log(id)).length);
  expect(reader.events).toContain("llm.token.delta");
  expect((await server.log(id)).some((fact) => (fact.type as string) === "llm.token.delta")).toBe(false);
});

test("readers of one session see nothing of another", async () => {
  const one = await server.start(workspace([{ then: { result: "one" } }]));
  const reader = watch(one);
  const two = await server.start(workspace([{ then: { result: "two" } }]));
  await server.clock.run();
  const end = (await server.log(one)).length;
  await reader.readTo(end);
  expect(reader.seqs).toEqual(numbers(1, end));
  expect(two).not.toBe(one);
});

test("streams end when the server stops and when their reader leaves", async () => {
  const id = await server.start(workspace([{ then: { hang: true } }]));
  await server.clock.settle();
  const stays = watch(id);
  const goes = watch(id);
  goes.leave.abort();
  expect(await goes.ended()).toBe(true);
  await setImmediate();
  server.hub.end();
  expect(await stays.ended()).toBe(true);
  expect(server.hub.watched(id)).toBe(false);
});
