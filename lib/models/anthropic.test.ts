import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { OutboundRefused } from "@/lib/protocol/outgoing";
import type { LlmTool } from "../protocol/agent";
import type { DraftMessage, ToolCall } from "../protocol/messages";
import { createAnthropicModel } from "./anthropic";
import { ask, type ContractAnswer, joined, modelContract, RAW_TEXTS, requestAt } from "./contract.suite";
import streamFixture from "./fixtures/stream-cases.json";
import type { ModelRequest } from "./port";
import {
  apiError,
  type FakeAnthropic,
  type FakeEvent,
  type FakeScenario,
  fakeAnswer,
  startFakeAnthropic,
} from "./testing/fake-anthropic";

interface StreamCase {
  title: string;
  tools: LlmTool[];
  events: FakeEvent[];
  calls: { id: string; name?: string; arguments?: string }[];
}
const streamCases: StreamCase[] = streamFixture as StreamCase[];

const KEY = "sk-ant-test-0123456789";

const asScenario = ({ text, calls, cut, fails, silent }: ContractAnswer): FakeScenario => {
  if (silent) return { silent: true };
  const events = fakeAnswer({ text, calls, ...(cut ? { stopReason: "max_tokens" } : {}) });
  if (!fails) return { events };
  const type = fails.retryable ? "overloaded_error" : "invalid_request_error";
  return { events: [...events.slice(0, -2), { type: "error", error: { type, message: fails.message } }] };
};
modelContract("the Anthropic model", async (answers) => {
  const fake = await startFakeAnthropic(answers.map(asScenario));
  return { model: createAnthropicModel({ apiKey: KEY, baseUrl: fake.url }), close: fake.close };
});

const open: FakeAnthropic[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
});
const start = async (...scenarios: FakeScenario[]) => {
  const fake = await startFakeAnthropic(scenarios);
  open.push(fake);
  return fake;
};

/** One ask against a provider that plays the scenario. */
async function askWith(scenario: FakeScenario, request: Partial<ModelRequest> = {}) {
  const fake = await start(scenario);
  const model = createAnthropicModel({ apiKey: KEY, baseUrl: fake.url });
  const messages = (): DraftMessage[] => [{ role: "user", content: "Hello" }];
  return { ...(await ask(model, requestAt(0, { messages, ...request }))), fake };
}
const askEvents = (...events: FakeEvent[]) => askWith({ events });

async function bodyOf(request: Partial<ModelRequest>) {
  const { outcome, fake } = await askWith({ events: fakeAnswer({ text: "ok" }) }, request);
  const body = fake.requests[0]?.body as Record<string, unknown>;
  const notes = outcome.ok ? (outcome.provider as { notes: string[] }).notes : [];
  return { body, notes, outcome };
}

const call = (id: string, args: string, name = "get_weather"): ToolCall => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

const toolUse = (index: number, deltas: unknown[], input: unknown = {}): FakeEvent[] => [
  {
    type: "content_block_start",
    index,
    content_block: { type: "tool_use", id: `t${index}`, name: "get_weather", input },
  },
  ...deltas.map(
    (partial_json): FakeEvent => ({
      type: "content_block_delta",
      index,
      delta: { type: "input_json_delta", partial_json },
    }),
  ),
  { type: "content_block_stop", index },
];
const END: FakeEvent[] = [
  { type: "message_delta", delta: { stop_reason: "tool_use" } },
  { type: "message_stop" },
];

describe("streams that went wrong elsewhere", () => {
  const failing = "error event after a complete call";

  test.each(streamCases.filter((one) => one.title !== failing).map((one) => [one.title, one] as const))(
    "%s",
    async (_, { events, calls, tools }) => {
      const { outcome, deltas } = await askWith({ events }, { tools: () => tools });
      const expected = calls.map(({ id, name = "", arguments: raw = "" }) => ({ id, name, arguments: raw }));
      expect(outcome.ok && outcome.response.tool_calls?.map((c) => ({ id: c.id, ...c.function }))).toEqual(
        expected,
      );
      expect(joined(deltas).calls).toEqual(expected);
    },
  );

  test(failing, async () => {
    const one = streamCases.find(({ title }) => title === failing);
    const { outcome } = await askWith({ events: one?.events ?? [] }, { tools: () => one?.tools ?? [] });
    expect(outcome).toMatchObject({
      ok: false,
      retryable: true,
      code: "provider_error",
      detail: {
        type: "overloaded_error",
        request_id: "req_fake",
        partial: { tool_calls: [call("t1", '{"city":"Oslo"}'), call("t2", '{"q":', "news")] },
      },
    });
    expect(outcome.ok ? "" : outcome.error).toContain("Overloaded");
  });

  test("says nothing of pings and empty pieces, and names unknown events", async () => {
    const quiet = await askEvents({ type: "ping" }, ...toolUse(0, ["", "{}"]), ...END);
    expect(quiet.outcome).toMatchObject({ ok: true, provider: { notes: [] } });
    const odd = await askEvents({ type: "some_future_event" }, ...toolUse(0, ["{}"]), ...END);
    expect(odd.outcome).toMatchObject({
      ok: true,
      provider: { notes: ["An event of an unknown type was ignored: some_future_event."] },
    });
  });
});

describe("argument text", () => {
  test("survives the network tearing characters and lines apart, one byte at a time", async () => {
    const calls = RAW_TEXTS.slice(0, -1).map((raw, at) => ({
      id: `t${at}`,
      name: "get_weather",
      arguments: raw,
    }));
    const { outcome } = await askWith({ events: fakeAnswer({ calls, piece: 1 }), bytes: 1 });
    expect(outcome.ok && outcome.response.tool_calls?.map((c) => c.function.arguments)).toEqual(
      calls.map((c) => c.arguments),
    );
  });

  test("is told apart by content block, also when pieces of two blocks alternate", async () => {
    const [a0, ...aRest] = toolUse(0, ['{"city":', '"Oslo"}']);
    const [b0, ...bRest] = toolUse(1, ['{"city":', '"Rome"}']);
    const woven = aRest.flatMap((event, at) => [event, bRest[at]]);
    const { outcome } = await askEvents(...([a0, b0, ...woven] as FakeEvent[]), ...END);
    expect(outcome).toMatchObject({
      ok: true,
      response: { tool_calls: [call("t0", '{"city":"Oslo"}'), call("t1", '{"city":"Rome"}')] },
    });
  });

  test("is the start event's {} when a tool without parameters gets no text", async () => {
    const { outcome } = await askEvents(...toolUse(0, []), ...END);
    expect(outcome).toMatchObject({
      ok: true,
      response: { tool_calls: [call("t0", "{}")] },
      provider: { notes: [] },
    });
  });

  test("is written from the start event's value when only that came, and the note says so", async () => {
    const { outcome, deltas } = await askEvents(...toolUse(0, [""], { city: "Oslo", n: 1 }), ...END);
    const raw = '{"city":"Oslo","n":1}';
    expect(outcome).toMatchObject({ ok: true, response: { tool_calls: [call("t0", raw)] } });
    expect(joined(deltas).calls).toEqual([{ id: "t0", name: "get_weather", arguments: raw }]);
    expect(outcome.ok && outcome.provider).toMatchObject({
      notes: [expect.stringContaining("as a value, not as text")],
    });
  });

  test("stands against a value in the start event", async () => {
    const { outcome } = await askEvents(...toolUse(0, ['{"city":"Oslo"}'], { city: "Rome" }), ...END);
    expect(outcome).toMatchObject({
      ok: true,
      response: { tool_calls: [call("t0", '{"city":"Oslo"}')] },
      provider: { notes: [expect.stringContaining("the text stands")] },
    });
  });

  test("takes no pieces that are no text, and none of blocks that never began", async () => {
    const stray = {
      type: "content_block_delta",
      index: 9,
      delta: { type: "input_json_delta", partial_json: "x" },
    };
    const { outcome } = await askEvents(...toolUse(0, ["{", { a: 1 }, "}"]), stray, ...END);
    expect(outcome).toMatchObject({ ok: true, response: { tool_calls: [call("t0", "{}")] } });
    expect(outcome.ok && outcome.provider).toMatchObject({
      notes: [expect.stringContaining("no text"), expect.stringContaining("9, which never began")],
    });
  });
});

describe("the answer's end", () => {
  test.each([
    ["tool_use", "tool_calls"],
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["pause_turn", "pause_turn"],
    ["something_new", "something_new"],
  ])("%s is %s; the provider's own word stays on record", async (stopReason, finish_reason) => {
    const { outcome } = await askWith({ events: fakeAnswer({ text: "Hm.", stopReason }) });
    expect(outcome).toMatchObject({
      ok: true,
      response: {
        model: "claude-fake-1",
        content: "Hm.",
        finish_reason,
        usage: { input_tokens: 10, output_tokens: 20 },
      },
      provider: { request_id: "req_fake", message_id: "msg_fake", stop_reason: stopReason },
    });
  });

  test("a refusal is a failure that is not tried again", async () => {
    const stop_details = { type: "refusal", category: "cyber", explanation: "It could do harm." };
    const { outcome } = await askEvents(
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "I " } },
      { type: "message_delta", delta: { stop_reason: "refusal", stop_details } },
      { type: "message_stop" },
    );
    expect(outcome).toMatchObject({
      ok: false,
      retryable: false,
      code: "refused",
      detail: { stop_details, partial: { content: "I " } },
    });
    expect(outcome.ok ? "" : outcome.error).toContain("It could do harm.");
  });

  test("without message_stop is a failure with what had come", async () => {
    const { outcome } = await askEvents(...toolUse(0, ['{"city":"Oslo"}']));
    expect(outcome).toMatchObject({
      ok: false,
      retryable: true,
      code: "provider_error",
      detail: { partial: { tool_calls: [call("t0", '{"city":"Oslo"}')] } },
    });
    expect(outcome.ok ? "" : outcome.error).toContain("message_stop");
  });

  test("by a broken connection is a failure with what had come", async () => {
    const { outcome } = await askWith({ events: toolUse(0, ['{"city":"Os']).slice(0, -1), then: "break" });
    expect(outcome).toMatchObject({
      ok: false,
      retryable: true,
      code: "provider_error",
      detail: { partial: { tool_calls: [call("t0", '{"city":"Os')] } },
    });
    expect(outcome.ok ? "" : outcome.error).toContain("broke off before its end");
  });

  test("is message_stop, also when the connection stays open", async () => {
    const { outcome } = await askWith({ events: fakeAnswer({ text: "Done." }), then: "hold" });
    expect(outcome).toMatchObject({ ok: true, response: { content: "Done." } });
  });

  test("by an event that is not JSON is a failure", async () => {
    const { outcome } = await askEvents(
      ...toolUse(0, ["{}"]),
      "event: message_delta\ndata: {oops\n\n",
      ...END,
    );
    expect(outcome).toMatchObject({ ok: false, retryable: true, detail: { partial: {} } });
    expect(outcome.ok ? "" : outcome.error).toContain("not JSON");
  });

  test("that is no event stream at all is said", async () => {
    const { outcome } = await askWith({ status: 200, body: { hello: "there" } });
    expect(outcome).toMatchObject({ ok: false });
    expect(outcome.ok ? "" : outcome.error).toContain(
      "no event of an answer (content type application/json)",
    );
  });

  test.each([
    ["api_error", true, "provider_error"],
    ["rate_limit_error", true, "rate_limited"],
    ["timeout_error", true, "provider_error"],
    ["invalid_request_error", false, "provider_error"],
    ["authentication_error", false, "provider_error"],
  ])("by the error event %s is retryable: %s", async (type, retryable, code) => {
    const { outcome } = await askEvents({ type: "error", error: { type, message: "Sorry" } });
    expect(outcome).toMatchObject({ ok: false, retryable, code, detail: { type } });
  });
});

describe("streaming pieces", () => {
  test("carry the reasoning apart from the text", async () => {
    const { outcome, deltas } = await askEvents(
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hmm" } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "abc" } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Yes" } },
      { type: "content_block_stop", index: 1 },
      ...END,
    );
    expect(deltas).toEqual([{ reasoning: "Hmm" }, { text: "Yes" }, { finish_reason: "tool_calls" }]);
    expect(outcome).toMatchObject({ ok: true, response: { content: "Yes" }, provider: { notes: [] } });
  });
});

describe("refusals by status", () => {
  test.each([
    {
      status: 400,
      type: "invalid_request_error",
      retryable: false,
      code: "provider_error",
      words: "max_tokens: too large",
    },
    {
      status: 401,
      type: "authentication_error",
      retryable: false,
      code: "provider_error",
      words: "Check the key: ANTHROPIC_API_KEY",
    },
    {
      status: 402,
      type: "billing_error",
      retryable: false,
      code: "budget_exceeded",
      words: "Check the credit",
    },
    { status: 403, type: "permission_error", retryable: false, code: "provider_error", words: "permissions" },
    {
      status: 404,
      type: "not_found_error",
      retryable: false,
      code: "provider_error",
      words: "Check the model's name",
    },
    {
      status: 413,
      type: "request_too_large",
      retryable: false,
      code: "provider_error",
      words: "shorten the conversation",
    },
    { status: 429, type: "rate_limit_error", retryable: true, code: "rate_limited", words: "retry-after 7" },
    { status: 500, type: "api_error", retryable: true, code: "provider_error", words: "could not serve" },
    { status: 503, type: "api_error", retryable: true, code: "provider_error", words: "could not serve" },
    {
      status: 529,
      type: "overloaded_error",
      retryable: true,
      code: "provider_error",
      words: "could not serve",
    },
  ])("$status $type", async ({ status, type, retryable, code, words }) => {
    const refused = { ...apiError(status, type, "max_tokens: too large"), headers: { "retry-after": "7" } };
    const { outcome, fake } = await askWith(refused);
    expect(fake.requests).toHaveLength(1);
    expect(outcome).toMatchObject({
      ok: false,
      retryable,
      code,
      detail: { status, type, retry_after: "7", request_id: "req_fake", body: { error: { type } } },
    });
    const error = outcome.ok ? "" : outcome.error;
    expect(error).toContain(words);
    expect(error).toContain("max_tokens: too large");
    expect(error).toContain(`The model provider at 127.0.0.1:`);
    expect(error).not.toContain("[object Object]");
  });

  test("with a body that is no JSON shows its text", async () => {
    const { outcome } = await askWith({ status: 502, body: "<h1>Bad gateway</h1>" });
    expect(outcome).toMatchObject({ ok: false, retryable: true });
    expect(outcome.ok ? "" : outcome.error).toContain("<h1>Bad gateway</h1>");
  });

  test("a redirect is not followed: the key stays with the address it was meant for", async () => {
    const other = await start({ events: fakeAnswer({ text: "caught" }) });
    const { outcome } = await askWith({ status: 307, headers: { location: `${other.url}/v1/messages` } });
    expect(outcome).toMatchObject({ ok: false, retryable: false });
    expect(outcome.ok ? "" : outcome.error).toContain(`redirects to ${other.url}`);
    expect(other.requests).toEqual([]);
  });

  test("no one there: retryable, with the reason", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const address = gone.address();
    const port = typeof address === "object" ? address?.port : 0;
    await new Promise((resolve) => gone.close(resolve));
    const model = createAnthropicModel({ apiKey: KEY, baseUrl: `http://127.0.0.1:${port}` });
    const { outcome } = await ask(model, requestAt(0));
    expect(outcome).toMatchObject({ ok: false, retryable: true, code: "provider_error" });
    expect(outcome.ok ? "" : outcome.error).toContain("ECONNREFUSED");
  });

  test("an address that the server must not call: not retried", async () => {
    const refuse = async () => {
      throw new OutboundRefused("Callscope never calls 169.254.169.254.");
    };
    const { outcome } = await ask(createAnthropicModel({ apiKey: KEY, fetch: refuse }), requestAt(0));
    expect(outcome).toMatchObject({
      ok: false,
      retryable: false,
      error: "Not sent: Callscope never calls 169.254.169.254.",
    });
  });

  test("is named Anthropic at Anthropic's own address", async () => {
    const refuse = async () =>
      Response.json({ error: { type: "overloaded_error", message: "Overloaded" } }, { status: 529 });
    const { outcome } = await ask(createAnthropicModel({ apiKey: KEY, fetch: refuse }), requestAt(0));
    expect(outcome.ok ? "" : outcome.error).toBe(
      "Anthropic could not serve the request (529 overloaded_error): Overloaded.",
    );
  });
});

describe("nothing is sent", () => {
  const unasked = async () => {
    throw new Error("asked the network");
  };

  test.each([null, "", "  "])("without a key (%j), and the failure says where to put one", async (apiKey) => {
    const { outcome } = await ask(createAnthropicModel({ apiKey, fetch: unasked }), requestAt(0));
    expect(outcome).toMatchObject({
      ok: false,
      retryable: false,
      error: "No Anthropic key: set ANTHROPIC_API_KEY on the server or type one into the page.",
    });
  });

  test("with a key that cannot be a header", async () => {
    const apiKey = "sk-ant-\u201cquoted\u201d";
    const { outcome } = await ask(createAnthropicModel({ apiKey, fetch: unasked }), requestAt(0));
    expect(outcome).toMatchObject({ ok: false, retryable: false });
    expect(JSON.stringify(outcome)).not.toContain("quoted");
  });

  test.each([
    ["a dot in a name", [{ name: "calendar.respond" }], '"calendar.respond"'],
    [
      "two tools of one name",
      [{ name: "search" }, { name: "search" }],
      'Tool "search": 2 tools have this name',
    ],
  ])("with %s", async (_, tools, words) => {
    const model = createAnthropicModel({ apiKey: KEY, fetch: unasked });
    const { outcome } = await ask(model, requestAt(0, { tools: () => tools }));
    expect(outcome).toMatchObject({ ok: false, retryable: false });
    expect(outcome.ok ? "" : outcome.error).toContain(words);
  });
});

describe("the key", () => {
  test("is sent as given, without the white space of copying, and never in the body", async () => {
    const fake = await start({ events: fakeAnswer({ text: "ok" }) });
    await ask(createAnthropicModel({ apiKey: ` ${KEY}\n`, baseUrl: fake.url }), requestAt(0));
    expect(fake.requests[0]?.key).toBe(KEY);
    expect(fake.requests[0]?.text).not.toContain(KEY);
  });
});

describe("the request", () => {
  test("carries the conversation in the provider's form", async () => {
    const messages: DraftMessage[] = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Weather?" },
      {
        role: "assistant",
        content: "Looking.",
        tool_calls: [call("c1", '{"city":"Oslo"}'), call("c2", '{"city":"Rome"}')],
      },
      { role: "tool", content: "foggy", tool_call_id: "c2", name: "get_weather" },
      { role: "tool", content: "", tool_call_id: "c1", name: "get_weather" },
      { role: "user", content: [{ type: "text", text: "And now?" }] },
      { role: "assistant", content: "", tool_calls: [call("c3", "")] },
      { role: "tool", content: [{ type: "text", text: "rain" }], tool_call_id: "c3" },
    ];
    const { body, notes } = await bodyOf({ messages: () => messages });
    expect(body.system).toEqual([{ type: "text", text: "Be brief." }]);
    expect(body.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "Weather?" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "Looking." },
          { type: "tool_use", id: "c1", name: "get_weather", input: { city: "Oslo" } },
          { type: "tool_use", id: "c2", name: "get_weather", input: { city: "Rome" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c2", content: "foggy" },
          { type: "tool_result", tool_use_id: "c1", content: "" },
        ],
      },
      { role: "user", content: [{ type: "text", text: "And now?" }] },
      { role: "assistant", content: [{ type: "tool_use", id: "c3", name: "get_weather", input: {} }] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "c3", content: [{ type: "text", text: "rain" }] }],
      },
    ]);
    expect(notes).toEqual([]);
  });

  test("replaces arguments that are no JSON object by {}, keeps the others, and says what did not survive", async () => {
    const messages: DraftMessage[] = [
      { role: "user", content: "Go" },
      { role: "assistant", tool_calls: [call("c1", '{"city":'), call("c2", '{"id":12345678901234567890}')] },
    ];
    const { body, notes } = await bodyOf({ messages: () => messages });
    expect((body.messages as unknown[])[1]).toEqual({
      role: "assistant",
      content: [
        { type: "tool_use", id: "c1", name: "get_weather", input: {} },
        { type: "tool_use", id: "c2", name: "get_weather", input: { id: 12345678901234567000 } },
      ],
    });
    expect(notes).toEqual([
      expect.stringMatching(/^Call c1 \(get_weather\) in the history: .*\{\} was sent in their place/),
      "Call c2 (get_weather) in the history: the number 12345678901234567890 at /id was sent as 12345678901234567000.",
    ]);
  });

  test("says what it moved or left out", async () => {
    const messages: DraftMessage[] = [
      { role: "user", content: "Go" },
      { role: "system", content: "Hurry." },
      { role: "assistant", content: " \n" },
    ];
    const { body, notes } = await bodyOf({ messages: () => messages, reasoning: { effort: "high" } });
    expect(body.system).toEqual([{ type: "text", text: "Hurry." }]);
    expect(body.messages).toEqual([{ role: "user", content: [{ type: "text", text: "Go" }] }]);
    expect(body).not.toHaveProperty("reasoning");
    expect(notes).toEqual([
      expect.stringContaining("system message"),
      expect.stringContaining("left out"),
      expect.stringContaining("`reasoning`"),
    ]);
  });

  test("carries tools with their input schema as declared, and nothing else of them", async () => {
    const input = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      "x-note": [1],
      additionalProperties: false,
    };
    const tools = [
      { name: "a", description: "A.", input, output: { type: "string" }, inputText: "{}", outputText: "{}" },
      { name: "b" },
      { name: "c", inputText: '{"type":"object","properties":{"n":{"type":"number"}}}' },
      { name: "d", inputText: "{ not JSON" },
    ];
    const { body, notes } = await bodyOf({ tools: () => tools });
    expect(body.tools).toEqual([
      { name: "a", description: "A.", input_schema: input },
      { name: "b", input_schema: { type: "object" } },
      { name: "c", input_schema: { type: "object", properties: { n: { type: "number" } } } },
      { name: "d", input_schema: { type: "object" } },
    ]);
    expect(notes).toEqual([expect.stringContaining("input schema of d is not JSON")]);
  });

  test("asks for a stream in any case, and leaves out what was not set", async () => {
    const { body } = await bodyOf({
      stream: false,
      tools: () => [],
      messages: () => [{ role: "user", content: "Hi" }],
    });
    expect(body).toEqual({
      model: "some-model",
      max_tokens: 8192,
      messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
      stream: true,
    });
  });

  test("takes its limit from the request, else from the settings", async () => {
    const fake = await start({ events: fakeAnswer({}) }, { events: fakeAnswer({}) });
    const model = createAnthropicModel({ apiKey: KEY, baseUrl: fake.url, maxTokens: 100 });
    await ask(model, requestAt(0));
    await ask(model, requestAt(1, { max_completion_tokens: 50, temperature: 0 }));
    expect(fake.requests.map((request) => request.body)).toMatchObject([
      { max_tokens: 100 },
      { max_tokens: 50, temperature: 0 },
    ]);
  });

  test("goes to the base address with or without a slash at its end", async () => {
    const fake = await start({ events: fakeAnswer({ text: "ok" }) });
    const { outcome } = await ask(
      createAnthropicModel({ apiKey: KEY, baseUrl: `${fake.url}/` }),
      requestAt(0),
    );
    expect(outcome.ok).toBe(true);
    expect(fake.requests[0]?.path).toBe("/v1/messages");
  });
});
