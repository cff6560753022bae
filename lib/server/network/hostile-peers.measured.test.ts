/** Workers and model providers that answer what nobody should, each over a real connection and the app's own fetch. */

import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import type { ModelOutcome, WorkerOutcome } from "@/lib/engine/log/outcomes";
import { createAnthropicModel } from "@/lib/models/anthropic";
import { type RawPeer, startRawPeer } from "@/lib/server/testing/raw-peer";
import { createHttpWorker } from "@/lib/tools/http-worker";
import { simulatedClock } from "@/lib/tools/testing/clock";
import { execute, listening } from "@/lib/tools/testing/decisions";
import { guardedFetch } from "./outbound";

type Talk = Parameters<typeof startRawPeer>[0];
type Kind = "worker" | "model";
type Outcome = WorkerOutcome | ModelOutcome;

const fetch = guardedFetch({ listensOnLoopback: true, allow: [] });
const MB = 1024 * 1024;

const open: RawPeer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((peer) => peer.close()));
});

async function start(talk: Talk): Promise<RawPeer> {
  const peer = await startRawPeer(talk);
  open.push(peer);
  return peer;
}

const never = new AbortController().signal;

function askModel(url: string, signal = never): Promise<ModelOutcome> {
  const model = createAnthropicModel({ apiKey: "sk-ant-hostile-0123456789", baseUrl: url, fetch });
  const request = { call_id: "llm_1", attempt: 0, index: 0, model: "some-model", stream: true };
  return model.ask(
    { ...request, messages: () => [{ role: "user", content: "Hello" }], tools: () => [] },
    { signal, onDelta: () => undefined },
  );
}

const askWorker = (url: string, signal = never, clock = simulatedClock()): Promise<WorkerOutcome> =>
  createHttpWorker({ url, secret: null, fetch, clock }).decide(execute("{}"), listening(signal));

const askAs: Record<Kind, (url: string, signal?: AbortSignal) => Promise<Outcome>> = {
  worker: askWorker,
  model: askModel,
};

/** Who is named in a failure's text. */
const NAMED: Record<Kind, RegExp> = {
  worker: /^(The worker|Nothing answers at|The delivery to (the worker at )?http)/,
  model: /The model provider at 127\.0\.0\.1:\d+/,
};

const errorOf = (outcome: Outcome): string => ("error" in outcome ? outcome.error : JSON.stringify(outcome));

const head = (status: string, headers: Record<string, string | number> = {}) =>
  `HTTP/1.1 ${status}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
const JSON_TYPE = { "content-type": "application/json" };
const STREAM_TYPE = { "content-type": "text/event-stream" };

/** Says the bytes and ends the connection. */
const says =
  (...pieces: (string | Uint8Array)[]): Talk =>
  async (line) => {
    for (const piece of pieces) await line.write(piece);
    line.end();
  };

/** Writes `piece` until `bytes` are written or nobody takes more. */
const floods =
  (start: string, piece: string, bytes: number): Talk =>
  async (line) => {
    await line.write(start);
    const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
    for (let sent = 0; sent < bytes; sent += block.length) if (!(await line.write(block))) return;
    line.end();
  };

/** What a case says of both kinds of peer: words of the failure, and whether another try may help. */
interface Told {
  worker: [RegExp, boolean];
  model: [RegExp, boolean];
}

async function expectFailure(kind: Kind, talk: Talk, told: Told): Promise<RawPeer> {
  const peer = await start(talk);
  const outcome = await askAs[kind](peer.url);
  const [words, retryable] = told[kind];
  expect(errorOf(outcome)).toMatch(words);
  expect(errorOf(outcome)).toMatch(NAMED[kind]);
  expect(errorOf(outcome).length).toBeLessThan(3_000);
  expect(outcome).toMatchObject({ retryable });
  await peer.closed();
  expect(peer.connections()).toBe(1);
  return peer;
}

const KINDS: Kind[] = ["worker", "model"];

describe.each(KINDS)("1 GB from a %s", (kind) => {
  const GB = 1024 * MB;
  const limit = { worker: 8 * MB, model: 32 * MB }[kind];
  /** What systems hold between two ends of a connection. */
  const between = 16 * MB;
  const told: Told = {
    worker: [/larger than 8388608 bytes/, false],
    model: [/larger than 33554432 bytes/, false],
  };
  const size = { "content-length": GB };
  const cases: [string, string, string][] = [
    ["with its length", head("200 OK", { ...JSON_TYPE, ...size }), "x"],
    ["without a length", head("200 OK", JSON_TYPE), '{"a":['],
    [
      "in chunks",
      head("200 OK", { ...JSON_TYPE, "transfer-encoding": "chunked" }),
      `400\r\n${"x".repeat(1024)}\r\n`,
    ],
    ["as one line of an event stream", head("200 OK", STREAM_TYPE), "data: x"],
    ["as lines of an event stream", head("200 OK", STREAM_TYPE), ": still here\n"],
    ["as events without an end", head("200 OK", STREAM_TYPE), "data: {\n"],
    ["as lines that end in CR", head("200 OK", STREAM_TYPE), "\r"],
  ];

  test.each(cases)("%s is cut at the limit", async (_, start, piece) => {
    const before = process.memoryUsage().rss;
    const peer = await expectFailure(kind, floods(start, piece, GB), told);
    expect(peer.sent()).toBeLessThan(limit * 1.1 + between);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MB);
  });

  test("of an error's body is not read", async () => {
    const refused: Told = { worker: [/answered 500\.$/, true], model: [/500/, true] };
    const peer = await expectFailure(kind, floods(head("500 Broken", JSON_TYPE), "x", GB), refused);
    expect(peer.sent()).toBeLessThan(between);
  });

  test("of headers are not read", async () => {
    const told: Told = {
      worker: [/not valid HTTP.*Header/, false],
      model: [/not valid HTTP.*Header/, false],
    };
    const one = "HTTP/1.1 200 OK\r\nx-long: ";
    expect((await expectFailure(kind, floods(one, "x", GB), told)).sent()).toBeLessThan(between);
    const many = "HTTP/1.1 200 OK\r\n";
    expect((await expectFailure(kind, floods(many, "x: y\r\n", GB), told)).sent()).toBeLessThan(between);
  });
});

const answerText = '{"actions":[{"type":"tool.result","result":1}]}';

describe.each(KINDS)("a %s that answers with", (kind) => {
  const cases: [string, Talk, Told][] = [
    [
      "a gzip bomb",
      says(head("200 OK", { ...JSON_TYPE, "content-encoding": "gzip" }), gzipSync(Buffer.alloc(64 * MB))),
      { worker: [/compressed \(gzip\)/, false], model: [/compressed \(gzip\)/, false] },
    ],
    [
      "compressed bytes that it does not call so",
      says(head("200 OK", JSON_TYPE), gzipSync(Buffer.alloc(64 * MB))),
      { worker: [/not UTF-8 text/, false], model: [/not UTF-8 text/, false] },
    ],
    [
      "another protocol",
      says("SSH-2.0-OpenSSH_9.9\r\n"),
      { worker: [/is not valid HTTP/, false], model: [/is not valid HTTP/, false] },
    ],
    [
      "a status that is none",
      says(head("999 What", JSON_TYPE), "{}"),
      { worker: [/status 999/, false], model: [/status 999/, false] },
    ],
    [
      "a change of protocol",
      says(head("101 Switching Protocols", { upgrade: "websocket", connection: "upgrade" }), "x"),
      { worker: [/changes the protocol/, false], model: [/changes the protocol/, false] },
    ],
    [
      "nothing at all",
      (line) => line.end(),
      {
        worker: [/closed the connection before its answer was complete/, false],
        model: [/could not be reached/, true],
      },
    ],
    [
      "a broken connection",
      (line) => line.break(),
      {
        worker: [/closed the connection before its answer was complete/, false],
        model: [/could not be reached/, true],
      },
    ],
    [
      "less than its length says",
      says(head("200 OK", { ...JSON_TYPE, "content-length": 100 }), answerText),
      {
        worker: [/closed the connection before its answer was complete/, false],
        model: [/broke off before its end/, true],
      },
    ],
    [
      "less than its length says, on a connection that it said it would close",
      says(head("200 OK", { ...JSON_TYPE, connection: "close", "content-length": 100 }), answerText),
      {
        worker: [/closed the connection before its answer was complete/, false],
        model: [/broke off before its end/, true],
      },
    ],
    [
      "chunks of which the last is missing, on a connection that it said it would close",
      says(
        head("200 OK", { ...JSON_TYPE, connection: "close", "transfer-encoding": "chunked" }),
        `${answerText.length.toString(16)}\r\n${answerText}\r\n`,
      ),
      {
        worker: [/closed the connection before its answer was complete/, false],
        model: [/broke off before its end/, true],
      },
    ],
    [
      "the request to go on, though it has the whole of it",
      says(head("100 Continue")),
      { worker: [/has the status 100/, false], model: [/has the status 100/, false] },
    ],
    [
      "two lengths",
      says(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 47\r\n\r\n${answerText}`),
      { worker: [/is not valid HTTP/, false], model: [/is not valid HTTP/, false] },
    ],
    [
      "a length and chunks",
      says(head("200 OK", { "content-length": 47, "transfer-encoding": "chunked" }), answerText),
      { worker: [/is not valid HTTP/, false], model: [/is not valid HTTP/, false] },
    ],
    [
      "a chunk whose size is none",
      says(
        head("200 OK", { ...JSON_TYPE, "transfer-encoding": "chunked" }),
        `zz\r\n${answerText}\r\n0\r\n\r\n`,
      ),
      { worker: [/is not valid HTTP/, false], model: [/is not valid HTTP/, false] },
    ],
    [
      "a header with a control character",
      says(head("200 OK", { ...JSON_TYPE, "x-bell": "a\u0007b" }), answerText),
      { worker: [/unusable answer/, false], model: [/cannot be used/, false] },
    ],
    [
      "no content",
      says(head("204 No Content")),
      { worker: [/blank/, false], model: [/broke off before its end/, true] },
    ],
    ["not modified", says(head("304 Not Modified")), { worker: [/304/, false], model: [/304/, false] }],
    [
      "half an event",
      says(head("200 OK", STREAM_TYPE), 'event: decision.result\ndata: {"actions"'),
      { worker: [/ended without a decision.result/, true], model: [/broke off before its end/, true] },
    ],
    [
      "a stream that ends in the middle of a character",
      says(head("200 OK", STREAM_TYPE), Buffer.from('event: decision.result\ndata: "日').subarray(0, -1)),
      { worker: [/not UTF-8 text/, false], model: [/not UTF-8 text/, false] },
    ],
    [
      "a stream that breaks in the middle of a line",
      async (line) => {
        await line.write(`${head("200 OK", STREAM_TYPE)}event: message_start\ndata: {"type":`);
        line.break();
      },
      { worker: [/ended without a decision.result/, true], model: [/broke off before its end/, true] },
    ],
    [
      "UTF-16",
      says(head("200 OK", JSON_TYPE), Buffer.from(`\ufeff${answerText}`, "utf16le")),
      { worker: [/not UTF-8 text/, false], model: [/not UTF-8 text/, false] },
    ],
    [
      "100,000 levels",
      says(head("200 OK", JSON_TYPE), `{"state":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
      { worker: [/nested deeper than 500 levels/, false], model: [/no event of an answer/, true] },
    ],
    [
      "quotes that never close",
      says(head("200 OK", JSON_TYPE), `"${'\\"'.repeat(3 * MB)}`),
      { worker: [/not JSON/, false], model: [/no event of an answer/, true] },
    ],
    [
      "an answer all of which is wrong",
      says(head("200 OK", JSON_TYPE), `{"actions":[${"0,".repeat(3.5 * MB)}0]}`),
      { worker: [/holds more than 250000 values/, false], model: [/no event of an answer/, true] },
    ],
    [
      "a page",
      says(head("200 OK", { "content-type": "text/html" }), "<!doctype html><title>It works</title>"),
      { worker: [/is not JSON/, false], model: [/content type text\/html/, true] },
    ],
    [
      "an error nested 20,000 levels deep",
      says(head("400 Bad Request", JSON_TYPE), `{"error":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`),
      { worker: [/answered 400/, false], model: [/\(status 400\)/, false] },
    ],
  ];
  test.each(cases)("%s is told so, and the connection is closed", async (_, talk, told) => {
    await expectFailure(kind, talk, told);
  });

  const elsewhere = [
    "http://127.0.0.1:1/",
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
    "//metadata.google.internal/",
    "/again",
    "x".repeat(8_000),
  ];
  test.each([300, 301, 302, 303, 307, 308])("a redirect, %i, which is not followed", async (status) => {
    for (const location of elsewhere) {
      const told: Told = { worker: [/redirects are not followed/, false], model: [/not followed/, false] };
      await expectFailure(kind, says(head(`${status} There`, { location, "content-length": 0 })), told);
    }
  });
});

describe("silence and slowness", () => {
  const cases: [string, string][] = [
    ["before the headers", ""],
    ["in the middle of the headers", "HTTP/1.1 200 OK\r\nx-"],
    ["after the headers", head("200 OK", JSON_TYPE)],
    ["in the middle of the body", `${head("200 OK", JSON_TYPE)}{"actions":`],
    ["in the middle of a frame", `${head("200 OK", STREAM_TYPE)}event: decision.result\ndata: {`],
  ];

  test.each(cases)("a worker that falls silent %s is given up after its time", async (_, bytes) => {
    const clock = simulatedClock();
    const peer = await start(async (line) => {
      await line.write(bytes);
      clock.advance(20_000);
    });
    const outcome = await askWorker(peer.url, never, clock);
    expect(outcome).toMatchObject({ kind: "failed", retryable: true });
    expect(errorOf(outcome)).toMatch(/^The worker at .* sent nothing for 20 s\.$/);
    await peer.closed();
  });

  test("a worker whose interim answers never end is given up after its time", async () => {
    const clock = simulatedClock();
    const peer = await start(async (line) => {
      for (let at = 0; await line.write("HTTP/1.1 102 Processing\r\n\r\n"); at += 1)
        if (at === 1_000) clock.advance(20_000);
    });
    expect(errorOf(await askWorker(peer.url, never, clock))).toMatch(/sent nothing for 20 s/);
    await peer.closed();
  });

  const drips: [Kind, string, string][] = KINDS.flatMap((kind): [Kind, string, string][] => [
    [kind, "body", head("200 OK", JSON_TYPE)],
    [kind, "event stream", head("200 OK", STREAM_TYPE)],
    [kind, "header", "HTTP/1.1 200 OK\r\nx-drip: "],
  ]);
  test.each(drips)("a %s whose %s comes byte by byte ends with the attempt", async (kind, _, bytes) => {
    const attempt = new AbortController();
    const peer = await start(async (line) => {
      await line.write(bytes);
      for (let at = 0; await line.write(" "); at += 1) {
        if (at === 50) attempt.abort();
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    expect(errorOf(await askAs[kind](peer.url, attempt.signal))).toMatch(
      /was stopped before|^Stopped before/,
    );
    await peer.closed();
  });
});

describe("a second answer behind the first", () => {
  test("is not taken for the next decision's", async () => {
    const one = (state: string) => {
      const body = JSON.stringify({ state });
      return `${head("200 OK", { ...JSON_TYPE, "content-length": body.length })}${body}`;
    };
    const peer = await start(({ write, index }) =>
      write(index === 0 ? one("first") + one("stolen") : one("own")),
    );
    expect(await askWorker(peer.url)).toEqual({ kind: "answered", response: { state: "first" } });
    expect(await askWorker(peer.url)).toEqual({ kind: "answered", response: { state: "own" } });
  });
});
