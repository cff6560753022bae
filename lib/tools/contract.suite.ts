/** What every worker keeps to, checked against the real thing behind it: a real sandbox, a real server, a real process. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import type { Decision, Worker } from "./port";
import { decisionOn, execute, listening, refused, sessionStart } from "./testing/decisions";

/** A worker with one tool, `get_weather`, that knows Tokyo ("It's clear in Tokyo.") and no other city. */
export interface Subject {
  worker: Worker;
  /** Arguments on which it never answers by itself; a reason in words where it has none. */
  hangsOn: { arguments: string } | { skip: string };
  close: () => Promise<void>;
}

export interface Habits {
  /** How it answers `session.start`. */
  start: "takes the proposal" | "sends its agent";
  /** What it does with a proposal to refuse the arguments. */
  refusal: "takes the proposal" | "runs the tool anyway";
  /** What it does with a name it has no tool for, when nothing is proposed. */
  unknownTool: RegExp;
}

const actionsOf = (outcome: WorkerOutcome) =>
  outcome.kind === "answered" ? (outcome.response.actions ?? []) : [];

/** A proposal is taken by saying so or by sending it back. */
function expectTaken(outcome: WorkerOutcome, decision: Decision): void {
  if (outcome.kind === "proposed") return;
  expect(outcome).toEqual({ kind: "answered", response: decision.request().proposed });
}

export function workerContract(name: string, habits: Habits, open: () => Promise<Subject>): void {
  describe(`${name} keeps the contract of a worker`, () => {
    let subject: Subject;
    const decide = (decision: Decision, signal?: AbortSignal) =>
      subject.worker.decide(decision, listening(signal));

    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    test(`${habits.start} on session.start`, async () => {
      const decision = sessionStart();
      const outcome = await decide(decision);
      if (habits.start === "takes the proposal") expectTaken(outcome, decision);
      else
        expect(outcome).toMatchObject({
          kind: "answered",
          response: { agent: { tools: [{ name: "get_weather" }] } },
        });
    });

    test("runs a valid call", async () => {
      expect(actionsOf(await decide(execute('{"city":"Tokyo"}')))).toEqual([
        { type: "tool.result", result: "It's clear in Tokyo." },
      ]);
    });

    test("reports a tool that fails, and runs the next call", async () => {
      expect(actionsOf(await decide(execute('{"city":"Atlantis"}')))).toMatchObject([
        { type: "tool.error", error: "No forecast for Atlantis." },
      ]);
      expect(actionsOf(await decide(execute('{"city":"Tokyo"}')))).toHaveLength(1);
    });

    test(`${habits.refusal} on invalid arguments`, async () => {
      const input = { status: "invalid" as const, value: { city: 5 }, error: "/city: must be string" };
      const decision = refused(
        execute('{"city":5}', { input }),
        "invalid tool arguments: /city: must be string",
      );
      const outcome = await decide(decision);
      if (habits.refusal === "takes the proposal") expectTaken(outcome, decision);
      else expect(actionsOf(outcome)).toMatchObject([{ type: "tool.error", error: "No forecast for 5." }]);
    });

    test("answers a tool it does not have with an error", async () => {
      expect(actionsOf(await decide(execute("{}", { name: "nobody" })))).toMatchObject([
        { type: "tool.error", error: expect.stringMatching(habits.unknownTool) },
      ]);
    });

    test("takes the proposal on tool.finished", async () => {
      const decision = decisionOn(
        { type: "tool.finished", id: "call_1", ok: true, name: "get_weather", result: "clear" },
        { messages: [{ role: "tool", content: "clear", tool_call_id: "call_1", name: "get_weather" }] },
      );
      expectTaken(await decide(decision), decision);
    });

    test("runs calls beside each other", async () => {
      const outcomes = await Promise.all(
        ["Tokyo", "Atlantis", "Tokyo", "Tokyo", "Atlantis"].map((city) =>
          decide(execute(JSON.stringify({ city }))),
        ),
      );
      expect(outcomes.flatMap(actionsOf).map((action) => action.type)).toEqual([
        "tool.result",
        "tool.error",
        "tool.result",
        "tool.result",
        "tool.error",
      ]);
    });

    test("does not reject when it is aborted before it starts", async () => {
      const outcome = await decide(execute('{"city":"Tokyo"}'), AbortSignal.abort());
      expect(outcome).toMatchObject({ kind: "failed", error: expect.stringContaining("stopped") });
    });

    test("ends at once when it is aborted under way, and goes on working", async (context) => {
      if ("skip" in subject.hangsOn) return context.skip(subject.hangsOn.skip);
      const controller = new AbortController();
      const under = decide(execute(subject.hangsOn.arguments), controller.signal);
      controller.abort();
      expect(await under).toMatchObject({ kind: "failed", error: expect.stringContaining("stopped") });
      expect(actionsOf(await decide(execute('{"city":"Tokyo"}')))).toHaveLength(1);
    });
  });
}
