import { describe, expect, test } from "vitest";
import {
  answered,
  calls,
  holding,
  later,
  result,
  says,
  TestSession,
  tools,
} from "@/lib/engine/testing/session";
import type { Action } from "@/lib/protocol/actions";

const F = { name: "f" };
const ASK: Action = { type: "interrupt", interrupt_id: "ask", reason: "may I?", payload: { amount: 5 } };
const two = calls(["f", "{}", "a"], ["f", "{}", "b"]);
const statusOf = (session: TestSession, id: string) => session.state.tools.get(id)?.progress.status;

/** Given two open calls a and b whose executions are out. */
function open(setup: ConstructorParameters<typeof TestSession>[0] = {}) {
  const session = new TestSession({ tools: [F], ...setup });
  session.message();
  session.run({ model: [two], worker: holding("tool.execute"), until: 0 });
  const [a, b] = session.live().map(({ decision_id }) => decision_id);
  return { session, a: a ?? "", b: b ?? "" };
}

describe("a worker's interrupt", () => {
  test("pauses the loop: the turn still runs, nothing is delivered, the clock stands", () => {
    const { session, a } = open();
    session.answer(a, { actions: [ASK] });
    expect(session.fact("session.interrupted")).toMatchObject({
      interrupt_id: "ask",
      reason: "may I?",
      payload: { amount: 5 },
      by: "worker",
    });
    expect(session.live()).toEqual([]);
    expect(session.facts("turn.completed")).toEqual([]);
    expect(session.state.turn).not.toBeNull();
  });

  test("edge 107: a message while interrupted → refused, nothing is recorded", () => {
    const { session, a } = open();
    session.answer(a, { actions: [ASK] });
    const { seq } = session.state;
    expect(session.message()).toMatchObject({
      reason: "interrupted",
      error: expect.stringContaining("may I?"),
    });
    expect(session.state.seq).toBe(seq);
  });

  test("edge 108: a tool settles while interrupted → recorded; its decision comes after the resume", () => {
    const { session, a } = open();
    session.answer(a, { actions: [ASK] });
    expect(session.settle("b", { type: "tool.result", result: "meanwhile" })).toBeNull();
    expect(session.fact("tool.call.completed").result).toBe("meanwhile");
    expect(session.live()).toEqual([]);
    session.resume();
    session.answer(session.out("interrupt.resumed").decision_id, {});
    expect(session.out("tool.finished").trigger).toMatchObject({ id: "b", result: "meanwhile" });
  });

  test("edge 109: a sibling's execution is out → dropped, its late answer has no effect, the call stays open", () => {
    const { session, a, b } = open();
    session.answer(a, { actions: [ASK] });
    expect(session.fact("decision.dropped")).toMatchObject({ decision_id: b });
    expect(session.answer(b, { actions: [result("too late")] })).toMatchObject({ reason: "stale" });
    expect(session.fact("settle.refused")).toMatchObject({ tool_call_id: "b", text: "too late" });
    expect(statusOf(session, "b")).toBe("pending");
  });

  test("a sibling's tool.finished is out → it is told again after the resume, and its message is not lost", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({
      model: [two],
      worker: ({ trigger, proposed }) => {
        if (trigger.type === "tool.finished") return later(60_000, answered(proposed));
        if (trigger.type !== "tool.execute") return proposed;
        return trigger.id === "a"
          ? { actions: [result("ran a")] }
          : later(1_000, answered({ actions: [ASK] }));
      },
      until: 2_000,
    });
    expect(session.state.interrupt?.id).toBe("ask");
    session.resume("yes");
    session.run({
      model: ({ index }) => ({ give: index === 1 ? says("ok") : says("unexpected") }),
      worker: ({ trigger, proposed }) =>
        trigger.type === "interrupt.resumed"
          ? { actions: [{ type: "tool.result", id: "b", result: "approved" }] }
          : proposed,
    });
    expect(session.toolMessages()).toEqual(["ran a", "approved"]);
    expect(session.fact("turn.completed").data).toBe("ok");
  });

  test("D25: a tool.finished is out and another queued behind it → after the resume they are told in that order", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    const three = calls(["f", "{}", "a"], ["f", "{}", "b"], ["f", "{}", "c"]);
    session.run({ model: [three], worker: holding("tool.execute"), until: 0 });
    const [a, b, c] = session.live().map(({ decision_id }) => decision_id);
    session.answer(a ?? "", { actions: [result("first")] });
    session.answer(b ?? "", { actions: [result("second")] });
    session.answer(c ?? "", { actions: [ASK] });
    session.resume("yes");
    session.settle("c", { type: "tool.result", result: "third" });
    session.run({ model: ({ index }) => ({ give: says(index === 1 ? "ok" : "unexpected") }) });
    expect(session.toolMessages()).toEqual(["first", "second", "third"]);
    expect(session.fact("turn.completed").data).toBe("ok");
  });

  test("edge 88: deadlines that pass while interrupted → nothing until the resume, then they count", () => {
    const { session, a } = open({ tools: [{ ...F, retry: { attempt_timeout_secs: 10 } }] });
    session.answer(a, { actions: [ASK] });
    session.now += 60_000;
    session.do({ type: "tick" });
    expect(session.facts("tool.call.errored")).toEqual([]);
    session.resume();
    expect(
      session.facts("tool.call.errored").map(({ tool_call_id, cause }) => [tool_call_id, cause]),
    ).toEqual([
      ["a", "attempt timeout"],
      ["b", "attempt timeout"],
    ]);
  });

  test("resume → interrupt.resumed goes first, with id and payload, and proposes nothing", () => {
    const { session, a } = open();
    session.answer(a, { actions: [ASK] });
    session.settle("b", { type: "tool.result", result: "meanwhile" });
    expect(session.resume({ ok: true })).toBeNull();
    const { trigger, proposed } = session.out("interrupt.resumed");
    expect(trigger).toEqual({ type: "interrupt.resumed", interrupt_id: "ask", payload: { ok: true } });
    expect(proposed).toEqual({});
    expect(session.live()).toHaveLength(1);
  });

  test("resume with another id, or when nothing is interrupted → refused, nothing changes", () => {
    const { session, a } = open();
    expect(session.do({ type: "resume", interrupt_id: "ask" })).toMatchObject({ reason: "not_interrupted" });
    session.answer(a, { actions: [ASK] });
    expect(session.do({ type: "resume", interrupt_id: "other" })).toMatchObject({
      reason: "not_interrupted",
    });
    expect(session.state.interrupt?.id).toBe("ask");
  });

  test("a second interrupt while one is open → recorded as refused, the first stays", () => {
    const { session, a } = open();
    session.answer(a, { actions: [ASK, { type: "interrupt", reason: "and this?" }] });
    expect(session.fact("action.refused")).toMatchObject({ action: "interrupt" });
    expect(session.state.interrupt?.id).toBe("ask");
  });

  test("a pending model call → voided, and its late answer is refused", () => {
    const session = new TestSession();
    session.message();
    session.answer(session.out("session.start").decision_id, {});
    const { decision_id, proposed } = session.out("client.messages");
    session.answer(decision_id, { ...proposed, actions: [...(proposed.actions ?? []), ASK] });
    const { call_id } = session.fact("llm.call.requested");
    expect(session.fact("call.voided")).toMatchObject({ kind: "llm_call", id: call_id });
    expect(session.do({ type: "model", call_id, attempt: 0, answer: says("hi") })).toMatchObject({
      reason: "stale",
    });
  });
});

describe("the limit of model calls in a turn (D28)", () => {
  const loop = ({ index }: { index: number }) => ({ give: calls(["f", "{}", `c${index}`]) });
  const worker = tools(({ trigger }) => result(`ran ${trigger.id}`));

  /** Given a limit of 3, when the model never stops calling. */
  function limited() {
    const session = new TestSession({ tools: [F], workspace: { limits: { modelCallsPerTurn: 3 } } });
    session.message();
    return session.run({ model: loop, worker });
  }

  test("50 by default, then the turn pauses; its last tool message is recorded", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({ model: loop, worker });
    expect(session.facts("llm.call.requested")).toHaveLength(50);
    expect(session.fact("session.interrupted")).toMatchObject({
      by: "engine",
      reason: expect.stringContaining("50 model calls"),
    });
    expect(session.toolMessages()).toHaveLength(50);
    expect(session.facts("turn.completed")).toEqual([]);
  });

  test("a person lifts it → the held call is proposed, and as many again are allowed", () => {
    const session = limited();
    expect(session.facts("llm.call.requested")).toHaveLength(3);
    session.resume();
    session.run({ model: loop, worker });
    expect(session.facts("llm.call.requested")).toHaveLength(6);
    session.resume();
    session.run({ model: ({ index }) => ({ give: index < 7 ? loop({ index }).give : says("ok") }), worker });
    expect(session.facts("llm.call.requested")).toHaveLength(8);
    expect(session.fact("turn.completed").data).toBe("ok");
    expect(session.facts("session.interrupted")).toHaveLength(2);
  });

  test("the held call is asked with the whole conversation", () => {
    const session = limited();
    session.resume();
    const [action] = session.out("interrupt.resumed").proposed.actions ?? [];
    expect(action?.type === "llm.call" && action.messages?.map(({ role }) => role)).toEqual([
      "user",
      ...Array.from({ length: 3 }, () => ["assistant", "tool"]).flat(),
    ]);
  });

  test("the next turn begins with the whole number again", () => {
    const session = new TestSession({ workspace: { limits: { modelCallsPerTurn: 1 } } });
    for (const _ of [1, 2, 3]) {
      session.message();
      session.run({ model: () => ({ give: says("hi") }) });
    }
    expect(session.facts("turn.completed").map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
    expect(session.facts("session.interrupted")).toEqual([]);
  });

  test("retries of one model call count once", () => {
    const session = new TestSession({ workspace: { limits: { modelCallsPerTurn: 1 } } });
    session.message();
    const busy = { ok: false as const, error: "busy", retryable: true };
    session.run({ model: [busy, busy, says("hi")] });
    expect(session.fact("turn.completed").data).toBe("hi");
  });

  test("model calls outside any turn are counted too: nothing burns money unseen", () => {
    const session = new TestSession({ tools: [F], workspace: { limits: { modelCallsPerTurn: 3 } } });
    session.run({
      model: loop,
      worker: (request) =>
        request.trigger.type === "session.start"
          ? { messages: [{ role: "user", content: "hi" }], actions: [{ type: "llm.call" }] }
          : worker(request),
    });
    expect(session.facts("turn.started")).toEqual([]);
    expect(session.facts("llm.call.requested")).toHaveLength(3);
    expect(session.fact("session.interrupted").by).toBe("engine");
  });

  test("an answer with an interrupt of its own and a model call beyond the limit → one interrupt, the call is recorded as refused", () => {
    const session = new TestSession({ tools: [F], workspace: { limits: { modelCallsPerTurn: 1 } } });
    session.message();
    session.run({
      model: loop,
      worker: (request) =>
        request.trigger.type === "tool.finished"
          ? { ...request.proposed, actions: [ASK, ...(request.proposed.actions ?? [])] }
          : worker(request),
    });
    expect(session.fact("session.interrupted").interrupt_id).toBe("ask");
    expect(session.fact("action.refused")).toMatchObject({ action: "llm.call" });
  });

  test("a worker's interrupt that looks like the limit → lifts nothing and proposes nothing", () => {
    const { session, a } = open({ workspace: { limits: { modelCallsPerTurn: 3 } } });
    const payload = { type: "turn.limit", limit: 3, held: { type: "llm.call", model: "evil" } };
    session.answer(a, { actions: [{ type: "interrupt", reason: "trust me", payload }] });
    session.resume();
    expect(session.out("interrupt.resumed").proposed).toEqual({});
    expect(session.state.modelCalls).toEqual({ made: 1, limit: 3 });
  });
});

describe("a model answer that was cut (D27)", () => {
  const cut = {
    ok: true as const,
    response: {
      model: "test",
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: '{"city":"Tok' } }],
      finish_reason: "length",
    },
  };

  test("edge 103: finish_reason length with calls → interrupt, the calls are not dispatched", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({ model: [cut] });
    expect(session.fact("session.interrupted")).toMatchObject({
      reason: "llm call truncated",
      payload: { type: "llm.failed", truncated: true },
    });
    expect(session.facts("tool.call.requested")).toEqual([]);
    expect(session.facts("message.new").map(({ message }) => message.role)).toEqual(["user"]);
  });

  test("the cut text is kept in the log, and the trigger says truncated", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({ model: [cut], worker: holding("llm.finished"), until: 0 });
    expect(session.fact("llm.call.completed").response.tool_calls?.[0]?.function.arguments).toBe(
      '{"city":"Tok',
    );
    expect(session.out("llm.finished").trigger).toMatchObject({ ok: true, truncated: true });
  });

  test("resumed → the same prompt is asked again", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({ model: [cut] });
    session.resume();
    const prompts: unknown[] = [];
    session.run({
      model: ({ messages }) => {
        prompts.push(messages);
        return { give: says("whole") };
      },
    });
    expect(prompts).toEqual([[expect.objectContaining({ role: "user", content: "hello" })]]);
    expect(session.fact("turn.completed").data).toBe("whole");
  });
});

describe("cancel", () => {
  test("edge 110: open calls are voided, decisions dropped, the turn ends, later settles are refused", () => {
    const { session, a } = open();
    expect(session.do({ type: "cancel", reason: "enough" })).toBeNull();
    expect(session.facts("call.voided").map(({ id }) => id)).toEqual(["a", "b"]);
    expect(session.facts("decision.dropped")).toHaveLength(2);
    expect(session.fact("turn.completed").outcome).toBe("cancelled");
    expect(session.fact("session.cancelled").reason).toBe("enough");
    expect(session.live()).toEqual([]);
    expect(session.answer(a, { actions: [result("late")] })).toMatchObject({ reason: "stale" });
    expect(session.settle("b", { type: "tool.result", result: "late" })).toMatchObject({
      reason: "not_pending",
    });
    expect(session.facts("settle.refused")).toHaveLength(2);
    const { seq } = session.state;
    expect(session.do({ type: "tick" })).toBeNull();
    const late = { call_id: session.fact("llm.call.requested").call_id, attempt: 0, answer: says("late") };
    expect(session.do({ type: "model", ...late })).toMatchObject({ reason: "stale" });
    expect(session.state.seq).toBe(seq);
    session.verify();
  });

  test("a call that waits for its next attempt and a pending model call are voided too", () => {
    const session = new TestSession({
      tools: [{ ...F, retry: { max_attempts: 2, backoff_base_secs: 60, backoff_max_secs: 60 } }],
    });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"])],
      worker: tools(() => ({ type: "tool.error", error: "busy", retryable: true })),
      until: 0,
    });
    session.do({ type: "cancel", reason: "enough" });
    expect(statusOf(session, "a")).toBe("voided");
    const asking = new TestSession();
    asking.message();
    asking.run({ model: () => later(60_000, says("hi")), until: 0 });
    asking.do({ type: "cancel", reason: "enough" });
    expect(asking.fact("call.voided").kind).toBe("llm_call");
  });

  test.each([
    { type: "message" as const, text: "again" },
    { type: "resume" as const, interrupt_id: "x" },
    { type: "cancel" as const, reason: "twice" },
  ])("then $type → refused as cancelled", (command) => {
    const { session } = open();
    session.do({ type: "cancel", reason: "enough" });
    expect(session.do(command)).toMatchObject({ reason: "cancelled" });
  });

  test("while interrupted → cancelled, nothing waits for a resume", () => {
    const { session, a } = open();
    session.answer(a, { actions: [ASK] });
    session.do({ type: "cancel", reason: "enough" });
    expect(session.state.interrupt).toBeNull();
    expect(session.state.cancelled).toBe(true);
  });
});

describe("messages and turns", () => {
  test("a message while a turn runs → refused, nothing is recorded", () => {
    const { session } = open();
    const { seq } = session.state;
    expect(session.message()).toMatchObject({ reason: "turn_running" });
    expect(session.state.seq).toBe(seq);
  });

  test("a message while just a decision is out → refused", () => {
    const session = new TestSession();
    session.message();
    session.run({ model: [says("hi")], worker: holding("llm.finished"), until: 0 });
    expect(session.message()).toMatchObject({ reason: "turn_running" });
  });

  test("a message to a turn that the worker left without an action → that turn ends as failed, a new one begins", () => {
    const session = new TestSession({ tools: [F] });
    session.message("one");
    session.run({
      model: [calls(["f", "{}", "a"])],
      worker: ({ trigger, proposed }) =>
        trigger.type === "tool.finished" || trigger.type === "tool.execute" ? { actions: [] } : proposed,
      at: { 1000: (s) => s.settle("a", { type: "tool.result", result: "ok" }) },
    });
    expect(session.message("two")).toBeNull();
    const [ended] = session.facts("turn.completed");
    expect(ended).toMatchObject({
      outcome: "failed",
      error: expect.stringContaining("without a further action"),
    });
    const [first, second] = session.facts("turn.started");
    expect(ended?.turn_id).toBe(first?.turn_id);
    expect(second?.turn_id).not.toBe(first?.turn_id);
    session.run({ model: ({ index }) => ({ give: index === 1 ? says("two") : says("unexpected") }) });
    expect(session.facts("turn.completed").at(-1)).toMatchObject({ outcome: "done", data: "two" });
  });

  test("a delivery that is only listened to for a late answer does not hold the next message up", () => {
    const session = new TestSession({ tools: [{ ...F, retry: { attempt_timeout_secs: 5 } }] });
    session.message("one");
    session.run({
      model: [calls(["f", "{}", "a"])],
      worker: ({ trigger, proposed }) => {
        if (trigger.type === "tool.execute") return later(200_000, answered({ actions: [result("late")] }));
        return trigger.type === "tool.finished" ? {} : proposed;
      },
      until: 10_000,
    });
    expect(session.message("two")).toBeNull();
  });

  test("a call asked for outside any turn that settles while one runs → its facts belong to none", () => {
    const session = new TestSession({ tools: [F] });
    const start = session.out("session.start").decision_id;
    session.answer(start, { actions: [{ type: "tool.call", id: "own", name: "f", arguments: {} }] });
    session.message();
    session.settle("own", { type: "tool.result", result: "ok" });
    const about = session.log.filter((fact) => "tool_call_id" in fact && fact.tool_call_id === "own");
    expect(about.map(({ type, turn_id }) => [type, turn_id])).toEqual([
      ["tool.call.requested", undefined],
      ["input.classified", undefined],
      ["tool.call.completed", undefined],
    ]);
  });

  test("a call of an earlier turn that is voided with a later one → the fact belongs to its own turn", () => {
    const { session, a, b } = open();
    session.answer(a, { actions: [result("ok"), { type: "done" }] });
    session.answer(b, {});
    session.message("next");
    session.do({ type: "cancel", reason: "enough" });
    expect(session.fact("call.voided")).toMatchObject({
      id: "b",
      turn_id: session.facts("turn.started")[0]?.turn_id,
    });
  });

  test("a second create → refused", () => {
    const { session } = open();
    const { settings } = session.state;
    if (!settings) throw new Error("no session");
    const { workspace, delivery } = settings;
    expect(session.do({ type: "create", workspace, delivery, agent: { model: "m" } })).toMatchObject({
      reason: "exists",
    });
  });
});
