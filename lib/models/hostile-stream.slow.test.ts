/** A provider's event stream with every field wrong in every way: each is an answer, or a failure that says who sent it. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelOutcome } from "@/lib/engine/log/outcomes";
import { llmResponseSchema, type StreamDelta } from "../protocol/messages";
import { type Mutation, mutate, mutationsOf, nameOf } from "../util/testing/mutations";
import { createAnthropicModel } from "./anthropic";
import { ask, requestAt } from "./contract.suite";
import { fakeAnswer } from "./testing/fake-anthropic";

const SEED = Number(process.env.FC_SEED ?? 20_260_104);
const RUNS = Number(process.env.FC_RUNS ?? 150);

type Events = { type: string; [member: string]: unknown }[];

/** All that a stream may hold: text, reasoning, a call, usage, and the details of a stop. */
const RIGHT: Events = [
  ...(fakeAnswer({ text: "Hm", calls: [{ id: "t1", name: "get_weather", arguments: '{"a":1}' }] }).slice(
    0,
    -2,
  ) as Events),
  { type: "content_block_start", index: 2, content_block: { type: "thinking", thinking: "", signature: "" } },
  { type: "content_block_delta", index: 2, delta: { type: "thinking_delta", thinking: "So" } },
  { type: "content_block_delta", index: 2, delta: { type: "signature_delta", signature: "abc" } },
  { type: "content_block_stop", index: 2 },
  {
    type: "message_delta",
    delta: {
      stop_reason: "tool_use",
      stop_sequence: "END",
      stop_details: { type: "other", explanation: "None." },
    },
    usage: { output_tokens: 20, server_tool_use: { web_search_requests: 0 } },
  },
  { type: "message_stop" },
];
const FAILING: Events = [
  ...RIGHT.slice(0, -2),
  {
    type: "error",
    error: { type: "overloaded_error", message: "Overloaded", details: [{ reason: "busy" }] },
  },
];
const REFUSING: Events = [
  ...RIGHT.slice(0, 3),
  {
    type: "message_delta",
    delta: { stop_reason: "refusal", stop_details: { explanation: "It could do harm." } },
  },
  { type: "message_stop" },
];

/** The frame's own name stays right where the event's type is what is wrong. */
function framesOf(events: unknown, names: Events): string {
  const list = Array.isArray(events) ? events : [events];
  return list
    .map((event, at) => `event: ${names[at]?.type ?? "ping"}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
}

async function asked(response: () => Response): Promise<{ outcome: ModelOutcome; deltas: StreamDelta[] }> {
  const model = createAnthropicModel({
    apiKey: "sk-ant-hostile-0123456789",
    baseUrl: "http://provider.test",
    fetch: async () => response(),
  });
  return ask(model, requestAt(0, { stream: true }));
}

const streamed = (events: unknown, names: Events) =>
  asked(() => new Response(framesOf(events, names), { headers: { "content-type": "text/event-stream" } }));

function expectClear({ outcome, deltas }: { outcome: ModelOutcome; deltas: StreamDelta[] }): void {
  expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  for (const delta of deltas) expect(JSON.parse(JSON.stringify(delta))).toEqual(delta);
  if (outcome.ok) {
    expect(llmResponseSchema.safeParse(outcome.response).error).toBeUndefined();
    return;
  }
  expect(outcome.error).toMatch(/The model provider at provider\.test|^The model refused to answer/);
  expect(outcome.error).not.toMatch(/undefined|\[object|call stack/);
  expect(outcome.error.length).toBeLessThan(3_000);
}

/** The number is that of the first event that no other stream here has. */
describe.each<[string, Events, number]>([
  ["a whole answer", RIGHT, 0],
  ["an error event", FAILING, FAILING.length - 1],
  ["a refusal", REFUSING, REFUSING.length - 2],
])("the events of %s", (_, right, from) => {
  const mutations = mutationsOf(right).filter(({ path: [at] }) => Number(at ?? from) >= from);

  test("with one wrong value are an answer, or a failure that names the provider", async () => {
    for (const mutation of mutations) {
      try {
        expectClear(await streamed(mutate(right, mutation), right));
      } catch (cause) {
        throw new Error(nameOf(mutation), { cause });
      }
    }
  });

  test("with two wrong values are an answer, or a failure that names the provider", async () => {
    const mutation = fc.nat(mutations.length - 1).map((at) => mutations[at] as Mutation);
    const property = fc.asyncProperty(mutation, mutation, async (first, second) => {
      expectClear(await streamed(mutate(mutate(right, first), second), right));
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  });

  test("in any order are an answer, or a failure that names the provider", async () => {
    const property = fc.asyncProperty(fc.shuffledSubarray(right), async (events) => {
      expectClear(await streamed(events, events));
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  });

  test("cut anywhere are a failure that names the provider, unless the last one was whole", async () => {
    const bytes = Buffer.from(framesOf(right, right).replace("Hm", "日😀"));
    const cut = (at: number) => () =>
      new Response(bytes.subarray(0, at), { headers: { "content-type": "text/event-stream" } });
    for (let at = 0; at < bytes.length; at += at < bytes.length - 200 ? 13 : 1) {
      const got = await asked(cut(at));
      expectClear(got);
      expect(got.outcome.ok).toBe(false);
    }
  });
});

describe("a refusal's body", () => {
  const right = {
    type: "error",
    error: { type: "rate_limit_error", message: "Slow down" },
    request_id: "req_1",
  };

  test.each([400, 401, 429, 500, 529])(
    "of status %i with one wrong value names the provider",
    async (status) => {
      for (const mutation of mutationsOf(right)) {
        const { outcome } = await asked(
          () => new Response(JSON.stringify(mutate(right, mutation)) ?? "", { status }),
        );
        expectClear({ outcome, deltas: [] });
        expect([nameOf(mutation), outcome.ok]).toEqual([nameOf(mutation), false]);
      }
    },
  );
});

describe("what is deeper than can be written again", () => {
  const deep = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
  const text = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

  test("in an event is a failure that says so", async () => {
    const usage = { type: "message_delta", delta: {}, usage: { deep: deep(100) } };
    const { outcome } = await streamed(
      [...RIGHT.slice(0, -1), usage, { type: "message_stop" }],
      [...RIGHT, ...RIGHT.slice(-1)],
    );
    expect(outcome.ok).toBe(true);
    const frames = `${framesOf(RIGHT.slice(0, -1), RIGHT)}event: message_delta\ndata: ${text(100_000)}\n\n`;
    const got = await asked(() => new Response(frames));
    expectClear(got);
    expect(got.outcome).toMatchObject({
      ok: false,
      retryable: false,
      error: expect.stringContaining("200 levels"),
    });
  });

  test("in an error event is a failure", async () => {
    for (const body of [
      text(100_000),
      `{"type":"error","error":{"message":"Sorry","deep":${text(100_000)}}}`,
    ]) {
      const got = await asked(() => new Response(`event: error\ndata: ${body}\n\n`));
      expectClear(got);
      expect(got.outcome.ok).toBe(false);
    }
  });
});
