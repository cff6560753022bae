import { expect, test } from "vitest";
import { LOCAL_DELIVERY } from "@/lib/engine/log/policy";
import { initialState } from "@/lib/engine/state/state";
import { calls, result, says, TestSession, tools } from "@/lib/engine/testing/session";
import { decide } from "./decide";

const weather = {
  name: "get_weather",
  input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

test("a clean call goes model, verdict, worker, result, model, done", () => {
  const session = new TestSession({ tools: [weather] });
  session.message("Weather in Oslo?");
  session.run({
    model: [calls(["get_weather", '{"city":"Oslo"}']), says("Foggy.")],
    worker: tools(() => result("fog")),
  });
  expect(session.types()).toEqual([
    "session.created",
    "decision.queued",
    "decision.dispatched",
    "turn.started",
    "decision.queued",
    "decision.completed",
    "decision.dispatched",
    "decision.completed",
    "message.new",
    "llm.call.requested",
    "attempt.started",
    "llm.call.completed",
    "decision.queued",
    "decision.dispatched",
    "decision.completed",
    "message.new",
    "tool.call.requested",
    "input.classified",
    "decision.queued",
    "decision.dispatched",
    "attempt.started",
    "decision.completed",
    "tool.call.completed",
    "decision.queued",
    "decision.dispatched",
    "decision.completed",
    "message.new",
    "llm.call.requested",
    "attempt.started",
    "llm.call.completed",
    "decision.queued",
    "decision.dispatched",
    "decision.completed",
    "message.new",
    "turn.completed",
  ]);
  expect(session.fact("turn.completed")).toMatchObject({ outcome: "done", data: "Foggy." });
  expect(session.toolMessages()).toEqual(["fog"]);
  expect(session.state).toMatchObject({ seq: session.log.length, at: session.log.at(-1)?.at, asks: 2 });
});

const env = { now: 1, mint: (prefix: string) => `${prefix}_1`, verdicts: new Map() };

test("create → the session is on record with its settings, and session.start is delivered at once", () => {
  const workspace = {
    callscope: 1 as const,
    name: "w",
    agent: { model: "m", tools: [] },
    model: { kind: "scripted" as const },
    worker: { kind: "tools" as const },
  };
  const create = { type: "create" as const, workspace, workspace_id: "ws_1", agent: { model: "m" } };
  const decided = decide(initialState(), { ...create, delivery: LOCAL_DELIVERY }, env);
  expect(decided).toMatchObject({
    kind: "facts",
    refusal: null,
    facts: [
      { seq: 1, at: 1, type: "session.created", version: 2, workspace, workspace_id: "ws_1" },
      { seq: 2, type: "decision.queued", trigger: { type: "session.start" } },
      { seq: 3, type: "decision.dispatched", proposed: {}, attempts: 0 },
    ],
  });
  expect(decided.kind === "facts" && decided.facts[0]).toMatchObject({
    parallel: 8,
    model_calls_per_turn: 50,
  });
});

test("any other command without a session → refused as not found", () => {
  const decided = decide(initialState(), { type: "message", text: "hi" }, env);
  expect(decided).toMatchObject({ facts: [], refusal: { reason: "not_found" } });
});

test("decide leaves the state it is given as it is", () => {
  const session = new TestSession({ tools: [weather] });
  const before = structuredClone({ ...session.state, ...plain(session) });
  decide(session.state, { type: "message", text: "hi" }, env);
  decide(session.state, { type: "cancel", reason: "enough" }, env);
  expect({ ...session.state, ...plain(session) }).toEqual(before);
});

/** The parts of a state that are maps, as lists. */
function plain({ state }: TestSession) {
  const { nodes, askedIn, tools: asked, llm, decisions, pastInterrupts } = state;
  const maps = { nodes, askedIn, tools: asked, llm, decisions, pastInterrupts };
  return Object.fromEntries(Object.entries(maps).map(([name, map]) => [name, [...map.entries()]]));
}
