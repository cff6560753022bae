import { afterEach, describe, expect, test } from "vitest";
import { createAnthropicModel } from "@/lib/models/anthropic";
import { injectedFailure } from "@/lib/models/anthropic-failure";
import {
  apiError,
  type FakeAnthropic,
  type FakeScenario,
  fakeAnswer,
  startFakeAnthropic,
} from "@/lib/models/testing/fake-anthropic";
import type { StreamDelta } from "@/lib/protocol/messages";
import { failureAt } from "@/lib/tools/http-worker";
import { execute, listening } from "@/lib/tools/testing/decisions";
import { redactedModel, redactedWorker } from "./redacted";

const SECRET = "planted-secret-0123";
const said = `it is ${SECRET}`;
const marked = "it is [secret removed]";
const asked = {
  call_id: "llm_1",
  attempt: 0,
  index: 0,
  model: "m",
  stream: true,
  messages: () => [],
  tools: () => [],
};

test("takes secrets out of what a worker answers, streams and fails with", async () => {
  const deltas: StreamDelta[] = [];
  const worker = redactedWorker(
    {
      failure: failureAt(),
      decide: async (_decision, { onDelta }) => {
        onDelta({ text: said });
        return { kind: "failed", error: said, retryable: true, status: 500 };
      },
    },
    [null, SECRET],
  );
  const context = { ...listening(), onDelta: (delta: StreamDelta) => deltas.push(delta) };
  expect(await worker.decide(execute("{}"), context)).toEqual({
    kind: "failed",
    error: marked,
    retryable: true,
    status: 500,
  });
  expect(deltas).toEqual([{ text: marked }]);
});

test("takes secrets out of what a model answers and streams", async () => {
  const deltas: StreamDelta[] = [];
  const model = redactedModel(
    {
      failure: injectedFailure,
      ask: async (_request, { onDelta }) => {
        onDelta({ text: said });
        return { ok: true, response: { model: "m", content: said }, provider: { [SECRET]: [SECRET] } };
      },
    },
    [SECRET, null],
  );
  const { signal } = listening();
  expect(await model.ask(asked, { signal, onDelta: (delta) => deltas.push(delta) })).toEqual({
    ok: true,
    response: { model: "m", content: marked },
    provider: { "[secret removed]": ["[secret removed]"] },
  });
  expect(deltas).toEqual([{ text: marked }]);
});

describe("deltas", () => {
  /** What a model's deltas come to on the page. */
  async function passedOn(sent: StreamDelta[]): Promise<StreamDelta[]> {
    const deltas: StreamDelta[] = [];
    const model = redactedModel(
      {
        failure: injectedFailure,
        ask: async (_request, { onDelta }) => {
          sent.forEach(onDelta);
          return { ok: true, response: { model: "m" } };
        },
      },
      [SECRET],
    );
    await model.ask(asked, { signal: listening().signal, onDelta: (delta) => deltas.push(delta) });
    return deltas;
  }

  test("hold no secret that is split over them, in a text, a thought or a call's arguments", async () => {
    const [half, other] = [SECRET.slice(0, 9), SECRET.slice(9)];
    const args = (id: string, text: string) => ({ tool_calls: [{ id, arguments: text }] });
    const deltas = await passedOn([
      { text: `a ${half}`, reasoning: `b ${half}` },
      { tool_calls: [{ id: "1", name: "work", arguments: "" }] },
      args("1", `{"k":"${half}`),
      args("2", half),
      { text: other, reasoning: other },
      args("1", `${other}"}`),
      args("2", "!"),
      { finish_reason: "stop" },
    ]);
    expect(deltas).toEqual([
      { text: "a ", reasoning: "b " },
      { tool_calls: [{ id: "1", name: "work", arguments: "" }] },
      args("1", '{"k":"'),
      { text: "[secret removed]", reasoning: "[secret removed]" },
      args("1", '[secret removed]"}'),
      args("2", `${half}!`),
      { finish_reason: "stop" },
    ]);
  });

  test("are complete when the answer ends with the beginning of a secret", async () => {
    const half = SECRET.slice(0, 9);
    expect(await passedOn([{ text: `a ${half}` }, { finish_reason: "stop" }])).toEqual([
      { text: "a " },
      { finish_reason: "stop" },
      { text: half },
    ]);
  });
});

describe("the key of a provider", () => {
  const KEY = "sk-ant-test-0123456789";
  const open: FakeAnthropic[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((fake) => fake.close()));
  });

  const echoes: [string, FakeScenario][] = [
    ["a refusal", apiError(401, "authentication_error", `invalid x-api-key ${KEY}`)],
    ["a refusal without JSON", { status: 500, body: `headers: x-api-key: ${KEY}` }],
    ["a redirect", { status: 307, headers: { location: `http://localhost/?key=${KEY}` } }],
    [
      "an error event",
      { events: [{ type: "error", error: { type: "api_error", message: `bad ${KEY}`, [KEY]: 1 } }] },
    ],
    ["an answer", { events: fakeAnswer({ text: `It is ${KEY}.`, piece: 1_000 }) }],
    ["an answer in small pieces", { events: fakeAnswer({ text: `It is ${KEY}.`, piece: 3 }) }],
    ["an unknown event", { events: [{ type: `x_${KEY}` }, ...fakeAnswer({ text: "ok" })] }],
    ["the request id", { events: fakeAnswer({ text: "ok" }), headers: { "request-id": KEY } }],
  ];
  test.each(echoes)(
    "is nowhere in the outcome or in the deltas together when %s repeats it",
    async (_, scenario) => {
      const fake = await startFakeAnthropic([scenario]);
      open.push(fake);
      const deltas: StreamDelta[] = [];
      const model = redactedModel(createAnthropicModel({ apiKey: KEY, baseUrl: fake.url }), [KEY]);
      const messages = () => [{ role: "user" as const, content: "Hello" }];
      const onDelta = (delta: StreamDelta) => deltas.push(delta);
      const outcome = await model.ask({ ...asked, messages }, { signal: listening().signal, onDelta });
      expect(fake.requests[0]?.key).toBe(KEY);
      expect(JSON.stringify([outcome, deltas])).not.toContain(KEY);
      expect(deltas.map(({ text = "" }) => text).join("")).not.toContain(KEY);
      expect(JSON.stringify(outcome)).toContain("[secret removed]");
    },
  );
});
