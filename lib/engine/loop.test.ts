import { expect, test } from "vitest";
import { calls, result, says, TestSession, tools } from "./testing/session";

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
