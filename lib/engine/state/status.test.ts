import { describe, expect, test } from "vitest";
import type { Script } from "@/lib/engine/testing/session";
import {
  answered,
  calls,
  holding,
  later,
  NEVER,
  result,
  says,
  TestSession,
  tools,
} from "@/lib/engine/testing/session";
import { initialState } from "./state";
import { isRunning, statusOf, waitsOf } from "./status";

const F = { name: "f" };
const at = (secs: number) => Date.UTC(2026, 0, 1) + secs * 1000;

/** When a session has run so far: how it stands and what it waits for. */
function standing(script: Script, tool: object = {}, setup: object = {}) {
  const session = new TestSession({ tools: [{ ...F, ...tool }], ...setup });
  session.message();
  session.run(script);
  return {
    session,
    status: statusOf(session.state),
    waits: waitsOf(session.state),
    running: isRunning(statusOf(session.state)),
  };
}

const model = [calls(["f", "{}", "c"]), says("ok")];

describe("how a session stands, and what it waits for", () => {
  test("no session yet → idle, waits for nothing", () => {
    expect(statusOf(initialState())).toBe("idle");
    expect(waitsOf(initialState())).toEqual([]);
  });

  test("a finished turn → idle, waits for a message", () => {
    expect(standing({ model: [says("hi")] })).toMatchObject({
      status: "idle",
      running: false,
      waits: [{ kind: "message", text: "a message" }],
    });
  });

  test("the model is asked → running, waits for the model", () => {
    expect(standing({ model: () => NEVER, until: 0 })).toMatchObject({
      status: "running",
      running: true,
      waits: [{ kind: "model", text: "the model" }],
    });
  });

  test("a model call backs off → running, waits for its next attempt until then", () => {
    const busy = { ok: false as const, error: "busy", retryable: true };
    expect(standing({ model: () => ({ give: busy }), until: 0 })).toMatchObject({
      status: "running",
      waits: [{ kind: "retry", text: "the wait before attempt 2 of 5 of the model call", until: at(2) }],
    });
  });

  test("an execution is out → running, waits for the worker, and not for a person", () => {
    expect(standing({ model, worker: holding("tool.execute"), until: 0 })).toMatchObject({
      status: "running",
      waits: [{ kind: "worker", text: "the worker: tool.execute" }],
    });
  });

  test("a delivery failed → waits until it is delivered again", () => {
    const down = { kind: "failed" as const, error: "503", retryable: true };
    const script: Script = {
      model,
      worker: ({ trigger, proposed }) => (trigger.type === "llm.finished" ? later(0, down) : proposed),
      until: 0,
    };
    expect(standing(script, {}, { remote: true })).toMatchObject({
      status: "running",
      waits: [{ kind: "worker", text: "the worker: llm.finished, to be delivered again", until: at(2) }],
    });
  });

  test("a call backs off → running, waits for its next attempt", () => {
    const retry = { max_attempts: 3, backoff_base_secs: 4, backoff_max_secs: 60 };
    const worker = tools(() => ({ type: "tool.error", error: "busy", retryable: true }));
    expect(standing({ model, worker, until: 0 }, { retry })).toMatchObject({
      status: "running",
      waits: [{ kind: "retry", id: "c", text: "the wait before attempt 2 of 3 of f", until: at(4) }],
    });
  });

  test("the worker left a call open → waiting for a person, until the attempt's limit", () => {
    expect(standing({ model, worker: tools(() => []), until: 0 })).toMatchObject({
      status: "waiting",
      running: true,
      waits: [{ kind: "person", id: "c", text: "a person: f is open", until: at(120) }],
    });
  });

  test("a client's call → waiting for the client, without a limit", () => {
    const { status, waits } = standing({ model }, { handler: "client" });
    expect(status).toBe("waiting");
    expect(waits).toEqual([{ kind: "client", id: "c", text: "the client: f is open" }]);
  });

  test("one call is at work and another left open → running, waits for both", () => {
    const { status, waits } = standing({
      model: [calls(["f", "{}", "a"], ["f", "{}", "b"])],
      worker: tools(({ trigger }) => (trigger.id === "a" ? [] : NEVER)),
      until: 0,
    });
    expect(status).toBe("running");
    expect(waits.map(({ kind }) => kind).toSorted()).toEqual(["person", "worker"]);
  });

  test("an interrupt → interrupted, waits for its resume and nothing else", () => {
    const worker = tools(() => ({ type: "interrupt", interrupt_id: "i", reason: "may I?" }));
    expect(standing({ model, worker })).toMatchObject({
      status: "interrupted",
      running: false,
      waits: [{ kind: "resume", id: "i", text: "a resume: may I?" }],
    });
  });

  test("cancelled → cancelled, waits for nothing", () => {
    const { session } = standing({ model, worker: holding("tool.execute"), until: 0 });
    session.do({ type: "cancel", reason: "enough" });
    expect(statusOf(session.state)).toBe("cancelled");
    expect(waitsOf(session.state)).toEqual([]);
    expect(isRunning(statusOf(session.state))).toBe(false);
  });

  test("the turn failed → failed, until the next message", () => {
    const broken = { kind: "failed" as const, error: "400", retryable: false };
    const { session, status, waits } = standing({
      model,
      worker: ({ trigger, proposed }) => (trigger.type === "llm.finished" ? later(0, broken) : proposed),
    });
    expect(status).toBe("failed");
    expect(waits).toEqual([{ kind: "message", text: "a message" }]);
    session.message();
    expect(statusOf(session.state)).toBe("running");
  });

  test("the worker left the turn without an action → failed, and the wait says so", () => {
    const worker = tools(() => result("ok"));
    const { status, waits } = standing({
      model,
      worker: (request) => (request.trigger.type === "tool.finished" ? {} : worker(request)),
    });
    expect(status).toBe("failed");
    expect(waits).toEqual([{ kind: "message", text: expect.stringContaining("without an action") }]);
  });

  test("a turn left without an action, while a timed-out delivery is listened to → failed all the same", () => {
    const late = tools(() => later(200_000, answered({ actions: [result("late")] })));
    const script: Script = {
      model,
      worker: (request) => (request.trigger.type === "tool.finished" ? {} : late(request)),
      until: 10_000,
    };
    expect(standing(script, { retry: { attempt_timeout_secs: 5 } }).status).toBe("failed");
  });

  test("a timed-out delivery that is only listened to → the session is idle, not running", () => {
    const script: Script = { model, worker: tools(() => NEVER), until: 10_000 };
    expect(standing(script, { retry: { attempt_timeout_secs: 5 } })).toMatchObject({
      status: "idle",
      running: false,
      waits: [{ kind: "message", text: "a message" }],
    });
  });
});
