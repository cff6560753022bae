/** The port's promises, for every adapter: the suite gives answers to play and looks at what `ask` makes of them. */
import { afterEach, describe, expect, test } from "vitest";
import type { LlmTool } from "../protocol/agent";
import type { DraftMessage, StreamDelta } from "../protocol/messages";
import type { Model, ModelRequest } from "./port";

/** One answer that the model behind the adapter gives, in order. */
export interface ContractAnswer {
  text?: string;
  calls?: { id: string; name: string; arguments: string }[];
  /** The answer was cut off. */
  cut?: boolean;
  /** After the text and calls, if any, the answer fails. */
  fails?: { message: string; retryable: boolean };
  /** No answer ever comes. */
  silent?: boolean;
}

interface ContractSubject {
  model: Model;
  close(): Promise<void>;
}

type OpenSubject = (answers: ContractAnswer[]) => Promise<ContractSubject>;

/** Raw argument texts that must come through byte for byte. */
export const RAW_TEXTS = [
  '{"city":"Oslo"}',
  ' {  "city" : "Oslo",\r\n\t"n": 1.0e+2 } ',
  '{"city":"Os',
  '{"city":"Oslo",}',
  "{'city': 'Oslo'}",
  "not JSON at all",
  "[1,2]",
  '{"a":1,"a":2}',
  '{"id":12345678901234567890,"big":1e400,"minus":-0.0}',
  '{"smile":"\u{1f600}\u{1f468}\u200d\u{1f469}","escaped":"\\ud83d\\ude00","half":"\\ud83d"}',
  '{"line":"a\\nb","control":"\u0001\u0000","separator":"\u2028\u2029","bom":"\ufeff"}',
  '{"__proto__":{"x":1},"constructor":null}',
  "data: x\n\nevent: message_stop\n\n",
  `{"long":"${"aé\u{1f600}".repeat(5_000)}"}`,
];

const TOOLS: LlmTool[] = [
  {
    name: "get_weather",
    description: "Get the weather for a city.",
    input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    output: { type: "string" },
    inputText: '{"type":"object"}',
  },
  { name: "ping" },
];
const MESSAGES: DraftMessage[] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "What is the weather?" },
  {
    role: "assistant",
    tool_calls: [
      { id: "old_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Rome"}' } },
      { id: "old_2", type: "function", function: { name: "get_weather", arguments: '{"city":' } },
    ],
  },
  { role: "tool", content: "sunny", tool_call_id: "old_1", name: "get_weather" },
  { role: "tool", content: "invalid tool arguments", tool_call_id: "old_2", name: "get_weather" },
];

export const requestAt = (index: number, more: Partial<ModelRequest> = {}): ModelRequest => ({
  call_id: `llm_${index}`,
  attempt: 0,
  index,
  model: "some-model",
  messages: () => MESSAGES,
  tools: () => TOOLS,
  stream: true,
  ...more,
});

/** Asks once and keeps the pieces. */
export async function ask(model: Model, request: ModelRequest, controller = new AbortController()) {
  const deltas: StreamDelta[] = [];
  const onDelta = (delta: StreamDelta) => void deltas.push(delta);
  const outcome = await model.ask(request, { signal: controller.signal, onDelta });
  return { outcome, deltas };
}

/** What a watcher who joins all pieces has in the end. */
export function joined(deltas: StreamDelta[]) {
  const calls = new Map<string, { name: string; arguments: string }>();
  for (const piece of deltas.flatMap((delta) => delta.tool_calls ?? [])) {
    const call = calls.get(piece.id) ?? { name: "", arguments: "" };
    calls.set(piece.id, {
      name: piece.name ?? call.name,
      arguments: call.arguments + (piece.arguments ?? ""),
    });
  }
  return {
    text: deltas.map((delta) => delta.text ?? "").join(""),
    calls: [...calls].map(([id, call]) => ({ id, ...call })),
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

export function modelContract(name: string, openSubject: OpenSubject): void {
  describe(`${name} keeps the model contract`, () => {
    const opened: ContractSubject[] = [];
    const open = async (...answers: ContractAnswer[]): Promise<Model> => {
      const subject = await openSubject(answers);
      opened.push(subject);
      return subject.model;
    };
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((subject) => subject.close()));
    });

    test("gives the text as the content, and the pieces joined are the text", async () => {
      const text = "It's foggy in Zürich \u{1f32b}\ufe0f today.\n\nTake a coat.";
      const { outcome, deltas } = await ask(await open({ text }), requestAt(0));
      expect(outcome).toMatchObject({ ok: true, response: { content: text, finish_reason: "stop" } });
      expect(outcome.ok && outcome.response.tool_calls).toBeUndefined();
      expect(joined(deltas)).toEqual({ text, calls: [] });
      expect(deltas.filter((delta) => delta.finish_reason !== undefined)).toEqual([
        { finish_reason: "stop" },
      ]);
      expect(deltas.at(-1)).toEqual({ finish_reason: "stop" });
    });

    test.each(RAW_TEXTS.map((raw) => [raw.length > 60 ? `${raw.slice(0, 60)}…` : raw, raw]))(
      "brings the argument text through byte for byte: %j",
      async (_, raw) => {
        const call = { id: "c1", name: "get_weather", arguments: raw };
        const { outcome, deltas } = await ask(await open({ calls: [call] }), requestAt(0));
        expect(outcome).toMatchObject({
          ok: true,
          response: {
            finish_reason: "tool_calls",
            tool_calls: [{ id: "c1", type: "function", function: { name: "get_weather", arguments: raw } }],
          },
        });
        expect(joined(deltas).calls).toEqual([call]);
      },
    );

    test("names each call on its first piece, before any of its text", async () => {
      const call = { id: "c1", name: "get_weather", arguments: '{"city":"a rather long name of a city"}' };
      const { deltas } = await ask(await open({ calls: [call] }), requestAt(0));
      const pieces = deltas.flatMap((delta) => delta.tool_calls ?? []);
      expect(pieces[0]).toMatchObject({ id: "c1", name: "get_weather" });
      expect(pieces.length).toBeGreaterThan(1);
      expect(pieces.slice(1).every((piece) => piece.name === undefined)).toBe(true);
    });

    test("keeps several calls apart and in order, beside a text", async () => {
      const calls = [
        { id: "c1", name: "get_weather", arguments: '{"city":"Oslo"}' },
        { id: "c2", name: "ping", arguments: "{}" },
        { id: "c3", name: "no_such_tool", arguments: '{"city":' },
      ];
      const { outcome, deltas } = await ask(await open({ text: "Let me look.", calls }), requestAt(0));
      const got = outcome.ok ? outcome.response.tool_calls : [];
      expect(got?.map(({ id, function: fn }) => ({ id, ...fn }))).toEqual(calls);
      expect(joined(deltas)).toEqual({ text: "Let me look.", calls });
    });

    test("says `length` for an answer that was cut, and leaves its text as it was cut", async () => {
      const call = { id: "c1", name: "get_weather", arguments: '{"city":"Os' };
      const { outcome } = await ask(await open({ calls: [call], cut: true }), requestAt(0));
      expect(outcome).toMatchObject({
        ok: true,
        response: { finish_reason: "length", tool_calls: [{ function: { arguments: '{"city":"Os' } }] },
      });
    });

    test("sends no pieces when none were asked for, and gives the same answer", async () => {
      const answer = { text: "Hello.", calls: [{ id: "c1", name: "ping", arguments: "{ }" }] };
      const model = await open(answer, answer);
      const streamed = await ask(model, requestAt(0));
      const whole = await ask(model, requestAt(1, { stream: false }));
      expect(whole.deltas).toEqual([]);
      expect(whole.outcome.ok && whole.outcome.response).toEqual(
        streamed.outcome.ok && streamed.outcome.response,
      );
    });

    test.each([true, false])("returns a failure, with its words (retryable: %s)", async (retryable) => {
      const { outcome } = await ask(
        await open({ fails: { message: "Out of order", retryable } }),
        requestAt(0),
      );
      expect(outcome).toMatchObject({ ok: false, retryable });
      expect(outcome.ok ? "" : outcome.error).toContain("Out of order");
    });

    test("keeps what had come of an answer that fails, as detail", async () => {
      const call = { id: "c1", name: "ping", arguments: "{}" };
      const model = await open({
        text: "Half",
        calls: [call],
        fails: { message: "Overloaded", retryable: true },
      });
      const { outcome } = await ask(model, requestAt(0));
      expect(outcome).toMatchObject({
        ok: false,
        retryable: true,
        detail: {
          partial: {
            content: "Half",
            tool_calls: [{ id: "c1", type: "function", function: { name: "ping", arguments: "{}" } }],
          },
        },
      });
    });

    test("stops at once when told to before, while waiting and between pieces", async () => {
      const before = new AbortController();
      before.abort();
      const model = await open({ silent: true });
      expect(await ask(model, requestAt(0), before)).toMatchObject({ outcome: { ok: false }, deltas: [] });

      const waiting = new AbortController();
      const asked = ask(await open({ silent: true }), requestAt(0), waiting);
      await Promise.resolve();
      waiting.abort();
      expect(await asked).toMatchObject({ outcome: { ok: false }, deltas: [] });

      const streaming = new AbortController();
      const deltas: StreamDelta[] = [];
      const streamingModel = await open({ text: "a long text ".repeat(200) });
      const outcome = await streamingModel.ask(requestAt(0), {
        signal: streaming.signal,
        onDelta: (delta) => {
          deltas.push(delta);
          streaming.abort();
        },
      });
      expect(outcome.ok).toBe(false);
      expect(deltas).toHaveLength(1);
    });

    test("does not touch the request", async () => {
      const request = deepFreeze({
        ...requestAt(0),
        messages: () => deepFreeze(structuredClone(MESSAGES)),
        tools: () => deepFreeze(structuredClone(TOOLS)),
      });
      const { outcome } = await ask(await open({ text: "Fine." }), request);
      expect(outcome).toMatchObject({ ok: true, response: { content: "Fine." } });
    });

    test("resolves whatever the request holds", async () => {
      const broken = () => {
        throw new Error("no such call");
      };
      let deep: unknown = {};
      for (let level = 0; level < 20_000; level++) deep = { deep };
      const model = await open({ text: "1" }, { text: "2" });
      expect(await ask(model, requestAt(0, { messages: broken, tools: broken }))).toBeDefined();
      expect(await ask(model, requestAt(1, { tools: () => [{ name: "t", input: deep }] }))).toBeDefined();
    });

    test("gives outcomes that are plain JSON", async () => {
      const call = { id: "c1", name: "ping", arguments: "{}" };
      const model = await open({ text: "Hi", calls: [call] }, { fails: { message: "No", retryable: true } });
      for (const index of [0, 1]) {
        const { outcome } = await ask(model, requestAt(index));
        expect(JSON.parse(JSON.stringify(outcome))).toStrictEqual(outcome);
      }
    });
  });
}
