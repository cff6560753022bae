import { describe, expect, test } from "vitest";
import { calls, holding, later, result, says, TestSession, tools } from "@/lib/engine/testing/session";
import type { DecisionResponse } from "@/lib/protocol/actions";

/** Given one open call "c" whose execution is out: the session, and how to answer that execution. */
function open(tool: object = {}, raw = "{}") {
  const session = new TestSession({ tools: [{ name: "f", ...tool }] });
  session.message();
  session.run({ model: [calls(["f", raw, "c"])], worker: holding("tool.execute"), until: 0 });
  const { decision_id } = session.out("tool.execute");
  return {
    session,
    decision_id,
    answer: (response: DecisionResponse) => session.answer(decision_id, response),
  };
}

const ok = (text = "ok") => ({ type: "tool.result" as const, result: text });
const fails = (error: string, retryable = false) => ({ type: "tool.error" as const, error, retryable });
const statusOf = (session: TestSession, id = "c") => session.state.tools.get(id)?.progress.status;
const triggers = (session: TestSession) =>
  session.facts("decision.queued").map(({ trigger }) => trigger.type);

describe("settling in an answer", () => {
  test("edge 53: without an id in the answer to tool.execute → the trigger's id and attempt", () => {
    const { session, answer } = open();
    expect(answer({ actions: [ok("fog")] })).toBeNull();
    expect(session.fact("tool.call.completed")).toMatchObject({
      tool_call_id: "c",
      attempt: 0,
      name: "f",
      result: "fog",
      by: "worker",
    });
  });

  test.each([ok(), fails("no")])(
    "edge 54: $type without an id in any other answer → the decision fails for good",
    (action) => {
      const session = new TestSession({ tools: [{ name: "f" }], remote: true });
      session.message();
      session.run({
        model: [says("hi")],
        worker: ({ trigger, proposed }) =>
          trigger.type === "llm.finished" ? { actions: [action] } : proposed,
      });
      const errored = session.fact("decision.errored");
      expect(errored).toMatchObject({ retryable: false, error: expect.stringContaining(action.type) });
      expect(errored).not.toHaveProperty("due_at");
      expect(session.fact("turn.completed")).toMatchObject({ outcome: "failed", error: errored.error });
    },
  );

  test("edge 55: after interrupt.resumed too the worker has to name the call", () => {
    const { session, answer } = open();
    answer({ actions: [{ type: "interrupt", reason: "may I?" }] });
    session.resume();
    const { decision_id } = session.out("interrupt.resumed");
    session.answer(decision_id, { actions: [ok()] });
    expect(session.fact("decision.errored")).toMatchObject({ decision_id, retryable: false });
  });

  test("after interrupt.resumed the worker names the call → completed", () => {
    const { session, answer } = open();
    answer({ actions: [{ type: "interrupt", reason: "may I?" }] });
    session.resume();
    session.answer(session.out("interrupt.resumed").decision_id, { actions: [{ ...ok("yes"), id: "c" }] });
    expect(session.fact("tool.call.completed").result).toBe("yes");
  });

  test("edge 57: a second result in a later answer → recorded as refused, the other actions apply", () => {
    const { session, answer } = open();
    answer({ actions: [ok("first")] });
    session.answer(session.out("tool.finished").decision_id, {
      actions: [
        { ...ok("second"), id: "c" },
        { type: "done", data: "over" },
      ],
    });
    expect(session.facts("tool.call.completed")).toHaveLength(1);
    expect(session.fact("settle.refused")).toMatchObject({
      tool_call_id: "c",
      by: "worker",
      text: "second",
      reason: expect.stringContaining("completed"),
    });
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "done", data: "over" });
  });

  test("an unknown id in an answer → recorded as refused, the other actions apply", () => {
    const { session, answer } = open();
    answer({ actions: [{ ...ok("x"), id: "nobody" }, ok("mine")] });
    expect(session.fact("settle.refused")).toMatchObject({ tool_call_id: "nobody", text: "x" });
    expect(session.fact("tool.call.completed").result).toBe("mine");
  });

  test("edge 66: result and error of one call in one answer → the first counts, the second is recorded as refused", () => {
    const { session, answer } = open();
    answer({ actions: [ok("good"), fails("bad")] });
    expect(session.fact("tool.call.completed").result).toBe("good");
    expect(session.facts("tool.call.errored")).toEqual([]);
    expect(session.fact("settle.refused")).toMatchObject({ action: "tool.error", text: "bad" });
  });

  test("edge 67: two results of one call in one answer → one completion and one tool.finished", () => {
    const { session, answer } = open();
    answer({ actions: [ok("one"), ok("two")] });
    expect(session.fact("tool.call.completed").result).toBe("one");
    expect(triggers(session).filter((type) => type === "tool.finished")).toHaveLength(1);
    expect(session.fact("settle.refused").text).toBe("two");
  });

  test("edge 68: tool.call and its result in one answer → the call stays open, the result is recorded as refused", () => {
    const { session, answer } = open();
    answer({
      actions: [
        ok(),
        { type: "tool.call", id: "own", name: "f", arguments: {} },
        { ...ok("early"), id: "own" },
      ],
    });
    expect(statusOf(session, "own")).toBe("pending");
    expect(session.fact("settle.refused")).toMatchObject({ tool_call_id: "own", text: "early" });
    expect(session.live().map(({ trigger }) => trigger.type)).toContain("tool.execute");
  });

  test("edge 71: a worker's answer settles a client's call → allowed", () => {
    const session = new TestSession({ tools: [{ name: "f" }, { name: "pick", handler: "client" }] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "c"], ["pick", "{}", "p"]), says("ok")],
      worker: tools(() => [result("ok"), { type: "tool.result", id: "p", result: "picked" }]),
    });
    const completed = session.facts("tool.call.completed").map(({ tool_call_id, by }) => [tool_call_id, by]);
    expect(completed).toEqual([
      ["c", "worker"],
      ["p", "worker"],
    ]);
  });

  test("a worker's answer to one execution settles another call by id, at whatever attempt it is (D24)", () => {
    const session = new TestSession({ tools: [{ name: "f", retry: { max_attempts: 2 } }] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"], ["f", "{}", "b"])],
      worker: holding("tool.execute"),
      until: 0,
    });
    const [first, second] = session.live();
    session.answer(second?.decision_id ?? "", { actions: [fails("busy", true)] });
    session.answer(first?.decision_id ?? "", { actions: [{ ...ok("for b"), id: "b" }] });
    const completed = { tool_call_id: "b", attempt: 1, result: "for b" };
    expect(session.fact("tool.call.completed")).toMatchObject(completed);
    expect(statusOf(session, "a")).toBe("pending");
  });
});

describe("settling from outside", () => {
  test("edge 56: a second result after completion → refused as not pending, and recorded", () => {
    const { session } = open();
    expect(session.settle("c", ok("first"))).toBeNull();
    expect(session.settle("c", ok("second"))).toMatchObject({ reason: "not_pending" });
    expect(session.fact("tool.call.completed")).toMatchObject({ result: "first", by: "person" });
    const turn_id = session.fact("turn.started").turn_id;
    expect(session.fact("settle.refused")).toMatchObject({ text: "second", by: "person", turn_id });
  });

  test("edge 58: an unknown id → refused as not found, and recorded", () => {
    const { session } = open();
    expect(session.settle("nobody", ok())).toMatchObject({ reason: "not_found" });
    expect(session.fact("settle.refused")).toMatchObject({ tool_call_id: "nobody" });
  });

  test("edge 59: attempt 7 → refused as a mismatch, the call stays open", () => {
    const { session } = open();
    expect(session.settle("c", ok(), { attempt: 7 })).toMatchObject({ reason: "attempt_mismatch" });
    expect(session.fact("settle.refused")).toMatchObject({
      attempt: 7,
      reason: "it is for attempt 8, and attempt 1 runs",
    });
    expect(statusOf(session)).toBe("pending");
  });

  test("edge 60: no attempt, and the call is on attempt 1 → accepted for attempt 1", () => {
    const { session, answer } = open({ retry: { max_attempts: 2 } });
    answer({ actions: [fails("busy", true)] });
    session.do({ type: "tick" });
    expect(session.out("tool.execute").trigger.attempt).toBe(1);
    expect(session.settle("c", ok("late but fine"))).toBeNull();
    expect(session.fact("tool.call.completed")).toMatchObject({ attempt: 1, result: "late but fine" });
  });

  test("edge 62: a result while the next attempt is scheduled → refused as not pending", () => {
    const { session, answer } = open({
      retry: { max_attempts: 2, backoff_base_secs: 5, backoff_max_secs: 60 },
    });
    answer({ actions: [fails("busy", true)] });
    expect(statusOf(session)).toBe("retry_scheduled");
    expect(session.settle("c", ok())).toMatchObject({ reason: "not_pending" });
    expect(session.fact("settle.refused").reason).toBe("the attempt is over and the next one is scheduled");
    expect(statusOf(session)).toBe("retry_scheduled");
  });

  test("edges 63, 64: a result before the worker has answered → completed; its later answer is recorded as refused", () => {
    const { session, decision_id, answer } = open();
    session.settle("c", ok("by hand"));
    expect(session.fact("tool.call.completed").result).toBe("by hand");
    expect(session.out("tool.finished").trigger).toMatchObject({ id: "c", ok: true, result: "by hand" });
    answer({ actions: [ok("by the worker")] });
    expect(session.facts("tool.call.completed")).toHaveLength(1);
    expect(session.fact("settle.refused")).toMatchObject({
      text: "by the worker",
      by: "worker",
      attempt: 0,
      decision_id,
    });
    session.verify();
  });

  test("a result before the execution is delivered → completed, and the execution is never delivered", () => {
    const session = new TestSession({ tools: [{ name: "f" }], workspace: { parallel: 1 } });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"], ["f", "{}", "b"])],
      worker: holding("tool.execute"),
      until: 0,
    });
    session.settle("b", ok("by hand"));
    const executed: string[] = [];
    session.run({
      model: ({ index }) => ({ give: index === 1 ? says("ok") : says("unexpected") }),
      worker: tools(({ trigger }) => {
        executed.push(trigger.id);
        return result("ran");
      }),
    });
    expect(executed).toEqual(["a"]);
    expect(session.fact("decision.dropped").reason).toContain("before it was delivered");
    expect(session.toolMessages()).toEqual(["by hand", "ran"]);
  });

  test("edge 65: the worker answers {} → the call stays open; settled later from outside", () => {
    const { session, answer } = open();
    expect(answer({})).toBeNull();
    expect(statusOf(session)).toBe("pending");
    expect(session.live()).toEqual([]);
    expect(session.settle("c", ok("deferred"))).toBeNull();
    expect(session.out("tool.finished").trigger).toMatchObject({ ok: true, result: "deferred" });
  });

  test("edge 69: the client settles a worker's call → forbidden, and recorded", () => {
    const { session } = open();
    expect(session.settle("c", ok(), { by: "client" })).toMatchObject({ reason: "forbidden" });
    expect(session.fact("settle.refused").by).toBe("client");
    expect(statusOf(session)).toBe("pending");
  });

  test("a retryable error from outside follows the call's policy", () => {
    const { session, answer } = open({ retry: { max_attempts: 2 } });
    answer({});
    session.settle("c", fails("try again", true));
    expect(session.fact("tool.call.errored")).toMatchObject({ terminal: false, cause: "person", attempt: 0 });
    expect(session.out("tool.execute").trigger.attempt).toBe(1);
  });
});

describe("fences", () => {
  test("edge 61: a worker answers attempt 0 after attempt 1 began → recorded as refused, attempt 1 goes on", () => {
    const session = new TestSession({
      tools: [{ name: "f", retry: { max_attempts: 2, attempt_timeout_secs: 10 } }],
    });
    session.message();
    session.run({
      model: [calls(["f", "{}"]), says("ok")],
      worker: tools(({ trigger }) =>
        trigger.attempt === 0
          ? later(12_000, { kind: "answered", response: { actions: [ok("stale")] } })
          : later(5_000, { kind: "answered", response: { actions: [ok("fresh")] } }),
      ),
    });
    expect(session.fact("settle.refused")).toMatchObject({ attempt: 0, text: "stale", by: "worker" });
    expect(session.secs(session.fact("settle.refused"))).toBe(12);
    expect(session.fact("tool.call.completed")).toMatchObject({ attempt: 1, result: "fresh" });
    expect(session.toolMessages()).toEqual(["fresh"]);
  });

  test("an attempt named in the answer counts, not the trigger's", () => {
    const { session, answer } = open();
    answer({ actions: [{ ...ok(), attempt: 3 }] });
    expect(session.fact("settle.refused").attempt).toBe(3);
    expect(statusOf(session)).toBe("pending");
  });

  test("edge 72: a second answer to a decision → no effect, refused as stale, its actions recorded", () => {
    const { session, answer } = open();
    answer({});
    expect(answer({ actions: [ok("again"), { type: "done" }], state: { a: 1 } })).toMatchObject({
      reason: "stale",
    });
    expect(statusOf(session)).toBe("pending");
    expect(session.fact("settle.refused")).toMatchObject({ tool_call_id: "c", text: "again", attempt: 0 });
    expect(session.fact("action.refused").action).toBe("done");
    expect(session.state.workerState).toBeNull();
    expect(session.state.turn).not.toBeNull();
  });

  test("an answer to an unknown decision → refused as not found, nothing changes", () => {
    const { session } = open();
    const { seq } = session.state;
    expect(session.answer("dec_unknown", { actions: [{ ...ok(), id: "c" }] })).toMatchObject({
      reason: "not_found",
    });
    expect(session.state.seq).toBe(seq);
  });

  test("an answer to a decision that was not delivered yet → no effect", () => {
    const session = new TestSession({ tools: [{ name: "f" }], workspace: { parallel: 1 } });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"], ["f", "{}", "b"])],
      worker: holding("tool.execute"),
      until: 0,
    });
    const queued = [...session.state.openDecisions].at(-1) ?? "";
    expect(session.answer(queued, { actions: [ok("early")] })).toMatchObject({ reason: "stale" });
    expect(statusOf(session, "b")).toBe("pending");
    expect(session.fact("settle.refused").text).toBe("early");
  });

  test("edge 75: a settle of a voided call → not pending", () => {
    const { session } = open();
    session.do({ type: "cancel", reason: "enough" });
    expect(statusOf(session)).toBe("voided");
    expect(session.settle("c", ok())).toMatchObject({ reason: "not_pending" });
    expect(session.fact("settle.refused").reason).toContain("voided");
  });

  test("edge 87: a result after a terminal timeout → recorded as refused, the model reads the timeout", () => {
    const session = new TestSession({ tools: [{ name: "f", retry: { attempt_timeout_secs: 10 } }] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "c"]), later(30_000, says("ok"))],
      worker: tools(() => later(15_000, { kind: "answered", response: { actions: [ok("too late")] } })),
    });
    expect(session.fact("settle.refused")).toMatchObject({
      tool_call_id: "c",
      text: "too late",
      reason: expect.stringContaining("failed"),
    });
    expect(session.secs(session.fact("settle.refused"))).toBe(15);
    expect(session.toolMessages()).toEqual(["deadline exceeded"]);
    expect(session.fact("turn.completed").outcome).toBe("done");
  });

  test("a late answer that comes after the turn has ended is seen as well", () => {
    const session = new TestSession({ tools: [{ name: "f", retry: { attempt_timeout_secs: 10 } }] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "c"]), says("ok")],
      worker: tools(() => later(15_000, { kind: "answered", response: { actions: [ok("too late")] } })),
    });
    expect(session.secs(session.fact("turn.completed"))).toBe(10);
    expect(session.fact("settle.refused").text).toBe("too late");
  });
});

describe("call ids", () => {
  test("tool.call without an id → the engine mints one", () => {
    const { session, answer } = open();
    answer({
      actions: [
        ok(),
        { type: "tool.call", name: "f", arguments: {} },
        { type: "tool.call", name: "f", arguments: [] },
      ],
    });
    const [, first, second] = session.facts("tool.call.requested");
    expect(first?.tool_call_id).toMatch(/^call_/);
    expect(second?.tool_call_id).toMatch(/^call_/);
    expect(first?.tool_call_id).not.toBe(second?.tool_call_id);
    const verdicts = session.facts("input.classified").map(({ verdict }) => verdict.status);
    expect(verdicts).toEqual(["valid", "unchecked", "malformed"]);
  });

  test("edge 73, D26: a worker's tool.call that uses an id again → recorded as call.refused, nothing else", () => {
    const { session, answer } = open();
    answer({ actions: [{ type: "tool.call", id: "c", name: "f", arguments: { again: true } }, ok("once")] });
    expect(session.fact("call.refused")).toMatchObject({
      tool_call_id: "c",
      name: "f",
      arguments: '{"again":true}',
      reason: expect.stringContaining("used before"),
    });
    expect(session.facts("tool.call.requested")).toHaveLength(1);
    expect(triggers(session).filter((type) => type === "tool.finished")).toHaveLength(1);
    expect(session.fact("tool.call.completed").result).toBe("once");
  });

  test("edge 74, D26: the model uses an id twice in one answer → one call with the first arguments, one result, the turn goes on", () => {
    const schema = { type: "object", properties: { n: { type: "number" } } };
    const session = new TestSession({ tools: [{ name: "f", input: schema }] });
    session.message();
    session.run({
      model: [calls(["f", '{"n":1}', "c"], ["f", '{"n":"x"}', "c"]), says("ok")],
      worker: tools(({ trigger }) => result(trigger.arguments)),
    });
    expect(session.fact("tool.call.requested").arguments).toBe('{"n":1}');
    expect(session.fact("input.classified").verdict.status).toBe("valid");
    expect(session.fact("call.refused").arguments).toBe('{"n":"x"}');
    expect(session.toolMessages()).toEqual(['{"n":1}']);
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "done", data: "ok" });
  });

  test("D26: a later answer of the model uses an id again → not run, the model reads why, the turn goes on", () => {
    const session = new TestSession({ tools: [{ name: "f" }] });
    const prompts: string[][] = [];
    session.message();
    session.run({
      model: ({ messages, index }) => {
        prompts.push(messages.map(({ role, content }) => `${role}: ${content ?? ""}`));
        return { give: index < 2 ? calls(["f", "{}", "c"]) : says("ok") };
      },
      worker: tools(() => result("ran")),
    });
    expect(session.facts("tool.call.requested")).toHaveLength(1);
    expect(session.fact("call.refused").tool_call_id).toBe("c");
    expect(prompts[2]).toEqual([
      "user: hello",
      "assistant: ",
      "tool: ran",
      "assistant: ",
      "tool: the call id c was used before in this session",
    ]);
    expect(session.fact("turn.completed").outcome).toBe("done");
  });

  test("a worker uses an id of a branch that was left again → recorded as call.refused, and no outcome is told", () => {
    const { session, answer } = open();
    const [first] = session.out("tool.execute").messages;
    answer({
      messages: first ? [first, { role: "user", content: "instead" }] : [],
      actions: [{ type: "tool.call", id: "c", name: "f", arguments: {} }],
    });
    expect(session.fact("call.refused").tool_call_id).toBe("c");
    expect(triggers(session)).not.toContain("tool.finished");
  });

  test("D26: the worker asks for a refused call once more after the model was told → recorded, not told again", () => {
    const session = new TestSession({ tools: [{ name: "f" }] });
    session.message();
    session.run({
      model: ({ index }) => ({ give: index < 2 ? calls(["f", "{}", "c"]) : says("ok") }),
      worker: (request) => {
        const { trigger, proposed } = request;
        if (trigger.type === "tool.execute") return { actions: [result("ran")] };
        if (trigger.type !== "llm.finished" || request.messages.length < 5) return proposed;
        return {
          ...proposed,
          actions: [{ type: "tool.call", id: "c", name: "f", arguments: {} }, { type: "done" }],
        };
      },
    });
    expect(session.facts("call.refused")).toHaveLength(2);
    expect(session.toolMessages()).toEqual(["ran", "the call id c was used before in this session"]);
    expect(session.facts("llm.call.requested")).toHaveLength(3);
    expect(session.fact("turn.completed").outcome).toBe("done");
  });

  test("D26: a re-used id beside a fresh one → both get a tool message, one prompt", () => {
    const session = new TestSession({ tools: [{ name: "f" }] });
    session.message();
    session.run({
      model: [
        calls(["f", "{}", "c"]),
        calls(["f", "{}", "c"], ["f", "{}", "d"], ["f", "{}", "c"]),
        says("ok"),
      ],
      worker: tools(({ trigger }) => result(`ran ${trigger.id}`)),
    });
    expect(session.toolMessages().toSorted()).toEqual([
      "ran c",
      "ran d",
      "the call id c was used before in this session",
    ]);
    expect(session.facts("call.refused")).toHaveLength(2);
    expect(session.facts("llm.call.requested")).toHaveLength(3);
  });
});

describe("actions that this engine does not carry out", () => {
  test.each([
    { type: "sub_agent.spawn" as const, session_id: "s", agent_id: "a", tool_call_id: "t" },
    { type: "message.send" as const, session_id: "s", message: { role: "user", content: "hi" } },
  ])("$type → recorded as refused with a clear word, the rest applies", (action) => {
    const { session, answer } = open();
    expect(answer({ actions: [action, ok("fine")] })).toBeNull();
    expect(session.fact("action.refused")).toMatchObject({
      action: action.type,
      reason: expect.stringContaining("sub-agents"),
    });
    expect(session.fact("tool.call.completed").result).toBe("fine");
  });

  test("done when no turn runs → recorded as refused", () => {
    const session = new TestSession();
    session.answer(session.out("session.start").decision_id, { actions: [{ type: "done" }] });
    expect(session.fact("action.refused")).toMatchObject({ action: "done" });
    expect(session.facts("turn.completed")).toEqual([]);
  });

  test("a model call id used twice → the second is recorded as refused", () => {
    const session = new TestSession();
    session.message();
    session.answer(session.out("session.start").decision_id, {});
    const { decision_id, proposed } = session.out("client.messages");
    const ask = { type: "llm.call" as const, id: "ask" };
    session.answer(decision_id, { ...proposed, actions: [ask, ask] });
    expect(session.facts("llm.call.requested")).toHaveLength(1);
    expect(session.fact("action.refused")).toMatchObject({ action: "llm.call" });
  });
});
