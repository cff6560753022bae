import { describe, expect, test } from "vitest";
import { evolve } from "@/lib/engine/state/evolve";
import { initialState } from "@/lib/engine/state/state";
import { statusOf } from "@/lib/engine/state/status";
import {
  answered,
  calls,
  later,
  NEVER,
  REMOTE_DELIVERY,
  result,
  type Script,
  says,
  TestSession,
  tools,
} from "@/lib/engine/testing/session";
import type { DecisionRequest } from "@/lib/protocol/decision";
import type { Workspace } from "@/lib/protocol/workspace";
import { type ForkPoint, forkPlace } from "./fork-log";
import { forkLog } from "./fork-session";

const G = { name: "g" };
const one = calls(["g", '{"n":1}', "c1"]);
const run = (script: Script, setup = {}) => {
  const session = new TestSession({ tools: [G], ...setup });
  session.message("first");
  return session.run(script);
};
const ORIGIN = () => run({ model: [one, says("done")], worker: tools(() => result("old")) });

/** The fork as a session of its own, an hour later, brought to its end. */
function forked(
  origin: TestSession,
  point: ForkPoint,
  script: Script & { workspace?: Workspace },
): TestSession {
  const { workspace } = script;
  const found = forkLog({ session_id: "ses_old", facts: origin.log }, point, workspace);
  if ("error" in found) throw new Error(found.error);
  const fork = new TestSession({ tools: [G], ids: 1_000 });
  fork.log = [...found.kept];
  fork.state = fork.log.reduce(evolve, initialState());
  fork.now = origin.now + 3_600_000;
  expect(fork.do(found.command)).toBeNull();
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

  const exec = (origin: TestSession, id: string) =>
    origin
      .facts("decision.queued")
      .find(({ trigger }) => trigger.type === "tool.execute" && trigger.id === id)?.decision_id ?? "";
  const isStart = ({ trigger }: DecisionRequest) => trigger.type === "session.start";
  const two = calls(["g", "{}", "a"], ["g", "{}", "b"]);

  test("what ran out of time gets all of it again: it goes back to the moment it began", () => {
    const retry = { attempt_timeout_secs: 10 };
    const origin = run(
      { model: [one, says("done")], worker: tools(() => NEVER) },
      { tools: [{ ...G, retry }] },
    );
    expect(origin.fact("tool.call.errored")).toMatchObject({ cause: "attempt timeout" });
    const worker = tools(() => later(9_000, answered({ actions: [result("in time")] })));
    const script = { model: [says("unused"), says("ok")], worker };
    expect(forked(origin, { at: "call", id: "c1", attempt: 0 }, script).toolMessages()).toEqual(["in time"]);
    const same = { at: "decision", decision_id: exec(origin, "c1") } as const;
    expect(forked(origin, same, script).toolMessages()).toEqual(["in time"]);
  });

  test("what had no time left when it was forked goes back to before that fork", () => {
    const retry = { attempt_timeout_secs: 10 };
    const setup = { tools: [{ ...G, retry }] };
    const origin = run({ model: [two, says("x")], worker: tools(() => NEVER), until: 10_000 }, setup);
    const told = { at: "call", id: "a", attempt: 0, outcome: { result: "told" } } as const;
    // Both ran out of time at once, so b does again as soon as a is told.
    const first = forked(origin, told, { model: [says("unused"), says("x")], until: 0 });
    expect(first.fact("tool.call.errored")).toMatchObject({ tool_call_id: "b", cause: "attempt timeout" });
    const script = {
      model: [says("unused"), says("ok")],
      worker: tools(({ trigger }) => result(trigger.id)),
    };
    const second = forked(first, { at: "call", id: "b", attempt: 0 }, script);
    expect(second.toolMessages()).toEqual(["a", "b"]);
  });

  test("of a model call that ran out of time: it has all its time again", () => {
    const origin = run({ model: () => NEVER }, { agent: { retry: { llm: { max_attempts: 1 } } } });
    const { call_id } = origin.fact("llm.call.errored");
    const script = { model: [later(100_000, says("in time"))] };
    const fork = forked(origin, { at: "model", call_id, attempt: 0 }, script);
    expect(fork.fact("turn.completed")).toMatchObject({ data: "in time" });
  });

  test("of a delivery that nobody answered in time: it has all its time again", () => {
    const delivery = { max_attempts: 1, total_timeout_secs: 8, backoff_base_secs: 0, backoff_max_secs: 0 };
    const worker = () => later(7_000, answered({}));
    const origin = run({ worker: () => NEVER }, { delivery });
    const { decision_id } = origin.facts("decision.errored")[0] ?? { decision_id: "" };
    const fork = forked(origin, { at: "decision", decision_id }, { worker, until: 7_500 });
    expect(fork.facts("decision.errored")).toEqual([]);
    expect(fork.facts("decision.completed")[0]?.decision_id).toBe(decision_id);
  });

  test("an answer stands as a whole or not at all: going back to one of its actions goes back to before it", () => {
    const worker = tools(({ trigger }) =>
      trigger.id === "a"
        ? [result("old"), { type: "tool.result", id: "b", result: "along" }, { type: "llm.call" }]
        : NEVER,
    );
    const origin = run({ model: [two, says("x"), says("y")], worker, until: 1 });
    const script = { model: [says("unused"), says("ok"), says("ok")], worker };
    const fork = forked(origin, { at: "call", id: "b", attempt: 0, outcome: { result: "other" } }, script);
    // The answer to a is given again as a whole: its model call is not lost, and comes too late for b.
    expect(fork.facts("tool.call.completed").map((fact) => [fact.tool_call_id, fact.result])).toEqual([
      ["b", "other"],
      ["a", "old"],
    ]);
    expect(fork.fact("settle.refused")).toMatchObject({ tool_call_id: "b" });
    expect(fork.facts("llm.call.requested").length).toBe(origin.facts("llm.call.requested").length);
  });

  test("of an outcome behind other parts of its answer: nothing of that answer is recorded twice", () => {
    const said = { role: "user" as const, content: "aside" };
    const worker: Script["worker"] = (request) =>
      request.trigger.type === "tool.execute"
        ? { messages: [...request.messages, said], state: { n: 1 }, actions: [result("old")] }
        : request.proposed;
    const origin = run({ model: [one, says("done")], worker });
    const point = { at: "call", id: "c1", attempt: 0, outcome: { result: "new" } } as const;
    const fork = forked(origin, point, { model: [says("unused"), says("ok")] });
    expect(fork.toolMessages()).toEqual(["new"]);
    expect(fork.facts("worker.state.updated")).toEqual([]);
  });

  test.each([
    ["the server stopped", (session: TestSession) => session.do({ type: "restart" })],
    ["the session was cancelled", (session: TestSession) => session.do({ type: "cancel", reason: "enough" })],
    [
      "its turn failed",
      (session: TestSession) =>
        session.do({
          type: "answer",
          decision_id: session.out("tool.execute").decision_id,
          answer: { kind: "failed", error: "502", retryable: false },
        }),
    ],
  ])("of a call that was broken off, since %s: it runs again, or ends as told", (_why, breakOff) => {
    const origin = run({ model: [one, says("x")], worker: tools(() => NEVER), until: 1 });
    breakOff(origin);
    const point = { at: "call", id: "c1", attempt: 0 } as const;
    const script = { model: [says("unused"), says("ok")], worker: tools(() => result("again")) };
    expect(forked(origin, point, script).toolMessages()).toEqual(["again"]);
    const told = forked(origin, { ...point, outcome: { result: "as told" } }, script);
    expect(told.toolMessages()).toEqual(["as told"]);
    expect(told.fact("turn.completed")).toMatchObject({ outcome: "done", data: "ok" });
  });

  test("of what an interrupt ended: the session goes on without the interrupt", () => {
    const worker = tools(({ trigger }) =>
      trigger.id === "a" ? { type: "interrupt", reason: "may I?" } : NEVER,
    );
    const origin = run({ model: [two, says("x")], worker, until: 1 });
    expect(origin.state.interrupt).not.toBeNull();
    const script = {
      model: [says("unused"), says("ok")],
      worker: tools(({ trigger }) => result(trigger.id)),
    };
    const fork = forked(origin, { at: "decision", decision_id: exec(origin, "b") }, script);
    expect(fork.facts("session.interrupted")).toEqual([]);
    expect(fork.fact("turn.completed")).toMatchObject({ data: "ok" });
  });

  test("of a call whose branch was left just after a restart: back to where its branch was not left yet", () => {
    const origin = run({ model: [two], worker: (request) => (isStart(request) ? {} : NEVER), until: 1 });
    origin.do({ type: "restart" });
    origin.run({ model: [two], worker: tools(() => NEVER), until: 1 });
    const [a, b] = origin.live();
    const aside = { messages: [{ role: "user" as const, content: "aside" }] };
    origin.now = origin.log.at(-1)?.at ?? 0;
    origin.answer(a?.decision_id ?? "", aside);
    expect(origin.facts("call.voided").map(({ id }) => id)).toEqual(["a", "b"]);
    const script = {
      model: [says("unused"), says("ok")],
      worker: tools(({ trigger }) => result(trigger.id)),
    };
    const fork = forked(origin, { at: "decision", decision_id: b?.decision_id ?? "" }, script);
    expect(fork.facts("call.voided")).toEqual([]);
    expect(fork.toolMessages()).toEqual(["a", "b"]);
  });

  test("of a model call that was voided: it is asked again, or answered as told", () => {
    const origin = run({ model: () => NEVER, until: 1 });
    origin.do({ type: "cancel", reason: "enough" });
    const { id: call_id } = origin.fact("call.voided");
    const point = { at: "model", call_id, attempt: 0 } as const;
    expect(forked(origin, point, { model: [says("ok")] }).fact("turn.completed").data).toBe("ok");
    const told = forked(origin, { ...point, response: { model: "test", content: "told" } }, {});
    expect(told.fact("turn.completed").data).toBe("told");
  });

  test("of a call that was settled while it was held: it is held again", () => {
    const breakpoints = [{ on: "tool" as const, name: "g" }];
    const origin = run({ model: [one, says("x")] }, { workspace: { breakpoints } });
    origin.settle("c1", { type: "tool.result", result: "by hand" });
    const fork = forked(
      origin,
      { at: "call", id: "c1", attempt: 0 },
      { model: [says("unused"), says("ok")] },
    );
    expect(fork.facts("decision.dropped")).toEqual([]);
    expect(statusOf(fork.state)).toBe("waiting");
    expect(fork.state.heldTools).toEqual(["c1"]);
  });

  test("with another workspace: all that it says of how a session runs applies", () => {
    const origin = ORIGIN();
    const call_id = origin.facts("llm.call.requested")[0]?.call_id ?? "";
    const workspace: Workspace = {
      callscope: 1,
      name: "today",
      agent: { model: "test", tools: [{ ...G, runner: { kind: "person" } }] },
      model: { kind: "scripted" },
      worker: { kind: "http", url: "https://worker.example/" },
      parallel: 1,
      limits: { modelCallsPerTurn: 3 },
      breakpoints: [{ on: "tool", name: "g" }],
    };
    const applies = {
      settings: { parallel: 1, model_calls_per_turn: 3, delivery: REMOTE_DELIVERY, workspace },
      breakpoints: workspace.breakpoints,
    };
    expect(
      forked(origin, { at: "model", call_id, attempt: 0 }, { model: [one], workspace }).state,
    ).toMatchObject(applies);
    expect(forked(origin, { at: "start" }, { model: [one], workspace }).state).toMatchObject(applies);
  });

  test("at what was never there there is none", () => {
    const { log } = ORIGIN();
    expect(forkPlace(log, { at: "model", call_id: "nobody", attempt: 0 })).toEqual({
      error: "the model call nobody had no attempt 1",
    });
    expect(forkPlace(log, { at: "call", id: "c1", attempt: 4 })).toEqual({
      error: "the call c1 had no attempt 5",
    });
    expect(forkPlace(log, { at: "decision", decision_id: "nobody" })).toEqual({
      error: "the decision nobody was never delivered",
    });
  });
});

test("a message of an id that another decision is still to record gets an id of its own", () => {
  const origin = ORIGIN();
  const [start, said] = origin.facts("decision.queued");
  const id = said?.trigger.type === "client.messages" ? said.trigger.messages[0]?.id : undefined;
  const response = { messages: [{ id, role: "user" as const, content: "before it all" }] };
  const point = { at: "decision", decision_id: start?.decision_id ?? "", response } as const;
  const fork = forked(origin, point, { model: [says("ok")] });
  const recorded = fork.facts("message.new").map(({ message }) => message);
  expect(recorded.map(({ content }) => content)).toEqual(["before it all", "first", "ok"]);
  expect(new Set(recorded.map((message) => message.id)).size).toBe(3);
});

describe("a whole session run again", () => {
  test("its messages are sent anew, one after each turn", () => {
    const origin = run({ model: [says("a")] });
    origin.message("second");
    origin.run({ model: [says("a"), says("b")] });

    const again = forked(origin, { at: "start" }, { model: [says("c"), says("d")] });
    expect(again.fact("session.forked")).toMatchObject({ replay: ["first", "second"], origin: { seq: 0 } });
    expect(again.facts("turn.completed").map(({ data }) => data)).toEqual(["c", "d"]);
    expect(again.facts("turn.started").map(({ replayed }) => replayed)).toEqual([true, true]);
    expect(again.state.replay).toEqual([]);
  });

  test("a late answer that is still listened for keeps no message back", () => {
    const retry = { attempt_timeout_secs: 1 };
    const setup = { tools: [{ ...G, retry }], ids: 1_000 };
    const again = new TestSession(setup);
    const from = { session_id: "ses_old", seq: 0, at: again.now, edit: "nothing" as const };
    again.do({ type: "fork", origin: from, then: null, replay: ["one", "two"] });
    again.run({ model: [one, says("a"), says("b")], worker: tools(() => NEVER) });
    expect(again.facts("turn.started").map((fact) => again.secs(fact))).toEqual([0, 1]);
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
