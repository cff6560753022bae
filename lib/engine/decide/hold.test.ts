import { describe, expect, test } from "vitest";
import { toolsOf } from "@/lib/engine/state/lineage";
import { statusOf, waitsOf } from "@/lib/engine/state/status";
import {
  answered,
  calls,
  later,
  NEVER,
  result,
  says,
  TestSession,
  tools,
} from "@/lib/engine/testing/session";
import type { DecisionResponse } from "@/lib/protocol/actions";
import type { Breakpoint } from "@/lib/protocol/breakpoint";
import type { DecisionRequest } from "@/lib/protocol/decision";
import type { Workspace } from "@/lib/protocol/workspace";
import { due } from "./due";

const F = { name: "f", input: { type: "object", required: ["a"] } };
const G = { name: "g" };
const one = calls(["g", "{}", "c1"]);

function sessionWith(breakpoints: Breakpoint[], workspace: Partial<Workspace> = {}): TestSession {
  const session = new TestSession({ tools: [F, G], workspace: { breakpoints, ...workspace } });
  session.message();
  return session;
}

/** What is held now: the trigger, and whether the worker has answered. */
const held = (session: TestSession) =>
  session.state.openDecisions.flatMap((id) => {
    const decision = session.state.decisions.get(id);
    if (decision?.status !== "held") return [];
    const { trigger } = decision;
    return [{ id, what: `${decision.held?.answer ? "after" : "before"} ${trigger.type}` }];
  });
const heldWhat = (session: TestSession) => held(session).map(({ what }) => what);
const release = (
  session: TestSession,
  how: "continue" | "proposal" | { response: object } = "continue",
  step = false,
) =>
  session.do({
    type: "release",
    decision_id: held(session)[0]?.id ?? "",
    how: typeof how === "string" ? { kind: how } : { kind: "edited", ...how },
    step,
  });

describe("what a session holds", () => {
  test("a tool's calls: before they are run, and again with the worker's answer, which is not applied yet", () => {
    const session = sessionWith([{ on: "tool", name: "g" }]);
    session.run({ model: [one, says("ok")] });
    expect(heldWhat(session)).toEqual(["before tool.execute"]);
    expect(session.fact("decision.held")).toMatchObject({
      why: { breakpoint: { on: "tool", name: "g" } },
      proposed: {},
    });
    expect(due(session.state)).toEqual({ work: [], wake_at: null });

    release(session);
    session.run({ model: [says("ok")] });
    expect(heldWhat(session)).toEqual(["after tool.execute"]);
    expect(session.facts("decision.held")[1]?.answer).toEqual({
      taken: false,
      returned: { actions: [{ type: "tool.result", result: "ok" }] },
    });
    expect(session.facts("tool.call.completed")).toEqual([]);

    release(session);
    expect(session.fact("tool.call.completed")).toMatchObject({ result: "ok" });
    expect(heldWhat(session)).toEqual(["before tool.finished"]);
  });

  test("another tool's calls go by", () => {
    const session = sessionWith([{ on: "tool", name: "f" }]);
    session.run({ model: [one, says("ok")] });
    expect(session.facts("decision.held")).toEqual([]);
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "done" });
  });

  test("every decision, the start of the session included", () => {
    const session = sessionWith([{ on: "decision" }]);
    expect(heldWhat(session)).toEqual(["before session.start"]);
  });

  test.each([
    ["invalid", "f", '{"b":1}'],
    ["malformed", "f", "{"],
    ["unknown tool", "h", "{}"],
  ] as const)("a call that is %s, with the engine's proposal", (verdict, name, raw) => {
    const session = sessionWith([{ on: "verdict", verdict }]);
    session.run({ model: [calls([name, raw, "c1"]), says("ok")] });
    expect(heldWhat(session)).toEqual(["before tool.execute"]);
    expect(session.fact("decision.held").proposed?.actions).toMatchObject([{ type: "tool.error", id: "c1" }]);
  });

  test("a valid call does not meet a verdict's breakpoint", () => {
    const session = sessionWith([
      { on: "verdict", verdict: "invalid" },
      { on: "verdict", verdict: "unknown tool" },
    ]);
    session.run({ model: [calls(["f", '{"a":1}', "c1"]), says("ok")] });
    expect(session.facts("decision.held")).toEqual([]);
  });

  test("the outcome of a rejected result", () => {
    const session = new TestSession({
      tools: [{ name: "g", output: { type: "object" } }],
      workspace: { breakpoints: [{ on: "output rejected" }] },
    });
    session.message();
    session.run({ model: [one, says("ok")], worker: tools(() => result("no object")) });
    expect(heldWhat(session)).toEqual(["before tool.finished"]);
  });

  test("a further attempt once its wait is over", () => {
    const retry = { max_attempts: 2, backoff_base_secs: 3, backoff_max_secs: 3 };
    const session = new TestSession({
      tools: [{ ...G, retry }],
      workspace: { breakpoints: [{ on: "retry" }] },
    });
    session.message();
    session.run({
      model: [one, says("ok")],
      worker: tools(() => ({ type: "tool.error", error: "busy", retryable: true })),
    });
    expect(heldWhat(session)).toEqual(["before tool.execute"]);
    expect(session.secs(session.fact("decision.held"))).toBe(3);
  });

  test("the end of the turn, where the proposal or the answer brings it", () => {
    const session = sessionWith([{ on: "turn end" }]);
    session.run({ model: [says("hi")] });
    expect(heldWhat(session)).toEqual(["before llm.finished"]);
    expect(session.facts("turn.completed")).toEqual([]);
    release(session);
    session.run();
    expect(heldWhat(session)).toEqual(["after llm.finished"]);
    release(session);
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "done", data: "hi" });
  });
});

describe("a call whose id was used before", () => {
  const again = [one, calls(["f", '{"a":1}', "c1"]), says("ok")];

  test("meets the breakpoints of the tool that it names", () => {
    const session = sessionWith([{ on: "tool", name: "f" }]);
    session.run({ model: again });
    expect(session.fact("call.refused")).toMatchObject({ tool_call_id: "c1", name: "f" });
    expect(heldWhat(session)).toEqual(["before tool.finished"]);
  });

  test("has no result of its own: that of the earlier call was rejected", () => {
    const held = new TestSession({
      tools: [F, { ...G, output: { type: "object" } }],
      workspace: { breakpoints: [{ on: "output rejected" }] },
    });
    held.message();
    held.run({ model: again, worker: tools(() => result("no object")) });
    release(held);
    held.run({ model: again });
    release(held);
    held.run({ model: again });
    expect(held.facts("decision.held")).toHaveLength(2); // both of the first use
    expect(held.fact("turn.completed")).toMatchObject({ outcome: "done" });
  });
});

describe("what a person may do with it", () => {
  test("return the proposal: no worker is asked, and it says by whom", () => {
    const session = sessionWith([{ on: "verdict", verdict: "invalid" }]);
    session.run({ model: [calls(["f", "{}", "c1"]), says("ok")] });
    expect(release(session, "proposal")).toBeNull();
    const { decision_id } = session.fact("decision.released");
    const completed = session.facts("decision.completed").find((fact) => fact.decision_id === decision_id);
    expect(completed).toMatchObject({ taken: true, by: "person" });
    expect(session.fact("tool.call.errored")).toMatchObject({ tool_call_id: "c1", terminal: true });
    session.run({ model: [calls(["f", "{}", "c1"]), says("ok")] });
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "done", data: "ok" });
  });

  test("an answer of their own, before the worker is asked", () => {
    const session = sessionWith([{ on: "tool", name: "g" }]);
    session.run({ model: [one, says("ok")] });
    release(session, { response: { actions: [{ type: "tool.result", result: "by hand" }] } });
    expect(session.fact("tool.call.completed")).toMatchObject({ result: "by hand" });
    expect(session.facts("decision.held")).toHaveLength(2); // the outcome is held next
  });

  test("an answer of their own in place of the worker's", () => {
    const session = sessionWith([{ on: "tool", name: "g" }]);
    session.run({ model: [one, says("ok")] });
    release(session);
    session.run({ model: [says("ok")] });
    release(session, { response: { actions: [{ type: "tool.error", error: "no", retryable: false }] } });
    expect(session.facts("tool.call.completed")).toEqual([]);
    expect(session.fact("tool.call.errored")).toMatchObject({ error: "no", terminal: true });
  });

  test("step: the next thing to decide is held, whatever it is, and then nothing more", () => {
    const session = sessionWith([{ on: "tool", name: "g" }]);
    session.run({ model: [one, says("ok")] });
    session.do({ type: "breakpoints", breakpoints: [] });
    release(session, "continue", true);
    session.run({ model: [says("ok")] });
    expect(heldWhat(session)).toEqual(["after tool.execute"]);
    release(session, "continue", true);
    expect(heldWhat(session)).toEqual(["before tool.finished"]);
    expect(session.facts("decision.held").at(-1)?.why).toEqual({ step: true });
    release(session);
    session.run({ model: [one, says("ok")] });
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "done" });
  });

  test("what is not held cannot be let go; a settle that names no call is refused and stays held", () => {
    const session = sessionWith([{ on: "turn end" }]);
    expect(
      session.do({ type: "release", decision_id: "dec_0", how: { kind: "continue" }, step: false }),
    ).toEqual({
      reason: "not_held",
      error: "the decision dec_0 is not held: it goes on by itself, or is over",
    });
    session.run({ model: [says("hi")] });
    expect(release(session, { response: { actions: [{ type: "tool.result", result: 1 }] } })).toEqual({
      reason: "invalid_answer",
      error: "your answer: tool.result names no id, and llm.finished is not about a call: name the call",
    });
    expect(heldWhat(session)).toEqual(["before llm.finished"]);
  });

  test("two people let the same stop go on: the second does not let the next one go on unseen", () => {
    const session = sessionWith([{ on: "tool", name: "g" }]);
    session.run({ model: [one, says("ok")] });
    const { seq, decision_id } = session.fact("decision.held");
    const command = {
      type: "release",
      decision_id,
      hold: seq,
      how: { kind: "continue" },
      step: false,
    } as const;
    expect(session.do(command)).toBeNull();
    session.run({ model: [says("ok")] });
    expect(session.do(command)).toEqual({
      reason: "not_held",
      error: `the decision ${decision_id} has been let go on since, and is held anew: look again`,
    });
    expect(heldWhat(session)).toEqual(["after tool.execute"]);
  });

  test("stop: a held decision ends with the session", () => {
    const session = sessionWith([{ on: "turn end" }]);
    session.run({ model: [says("hi")] });
    session.do({ type: "cancel", reason: "enough" });
    expect(held(session)).toEqual([]);
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "cancelled" });
  });
});

describe("an answer that is held while others are applied", () => {
  const both = calls(["f", '{"a":1}', "a"], ["g", "{}", "b"]);

  /** Both are run; the answer to a is held, then b is answered, then a's goes on. */
  function meanwhile(first: DecisionResponse, second: DecisionResponse): TestSession {
    const session = sessionWith([{ on: "tool", name: "f" }]);
    const execute = ({ trigger }: { trigger: { type: string } }) => trigger.type === "tool.execute";
    const worker = (request: DecisionRequest) => (execute(request) ? NEVER : request.proposed);
    session.run({ model: [both], worker, until: 0 });
    release(session);
    const [a, b] = session.live().filter(execute);
    const whole = (request: DecisionRequest | undefined, { messages = [], ...rest }: DecisionResponse) => ({
      messages: [...(request?.messages ?? []), ...messages],
      ...rest,
    });
    session.answer(a?.decision_id ?? "", whole(a, first));
    expect(heldWhat(session)).toEqual(["after tool.execute"]);
    session.answer(b?.decision_id ?? "", whole(b, second));
    release(session);
    session.verify();
    return session;
  }

  test("its messages keep their ids: another's of the same id gets one of its own", () => {
    const said = (content: string) => ({ messages: [{ id: "mine", role: "user" as const, content }] });
    const session = meanwhile(said("first"), said("second"));
    const recorded = session.facts("message.new").map(({ message }) => message);
    expect(recorded.filter(({ id }) => id === "mine").map(({ content }) => content)).toEqual(["first"]);
    expect(recorded.map(({ content }) => content)).toEqual(expect.arrayContaining(["first", "second"]));
  });

  test("its model call gets the tools of its own config, not of one that came meanwhile", () => {
    const agent = (name: string) => ({ agent: { model: "test", tools: [{ name }] } });
    const session = meanwhile({ ...agent("mine"), actions: [{ type: "llm.call" }] }, agent("other"));
    const call = session.facts("llm.call.requested").at(-1);
    expect(toolsOf(session.state, call?.call_id ?? "").map(({ name }) => name)).toEqual(["mine"]);
  });
});

describe("time and siblings", () => {
  const two = calls(["f", '{"a":1}', "a"], ["g", "{}", "b"]);

  test("only the held branch waits: the sibling runs and settles, the model is asked once both have", () => {
    const session = sessionWith([{ on: "tool", name: "f" }]);
    session.run({ model: [two, says("ok")], worker: tools(({ trigger }) => result(`ran ${trigger.id}`)) });
    expect(heldWhat(session)).toEqual(["before tool.execute"]);
    expect(session.toolMessages()).toEqual(["ran b"]);
    session.do({ type: "breakpoints", breakpoints: [] });
    release(session);
    session.run({ model: [two, says("ok")], worker: tools(({ trigger }) => result(`ran ${trigger.id}`)) });
    expect(session.toolMessages()).toEqual(["ran b", "ran a"]);
    expect(session.facts("llm.call.requested")).toHaveLength(2);
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "done" });
  });

  test("outcomes are told in the order of settling: what settles behind a held one waits", () => {
    const session = sessionWith([{ on: "tool", name: "f" }]);
    const worker = tools(({ trigger }) =>
      later(trigger.id === "b" ? 5_000 : 0, answered({ actions: [result(`ran ${trigger.id}`)] })),
    );
    session.run({ model: [two, says("ok")], worker, until: 0 });
    release(session); // a is run …
    session.run({ model: [two, says("ok")], worker, until: 1 });
    release(session); // … and its answer applied: its outcome is held
    session.run({ model: [two, says("ok")], worker });
    expect(heldWhat(session)).toEqual(["before tool.finished"]);
    expect(session.facts("tool.call.completed").map((fact) => fact.tool_call_id)).toEqual(["a", "b"]);
    expect(session.toolMessages()).toEqual([]);
    session.do({ type: "breakpoints", breakpoints: [] });
    release(session);
    session.run({ model: [two, says("ok")], worker });
    expect(session.toolMessages()).toEqual(["ran a", "ran b"]);
    expect(session.facts("llm.call.requested")).toHaveLength(2);
  });

  test("an attempt's limit and the total one stand still while the answer is held", () => {
    const retry = { attempt_timeout_secs: 10, total_timeout_secs: 20 };
    const session = new TestSession({
      tools: [{ ...G, retry }],
      workspace: { breakpoints: [{ on: "tool", name: "g" }] },
    });
    session.message();
    session.run({ model: [one, says("ok")], until: 60_000 });
    release(session); // the clocks begin here, at 60 s
    session.run({
      model: [says("ok")],
      worker: tools(() => later(4_000, answered({ actions: [result("x")] }))),
      until: 100_000,
    });
    expect(heldWhat(session)).toEqual(["after tool.execute"]);
    session.do({ type: "breakpoints", breakpoints: [] });
    release(session, { response: {} }); // the call stays open: its limit goes on from where it stood
    session.run({ model: [one, says("ok")] });
    // Asked at 60 s, held from 64 s to 160 s: six of the ten seconds are left.
    expect(session.secs(session.fact("tool.call.errored"))).toBe(166);
    expect(session.fact("tool.call.errored")).toMatchObject({ cause: "attempt timeout" });
  });

  test("who settles a held call from elsewhere decides: nothing is held any more, and its policy goes on", () => {
    const retry = { max_attempts: 2, backoff_base_secs: 3, backoff_max_secs: 3, total_timeout_secs: 20 };
    const breakpoints: Breakpoint[] = [{ on: "tool", name: "g" }];
    const session = new TestSession({ tools: [{ ...G, retry }], workspace: { breakpoints } });
    session.message();
    const busy = { type: "tool.error" as const, error: "busy", retryable: true };
    session.run({ model: [one, says("ok")], until: 0 });
    release(session);
    session.run({ model: [says("ok")], worker: tools(() => result("x")), until: 60_000 });
    expect(heldWhat(session)).toEqual(["after tool.execute"]);
    // Held from 0 s to 60 s: the total limit of 20 s has not run, so there is another attempt.
    expect(session.settle("c1", busy)).toBeNull();
    expect(session.fact("decision.dropped").reason).toBe(
      "its call was settled from elsewhere while it was held",
    );
    expect(session.fact("tool.call.errored")).toMatchObject({ terminal: false });
    expect(heldWhat(session)).toEqual([]);
    session.run({ model: [says("ok")] });
    expect(heldWhat(session)).toEqual(["before tool.execute"]);
    expect(session.secs(session.facts("decision.held").at(-1) ?? session.fact("decision.dropped"))).toBe(63);
  });

  test("an interrupt drops a held answer: the limits of its call go on from where they stood", () => {
    const retry = { attempt_timeout_secs: 10 };
    const session = new TestSession({
      tools: [{ ...G, retry }, F],
      workspace: { breakpoints: [{ on: "tool", name: "g" }] },
    });
    session.message();
    const worker = tools(({ trigger }) =>
      trigger.id === "b"
        ? later(50_000, answered({ actions: [{ type: "interrupt", reason: "may I?" }] }))
        : later(4_000, answered({ actions: [result("x")] })),
    );
    const model = [calls(["g", "{}", "a"], ["f", '{"a":1}', "b"])];
    session.run({ model, worker, until: 0 });
    release(session); // a runs from 0 s to 4 s; its answer is then held
    session.run({ model, worker });
    expect(session.secs(session.fact("session.interrupted"))).toBe(50);
    expect(heldWhat(session)).toEqual([]);
    session.resume();
    session.run({ model, worker: () => NEVER });
    const [lapsed] = session.facts("tool.call.errored");
    expect(lapsed).toMatchObject({ tool_call_id: "a", cause: "attempt timeout" });
    expect(lapsed && session.secs(lapsed)).toBe(56);
  });

  test("an attempt that timed out is not held any more, and its end is none of the next one's hold", () => {
    const retry = { max_attempts: 2, attempt_timeout_secs: 10, total_timeout_secs: 100 };
    const session = new TestSession({ tools: [{ ...G, retry }] });
    session.message();
    session.run({ model: [one], worker: tools(() => NEVER), until: 5_000 });
    const first = session.out("tool.execute").decision_id;
    session.do({ type: "breakpoints", breakpoints: [{ on: "tool", name: "g" }] });
    session.run({ worker: tools(() => NEVER), until: 95_000 });
    expect(heldWhat(session)).toEqual(["before tool.execute"]); // the second attempt, since 10 s
    expect(session.answer(first, { actions: [result("late")] })).toBeNull();
    expect(session.facts("decision.held")).toHaveLength(1);
    expect(session.fact("settle.refused")).toMatchObject({ tool_call_id: "c1", attempt: 0 });
    expect(due(session.state).wake_at).toBeNull();
    release(session);
    // 90 of the 100 s are left, of which the second attempt may use 10.
    expect(due(session.state).wake_at).toBe(session.now + 10_000);
  });

  test("what the worker never answered ends by itself while the next attempt is held on", () => {
    const retry = { max_attempts: 2, attempt_timeout_secs: 10, total_timeout_secs: 100 };
    const breakpoints: Breakpoint[] = [{ on: "retry" }];
    const session = new TestSession({ tools: [{ ...G, retry }], workspace: { breakpoints } });
    session.message();
    session.run({ model: [one], worker: tools(() => NEVER) });
    expect(session.fact("decision.dropped").reason).toBe("no late answer came");
    expect(heldWhat(session)).toEqual(["before tool.execute"]);
    expect(due(session.state).wake_at).toBeNull();
  });

  test("held over a restart: nothing is lost, and the session waits for a person", () => {
    const session = sessionWith([{ on: "turn end" }]);
    session.run({ model: [says("hi")] });
    session.do({ type: "restart" });
    expect(heldWhat(session)).toEqual(["before llm.finished"]);
    expect(statusOf(session.state)).toBe("waiting");
    expect(waitsOf(session.state)).toMatchObject([
      {
        kind: "hold",
        text: "a person: llm.finished is held, it has not gone to the worker (breakpoint: turn end)",
      },
    ]);
  });
});

describe("a wait that a person skips", () => {
  const retry = { max_attempts: 3, backoff_base_secs: 30, backoff_max_secs: 30 };

  test("the next attempt is due now", () => {
    const session = new TestSession({ tools: [{ ...G, retry }] });
    session.message();
    const worker = tools(({ trigger }) =>
      trigger.attempt === 0 ? { type: "tool.error", error: "busy", retryable: true } : result("ok"),
    );
    session.run({
      model: [one, says("ok")],
      worker,
      at: { 5000: (now) => expect(now.do({ type: "skip", kind: "tool_call", id: "c1" })).toBeNull() },
    });
    expect(session.secs(session.fact("turn.completed"))).toBe(5);
    expect(session.facts("tool.call.requested").map(({ attempt }) => attempt)).toEqual([0, 1]);
  });

  test("belongs to the turn of its call, though another one runs by now", () => {
    const session = new TestSession({ tools: [{ ...G, retry }] });
    session.message();
    const worker = tools(() => [
      { type: "tool.error", error: "busy", retryable: true },
      { type: "done", data: 1 },
    ]);
    session.run({ model: [one, one], worker, until: 0 });
    session.message("next");
    expect(session.do({ type: "skip", kind: "tool_call", id: "c1" })).toBeNull();
    expect(session.fact("wait.skipped").turn_id).toBe(session.facts("turn.started")[0]?.turn_id);
  });

  test("what does not wait is refused", () => {
    const session = new TestSession({ tools: [G] });
    session.message();
    session.run({
      model: [one],
      worker: (request) => (request.trigger.type === "tool.execute" ? NEVER : request.proposed),
      until: 1,
    });
    expect(session.do({ type: "skip", kind: "tool_call", id: "c1" })).toEqual({
      reason: "not_waiting",
      error: "c1 does not wait for another attempt",
    });
  });
});
