import { describe, expect, test } from "vitest";
import { calls, holding, NEVER, result, says, TestSession, tools } from "@/lib/engine/testing/session";
import { due, type Work } from "./due";

const F = { name: "f" };
const restart = (session: TestSession) => session.do({ type: "restart" });

/** Given a server that stops while one execution is out, and comes back that many ms later. */
function stoppedInExecution(tool: object = {}, down = 1_000, setup: object = {}) {
  const session = new TestSession({ tools: [{ ...F, ...tool }], ...setup });
  session.message();
  session.run({ model: [calls(["f", "{}", "c"])], worker: holding("tool.execute"), until: 0 });
  const { decision_id } = session.out("tool.execute");
  session.now += down;
  restart(session);
  return { session, decision_id };
}

describe("a restart (D31)", () => {
  test("is on record, once", () => {
    const { session } = stoppedInExecution();
    expect(session.fact("session.restarted").at).toBe(session.now);
  });

  test("one attempt allowed, and it was running → not run again; the model reads that it may have run", () => {
    const { session, decision_id } = stoppedInExecution();
    expect(session.fact("decision.dropped").decision_id).toBe(decision_id);
    expect(session.fact("tool.call.errored")).toMatchObject({
      attempt: 0,
      terminal: true,
      cause: "restart",
      error: expect.stringContaining("not known"),
    });
    let executed = 0;
    session.run({
      model: ({ index }) => ({ give: index === 1 ? says("ok") : says("unexpected") }),
      worker: tools(() => {
        executed += 1;
        return result("ran again");
      }),
    });
    expect(executed).toBe(0);
    expect(session.toolMessages()).toEqual([expect.stringContaining("the server stopped")]);
    expect(session.fact("turn.completed").outcome).toBe("done");
  });

  test("another attempt is allowed → it follows after its wait", () => {
    const { session } = stoppedInExecution({
      retry: { max_attempts: 2, backoff_base_secs: 5, backoff_max_secs: 60 },
    });
    session.run({
      model: ({ index }) => ({ give: index === 1 ? says("ok") : says("unexpected") }),
      worker: tools(({ trigger }) => result(`attempt ${trigger.attempt}`)),
    });
    expect(session.fact("tool.call.completed")).toMatchObject({ attempt: 1, result: "attempt 1" });
    expect(session.secs(session.fact("tool.call.completed"))).toBe(6);
  });

  test("the old execution's answer comes after all → no effect, recorded as refused", () => {
    const { session, decision_id } = stoppedInExecution();
    expect(session.answer(decision_id, { actions: [result("late")] })).toMatchObject({ reason: "stale" });
    expect(session.fact("settle.refused").text).toBe("late");
  });

  test("edge 89: a retry was scheduled and is not due yet → it fires when due", () => {
    const session = new TestSession({
      tools: [{ ...F, retry: { max_attempts: 2, backoff_base_secs: 30, backoff_max_secs: 60 } }],
    });
    session.message();
    const worker = tools(({ trigger }) =>
      trigger.attempt === 0 ? { type: "tool.error", error: "busy", retryable: true } : result("fine"),
    );
    session.run({ model: [calls(["f", "{}", "c"])], worker, until: 10_000 });
    restart(session);
    session.run({ model: ({ index }) => ({ give: index === 1 ? says("ok") : says("unexpected") }), worker });
    expect(session.secs(session.fact("tool.call.completed"))).toBe(30);
  });

  test("a retry became due while the server was down → it fires at once", () => {
    const session = new TestSession({
      tools: [{ ...F, retry: { max_attempts: 2, backoff_base_secs: 30, backoff_max_secs: 60 } }],
    });
    session.message();
    session.run({
      model: [calls(["f", "{}", "c"])],
      worker: tools(() => ({ type: "tool.error", error: "busy", retryable: true })),
      until: 0,
    });
    session.now += 45_000;
    restart(session);
    expect(session.out("tool.execute").trigger.attempt).toBe(1);
  });

  test("edge 89: a call that waits for a later settle is not failed", () => {
    const session = new TestSession({ tools: [F, { name: "pick", handler: "client" }] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "deferred"], ["pick", "{}", "client"])],
      worker: tools(() => []),
      until: 0,
    });
    restart(session);
    for (const id of ["deferred", "client"]) {
      expect(session.state.tools.get(id)?.progress.status).toBe("pending");
      expect(session.settle(id, { type: "tool.result", result: "later" })).toBeNull();
    }
    expect(session.facts("tool.call.errored")).toEqual([]);
  });

  test("a model call was out → the same attempt is asked again, with its time anew", () => {
    const session = new TestSession();
    session.message();
    session.run({ model: () => NEVER, until: 170_000 });
    restart(session);
    const started = session.facts("attempt.started").map((fact) => [fact.attempt, session.secs(fact)]);
    expect(started).toEqual([
      [0, 0],
      [0, 170],
    ]);
    expect(due(session.state).work).toEqual([expect.objectContaining({ kind: "ask", attempt: 0 })]);
    const indexes: number[] = [];
    session.run({
      model: ({ index }) => {
        indexes.push(index);
        return { give: says("hi") };
      },
    });
    expect(indexes).toEqual([0]);
    expect(session.fact("turn.completed").data).toBe("hi");
  });

  test("a model call whose total limit passed meanwhile → terminal, no new attempt is claimed", () => {
    const session = new TestSession();
    session.message();
    session.run({ model: () => NEVER, until: 1_000 });
    session.now += 3_600_000;
    restart(session);
    expect(session.facts("attempt.started")).toHaveLength(1);
    expect(session.fact("llm.call.errored")).toMatchObject({ terminal: true, code: "deadline_exceeded" });
  });

  test("any other decision was out → delivered again, with the same proposal", () => {
    const session = new TestSession();
    session.message();
    session.run({ model: [says("hi")], worker: holding("llm.finished"), until: 0 });
    const before = session.out("llm.finished");
    restart(session);
    expect(session.fact("decision.errored")).toMatchObject({
      decision_id: before.decision_id,
      retryable: true,
    });
    expect(session.out("llm.finished")).toEqual({ ...before, attempts: 1 });
    session.run();
    expect(session.fact("turn.completed").data).toBe("hi");
  });

  test("a remote worker's decision, and the server was down for a day → delivered with its time anew", () => {
    const session = new TestSession({ remote: true });
    session.message();
    session.run({ model: [says("hi")], worker: holding("llm.finished"), until: 0 });
    session.now += 86_400_000;
    restart(session);
    expect(session.out("llm.finished").deadline).toBe("2026-01-02T00:05:00.000Z");
    session.run();
    expect(session.fact("turn.completed").outcome).toBe("done");
  });

  test("an execution that had timed out and was only listened to → dropped, not run again", () => {
    const session = new TestSession({ tools: [{ ...F, retry: { attempt_timeout_secs: 5 } }] });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")], worker: tools(() => NEVER), until: 10_000 });
    expect(session.fact("turn.completed").outcome).toBe("done");
    expect(due(session.state).work).toHaveLength(1);
    restart(session);
    expect(due(session.state)).toEqual({ work: [], wake_at: null });
    expect(session.facts("tool.call.errored")).toHaveLength(1);
  });

  test("executions that were queued → delivered as if nothing had happened", () => {
    const session = new TestSession({ tools: [F], workspace: { parallel: 1 } });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"], ["f", "{}", "b"])],
      worker: holding("tool.execute"),
      until: 0,
    });
    restart(session);
    expect(session.out("tool.execute").trigger).toMatchObject({ id: "b", attempt: 0 });
  });

  test("while interrupted → stays interrupted, nothing is asked or failed", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "c"])],
      worker: tools(() => ({ type: "interrupt", reason: "may I?" })),
    });
    session.now += 3_600_000;
    restart(session);
    expect(session.types().at(-1)).toBe("session.restarted");
    expect(session.state.interrupt?.reason).toBe("may I?");
  });

  test("while interrupted, with a model call asked for in the same answer → it is asked after the resume", () => {
    const session = new TestSession();
    session.message();
    session.answer(session.out("session.start").decision_id, {});
    const { decision_id, proposed } = session.out("client.messages");
    const ask = { type: "interrupt" as const, reason: "may I?" };
    session.answer(decision_id, { ...proposed, actions: [ask, ...(proposed.actions ?? [])] });
    restart(session);
    expect(session.types().at(-1)).toBe("session.restarted");
    expect(due(session.state)).toEqual({ work: [], wake_at: null });
    session.resume();
    session.run({ model: [says("hi")] });
    expect(session.fact("turn.completed").data).toBe("hi");
  });

  test("a cancelled session → refused", () => {
    const session = new TestSession();
    session.do({ type: "cancel", reason: "enough" });
    expect(restart(session)).toMatchObject({ reason: "cancelled" });
  });

  test("a retry became due and the total limit passed while the server was down → terminal, nothing is run", () => {
    const session = new TestSession({
      tools: [{ ...F, retry: { max_attempts: 2, backoff_base_secs: 30, backoff_max_secs: 60 } }],
    });
    session.message();
    session.run({
      model: [calls(["f", "{}", "c"])],
      worker: tools(() => ({ type: "tool.error", error: "busy", retryable: true })),
      until: 0,
    });
    session.now += 3_600_000;
    restart(session);
    expect(session.facts("tool.call.requested")).toHaveLength(1);
    expect(session.facts("tool.call.errored").at(-1)).toMatchObject({
      terminal: true,
      cause: "total timeout",
    });
    expect(session.out("tool.finished").trigger).toMatchObject({ ok: false, error: "deadline exceeded" });
  });

  test("stopped and restarted after every single step → the turn still ends, and no attempt is run twice", () => {
    const session = new TestSession({
      tools: [{ ...F, retry: { max_attempts: 3, backoff_base_secs: 2, backoff_max_secs: 60 } }],
    });
    session.message();
    const executed: number[] = [];
    const decided = (decisionId: string) => {
      const { trigger, proposed } = session.request(decisionId);
      if (trigger.type !== "tool.execute") return proposed;
      executed.push(trigger.attempt);
      return { actions: [result("ok")] };
    };
    const act = ([work]: Work[]): void => {
      if (!work) session.now = due(session.state).wake_at ?? session.now;
      else if (work.kind === "decide") session.answer(work.decision_id, decided(work.decision_id));
      else {
        const answer = session.state.asks === 0 ? calls(["f", "{}", "c"]) : says("ok");
        session.do({ type: "model", call_id: work.call_id, attempt: work.attempt, answer });
      }
    };
    for (let step = 0; session.facts("turn.completed").length === 0 && step < 100; step += 1) {
      restart(session);
      act(due(session.state).work);
    }
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "done", data: "ok" });
    expect(executed).toEqual([1]);
    session.verify();
  });
});
