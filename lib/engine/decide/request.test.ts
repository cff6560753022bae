import { describe, expect, test } from "vitest";
import { calls, holding, result, says, TestSession } from "@/lib/engine/testing/session";
import { requestJson } from "./request";

function execution(raw: string, input?: unknown) {
  const session = new TestSession({ tools: [{ name: "f", description: "d", input }] });
  session.message("Hi");
  session.run({ model: [calls(["f", raw, "c"])], worker: holding("tool.execute"), until: 0 });
  return { session, request: session.out("tool.execute") };
}

describe("the request of a decision (2.2)", () => {
  test("tool.execute, member by member", () => {
    const { request } = execution('{"a":1}');
    const { message_tree, messages, decision_id, turn_id, ...rest } = request;
    expect(rest).toEqual({
      session_id: "ses_test",
      agent_id: "callscope",
      identity: {},
      trigger: {
        type: "tool.execute",
        id: "c",
        name: "f",
        arguments: '{"a":1}',
        input: { status: "valid", value: { a: 1 } },
        attempt: 0,
        deadline: "2026-01-01T00:02:00.000Z",
      },
      proposed: {},
      state: null,
      agent: { model: "test", tools: [{ name: "f", description: "d" }] },
      calls: [
        {
          id: "c",
          kind: "tool_call",
          status: "pending",
          attempt: 0,
          deadline: "2026-01-01T00:02:00.000Z",
          anchor: messages.at(-1)?.id,
          name: "f",
          arguments: '{"a":1}',
          handler: "worker",
        },
      ],
      pending_calls: 1,
      ancestry: [],
      attempts: 0,
      deadline: null,
    });
    expect(decision_id).toMatch(/^dec_/);
    expect(turn_id).toMatch(/^turn_/);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(message_tree).toEqual({
      nodes: [{ message: messages[0] }, { message: messages[1], parent_id: messages[0]?.id }],
      head_id: messages[1]?.id,
    });
  });

  test("session.start: no proposal, no messages, no turn", () => {
    const request = new TestSession().out("session.start");
    expect(request).toMatchObject({
      trigger: { type: "session.start" },
      proposed: {},
      messages: [],
      message_tree: { nodes: [] },
      calls: [],
      pending_calls: 0,
      turn_id: null,
    });
    expect(request.message_tree).not.toHaveProperty("head_id");
  });

  test("client.messages: the whole view, where the new part begins; messages without what is proposed", () => {
    const session = new TestSession({ agent: { system: "Be brief." } });
    session.message("one");
    session.run({ model: [says("1")] });
    session.message("two");
    const { trigger, proposed, messages } = session.out("client.messages");
    expect(messages.map(({ content }) => content)).toEqual(["one", "1"]);
    expect(trigger.new_from).toBe(2);
    expect(trigger.messages.map(({ content }) => content)).toEqual(["one", "1", "two"]);
    expect(proposed.messages).toEqual(trigger.messages);
    expect(proposed.actions).toEqual([
      {
        type: "llm.call",
        model: "test",
        messages: [{ role: "system", content: "Be brief." }, ...trigger.messages],
        tools: [],
        stream: true,
      },
    ]);
  });

  test("llm.finished: the assistant message under the call's id, and one tool.call each, in order", () => {
    const session = new TestSession({ tools: [{ name: "f" }, { name: "g", handler: "client" }] });
    session.message();
    const answer = calls(["f", '{"a": 1}', "a"], ["g", "{", "b"], ["h", "{}", "c"]);
    session.run({ model: [answer], worker: holding("llm.finished"), until: 0 });
    const { trigger, proposed, messages } = session.out("llm.finished");
    const { call_id } = session.fact("llm.call.requested");
    expect(trigger).toMatchObject({ id: call_id, ok: true, truncated: false });
    expect(trigger.message).toEqual({
      id: call_id,
      role: "assistant",
      tool_calls: answer.ok ? answer.response.tool_calls : [],
    });
    expect(proposed).toEqual({
      messages: [...messages, trigger.message],
      actions: [
        { type: "tool.call", id: "a", name: "f", arguments: '{"a": 1}', handler: "worker" },
        { type: "tool.call", id: "b", name: "g", arguments: "{", handler: "client" },
        { type: "tool.call", id: "c", name: "h", arguments: "{}", handler: "worker" },
      ],
    });
  });

  test("llm.finished of a failed call: not ok, an interrupt is proposed, and no message", () => {
    const session = new TestSession();
    session.message();
    session.run({
      model: [
        { ok: false, error: "bad key", retryable: false, code: "provider_error", detail: { status: 401 } },
      ],
      worker: holding("llm.finished"),
      until: 0,
    });
    const { trigger, proposed } = session.out("llm.finished");
    expect(trigger).toEqual({
      type: "llm.finished",
      id: trigger.id,
      ok: false,
      truncated: false,
      error: "bad key",
      code: "provider_error",
      detail: { status: 401 },
    });
    expect(proposed).toEqual({
      actions: [
        {
          type: "interrupt",
          reason: "llm call failed: bad key",
          payload: {
            type: "llm.failed",
            id: trigger.id,
            error: "bad key",
            code: "provider_error",
            truncated: false,
          },
        },
      ],
    });
  });

  test("tool.finished: exactly one of result and error", () => {
    const { session, request } = execution("{}");
    session.answer(request.decision_id, { actions: [result("fog")] });
    expect(session.out("tool.finished").trigger).toEqual({
      type: "tool.finished",
      id: "c",
      ok: true,
      name: "f",
      result: "fog",
    });
  });

  test("calls in flight are sorted by id; settled ones are not listed; a waiting one has no deadline", () => {
    const session = new TestSession({
      tools: [{ name: "f", retry: { max_attempts: 2, backoff_base_secs: 9, backoff_max_secs: 60 } }],
    });
    session.message();
    session.run({
      model: [calls(["f", "{}", "z"], ["f", "{}", "m"], ["f", "{}", "a"])],
      worker: ({ trigger, proposed }) => {
        if (trigger.type === "tool.finished") return { give: null };
        if (trigger.type !== "tool.execute") return proposed;
        if (trigger.id === "a") return {};
        return {
          actions: [
            trigger.id === "m" ? result("ok") : { type: "tool.error", error: "busy", retryable: true },
          ],
        };
      },
      until: 0,
    });
    const { calls: inFlight, pending_calls } = session.out("tool.finished");
    expect(
      inFlight.map(({ id, status, attempt, deadline }) => [id, status, attempt, deadline !== undefined]),
    ).toEqual([
      ["a", "pending", 0, true],
      ["z", "retry_scheduled", 1, false],
    ]);
    expect(pending_calls).toBeGreaterThan(0);
  });
});

describe("the request as JSON text (D5)", () => {
  test.each([
    '{"id":12345678901234567890,"x":1.0}',
    '{"id":9007199254740993}',
    '{"e":1E2,"z":-0,"f":0.1000}',
    '{ "spaced" : [ 1 , 2 ] }',
    '{"a":1,"a":3}',
    '{"__proto__":{"x":1}}',
    '{"quote":"\\"}{","u":"\\u00e9"}',
  ])("input.value is the raw text itself: %s", (raw) => {
    const json = requestJson(execution(raw).request);
    expect(json).toContain(`"input":{"status":"valid","value":${raw}}`);
    expect(() => JSON.parse(json)).not.toThrow();
  });

  test("otherwise it says what the request says", () => {
    const { request } = execution('{"a":1}', { required: ["b"] });
    expect(JSON.parse(requestJson(request))).toEqual(JSON.parse(JSON.stringify(request)));
  });

  test("blank arguments → value {}, the raw text stays blank", () => {
    const parsed = JSON.parse(requestJson(execution(" \n").request));
    expect(parsed.trigger).toMatchObject({ arguments: " \n", input: { status: "valid", value: {} } });
  });

  test("malformed arguments → no value, the raw text as it came", () => {
    const parsed = JSON.parse(requestJson(execution('{"city":"Tok').request));
    expect(parsed.trigger.arguments).toBe('{"city":"Tok');
    expect(parsed.trigger.input).toEqual({ status: "malformed", error: expect.any(String) });
  });

  test("an aborted check of a text that does not parse → value null", () => {
    const session = new TestSession({
      tools: [{ name: "f" }],
      check: () => ({
        status: "aborted",
        reason: "size",
        error: "could not be checked: size",
        findings: [],
        more: 0,
        notes: [],
      }),
    });
    session.message();
    session.run({ model: [calls(["f", "{", "c"])], worker: holding("tool.execute"), until: 0 });
    const parsed = JSON.parse(requestJson(session.out("tool.execute")));
    expect(parsed.trigger.input).toEqual({
      status: "invalid",
      value: null,
      error: "could not be checked: size",
    });
  });

  test("any other trigger is plain JSON", () => {
    const request = new TestSession().out("session.start");
    expect(JSON.parse(requestJson(request))).toEqual(JSON.parse(JSON.stringify(request)));
  });
});
