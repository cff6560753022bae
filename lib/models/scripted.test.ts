import { describe, expect, test } from "vitest";
import type { ScriptedAnswer } from "../protocol/workspace";
import { ask, type ContractAnswer, joined, modelContract, requestAt } from "./contract.suite";
import { createScriptedModel } from "./scripted";

const never = () => new Promise<void>(() => {});
const noSleep = async () => {
  throw new Error("nothing here waits");
};
const scripted = (...answers: ScriptedAnswer[]) => createScriptedModel({ answers, sleep: noSleep });

const asScript = ({ text, calls, cut, fails, silent }: ContractAnswer): ScriptedAnswer => ({
  text,
  calls,
  ...(cut ? { stop: "length" } : {}),
  ...(fails ? { error: fails } : {}),
  ...(silent ? { delayMs: 1 } : {}),
});
modelContract("the scripted model", async (answers) => ({
  model: createScriptedModel({ answers: answers.map(asScript), sleep: never }),
  close: async () => {},
}));

const callOf = async (call: NonNullable<ScriptedAnswer["calls"]>[number], index = 0) => {
  const answers = Array.from({ length: index }, (): ScriptedAnswer => ({ text: "earlier" }));
  const { outcome } = await ask(scripted(...answers, { calls: [call] }), requestAt(index));
  return outcome.ok ? outcome.response.tool_calls?.[0] : undefined;
};

describe("arguments", () => {
  test.each([
    ["a string as it stands", '{"city": ', '{"city": '],
    ["an object as compact JSON, members in order", { b: 1, a: [true, null] }, '{"b":1,"a":[true,null]}'],
    ["null as JSON", null, "null"],
    ["a number as JSON", 42, "42"],
    ["none as an empty text", undefined, ""],
  ])("writes %s", async (_, given, raw) => {
    expect(await callOf({ name: "t", arguments: given })).toMatchObject({ function: { arguments: raw } });
  });
});

describe("ids", () => {
  test("keeps given ids and derives the others from the place in the script", async () => {
    expect((await callOf({ id: "mine", name: "t", arguments: "" }))?.id).toBe("mine");
    expect((await callOf({ name: "t", arguments: "" }, 2))?.id).toBe("call_3_1");
  });

  test("derives none that another call of the script was given", async () => {
    const model = scripted(
      { calls: [{ name: "t", arguments: "" }] },
      { calls: [{ id: "call_1_1", name: "t", arguments: "" }] },
    );
    const ids = [];
    for (const index of [0, 1]) {
      const { outcome } = await ask(model, requestAt(index));
      ids.push(outcome.ok && outcome.response.tool_calls?.[0]?.id);
    }
    expect(new Set(ids).size).toBe(2);
    expect(ids[1]).toBe("call_1_1");
  });
});

describe("the place in the list", () => {
  const answers: ScriptedAnswer[] = [{ text: "one" }, { text: "two" }];

  test("is the request's index alone, so a new model with the same list goes on", async () => {
    for (const index of [1, 0, 1]) {
      const { outcome } = await ask(scripted(...answers), requestAt(index));
      expect(outcome).toMatchObject({
        ok: true,
        response: { model: "some-model", content: answers[index]?.text, finish_reason: "stop" },
        provider: { answer: index + 1, of: 2 },
      });
    }
  });

  test.each([
    [3, 3, "The script has 3 answers and this is model call 4"],
    [1, 1, "The script has 1 answer and this is model call 2"],
    [0, 0, "The script has no answers and this is model call 1"],
  ])("beyond %i answers is a failure that says so", async (count, index, words) => {
    const list = Array.from({ length: count }, (): ScriptedAnswer => ({ text: "x" }));
    const { outcome } = await ask(scripted(...list), requestAt(index));
    expect(outcome).toMatchObject({ ok: false, retryable: false });
    expect(outcome.ok ? "" : outcome.error).toContain(words);
    expect(outcome.ok ? "" : outcome.error).toContain("add an answer");
  });
});

describe("stop reason", () => {
  test.each<[ScriptedAnswer, string]>([
    [{ text: "x" }, "stop"],
    [{}, "stop"],
    [{ calls: [] }, "stop"],
    [{ calls: [{ name: "t", arguments: "" }] }, "tool_calls"],
    [{ calls: [{ name: "t", arguments: "" }], stop: "stop" }, "stop"],
    [{ text: "x", stop: "length" }, "length"],
  ])("of %j is %s, and is the last piece", async (answer, reason) => {
    const { outcome, deltas } = await ask(scripted(answer), requestAt(0));
    expect(outcome).toMatchObject({ ok: true, response: { finish_reason: reason } });
    expect(deltas.at(-1)).toEqual({ finish_reason: reason });
  });

  test("gives no content when the answer has no text, and an empty one when its text is empty", async () => {
    const none = await ask(scripted({}), requestAt(0));
    expect(none.outcome.ok && none.outcome.response).not.toHaveProperty("content");
    const empty = await ask(scripted({ text: "" }), requestAt(0));
    expect(empty.outcome.ok && empty.outcome.response.content).toBe("");
  });
});

describe("pieces", () => {
  const piecesOf = async (answer: ScriptedAnswer) => (await ask(scripted(answer), requestAt(0))).deltas;

  test("have `chunk` characters each, and a surrogate pair counts as one", async () => {
    const deltas = await piecesOf({
      text: "ab\u{1f600}cd",
      calls: [{ id: "c", name: "t", arguments: '{"\u{1f600}' }],
      chunk: 2,
    });
    expect(deltas).toEqual([
      { text: "ab" },
      { text: "\u{1f600}c" },
      { text: "d" },
      { tool_calls: [{ id: "c", name: "t", arguments: '{"' }] },
      { tool_calls: [{ id: "c", arguments: "\u{1f600}" }] },
      { finish_reason: "tool_calls" },
    ]);
  });

  test("keep half a pair as it is", async () => {
    const raw = "\ud83d{\ude00";
    const deltas = await piecesOf({ calls: [{ id: "c", name: "t", arguments: raw }], chunk: 1 });
    expect(joined(deltas).calls).toEqual([{ id: "c", name: "t", arguments: raw }]);
  });

  test("are several by default, and not more than 200 for a long text", async () => {
    expect((await piecesOf({ text: "a".repeat(100) })).length).toBeGreaterThan(3);
    expect((await piecesOf({ text: "a".repeat(1_000_000) })).length).toBeLessThanOrEqual(201);
  });
});

describe("delay", () => {
  test("comes before the answer, with the time as written", async () => {
    const slept: number[] = [];
    let wake = () => {};
    const sleep = (ms: number) => {
      slept.push(ms);
      return new Promise<void>((resolve) => {
        wake = resolve;
      });
    };
    const model = createScriptedModel({ answers: [{ text: "late", delayMs: 1500 }], sleep });
    const deltas: unknown[] = [];
    const asked = model.ask(requestAt(0), {
      signal: new AbortController().signal,
      onDelta: (delta) => deltas.push(delta),
    });
    await Promise.resolve();
    expect({ slept, deltas }).toEqual({ slept: [1500], deltas: [] });
    wake();
    expect(await asked).toMatchObject({ ok: true, response: { content: "late" } });
  });

  test("that is cut short by a rejecting sleep does not reject", async () => {
    const model = createScriptedModel({
      answers: [{ text: "late", delayMs: 5 }],
      sleep: async () => Promise.reject(new Error("aborted")),
    });
    expect((await ask(model, requestAt(0))).outcome.ok).toBe(false);
  });
});

describe("an error", () => {
  test("is returned as it is written; not retryable unless it says so", async () => {
    const plain = await ask(scripted({ error: { message: "No." } }), requestAt(0));
    expect(plain.outcome).toEqual({ ok: false, error: "No.", retryable: false });
    const busy = await ask(
      scripted({ error: { message: "Busy", retryable: true, code: "rate_limited" } }),
      requestAt(0),
    );
    expect(busy.outcome).toEqual({ ok: false, error: "Busy", retryable: true, code: "rate_limited" });
  });

  test("after a text breaks the stream off, without a stop reason", async () => {
    const { outcome, deltas } = await ask(
      scripted({ text: "Half", error: { message: "Gone" } }),
      requestAt(0),
    );
    expect(deltas).toEqual([{ text: "Half" }]);
    expect(outcome).toMatchObject({ ok: false, detail: { partial: { content: "Half" } } });
  });
});
