import { describe, expect, test } from "vitest";
import { evolve } from "./evolve";
import { type ForkPoint, forkAt, messagesOf, momentOf } from "./fork";
import { initialState } from "./state";
import { answered, calls, later, result, type Script, says, TestSession, tools } from "./testing/session";

const G = { name: "g" };
const one = calls(["g", '{"n":1}', "c1"]);
const run = (script: Script, setup = {}) => {
  const session = new TestSession({ tools: [G], ...setup });
  session.message("first");
  return session.run(script);
};
const ORIGIN = () => run({ model: [one, says("done")], worker: tools(() => result("old")) });

/** The fork as a session of its own, an hour later, brought to its end. */
function forked(origin: TestSession, point: ForkPoint, script: Script): TestSession {
  const found = forkAt(origin.log, point);
  if ("error" in found) throw new Error(found.error);
  const fork = new TestSession({ tools: [G], ids: 1_000 });
  fork.log = origin.log.slice(0, found.keep);
  fork.state = fork.log.reduce(evolve, initialState());
  fork.now = origin.now + 3_600_000;
  const at = momentOf(origin.log, found);
  const from = { session_id: "ses_old", seq: found.keep, at, edit: found.edit };
  expect(fork.do({ type: "fork", origin: from, then: found.then })).toBeNull();
  return fork.run(script);
}
const kept = (fork: TestSession, origin: TestSession) =>
  fork.log.slice(0, fork.fact("session.forked").seq - 1).every((fact, at) => fact === origin.log[at]);

describe("a fork", () => {
  test("of a model answer: another answer is taken, what stood before is reused, the model is asked on", () => {
    const origin = ORIGIN();
    const response = {
      model: "test",
      tool_calls: [{ id: "c1", type: "function", function: { name: "g", arguments: '{"n":2}' } }],
      finish_reason: "tool_calls",
    };
    const call_id = origin.facts("llm.call.requested")[0]?.call_id ?? "";
    const fork = forked(
      origin,
      { at: "model", call_id, attempt: 0, response },
      {
        model: [says("unused"), says("else")],
        worker: tools(({ trigger }) => result(trigger.arguments)),
      },
    );
    expect(kept(fork, origin)).toBe(true);
    expect(fork.fact("session.forked").origin).toMatchObject({
      session_id: "ses_old",
      seq: fork.fact("session.forked").seq - 1,
      edit: "model answer",
    });
    expect(fork.fact("tool.call.completed").result).toBe('{"n":2}');
    expect(fork.fact("turn.completed")).toMatchObject({ outcome: "done", data: "else" });
    expect(fork.facts("turn.started")).toHaveLength(1);
  });

  test("of a model call without an edit: it is asked again", () => {
    const origin = ORIGIN();
    const call_id = origin.facts("llm.call.requested")[0]?.call_id ?? "";
    const fork = forked(origin, { at: "model", call_id, attempt: 0 }, { model: [says("at once")] });
    expect(fork.facts("llm.call.requested")).toHaveLength(1);
    expect(fork.fact("turn.completed")).toMatchObject({ data: "at once" });
  });

  test("of a call with another result: the tool is not run again, the model reads the new one", () => {
    const origin = ORIGIN();
    const fork = forked(
      origin,
      { at: "call", id: "c1", attempt: 0, outcome: { result: "new" } },
      {
        model: [says("unused"), says("read it")],
        worker: tools(() => {
          throw new Error("run again");
        }),
      },
    );
    expect(fork.toolMessages()).toEqual(["new"]);
    expect(fork.fact("session.forked").origin.edit).toBe("outcome");
    expect(fork.fact("turn.completed")).toMatchObject({ data: "read it" });
  });

  test("of a call with an error that may be retried: its policy gives it another attempt", () => {
    const tooled = {
      tools: [{ ...G, retry: { max_attempts: 2, backoff_base_secs: 1, backoff_max_secs: 1 } }],
    };
    const origin = run({ model: [one, says("done")] }, tooled);
    const outcome = { error: "busy", retryable: true };
    const fork = forked(
      origin,
      { at: "call", id: "c1", attempt: 0, outcome },
      {
        model: [says("unused"), says("after")],
        worker: tools(() => result("second try")),
      },
    );
    expect(fork.facts("tool.call.requested").map(({ attempt }) => attempt)).toEqual([0, 1]);
    expect(fork.toolMessages()).toEqual(["second try"]);
  });

  test("of a call without an edit: the tool runs again", () => {
    const origin = ORIGIN();
    const fork = forked(
      origin,
      { at: "call", id: "c1", attempt: 0 },
      {
        model: [says("unused"), says("ok")],
        worker: tools(() => result("ran again")),
      },
    );
    expect(fork.toolMessages()).toEqual(["ran again"]);
  });

  test("of a call that a person settled: their answer is given anew", () => {
    const origin = run({
      model: [one, says("done")],
      worker: (request) => (request.trigger.type === "tool.execute" ? {} : request.proposed),
      at: { 5000: (session) => session.settle("c1", { type: "tool.result", result: "by hand" }) },
    });
    expect(origin.toolMessages()).toEqual(["by hand"]);
    const fork = forked(
      origin,
      { at: "call", id: "c1", attempt: 0, outcome: { result: "other hand" } },
      {
        model: [says("unused"), says("ok")],
      },
    );
    expect(fork.toolMessages()).toEqual(["other hand"]);
  });

  test("of a decision with another answer", () => {
    const origin = ORIGIN();
    const decision_id =
      origin.facts("decision.queued").find(({ trigger }) => trigger.type === "tool.finished")?.decision_id ??
      "";
    const response = { actions: [{ type: "done" as const, data: "enough" }] };
    const fork = forked(origin, { at: "decision", decision_id, response }, {});
    expect(fork.fact("turn.completed")).toMatchObject({ outcome: "done", data: "enough" });
    expect(fork.facts("llm.call.requested")).toHaveLength(1);
  });

  test("siblings that were under way at that place run again", () => {
    const two = calls(["g", '{"n":1}', "a"], ["g", '{"n":2}', "b"]);
    const origin = run({
      model: [two, says("done")],
      worker: tools(({ trigger }) =>
        later(trigger.id === "b" ? 9_000 : 10, answered({ actions: [result("old")] })),
      ),
    });
    const fork = forked(
      origin,
      { at: "call", id: "a", attempt: 0, outcome: { result: "new" } },
      {
        model: [says("unused"), says("ok")],
        worker: tools(({ trigger }) => result(`again ${trigger.id}`)),
      },
    );
    expect(fork.toolMessages()).toEqual(["new", "again b"]);
    expect(fork.facts("llm.call.requested")).toHaveLength(2);
  });

  test("no time has passed: limits and waits go on from where they stood", () => {
    const retry = { attempt_timeout_secs: 10, total_timeout_secs: 20 };
    const two = calls(["g", "{}", "a"], ["g", "{}", "b"]);
    const worker = tools(({ trigger }) =>
      later(trigger.id === "b" ? 9_000 : 3_000, answered({ actions: [result("x")] })),
    );
    const origin = run({ model: [two, says("done")], worker }, { tools: [{ ...G, retry }] });
    const fork = forked(
      origin,
      { at: "call", id: "a", attempt: 0, outcome: { result: "y" } },
      {
        model: [says("unused"), says("ok")],
        worker: (request) => (request.trigger.type === "tool.execute" ? { give: null } : request.proposed),
      },
    );
    // b had run for 3 of its 10 seconds.
    const { at } = fork.fact("session.forked");
    expect(fork.fact("tool.call.errored")).toMatchObject({ cause: "attempt timeout", at: at + 7_000 });
  });

  test("at what was never there there is none", () => {
    const { log } = ORIGIN();
    expect(forkAt(log, { at: "model", call_id: "nobody", attempt: 0 })).toEqual({
      error: "the model call nobody had no attempt 1",
    });
    expect(forkAt(log, { at: "call", id: "c1", attempt: 4 })).toEqual({
      error: "the call c1 had no attempt 5",
    });
    expect(forkAt(log, { at: "decision", decision_id: "nobody" })).toEqual({
      error: "the decision nobody was never delivered",
    });
  });
});

describe("a whole session run again", () => {
  test("its messages are sent anew, one after each turn", () => {
    const origin = run({ model: [says("a")] });
    origin.message("second");
    origin.run({ model: [says("a"), says("b")] });
    expect(messagesOf(origin.log)).toEqual(["first", "second"]);

    const again = new TestSession({ tools: [G] });
    const from = { session_id: "ses_old", seq: 0, at: again.now, edit: "nothing" as const };
    again.do({ type: "fork", origin: from, then: null, replay: messagesOf(origin.log) });
    again.run({ model: [says("c"), says("d")] });
    expect(again.facts("turn.completed").map(({ data }) => data)).toEqual(["c", "d"]);
    expect(again.facts("turn.started").map(({ replayed }) => replayed)).toEqual([true, true]);
    expect(again.state.replay).toEqual([]);
  });

  test("a turn that fails ends it: what would come next was said to another outcome", () => {
    const again = new TestSession({ tools: [G] });
    const from = { session_id: "ses_old", seq: 0, at: again.now, edit: "nothing" as const };
    again.do({ type: "fork", origin: from, then: null, replay: ["one", "two"] });
    again.run({ model: [{ ok: false, error: "no", retryable: false }] });
    expect(again.facts("turn.started")).toHaveLength(1);
    expect(again.state.replay).toEqual(["two"]);
  });
});
