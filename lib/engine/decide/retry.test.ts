import { describe, expect, test } from "vitest";
import type { FactOf } from "@/lib/engine/log/facts";
import {
  calls,
  holding,
  later,
  NEVER,
  result,
  says,
  TestSession,
  tools,
  type WorkerFn,
} from "@/lib/engine/testing/session";
import type { Action } from "@/lib/protocol/actions";
import type { RetryOverride } from "@/lib/protocol/policy";

const fails = (error = "busy", retryable = true): Action => ({ type: "tool.error", error, retryable });

/** Given a tool with that policy, when the model calls it once: the whole session, on simulated time. */
function run(retry: RetryOverride | undefined, worker: WorkerFn, tool: object = {}) {
  const session = new TestSession({ tools: [{ name: "f", retry, ...tool }] });
  session.message();
  return session.run({ model: [calls(["f", '{"a": 1}', "c"]), says("ok")], worker });
}

/** [seconds, attempt] of each. */
const startsOf = (session: TestSession) =>
  timesOf(session, "attempt.started")
    .filter(([kind]) => kind === "tool_call")
    .map(([, ...rest]) => rest);
const timesOf = (session: TestSession, type: "attempt.started" | "attempt.failed") =>
  session.facts(type).map((fact) => [fact.kind, session.secs(fact), fact.attempt]);
const errorsOf = (session: TestSession) =>
  session.facts("tool.call.errored").map(({ attempt, terminal, error }) => [attempt, terminal, error]);
const waitsOf = (session: TestSession) =>
  session
    .facts("attempt.failed")
    .flatMap((fact) => (fact.due_at === undefined ? [] : [(fact.due_at - fact.at) / 1000]));
const finished = (session: TestSession) =>
  session.facts("decision.queued").filter(({ trigger }) => trigger.type === "tool.finished");

describe("how many attempts", () => {
  test("edge 76: no policy given, a retryable error → terminal after attempt 0", () => {
    const session = run(
      undefined,
      tools(() => fails()),
    );
    expect(errorsOf(session)).toEqual([[0, true, "busy"]]);
    expect(session.facts("tool.call.requested")).toHaveLength(1);
    expect(session.toolMessages()).toEqual(["busy"]);
  });

  test("edge 77: max 3, three retryable errors → attempts 0, 1, 2; requested and errored three times, finished once", () => {
    const session = run(
      { max_attempts: 3 },
      tools(() => fails()),
    );
    expect(session.facts("tool.call.requested").map(({ attempt }) => attempt)).toEqual([0, 1, 2]);
    expect(errorsOf(session)).toEqual([
      [0, false, "busy"],
      [1, false, "busy"],
      [2, true, "busy"],
    ]);
    expect(finished(session)).toHaveLength(1);
    expect(session.toolMessages()).toEqual(["busy"]);
  });

  test("edge 78: not retryable at attempt 0, max 9 → terminal", () => {
    expect(
      errorsOf(
        run(
          { max_attempts: 9 },
          tools(() => fails("no", false)),
        ),
      ),
    ).toEqual([[0, true, "no"]]);
  });

  test("retryable left out → not retryable (the default)", () => {
    const session = run(
      { max_attempts: 9 },
      tools(() => ({ type: "tool.error", error: "no" })),
    );
    expect(session.fact("tool.call.errored")).toMatchObject({ retryable: false, terminal: true });
  });

  test.each([0, 1])("edge 79: max %i → one attempt", (max_attempts) => {
    expect(
      errorsOf(
        run(
          { max_attempts },
          tools(() => fails()),
        ),
      ),
    ).toEqual([[0, true, "busy"]]);
  });

  test("edge 84: the next attempt has the same id, name and arguments; only attempt and deadline differ", () => {
    const triggers: object[] = [];
    run(
      { max_attempts: 2, attempt_timeout_secs: 30, backoff_base_secs: 2, backoff_max_secs: 60 },
      tools(({ trigger }) => {
        triggers.push(trigger);
        return fails();
      }),
    );
    const [first, second] = triggers;
    expect(first).toMatchObject({
      attempt: 0,
      id: "c",
      name: "f",
      arguments: '{"a": 1}',
      deadline: "2026-01-01T00:00:30.000Z",
    });
    expect(second).toEqual({ ...first, attempt: 1, deadline: "2026-01-01T00:00:32.000Z" });
  });

  test("edge 85: the code rate_limited without retryable → terminal, code and detail are recorded", () => {
    const session = run(
      { max_attempts: 3 },
      tools(() => ({ type: "tool.error", error: "slow down", code: "rate_limited", detail: { after: 3 } })),
    );
    expect(session.fact("tool.call.errored")).toMatchObject({
      terminal: true,
      code: "rate_limited",
      detail: { after: 3 },
    });
    expect(session.toolMessages()).toEqual(["slow down"]);
  });

  test("edge 90: success on attempt 1 → the model sees the success only", () => {
    const session = run(
      { max_retries: 3 },
      tools(({ trigger }) => (trigger.attempt === 0 ? fails("hidden") : result("fine"))),
    );
    expect(session.fact("tool.call.completed")).toMatchObject({ attempt: 1, result: "fine" });
    expect(session.toolMessages()).toEqual(["fine"]);
    expect(finished(session)).toHaveLength(1);
  });
});

describe("waits (D22, worked examples)", () => {
  test.each<[string, RetryOverride, number[]]>([
    ["8, 2, 60", { max_attempts: 8, backoff_base_secs: 2, backoff_max_secs: 60 }, [2, 4, 8, 16, 32, 60, 60]],
    ["3, 0, 0", { max_attempts: 3, backoff_base_secs: 0, backoff_max_secs: 0 }, [0, 0]],
    ["3, 1, 10", { max_attempts: 3, backoff_base_secs: 1, backoff_max_secs: 10 }, [1, 1]],
    ["4, 10, 60", { max_attempts: 4, backoff_base_secs: 10, backoff_max_secs: 60 }, [10, 60, 60]],
    ["4, 3, 5", { max_attempts: 4, backoff_base_secs: 3, backoff_max_secs: 5 }, [3, 5, 5]],
    ["3, 2, 0", { max_attempts: 3, backoff_base_secs: 2, backoff_max_secs: 0 }, [0, 0]],
  ])("edge 80: max, base, cap = %s → as computed", (_, retry, waits) => {
    const session = run(
      { total_timeout_secs: null, ...retry },
      tools(() => fails()),
    );
    expect(waitsOf(session)).toEqual(waits);
  });

  test("30, 3, 2, 60: fails after 5, 2, 0 s → attempts start at 0, 7, 13, and the deadlines run from each start", () => {
    const took = [5_000, 2_000, 0];
    const session = run(
      { timeout_secs: 30, max_retries: 3, backoff_base_secs: 2, backoff_max_secs: 60 },
      tools(({ trigger }) =>
        later(took[trigger.attempt] ?? 0, { kind: "answered", response: { actions: [fails()] } }),
      ),
    );
    expect(startsOf(session)).toEqual([
      [0, 0],
      [7, 1],
      [13, 2],
    ]);
    const deadlines = session
      .facts("attempt.started")
      .filter(({ kind }) => kind === "tool_call")
      .map(({ deadline_at = 0, at }) => (deadline_at - at) / 1000);
    expect(deadlines).toEqual([30, 30, 30]);
    expect(errorsOf(session).at(-1)).toEqual([2, true, "busy"]);
  });

  test("30, 3, 2, 60: hangs each time → 0–30, 32–62, 66–96, terminal at 96 with deadline exceeded", () => {
    const session = run(
      { timeout_secs: 30, max_retries: 3, backoff_base_secs: 2, backoff_max_secs: 60 },
      tools(() => NEVER),
    );
    expect(startsOf(session)).toEqual([
      [0, 0],
      [32, 1],
      [66, 2],
    ]);
    expect(session.facts("tool.call.errored").map((fact) => [session.secs(fact), fact.terminal])).toEqual([
      [30, false],
      [62, false],
      [96, true],
    ]);
    expect(session.toolMessages()).toEqual(["deadline exceeded"]);
  });
});

describe("time limits", () => {
  test("edge 81: an attempt's timeout with attempts left → errored as retryable, the next one scheduled", () => {
    const session = run(
      { max_attempts: 2, attempt_timeout_secs: 10, backoff_base_secs: 2, backoff_max_secs: 60 },
      tools(({ trigger }) => (trigger.attempt === 0 ? NEVER : result("fine"))),
    );
    const errored = session.fact("tool.call.errored");
    expect(errored).toMatchObject({
      attempt: 0,
      error: "deadline exceeded",
      retryable: true,
      terminal: false,
      cause: "attempt timeout",
      code: "deadline_exceeded",
    });
    expect(session.secs(errored)).toBe(10);
    expect(startsOf(session)).toEqual([
      [0, 0],
      [12, 1],
    ]);
    expect(session.toolMessages()).toEqual(["fine"]);
  });

  test("edge 82: the timeout of the last attempt → tool.finished with deadline exceeded", () => {
    const session = run(
      { attempt_timeout_secs: 10 },
      tools(() => NEVER),
    );
    const [queued] = finished(session);
    expect(session.request(queued?.decision_id ?? "").trigger).toEqual({
      type: "tool.finished",
      id: "c",
      ok: false,
      name: "f",
      error: "deadline exceeded",
    });
  });

  test("D21: a worker's tool has 120 s, and its trigger says until when", () => {
    const session = new TestSession({ tools: [{ name: "f" }] });
    session.message();
    session.run({ model: [calls(["f", "{}"])], worker: holding("tool.execute"), until: 0 });
    expect(session.out("tool.execute").trigger.deadline).toBe("2026-01-01T00:02:00.000Z");
  });

  test("edge 83: no attempt timeout → no deadline in the trigger", () => {
    const session = new TestSession({ tools: [{ name: "f", retry: { attempt_timeout_secs: null } }] });
    session.message();
    session.run({ model: [calls(["f", "{}"])], worker: holding("tool.execute"), until: 0 });
    expect(session.out("tool.execute").trigger).not.toHaveProperty("deadline");
  });

  test("D21: a client's call has no limit: it is open after a year", () => {
    const session = new TestSession({ tools: [{ name: "f", handler: "client" }] });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"])], until: 365 * 24 * 3_600_000 });
    session.do({ type: "tick" });
    expect(session.state.tools.get("c")?.progress.status).toBe("pending");
  });

  test("a client's call with a limit → its clock runs from the request", () => {
    const session = new TestSession({
      tools: [{ name: "f", handler: "client", retry: { attempt_timeout_secs: 10 } }],
    });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")] });
    expect(startsOf(session)).toEqual([[0, 0]]);
    expect(session.secs(session.fact("tool.call.errored"))).toBe(10);
    expect(session.toolMessages()).toEqual(["deadline exceeded"]);
  });

  test("edge 86: a result at the deadline, before the clock has come by → accepted", () => {
    const session = new TestSession({ tools: [{ name: "f", retry: { attempt_timeout_secs: 10 } }] });
    session.message();
    session.run({ model: [calls(["f", "{}"])], worker: holding("tool.execute"), until: 0 });
    const { decision_id } = session.out("tool.execute");
    session.now += 10_000;
    session.answer(decision_id, { actions: [result("just in time")] });
    expect(session.fact("tool.call.completed").result).toBe("just in time");
  });

  test("at its deadline to the millisecond an attempt is over; one earlier it is not", () => {
    const session = new TestSession({ tools: [{ name: "f", retry: { attempt_timeout_secs: 10 } }] });
    session.message();
    session.run({ model: [calls(["f", "{}"])], worker: holding("tool.execute"), until: 9_999 });
    session.do({ type: "tick" });
    expect(session.facts("tool.call.errored")).toEqual([]);
    session.now += 1;
    session.do({ type: "tick" });
    expect(session.facts("tool.call.errored")).toHaveLength(1);
  });

  test("the total limit runs from the first start over attempts and waits, is not restarted, and is terminal", () => {
    const session = run(
      {
        max_attempts: 9,
        attempt_timeout_secs: 10,
        total_timeout_secs: 25,
        backoff_base_secs: 2,
        backoff_max_secs: 60,
      },
      tools(() => NEVER),
    );
    expect(startsOf(session)).toEqual([
      [0, 0],
      [12, 1],
    ]);
    const last = session.facts("tool.call.errored").at(-1);
    expect(last).toMatchObject({
      error: "deadline exceeded",
      retryable: false,
      terminal: true,
      cause: "total timeout",
    });
    expect(last && session.secs(last)).toBe(25);
    expect(session.toolMessages()).toEqual(["deadline exceeded"]);
  });

  test("the total limit lapses while the next attempt waits → terminal then, and that attempt never starts", () => {
    const session = run(
      { max_attempts: 3, total_timeout_secs: 20, backoff_base_secs: 60, backoff_max_secs: 60 },
      tools(() => fails()),
    );
    const errored = session.facts("tool.call.errored");
    expect(errored.map((fact) => [session.secs(fact), fact.terminal, fact.cause])).toEqual([
      [0, false, "worker"],
      [20, true, "total timeout"],
    ]);
    expect(startsOf(session)).toEqual([[0, 0]]);
    expect(session.facts("tool.call.requested")).toHaveLength(1);
  });

  test("the clock of an attempt starts when it is delivered, not when it is requested", () => {
    const session = new TestSession({
      tools: [{ name: "f", retry: { attempt_timeout_secs: 10 } }],
      workspace: { parallel: 1 },
    });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"], ["f", "{}", "b"]), says("ok")],
      worker: tools(() => later(8_000, { kind: "answered", response: { actions: [result("ok")] } })),
    });
    expect(startsOf(session)).toEqual([
      [0, 0],
      [8, 0],
    ]);
    expect(session.facts("tool.call.completed")).toHaveLength(2);
  });

  test("fractions of seconds count", () => {
    const session = run(
      { max_attempts: 2, attempt_timeout_secs: 0.25, backoff_base_secs: 0.5, backoff_max_secs: 1 },
      tools(() => NEVER),
    );
    expect(startsOf(session)).toEqual([
      [0, 0],
      [0.75, 1],
    ]);
  });
});

describe("what a call's record says (D20)", () => {
  test("the resolved policy with its layers stands on attempt 0 only", () => {
    const session = run(
      { max_attempts: 2, backoff_base_secs: 3, backoff_max_secs: 9 },
      tools(() => fails()),
    );
    const [first, second] = session.facts("tool.call.requested");
    expect(first?.policy).toEqual({
      policy: {
        attempt_timeout_secs: 120,
        total_timeout_secs: 600,
        max_attempts: 2,
        backoff_base_secs: 3,
        backoff_max_secs: 9,
      },
      layers: {
        attempt_timeout_secs: "engine default",
        total_timeout_secs: "engine default",
        max_attempts: "tool",
        backoff_base_secs: "tool",
        backoff_max_secs: "tool",
      },
    });
    expect(second).not.toHaveProperty("policy");
  });

  test("the worker adds a retry to the proposed tool.call → it applies, as the action's", () => {
    const session = new TestSession({ tools: [{ name: "f" }] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "c"]), says("ok")],
      worker: ({ trigger, proposed }) => {
        if (trigger.type === "tool.execute")
          return { actions: [trigger.attempt < 2 ? fails() : result("third")] };
        const actions = proposed.actions?.map((action) =>
          action.type === "tool.call" ? { ...action, retry: { max_attempts: 3 } } : action,
        );
        return { ...proposed, actions };
      },
    });
    const [first] = session.facts("tool.call.requested");
    expect(first?.policy).toMatchObject({ policy: { max_attempts: 3 }, layers: { max_attempts: "action" } });
    expect(session.toolMessages()).toEqual(["third"]);
  });
});

describe("model calls", () => {
  const failing = (error: string, retryable = true) => ({ ok: false as const, error, retryable });
  const modelErrors = (session: TestSession): FactOf<"llm.call.errored">[] =>
    session.facts("llm.call.errored");

  test("D21: five attempts with waits of 2, 4, 8, 16 s, then the turn pauses for a person", () => {
    const session = new TestSession();
    session.message();
    session.run({ model: () => ({ give: failing("overloaded") }) });
    expect(waitsOf(session)).toEqual([2, 4, 8, 16]);
    expect(session.facts("llm.call.requested").map(({ attempt }) => attempt)).toEqual([0, 1, 2, 3, 4]);
    expect(modelErrors(session).map(({ attempt, terminal }) => [attempt, terminal])).toEqual([
      [0, false],
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ]);
    expect(session.fact("session.interrupted")).toMatchObject({
      reason: "llm call failed: overloaded",
      by: "worker",
      payload: { type: "llm.failed", error: "overloaded", truncated: false },
    });
  });

  test("success on a later attempt → the turn goes on, each failure is recorded", () => {
    const session = new TestSession();
    session.message();
    session.run({ model: [failing("429"), failing("503"), says("at last")] });
    expect(modelErrors(session)).toHaveLength(2);
    expect(session.fact("llm.call.completed").attempt).toBe(2);
    expect(session.fact("turn.completed").data).toBe("at last");
  });

  test("what only the provider says is kept beside its answer", () => {
    const session = new TestSession();
    session.message();
    const provider = { request_id: "req_1", stop_reason: "end_turn" };
    session.run({ model: [{ ok: true, response: { model: "m", content: "hi" }, provider }] });
    expect(session.fact("llm.call.completed").provider).toEqual(provider);
  });

  test("not retryable → no second attempt", () => {
    const session = new TestSession();
    session.message();
    session.run({ model: [failing("bad key", false)] });
    expect(modelErrors(session)).toHaveLength(1);
    expect(session.state.interrupt?.reason).toBe("llm call failed: bad key");
  });

  test("an attempt of 180 s without an answer is over, and the next follows after its wait", () => {
    const session = new TestSession();
    session.message();
    session.run({ model: ({ attempt }) => (attempt === 0 ? NEVER : { give: says("hi") }) });
    const [errored] = modelErrors(session);
    expect(errored).toMatchObject({ error: "deadline exceeded", retryable: true, code: "deadline_exceeded" });
    expect(timesOf(session, "attempt.started")).toEqual([
      ["llm_call", 0, 0],
      ["llm_call", 182, 1],
    ]);
    expect(session.fact("turn.completed").outcome).toBe("done");
  });

  test("an answer to an attempt that is over → refused as stale, nothing is recorded", () => {
    const session = new TestSession();
    session.message();
    session.run({ model: () => NEVER, until: 180_000 });
    const call_id = session.facts("llm.call.requested")[0]?.call_id ?? "";
    session.do({ type: "tick" });
    const { seq } = session.state;
    expect(session.do({ type: "model", call_id, attempt: 0, answer: says("late") })).toMatchObject({
      reason: "stale",
    });
    expect(session.state.seq).toBe(seq);
  });

  test("the total limit lapses between two attempts → no ask has ended by it", () => {
    const session = new TestSession({
      agent: { retry: { llm: { total_timeout_secs: 5, backoff_base_secs: 60, backoff_max_secs: 60 } } },
    });
    session.message();
    const indexes: number[] = [];
    const model = ({ index }: { index: number }) => {
      indexes.push(index);
      return { give: index === 0 ? failing("busy") : says("hi") };
    };
    session.run({ model });
    expect(session.state.interrupt?.reason).toBe("llm call failed: deadline exceeded");
    expect(modelErrors(session).at(-1)).toMatchObject({ retryable: false, terminal: true });
    session.resume();
    session.run({ model });
    expect(indexes).toEqual([0, 1]);
  });

  test("the agent's llm policy applies to the call, with its layer on record", () => {
    const session = new TestSession({ agent: { retry: { llm: { max_attempts: 2 } } } });
    session.message();
    session.run({ model: () => ({ give: failing("busy") }) });
    expect(session.facts("llm.call.requested")[0]?.policy).toMatchObject({
      policy: { max_attempts: 2 },
      layers: { max_attempts: "agent llm", backoff_base_secs: "engine default" },
    });
    expect(modelErrors(session)).toHaveLength(2);
  });
});
