import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { workerContract } from "./contract.suite";
import { createHttpWorker } from "./http-worker";
import type { Decision } from "./port";
import { simulatedClock } from "./testing/clock";
import { decisionOn, execute, listening, sessionStart } from "./testing/decisions";
import { startServer, startWeatherWorker } from "./testing/server";

type HttpWorkerOptions = Parameters<typeof createHttpWorker>[0];

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
});

const workerOf = (more: Partial<HttpWorkerOptions> = {}) =>
  createHttpWorker({ url: server.url, secret: null, fetch, ...more });
const decide = (decision: Decision = execute('{"city":"Tokyo"}'), more: Partial<HttpWorkerOptions> = {}) =>
  workerOf(more).decide(decision, listening());

/** Makes the server answer with a status, headers and body pieces, each written on its own. */
function answers(status: number, headers: Record<string, string>, ...pieces: (string | Buffer)[]) {
  server.answers(async (response) => {
    response.writeHead(status, headers);
    for (const piece of pieces) await new Promise<void>((done) => response.write(piece, () => done()));
    response.end();
  });
}

/** An answer whose pieces are read one by one, as they stand. */
const inPieces = (headers: Record<string, string>, ...pieces: Uint8Array[]) => ({
  fetch: async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      }),
      { headers },
    ),
});

const json = { "Content-Type": "application/json" };
const events = { "Content-Type": "text/event-stream" };
const RESULT = { actions: [{ type: "tool.result", result: "It's clear in Tokyo." }] };

workerContract(
  "the fixture's process",
  {
    start: "sends its agent",
    refusal: "runs the tool anyway",
    unknownTool: /^Cannot read properties of undefined/,
  },
  async () => {
    const fixture = await startWeatherWorker();
    return {
      worker: createHttpWorker({ url: fixture.url, secret: "test-secret", fetch }),
      hangsOn: { skip: "the fixture always answers" },
      close: fixture.close,
    };
  },
);

workerContract(
  "a server that streams",
  { start: "takes the proposal", refusal: "takes the proposal", unknownTool: /^no tool nobody$/ },
  async () => {
    const own = await startServer();
    own.answers((response, { body }) => {
      const { trigger, proposed } = JSON.parse(body.toString());
      const answer = streamedAnswer(trigger, proposed);
      if (answer === undefined) return;
      response.writeHead(200, events);
      response.end(`event: decision.result\ndata: ${JSON.stringify(answer)}\n\n`);
    });
    return {
      worker: createHttpWorker({ url: own.url, secret: null, fetch }),
      hangsOn: { arguments: '{"city":"Nowhere"}' },
      close: own.close,
    };
  },
);

function streamedAnswer(trigger: { type: string; name: string; arguments: string }, proposed: object) {
  if (trigger.type !== "tool.execute" || Object.keys(proposed).length > 0) return proposed;
  const error = (text: string) => ({ actions: [{ type: "tool.error", error: text }] });
  if (trigger.name !== "get_weather") return error(`no tool ${trigger.name}`);
  const { city } = JSON.parse(trigger.arguments);
  if (city === "Nowhere") return undefined;
  return city === "Tokyo" ? RESULT : error(`No forecast for ${city}.`);
}

describe("the request", () => {
  test("is one POST of the decision's own bytes", async () => {
    answers(200, json, JSON.stringify(RESULT));
    const decision = execute('{"id":725653563933458433,"città":"日"}');
    expect(await decide(decision)).toEqual({ kind: "answered", response: RESULT });
    const [one] = server.received;
    expect(server.received).toHaveLength(1);
    expect(one).toMatchObject({
      method: "POST",
      path: "/decide",
      headers: { "content-type": "application/json", accept: "text/event-stream, application/json" },
    });
    expect(one?.body.toString()).toBe(decision.json());
    expect(one?.body.toString()).toContain('"value":{"id":725653563933458433,');
  });

  test("carries a trace context: one trace a decision, one span a delivery", async () => {
    answers(200, json, "{}");
    await decide();
    await decide();
    const [first, second] = server.received.map(({ headers }) => String(headers.traceparent).split("-"));
    expect(server.received[0]?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(second?.[1]).toBe(first?.[1]);
    expect(second?.[2]).not.toBe(first?.[2]);
  });

  test("is signed as the test vector says", async () => {
    answers(200, json, "{}");
    const body = '{"trigger":{"type":"session.start"}}';
    await decide({ ...sessionStart(), json: () => body }, { secret: "test-secret" });
    expect(server.received[0]?.headers["x-substructure-signature"]).toBe(
      "sha256=3915530e0e0e373f26b4b324e6e17ce7b19fe8fa35408356b715bd205045ae9c",
    );
  });

  test("is signed over bytes, also when the text is not ASCII", async () => {
    answers(200, json, "{}");
    await decide(execute('{"city":"Zürich 😀"}'), { secret: "geheim ä" });
    const { headers, body } = server.received[0] ?? {};
    const expected = createHmac("sha256", Buffer.from("geheim ä"))
      .update(body ?? "")
      .digest("hex");
    expect(headers?.["x-substructure-signature"]).toBe(`sha256=${expected}`);
  });

  test("has no signature without a secret", async () => {
    answers(200, json, "{}");
    await decide();
    expect(server.received[0]?.headers).not.toHaveProperty("x-substructure-signature");
  });
});

describe("a JSON answer", () => {
  test.each([
    ["null", {}],
    [" null \n", {}],
    ["{}", {}],
    ['{"state":{"n":1},"unknown":true,"session_id":"ses_1"}', { state: { n: 1 } }],
    [
      '{"actions":[{"type":"tool.result","result":null,"extra":1}]}',
      { actions: [{ type: "tool.result", result: null }] },
    ],
  ])("%s is a decision", async (body, response) => {
    answers(200, json, body);
    expect(await decide()).toEqual({ kind: "answered", response });
  });

  test("is read whatever its content type", async () => {
    answers(201, { "Content-Type": "text/html" }, JSON.stringify(RESULT));
    expect(await decide()).toEqual({ kind: "answered", response: RESULT });
  });

  test("may break a character over two pieces", async () => {
    const bytes = Buffer.from('{"actions":[{"type":"tool.result","result":"日😀"}]}');
    const cut = bytes.indexOf("😀") + 2;
    const pieces = inPieces(json, bytes.subarray(0, cut), bytes.subarray(cut));
    expect(await decide(undefined, pieces)).toEqual({
      kind: "answered",
      response: { actions: [{ type: "tool.result", result: "日😀" }] },
    });
  });

  test.each([
    ['{"id": 725653563933458433, "2": [1.0], "1": "a"}', '{"id":725653563933458433,"2":[1.0],"1":"a"}'],
    ["1e400", "1e400"],
  ])("keeps the digits and the order of the result %s", async (result, text) => {
    answers(200, json, `{"actions":[{"type":"done"},{"type":"tool.result","result":${result}}]}`);
    expect(await decide()).toEqual({
      kind: "answered",
      response: { actions: [{ type: "done" }, { type: "tool.result", result: text }] },
    });
  });

  test("leaves a result that JavaScript holds exactly as it is", async () => {
    answers(200, json, '{"actions":[{"type":"tool.result","result":{"n": [1, 0.5], "s": "\\u00e9"}}]}');
    expect(await decide()).toMatchObject({
      response: { actions: [{ result: { n: [1, 0.5], s: "é" } }] },
    });
  });

  test.each([
    ["", "The worker's answer is blank: an empty decision is {} or null."],
    [" \n", "The worker's answer is blank: an empty decision is {} or null."],
    ["<html>", "The worker's answer is not JSON: "],
    ["[]", "The worker's answer is refused: expected object, received array"],
    [
      '{"actions":[{"type":"tool.result"}]}',
      "The worker's answer is refused at actions[0].result: is required (null is allowed)",
    ],
    [
      '{"actions":[{"type":"tool.reply"}]}',
      'The worker\'s answer is refused at actions[0].type: no action is called "tool.reply"',
    ],
    ['{"error":"boom"}', "The worker's answer is an error, not a decision: boom"],
    [
      `{"detail":{"message":"${"m".repeat(400)}"}}`,
      `The worker's answer is an error, not a decision: ${"m".repeat(300)}`,
    ],
    [
      `{"state":${"[".repeat(600)}${"]".repeat(600)}}`,
      "The worker's answer is nested deeper than 500 levels",
    ],
  ])("%s fails for good", async (body, error) => {
    answers(200, json, body);
    expect(await decide()).toMatchObject({
      kind: "failed",
      retryable: false,
      status: 200,
      error: expect.stringContaining(error),
    });
  });

  test("fails without a body", async () => {
    answers(204, {});
    expect(await decide()).toMatchObject({ kind: "failed", retryable: false, status: 204 });
  });

  test("fails on bytes that are no UTF-8", async () => {
    answers(200, json, Buffer.from([0x22, 0xc3, 0x28, 0x22]));
    expect(await decide()).toMatchObject({
      retryable: false,
      error: "The worker's answer is not UTF-8 text.",
    });
    answers(200, json, Buffer.from([0x22, 0xe2, 0x82]));
    expect(await decide()).toMatchObject({
      retryable: false,
      error: "The worker's answer is not UTF-8 text.",
    });
  });

  test("fails past the size limit", async () => {
    answers(200, json, JSON.stringify({ state: "x".repeat(2000) }));
    expect(await decide(undefined, { maxBytes: 1000 })).toMatchObject({
      kind: "failed",
      retryable: false,
      error: "The worker's answer is larger than 1000 bytes.",
    });
  });

  test("may not settle without an id where no call is asked for", async () => {
    answers(200, json, '{"actions":[{"type":"tool.error","error":"no"}]}');
    const resumed = decisionOn({ type: "interrupt.resumed", interrupt_id: "int_1" });
    expect(await decide(resumed)).toMatchObject({
      kind: "failed",
      retryable: false,
      error: expect.stringContaining("needs actions[0].id"),
    });
  });
});

describe("a status that is no success", () => {
  const text = { "Content-Type": "text/plain" };
  const html = { "Content-Type": "text/html" };

  test.each([
    { status: 500, headers: json, body: '{"error":"db down"}', says: ": db down" },
    { status: 503, headers: text, body: "try later\n", says: ": try later" },
    { status: 599, headers: json, body: "", says: "." },
    { status: 500, headers: json, body: Buffer.from([0xff]), says: "." },
    { status: 502, headers: json, body: `{"message":"long","rest":"${"x".repeat(100_000)}"}`, says: "." },
    { status: 400, headers: json, body: '{"error":{"message":"bad field"}}', says: ": bad field" },
    { status: 401, headers: json, body: '"no signature"', says: ": no signature" },
    { status: 404, headers: html, body: "<h1>Not found</h1>", says: "." },
    { status: 429, headers: json, body: `{"message":"${"s".repeat(400)}"}`, says: `: ${"s".repeat(300)}` },
  ])("$status$says", async ({ status, headers, body, says }) => {
    answers(status, headers, body);
    expect(await decide()).toEqual({
      kind: "failed",
      status,
      retryable: [500, 502, 503, 599].includes(status),
      error: `The worker answered ${status}${says}`,
    });
  });

  test.each([301, 302, 307, 308])("%i is not followed", async (status) => {
    answers(status, { Location: `${server.url}/elsewhere` });
    expect(await decide()).toEqual({
      kind: "failed",
      status,
      retryable: false,
      error: `The worker answered ${status} a redirect to ${server.url}/elsewhere: redirects are not followed, enter the final address.`,
    });
    expect(server.received).toHaveLength(1);
  });
});

describe("an event stream", () => {
  const result = `event: decision.result\ndata: ${JSON.stringify(RESULT)}\n\n`;

  test.each([
    ["a result", [result]],
    ["a result in pieces", [result.slice(0, 10), result.slice(10, 50), result.slice(50)]],
    ["lines that end in CR LF", [result.replaceAll("\n", "\r\n")]],
    ["comments and fields before it", [": ping\n\n", "retry: 100\nid: 7\n\n", result]],
    [
      "data on two lines",
      [
        'event: decision.result\ndata: {"actions":\ndata: [{"type":"tool.result","result":"It\'s clear in Tokyo."}]}\n\n',
      ],
    ],
    ["something after the result", [result, "event: nonsense\ndata: 1\n\n"]],
  ])("gives %s", async (_, pieces) => {
    answers(200, { "Content-Type": "Text/Event-Stream; charset=utf-8" }, ...pieces);
    expect(await decide()).toEqual({ kind: "answered", response: RESULT });
  });

  test("ends with the result, though the stream stays open", async () => {
    let open: ServerResponse | undefined;
    server.answers((response) => {
      open = response;
      response.writeHead(200, events);
      response.write(result);
    });
    expect(await decide()).toEqual({ kind: "answered", response: RESULT });
    open?.end();
  });

  test("may break a character over two pieces", async () => {
    const bytes = Buffer.from('event: decision.result\ndata: {"state":"日"}\n\n');
    const cut = bytes.indexOf("日") + 1;
    const pieces = inPieces(events, bytes.subarray(0, cut), bytes.subarray(cut));
    expect(await decide(undefined, pieces)).toEqual({ kind: "answered", response: { state: "日" } });
  });

  test.each([
    [
      "null is the empty decision",
      "event: decision.result\ndata: null\n\n",
      { kind: "answered", response: {} },
    ],
    [
      "an error is retryable unless it says otherwise",
      'event: decision.error\ndata: {"message":"busy"}\n\n',
      { kind: "failed", status: 200, retryable: true, error: "The worker reported an error: busy" },
    ],
    [
      "an error may be final",
      'event: decision.error\ndata: {"message":"no","retryable":false}\n\n',
      { kind: "failed", status: 200, retryable: false, error: "The worker reported an error: no" },
    ],
    [
      "an error without a message is none",
      "event: decision.error\ndata: {}\n\n",
      { kind: "failed", status: 200, retryable: false, error: "The worker's decision.error has no message." },
    ],
    [
      "an unknown event fails",
      "event: progress\ndata: {}\n\n",
      {
        kind: "failed",
        status: 200,
        retryable: false,
        error: "The worker streamed an unknown event, progress.",
      },
    ],
    [
      "an event without a name fails",
      "data: {}\n\n",
      {
        kind: "failed",
        status: 200,
        retryable: false,
        error: "The worker streamed an unknown event, message.",
      },
    ],
    [
      "a delta has no place on a tool call",
      'event: llm.token.delta\ndata: {"text":"a"}\n\n',
      {
        kind: "failed",
        status: 200,
        retryable: false,
        error: "The worker streamed llm.token.delta for tool.execute: it answers llm.execute only.",
      },
    ],
    [
      "a stream that ends early is asked again",
      ": ping\n\n",
      {
        kind: "failed",
        status: 200,
        retryable: true,
        error: "The worker's event stream ended without a decision.result.",
      },
    ],
    [
      "a result that is cut off does not count",
      'event: decision.result\ndata: {"state":1}\n',
      {
        kind: "failed",
        status: 200,
        retryable: true,
        error: "The worker's event stream ended without a decision.result.",
      },
    ],
    [
      "a wrong shape names the field",
      'event: decision.result\ndata: {"actions":[{"type":"tool.result"}]}\n\n',
      {
        kind: "failed",
        status: 200,
        retryable: false,
        error: "The worker's decision.result is refused at actions[0].result: is required (null is allowed)",
      },
    ],
  ])("%s", async (_, body, outcome) => {
    answers(200, events, body);
    expect(await decide()).toEqual(outcome);
  });

  test("is asked again when the connection breaks", async () => {
    server.answers((response) => {
      response.writeHead(200, events);
      response.write(": ping\n\n", () => response.destroy());
    });
    expect(await decide()).toMatchObject({
      retryable: true,
      error: "The worker's event stream ended without a decision.result.",
    });
  });

  test("fails on bytes that are no UTF-8, and past the size limit", async () => {
    answers(200, events, Buffer.from([0xff]));
    expect(await decide()).toMatchObject({
      retryable: false,
      error: "The worker's answer is not UTF-8 text.",
    });
    answers(200, events, `: ${"x".repeat(2000)}\n\n`);
    expect(await decide(undefined, { maxBytes: 1000 })).toMatchObject({
      retryable: false,
      error: "The worker's answer is larger than 1000 bytes.",
    });
  });
});

describe("a delivery that does not get through", () => {
  test("is retryable when nothing listens", async () => {
    const gone = await startServer();
    await gone.close();
    expect(await decide(undefined, { url: `${gone.url}?key=secret` })).toEqual({
      kind: "failed",
      retryable: true,
      error: `Nothing answers at ${gone.url} (ECONNREFUSED): start the worker or correct its address.`,
    });
  });

  test("is retryable when the name is not known", async () => {
    const fault = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    const refuse = () => Promise.reject(new TypeError("fetch failed", { cause: fault }));
    expect(await decide(undefined, { fetch: refuse })).toMatchObject({ retryable: true });
    expect(await decide(undefined, { fetch: () => Promise.reject(fault) })).toMatchObject({
      retryable: true,
    });
  });

  test("is not retryable for any other fault, which is told without the address's secrets", async () => {
    const url = "http://user:pass@127.0.0.1:4444/decide";
    expect(await decide(undefined, { url })).toMatchObject({
      kind: "failed",
      retryable: false,
      error: expect.not.stringContaining("pass"),
    });
    const fetch = () => Promise.reject(new Error("may not be called"));
    expect(await decide(undefined, { fetch })).toEqual({
      kind: "failed",
      retryable: false,
      error: `The delivery to the worker at ${server.url} failed: may not be called`,
    });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["before the answer", (response) => response.socket?.destroy()],
    [
      "within the answer",
      (response) => {
        response.writeHead(200, { ...json, "Content-Length": "100" });
        response.write("{", () => response.destroy());
      },
    ],
  ])(
    "is not retryable when the connection breaks %s: the worker may have done its work",
    async (_, answer) => {
      server.answers(answer);
      expect(await decide()).toEqual({
        kind: "failed",
        retryable: false,
        error: `The worker at ${server.url} closed the connection before its answer was complete.`,
      });
    },
  );

  test("is retryable when the worker says nothing in time", async () => {
    const clock = simulatedClock();
    const asked = workerOf({ clock, fetch: () => new Promise(() => undefined) }).decide(
      sessionStart(),
      listening(),
    );
    clock.advance(19_999);
    clock.advance(1);
    expect(await asked).toEqual({
      kind: "failed",
      retryable: true,
      error: `The worker at ${server.url} sent nothing for 20 s.`,
    });
  });

  test("counts the silence anew with every piece", async () => {
    const clock = simulatedClock();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const response = new Response(readable, { headers: events });
    const worker = workerOf({ clock, silenceMs: 1_000, fetch: async () => response });
    const asked = worker.decide(sessionStart(), listening());
    const say = async (text: string) => {
      await writer.write(Buffer.from(text));
      await settled();
      clock.advance(900);
    };
    await say(": ping\n\n");
    await say(": ping\n\n");
    await say("event: decision.result\ndata: {}\n\n");
    expect(await asked).toEqual({ kind: "answered", response: {} });
  });

  test("is retryable when the worker falls silent in the middle", async () => {
    const clock = simulatedClock();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const response = new Response(readable, { headers: events });
    const worker = workerOf({ clock, silenceMs: 1_000, fetch: async () => response });
    const asked = worker.decide(sessionStart(), listening());
    await writable.getWriter().write(Buffer.from(": ping\n\n"));
    await settled();
    clock.advance(1_000);
    expect(await asked).toEqual({
      kind: "failed",
      retryable: true,
      error: `The worker at ${server.url} sent nothing for 1 s.`,
    });
  });

  test("is stopped with the signal, and the request with it", async () => {
    const controller = new AbortController();
    let closed = () => {};
    const request = new Promise<void>((resolve) => {
      closed = resolve;
    });
    server.answers((response) => {
      response.on("close", closed);
      controller.abort();
    });
    expect(await workerOf().decide(sessionStart(), listening(controller.signal))).toMatchObject({
      kind: "failed",
      error: `The delivery to ${server.url} was stopped before the worker answered.`,
    });
    await request;
  });
});

/** Lets what is already written be read. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
