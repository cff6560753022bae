import { describe, expect, test } from "vitest";
import { calls, later, NEVER, result, says, TestSession, tools } from "@/lib/engine/testing/session";
import type { FaultRule, FaultWhen } from "@/lib/protocol/fault";
import type { Workspace } from "@/lib/protocol/workspace";

const F = { name: "f", input: { type: "object" }, output: { type: "object" } };
const G = { name: "g" };
const RETRY = { max_attempts: 3, attempt_timeout_secs: 10, backoff_base_secs: 1, backoff_max_secs: 1 };
const EVERY: FaultWhen = { kind: "every" };
const nth = (n: number): FaultWhen => ({ kind: "nth", n });
const onTool = (more: Partial<FaultRule & { at: "tool" }> = {}): FaultRule => ({
  at: "tool",
  when: EVERY,
  what: { kind: "slow", ms: 5 },
  ...more,
});
const onModel = (more: Partial<FaultRule & { at: "model" }> = {}): FaultRule => ({
  at: "model",
  when: EVERY,
  what: { kind: "slow", ms: 5 },
  ...more,
});
const onDelivery = (more: Partial<FaultRule & { at: "delivery" }> = {}): FaultRule => ({
  at: "delivery",
  when: EVERY,
  what: { kind: "unreachable" },
  ...more,
});

interface Given {
  on?: boolean;
  workspace?: Partial<Workspace>;
  remote?: boolean;
}

function given(rules: FaultRule[], { on = true, workspace = {}, remote = false }: Given = {}): TestSession {
  const agent = { retry: { default: RETRY }, tools: [] };
  return new TestSession({
    tools: [F, G],
    agent,
    workspace: { faults: { on, rules }, ...workspace },
    remote,
  });
}

/** Three calls, of f, g and f again, and an answer. */
const THREE = [calls(["f", "{}", "c1"], ["g", "{}", "c2"], ["f", "{}", "c3"]), says("done")];
const ran = (session: TestSession): TestSession => {
  session.message();
  return session.run({ model: THREE, worker: tools(() => result({})) });
};
const struck = (session: TestSession): string[] =>
  session.facts("fault.injected").map(({ id, attempt, index }) => `${id}@${attempt} by ${index}`);

describe("which work is struck", () => {
  test.each<[string, FaultRule[], string[]]>([
    ["every call of any tool", [onTool()], ["c1@0 by 0", "c2@0 by 0", "c3@0 by 0"]],
    ["every call of one tool", [onTool({ name: "f" })], ["c1@0 by 0", "c3@0 by 0"]],
    ["the second call of one tool", [onTool({ name: "f", when: nth(2) })], ["c3@0 by 0"]],
    ["the second call of any tool", [onTool({ when: nth(2) })], ["c2@0 by 0"]],
    ["a later attempt than there is", [onTool({ attempt: 1 })], []],
    ["the first rule that fits", [onTool({ name: "g" }), onTool()], ["c1@0 by 1", "c2@0 by 0", "c3@0 by 1"]],
    ["a tool that is not called", [onTool({ name: "h" })], []],
    ["a rate of none", [onTool({ when: { kind: "rate", rate: 0, seed: 1 } })], []],
    [
      "a rate of all",
      [onTool({ when: { kind: "rate", rate: 1, seed: 1 } })],
      ["c1@0 by 0", "c2@0 by 0", "c3@0 by 0"],
    ],
    [
      "a broken result only where a schema is",
      [onTool({ what: { kind: "broken result" } })],
      ["c1@0 by 0", "c3@0 by 0"],
    ],
  ])("%s", (_what, rules, expected) => {
    expect(struck(ran(given(rules)))).toEqual(expected);
  });

  test("switched off, nothing is", () => {
    expect(struck(ran(given([onTool(), onModel(), onDelivery()], { on: false })))).toEqual([]);
  });

  test("the second model call, by its count in the session", () => {
    const session = ran(given([onModel({ when: nth(2) })]));
    expect(session.facts("fault.injected")).toMatchObject([
      { kind: "llm_call", id: session.facts("llm.call.requested")[1]?.call_id, attempt: 0 },
    ]);
  });

  test("a delivery, by the count of its decision", () => {
    const session = given([onDelivery({ when: nth(2) })]);
    session.message();
    session.run({ until: 0, worker: () => NEVER });
    const [, second] = session.facts("decision.queued");
    expect(session.facts("fault.injected")).toEqual([]);
    session.answer(session.out("session.start").decision_id, {});
    expect(session.facts("fault.injected")).toMatchObject([{ kind: "decision", id: second?.decision_id }]);
  });

  test("no call that a person answers loses its result", () => {
    const person = { ...G, runner: { kind: "person" as const } };
    const agent = { model: "test", tools: [person] };
    const rules = [
      onTool({ name: "g", what: { kind: "cut result" } }),
      onTool({ what: { kind: "duplicate" } }),
    ];
    expect(struck(ran(given(rules, { workspace: { agent } })))).toEqual(["c1@0 by 1", "c3@0 by 1"]);
  });

  test("nor is one whose outcome the engine proposes: nothing is run", () => {
    const session = given([onTool()]);
    session.message();
    session.run({ model: [calls(["f", "{", "c1"]), says("done")] });
    expect(struck(session)).toEqual([]);
  });
});

describe("a fault in the calls of an answer", () => {
  const spoils = (when: FaultWhen) => onModel({ when, what: { kind: "malformed arguments" } });
  /** Two turns: of a word alone, then of two calls, one after the other, and a word. */
  const heard = (rule: FaultRule): number[] => {
    const session = given([rule]);
    const asked = calls(["g", "{}", "c1"]);
    const again = calls(["g", "{}", "c2"]);
    session.message("one");
    session.run({ model: [says("hello")], worker: tools(() => result({})) });
    session.message("two");
    session.run({ model: [says("hello"), asked, again, says("done")], worker: tools(() => result({})) });
    const ids = session.facts("llm.call.requested").map(({ call_id }) => call_id);
    return session.facts("fault.injected").map(({ id }) => ids.indexOf(id));
  };

  test.each<[string, FaultWhen, number[]]>([
    ["the first: passed on by an answer without calls", nth(1), [0, 1]],
    ["the second", nth(2), [2]],
    ["one more than there are: an answer that has none is struck in vain", nth(3), [3]],
  ])("%s", (_what, when, expected) => {
    expect(heard(spoils(when))).toEqual(expected);
  });

  test("other faults are counted by model calls", () => {
    expect(heard(onModel({ when: nth(1) }))).toEqual([0]);
    expect(heard(onModel({ when: nth(3) }))).toEqual([2]);
  });
});

describe("an attempt is struck once", () => {
  test("its fault is on record with its beginning, before it is run", () => {
    const session = given([onTool()]);
    session.message();
    session.run({
      until: 0,
      model: THREE,
      worker: (request) => (request.trigger.type === "tool.execute" ? NEVER : request.proposed),
    });
    const types = session.log.map(({ type }) => type);
    const at = types.indexOf("fault.injected");
    expect(types.slice(at - 2, at + 1)).toEqual(["decision.dispatched", "attempt.started", "fault.injected"]);
    expect(session.state.injected.get(`${session.facts("fault.injected")[0]?.decision_id}/0`)).toEqual(
      onTool(),
    );
  });

  test("each attempt by its own number", () => {
    const session = given([onTool({ name: "g", attempt: 1 })]);
    session.message();
    let runs = 0;
    session.run({
      model: [calls(["g", "{}", "c1"]), says("done")],
      worker: tools(() => {
        runs += 1;
        return { type: "tool.error", error: "busy", retryable: true };
      }),
    });
    expect(runs).toBe(3);
    expect(struck(session)).toEqual(["c1@1 by 0"]);
  });

  test("a delivery of it that is made again is not struck again", () => {
    const session = given([onTool()], { remote: true });
    session.message();
    let failed = 0;
    session.run({
      model: [calls(["g", "{}", "c1"]), says("done")],
      worker: (request) => {
        if (request.trigger.type !== "tool.execute") return request.proposed;
        failed += 1;
        const failure = { kind: "failed" as const, error: "unreachable", retryable: true };
        return failed === 1 ? { give: failure } : { actions: [result("ok")] };
      },
    });
    expect(failed).toBe(2);
    expect(struck(session)).toEqual(["c1@0 by 0"]);
  });

  test("the server came back: the model is asked again with the fault it had, which is recorded once", () => {
    const session = given([onModel()]);
    session.message();
    session.run({ until: 1, model: () => NEVER });
    session.do({ type: "restart" });
    expect(session.facts("attempt.started")).toHaveLength(2);
    expect(session.facts("fault.injected")).toHaveLength(1);
    const [{ call_id } = { call_id: "" }] = session.facts("llm.call.requested");
    expect(session.state.injected.get(`${call_id}/0`)).toEqual(onModel());
  });

  test("the server came back while a tool ran: the next attempt is struck by its own rule alone", () => {
    const session = given([onTool({ attempt: 0 })]);
    session.message();
    session.run({
      until: 1,
      model: [calls(["g", "{}", "c1"]), says("done")],
      worker: (request) => (request.trigger.type === "tool.execute" ? NEVER : request.proposed),
    });
    session.do({ type: "restart" });
    session.run({ model: () => later(0, says("done")) });
    expect(session.facts("attempt.started").filter(({ id }) => id === "c1")).toHaveLength(2);
    expect(struck(session)).toEqual(["c1@0 by 0"]);
  });
});

describe("a model's answer that a fault keeps back is still to come", () => {
  test.each<[FaultRule["what"], number[]]>([
    [{ kind: "rate limited" }, [0, 0]],
    [{ kind: "overloaded" }, [0, 0]],
    [{ kind: "stream cut" }, [0, 0]],
    [{ kind: "malformed arguments" }, [0, 1]],
  ])("%o", (what, expected) => {
    const session = given([onModel({ attempt: 0, what } as Partial<FaultRule & { at: "model" }>)]);
    session.message();
    const seen: number[] = [];
    session.run({
      model: ({ index, attempt }) => {
        seen.push(index);
        const busy = { ok: false as const, error: "busy", retryable: true };
        return later(0, attempt === 0 ? busy : says("done"));
      },
    });
    expect(seen).toEqual(expected);
  });
});

describe("a rate", () => {
  const run = (seed: number, rate: number): string[] => {
    const session = given([onTool({ when: { kind: "rate", rate, seed } })]);
    session.message();
    const list = Array.from({ length: 200 }, (_, n): [string, string, string] => ["g", "{}", `c${n}`]);
    session.run({ model: [calls(...list), says("done")] });
    return session.facts("fault.injected").map(({ id }) => id);
  };

  test.each([0, 1, 7, 4_294_967_295])("of seed %i strikes the same calls each time", (seed) => {
    expect(run(seed, 0.3)).toEqual(run(seed, 0.3));
  });

  test("of other seeds strikes others, about as many as it says, and what a lower one strikes too", () => {
    const [one, other, more] = [run(1, 0.3), run(2, 0.3), run(1, 0.5)];
    expect(one).not.toEqual(other);
    for (const ids of [one, other]) expect(Math.abs(ids.length - 60)).toBeLessThan(25);
    expect(one.filter((id) => !more.includes(id))).toEqual([]);
  });
});

test("a person answers a held call in the worker's place: nothing is delivered, so nothing strikes", () => {
  const session = given([onTool(), onDelivery()], {
    workspace: { breakpoints: [{ on: "tool", name: "f" }] },
  });
  session.message();
  session.run({ model: [calls(["f", "{}", "c1"]), says("done")], worker: tools(() => result({})) });
  const decision_id = session.fact("decision.held").decision_id;
  const before = struck(session);
  const response = { actions: [{ type: "tool.result" as const, result: {} }] };
  session.do({ type: "release", decision_id, how: { kind: "edited", response }, step: false });
  expect(struck(session).filter((text) => text.startsWith("c1@") || text.startsWith(decision_id))).toEqual(
    [],
  );
  expect(before).not.toContain("c1@0 by 0");
});
