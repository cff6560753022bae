/**
 * Faults of sessions that others ran into in public, made anew: what the model, the worker and the people do, and what
 * has to come of it. Where the contract leaves room, the reason names the decision that settled it.
 */
import { describe, expect, test } from "vitest";
import { triggerOf } from "@/lib/engine/state/unpack";
import {
  answered,
  calls,
  later,
  result,
  type Script,
  says,
  TestSession,
  tools,
  type WorkerFn,
} from "@/lib/engine/testing/session";
import type { RetryOverride } from "@/lib/protocol/policy";
import { due } from "./due";

interface Case {
  id: string;
  title: string;
  tools: { name: string; handler?: "client"; retry?: RetryOverride; output?: unknown }[];
  script: Script;
  /** Why this is the right outcome, where others could be thought of. */
  reason?: string;
  then: (session: TestSession) => void;
}

const A = { name: "a" };
const B = { name: "b" };
const CLIENT = { name: "b", handler: "client" as const };
const DONE = says("done");

const fails = (error: string, retryable = false) => ({ type: "tool.error" as const, error, retryable });

/** Answers each execution by the id of its call. */
const byId = (answers: Record<string, ReturnType<typeof result> | ReturnType<typeof fails>>): WorkerFn =>
  tools(({ trigger }) => answers[trigger.id] ?? fails(`nobody expected ${trigger.id}`));

const executed = (session: TestSession) =>
  session.facts("tool.call.requested").map(({ tool_call_id, attempt }) => [tool_call_id, attempt]);
const finished = (session: TestSession) =>
  session.facts("decision.queued").flatMap(({ trigger: kept }) => {
    const trigger = triggerOf(session.state, kept);
    return trigger.type === "tool.finished" ? [[trigger.id, trigger.ok]] : [];
  });
/** What the model was told of each call, by the call's id. */
const told = (session: TestSession) =>
  Object.fromEntries(
    session
      .facts("message.new")
      .flatMap(({ message }) => (message.role === "tool" ? [[message.tool_call_id, message.content]] : [])),
  );
const asks = (session: TestSession) =>
  session.facts("llm.call.requested").map((fact) => [session.secs(fact), fact.attempt]);
const outcome = (session: TestSession) => session.facts("turn.completed").map((fact) => fact.outcome);

const SESSIONS: Case[] = [
  {
    id: "C140",
    title: "An output failure is terminal, even with a retry policy",
    tools: [{ name: "a", retry: { max_attempts: 3 }, output: { properties: { id: { type: "string" } } } }],
    script: { model: [calls(["a", "{}", "c1"]), DONE], worker: byId({ c1: result({ id: 7 }) }) },
    reason: "D19: a rejected result is terminal, never retried, never shown to the model, kept in the log",
    then: (session) => {
      expect(executed(session)).toEqual([["c1", 0]]);
      expect(finished(session)).toEqual([["c1", false]]);
      expect(session.fact("output.rejected").result).toBe('{"id":7}');
      expect(told(session).c1).toMatch(/\/id: id must be a string/);
      expect(told(session).c1).not.toContain("7");
    },
  },
  {
    id: "C151",
    title: "Fast and slow sibling: hold until both are settled",
    tools: [A, CLIENT],
    script: {
      model: [calls(["a", "{}", "c1"], ["b", "{}", "c2"]), DONE],
      worker: tools(() => later(5, answered({ actions: [result("1")] }))),
      at: { 3000: (session) => session.settle("c2", { type: "tool.result", result: "2" }, { by: "client" }) },
    },
    reason: "D25: the model is prompted once, when the last sibling has settled",
    then: (session) => {
      expect(finished(session)).toEqual([
        ["c1", true],
        ["c2", true],
      ]);
      expect(asks(session)).toEqual([
        [0, 0],
        [3, 0],
      ]);
      expect(told(session)).toEqual({ c1: "1", c2: "2" });
    },
  },
  {
    id: "C153",
    title: "One of three parallel calls throws",
    tools: [A, B],
    script: {
      model: [calls(["a", "{}", "c1"], ["b", "{}", "c2"], ["a", "{}", "c3"]), DONE],
      worker: byId({ c1: result("1"), c2: fails("boom"), c3: result("3") }),
    },
    then: (session) => {
      expect(finished(session)).toEqual([
        ["c1", true],
        ["c2", false],
        ["c3", true],
      ]);
      expect(told(session)).toEqual({ c1: "1", c2: "boom", c3: "3" });
      expect(asks(session)).toHaveLength(2);
      expect(outcome(session)).toEqual(["done"]);
    },
  },
  {
    id: "C155",
    title: "The same call twice on purpose",
    tools: [A],
    script: {
      model: [calls(["a", '{"n":1}', "c1"], ["a", '{"n":1}', "c2"]), DONE],
      worker: byId({ c1: result("1"), c2: result("2") }),
    },
    then: (session) => {
      expect(executed(session)).toEqual([
        ["c1", 0],
        ["c2", 0],
      ]);
      expect(told(session)).toEqual({ c1: "1", c2: "2" });
    },
  },
  {
    id: "C157",
    title: "The same call id twice in one turn",
    tools: [A],
    script: {
      model: [calls(["a", '{"p":"A"}', "x"], ["a", '{"p":"B"}', "x"]), DONE],
      worker: tools(({ trigger }) => result(`content ${JSON.parse(trigger.arguments).p}`)),
    },
    reason: "D26: the second is recorded as refused, is not waited for, and the turn goes on",
    then: (session) => {
      expect(session.fact("call.refused")).toMatchObject({ tool_call_id: "x", arguments: '{"p":"B"}' });
      expect(executed(session)).toEqual([["x", 0]]);
      expect(told(session)).toEqual({ x: "content A" });
      expect(outcome(session)).toEqual(["done"]);
    },
  },
  {
    id: "C159",
    title: "The model calls a tool nobody declared",
    tools: [A, B],
    script: {
      model: [calls(["parallel", '{"tool_uses":[]}', "c1"], ["b", "{}", "c2"]), DONE],
      worker: byId({ c2: result("ok") }),
    },
    reason: "D15: the proposal is `unknown tool: NAME`",
    then: (session) => {
      const { declared, verdict } = session.facts("input.classified")[0] ?? {};
      expect({ declared, status: verdict?.status }).toEqual({ declared: "no", status: "valid" });
      expect(told(session)).toEqual({ c1: "unknown tool: parallel", c2: "ok" });
      expect(finished(session)).toEqual([
        ["c1", false],
        ["c2", true],
      ]);
      expect(outcome(session)).toEqual(["done"]);
    },
  },
  {
    id: "C161",
    title: "Model request fails after the tool has run",
    tools: [{ name: "charge_card" }],
    script: {
      model: ({ index, attempt }) => {
        if (index === 0) return { give: calls(["charge_card", "{}", "c1"]) };
        const busy = { ok: false as const, error: "529 overloaded", retryable: true };
        return { give: attempt === 0 ? busy : DONE };
      },
      worker: byId({ c1: result("paid") }),
    },
    then: (session) => {
      expect(executed(session)).toEqual([["c1", 0]]);
      expect(session.fact("llm.call.errored")).toMatchObject({ error: "529 overloaded", terminal: false });
      expect(asks(session).map(([, attempt]) => attempt)).toEqual([0, 0, 1]);
      expect(told(session)).toEqual({ c1: "paid" });
      expect(outcome(session)).toEqual(["done"]);
    },
  },
];

const RETRIES: Case[] = [
  {
    id: "C163",
    title: "Late result of attempt 1 while attempt 2 runs",
    tools: [
      {
        name: "a",
        retry: { max_attempts: 2, attempt_timeout_secs: 0.1, backoff_base_secs: 0.01, backoff_max_secs: 1 },
      },
    ],
    script: {
      model: [calls(["a", "{}", "c1"]), DONE],
      worker: tools(({ trigger }) =>
        trigger.attempt === 0 ? { give: null } : later(90, answered({ actions: [result("new")] })),
      ),
      at: {
        150: (session) =>
          session.settle("c1", { type: "tool.result", result: "old" }, { by: "worker", attempt: 0 }),
      },
    },
    reason: "D24: a late settle is dropped and recorded",
    then: (session) => {
      const completed = session.fact("tool.call.completed");
      expect([completed.result, completed.attempt, session.secs(completed)]).toEqual(["new", 1, 0.2]);
      expect(session.fact("settle.refused")).toMatchObject({ tool_call_id: "c1", attempt: 0, text: "old" });
      expect(finished(session)).toEqual([["c1", true]]);
      expect(session.toolMessages()).toEqual(["new"]);
    },
  },
  {
    id: "C165",
    title: "An error is terminal unless it says retryable",
    tools: [{ name: "send_email", retry: { max_attempts: 3 } }],
    script: {
      model: [calls(["send_email", "{}", "c1"]), DONE],
      worker: tools(() => ({ type: "tool.error", error: "connection reset" })),
    },
    then: (session) => {
      expect(executed(session)).toEqual([["c1", 0]]);
      expect(finished(session)).toEqual([["c1", false]]);
      expect(told(session)).toEqual({ c1: "connection reset" });
    },
  },
  {
    id: "C167",
    title: "Retryable error until the budget is gone",
    tools: [{ name: "a", retry: { max_attempts: 3 } }],
    script: {
      model: [calls(["a", "{}", "c1"]), DONE],
      worker: tools(({ trigger }) => fails(`busy ${trigger.attempt + 1}`, true)),
    },
    then: (session) => {
      expect(executed(session)).toEqual([
        ["c1", 0],
        ["c1", 1],
        ["c1", 2],
      ]);
      expect(finished(session)).toEqual([["c1", false]]);
      expect(told(session)).toEqual({ c1: "busy 3" });
    },
  },
  {
    id: "C169",
    title: "Stop during the wait before attempt 2",
    tools: [{ name: "a", retry: { max_attempts: 3, backoff_base_secs: 1, backoff_max_secs: 1 } }],
    script: {
      model: [calls(["a", "{}", "c1"]), DONE],
      worker: byId({ c1: fails("busy", true) }),
      at: { 200: (session) => session.do({ type: "cancel", reason: "stopped by a person" }) },
      until: 60_000,
    },
    then: (session) => {
      expect(executed(session)).toEqual([["c1", 0]]);
      expect(session.facts("call.voided")).toMatchObject([{ kind: "tool_call", id: "c1" }]);
      expect(outcome(session)).toEqual(["cancelled"]);
      expect(due(session.state)).toEqual({ work: [], wake_at: null });
    },
  },
];

describe.each([
  ["session", SESSIONS],
  ["retry", RETRIES],
])("%s", (_, cases) => {
  test.each(cases.map((one) => [one.id, one.title, one] as const))("%s %s", (_id, _title, one) => {
    const session = new TestSession({ tools: one.tools });
    session.message();
    one.then(session.run(one.script));
  });
});
