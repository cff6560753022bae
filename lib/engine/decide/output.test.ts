import { describe, expect, test } from "vitest";
import { promptOf } from "@/lib/engine/state/unpack";
import { calls, holding, result, says, TestSession, tools } from "@/lib/engine/testing/session";
import type { ToolResultAction } from "@/lib/protocol/actions";
import { decisionResponseSchema } from "@/lib/protocol/actions";
import type { Verdict } from "@/lib/protocol/verdict";

const TEMPERATURE = {
  type: "object",
  properties: { temp_c: { type: "number" } },
  required: ["temp_c"],
};
const PREFIX = "tool output violated its declared schema: ";

/** Given a tool with that output schema, when the worker answers its call with that result: the whole session. */
function settled(value: ToolResultAction["result"], output?: unknown, tool: object = {}) {
  const session = new TestSession({ tools: [{ name: "f", output, ...tool }] });
  session.message();
  return session.run({
    model: [calls(["f", "{}", "c"]), says("ok")],
    worker: tools(() => result(value)),
  });
}

/** The result was rejected: terminal, told to the model as an error, and kept. */
function expectRejected(session: TestSession, text: string) {
  const rejected = session.fact("output.rejected");
  expect(rejected).toMatchObject({ tool_call_id: "c", attempt: 0, result: text });
  const error = rejected.verdict.status === "invalid" ? `${PREFIX}${rejected.verdict.error}` : "";
  expect(session.fact("tool.call.errored")).toMatchObject({
    error,
    retryable: false,
    terminal: true,
    cause: "output",
  });
  expect(session.facts("tool.call.completed")).toEqual([]);
  expect(session.toolMessages()).toEqual([error]);
}

function expectAccepted(session: TestSession, text: string) {
  expect(session.fact("tool.call.completed").result).toBe(text);
  expect(session.facts("output.rejected")).toEqual([]);
  expect(session.toolMessages()).toEqual([text]);
}

describe("what is checked (D16) and what the model reads (D17)", () => {
  test("edge 36: a text that reads as a conforming object → completed, the text unchanged", () => {
    expectAccepted(settled('{ "temp_c":21 }', TEMPERATURE), '{ "temp_c":21 }');
  });

  test("edge 37: a wrong member → terminal error with the output prefix, tool.finished is not ok", () => {
    const session = settled({ temp_c: "warm" }, TEMPERATURE);
    expectRejected(session, '{"temp_c":"warm"}');
    const dispatched = session
      .facts("decision.queued")
      .filter(({ trigger }) => trigger.type === "tool.finished");
    const [finished] = dispatched.map(({ decision_id }) => session.request(decision_id).trigger);
    expect(finished).toMatchObject({ ok: false, error: expect.stringMatching(`^${PREFIX}`) });
    expect(finished).not.toHaveProperty("result");
  });

  test("edge 38: plain text against an object schema → rejected", () => {
    expectRejected(settled("sunny", TEMPERATURE), "sunny");
  });

  test("edge 39: plain text against a string schema → accepted", () => {
    expectAccepted(settled("sunny", { type: "string" }), "sunny");
  });

  test("edge 40: the text 42 against a string schema → rejected: it reads as a number", () => {
    expectRejected(settled("42", { type: "string" }), "42");
    expectAccepted(settled('"42"', { type: "string" }), '"42"');
  });

  test("edge 41: null against {type: null} → rejected, it is the empty text; the text null passes", () => {
    expectRejected(settled(null, { type: "null" }), "");
    expectAccepted(settled("null", { type: "null" }), "null");
  });

  test.each<[ToolResultAction["result"], string]>([
    [{ z: 1, a: { y: [1, null], b: "" } }, '{"z":1,"a":{"y":[1,null],"b":""}}'],
    [[1, "a"], '[1,"a"]'],
    [42, "42"],
    [false, "false"],
    [null, ""],
    [" 42 ", " 42 "],
    ['{"a" : 1}', '{"a" : 1}'],
  ])(
    "edge 42: %j → the model reads %j: compact JSON, keys in the order they came, text as it is",
    (value, text) => {
      expectAccepted(settled(value), text);
    },
  );

  test("edge 43, D18: tool.result without result → the response is refused, and the message names the field", () => {
    const parsed = decisionResponseSchema.safeParse({ actions: [{ type: "tool.result", id: "c" }] });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues).toEqual([
      expect.objectContaining({
        path: ["actions", 0, "result"],
        message: expect.stringContaining("required"),
      }),
    ]);
    const withNull = { actions: [{ type: "tool.result", result: null }] };
    expect(decisionResponseSchema.safeParse(withNull).success).toBe(true);
  });

  test("edge 44: the client leaves the result out → as null, the empty text", () => {
    const session = new TestSession({ tools: [{ name: "f", handler: "client" }] });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")] });
    session.settle("c", { type: "tool.result", result: undefined }, { by: "client" });
    expect(session.fact("tool.call.completed").result).toBe("");
  });

  test("edge 51: an empty result → completed, the tool message has empty content", () => {
    expectAccepted(settled(""), "");
    const [message] = settled("")
      .facts("message.new")
      .filter(({ message }) => message.role === "tool");
    expect(message?.message).toMatchObject({ role: "tool", content: "", tool_call_id: "c", name: "f" });
  });

  test("edge 52: a result of a million characters → stored and replayed whole", () => {
    const text = "x".repeat(1_000_000);
    expectAccepted(settled(text), text);
  });
});

describe("rejected results (D19)", () => {
  test("edge 45: attempts are left → still terminal", () => {
    const session = settled("sunny", TEMPERATURE, { retry: { max_attempts: 3 } });
    expectRejected(session, "sunny");
    expect(session.facts("tool.call.requested")).toHaveLength(1);
  });

  test("never shown to the model: its next prompt has the error and not the result", () => {
    const session = settled('{"temp_c":"warm","note":"for nobody"}', TEMPERATURE);
    const { call_id } = session.facts("llm.call.requested").at(-1) ?? {};
    const prompt = JSON.stringify(promptOf(session.state, call_id ?? ""));
    expect(prompt).toContain(PREFIX);
    expect(prompt).not.toContain("for nobody");
  });

  test("kept in the log with its findings", () => {
    const { verdict } = settled({}, TEMPERATURE).fact("output.rejected");
    expect(verdict).toMatchObject({
      status: "invalid",
      findings: [{ keyword: "required", instancePath: "", params: { missingProperty: "temp_c" } }],
    });
  });

  test("how it was read is on record (D16)", () => {
    expect(settled("sunny", TEMPERATURE).fact("output.rejected").verdict.readAs).toBe("text");
    expect(settled("42", TEMPERATURE).fact("output.rejected").verdict.readAs).toBe("json");
    expect(settled("sunny", { type: "string" }).fact("tool.call.completed").output?.readAs).toBe("text");
  });

  test("a check that was cut off → rejected: nothing unchecked reaches the model as checked", () => {
    const error = "could not be checked: it took longer than 2 s";
    const aborted: Verdict = { status: "aborted", reason: "time", error, findings: [], more: 0, notes: [] };
    const session = new TestSession({
      tools: [{ name: "f", output: TEMPERATURE }],
      check: ({ direction }) =>
        direction === "output" ? aborted : { ...aborted, status: "valid", value: {}, reason: "no schema" },
    });
    session.message();
    session.run({ model: [calls(["f", "{}"]), says("ok")], worker: tools(() => result({ temp_c: 1 })) });
    expect(session.fact("output.rejected").verdict.status).toBe("aborted");
    expect(session.toolMessages()).toEqual([`${PREFIX}${error}`]);
  });
});

describe("which results are checked", () => {
  test("edge 46: tool.error with an output schema declared → not checked, the text goes through", () => {
    const session = new TestSession({ tools: [{ name: "f", output: TEMPERATURE }] });
    session.message();
    session.run({
      model: [calls(["f", "{}"]), says("ok")],
      worker: tools(() => ({ type: "tool.error", error: "no such city" })),
    });
    expect(session.fact("tool.call.errored")).toMatchObject({ error: "no such city", cause: "worker" });
    expect(session.toolMessages()).toEqual(["no such city"]);
  });

  test("edge 47: an output schema that does not compile → accepted, recorded as unchecked", () => {
    const session = settled("sunny", { type: 12 });
    expectAccepted(session, "sunny");
    expect(session.fact("tool.call.completed").output?.status).toBe("unchecked");
  });

  test("edge 49: a client settles with a violating result → rejected like any other", () => {
    const session = new TestSession({ tools: [{ name: "f", handler: "client", output: TEMPERATURE }] });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")] });
    expect(session.settle("c", { type: "tool.result", result: "warm" }, { by: "client" })).toBeNull();
    session.run({ model: ({ index }) => ({ give: index === 1 ? says("ok") : says("unexpected") }) });
    expectRejected(session, "warm");
  });

  test("edge 50: the config drops the tool while its call is open → checked with the request's schema", () => {
    const session = new TestSession({ tools: [{ name: "f", output: TEMPERATURE }] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "c"]), says("ok")],
      worker: ({ trigger, proposed }) => {
        if (trigger.type !== "tool.execute") return proposed;
        return { agent: { model: "test", tools: [] }, actions: [result("warm")] };
      },
    });
    expectRejected(session, "warm");
  });

  test("a conforming result → its verdict is recorded; without an output schema there is none", () => {
    expect(settled({ temp_c: 1 }, TEMPERATURE).fact("tool.call.completed").output?.status).toBe("valid");
    expect(settled("x").fact("tool.call.completed").output).toBeUndefined();
  });

  test("two results for one call in one answer → the first is judged, by its own text", () => {
    const session = new TestSession({ tools: [{ name: "f", output: TEMPERATURE }] });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"])], worker: holding("tool.execute"), until: 0 });
    session.answer(session.out("tool.execute").decision_id, {
      actions: [result({ temp_c: 21 }), result("warm")],
    });
    expect(session.fact("tool.call.completed")).toMatchObject({ result: '{"temp_c":21}' });
    expect(session.fact("tool.call.completed").output?.status).toBe("valid");
    expect(session.fact("settle.refused")).toMatchObject({ text: "warm", tool_call_id: "c" });
  });
});
