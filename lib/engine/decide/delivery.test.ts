import { describe, expect, test } from "vitest";
import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import { promptOf } from "@/lib/engine/state/unpack";
import {
  calls,
  holding,
  later,
  NEVER,
  REMOTE_DELIVERY,
  result,
  says,
  TestSession,
  tools,
  type WorkerFn,
} from "@/lib/engine/testing/session";
import type { DecisionRequest } from "@/lib/protocol/decision";

const F = { name: "f" };
const down: WorkerOutcome = { kind: "failed", error: "worker answered 503", retryable: true, status: 503 };
const broken: WorkerOutcome = { kind: "failed", error: "worker answered 400", retryable: false, status: 400 };

/** Fails so many deliveries of each decision with such a trigger, then goes on as `then`. */
function failing(type: string, times: number, more: { answer?: WorkerOutcome; then?: WorkerFn } = {}) {
  const { answer = down, then } = more;
  const seen: DecisionRequest[] = [];
  const worker: WorkerFn = (request) => {
    if (request.trigger.type !== type) return then ? then(request) : request.proposed;
    seen.push(request);
    if (request.attempts < times) return later(0, answer);
    return then ? then(request) : request.proposed;
  };
  return { seen, worker };
}

const waits = (session: TestSession) =>
  session.facts("decision.errored").map((fact) => ((fact.due_at ?? Number.NaN) - fact.at) / 1000);

describe("redelivery", () => {
  test("edge 121: same decision, trigger and proposal; attempts + 1", () => {
    const { seen, worker } = failing("tool.finished", 2, { then: tools(() => result("ran")) });
    const session = new TestSession({ tools: [F], remote: true });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")], worker });
    expect(seen).toHaveLength(3);
    const [first, second, third] = seen;
    expect(second).toEqual({ ...first, attempts: 1 });
    expect(third).toEqual({ ...first, attempts: 2 });
    expect(first?.attempts).toBe(0);
    expect(session.fact("turn.completed").outcome).toBe("done");
  });

  test("the proposal stands on the first delivery only, and the message it names is recorded once", () => {
    const { worker } = failing("tool.finished", 1, { then: tools(() => result("ran")) });
    const session = new TestSession({ tools: [F], remote: true });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")], worker });
    const { decision_id } = session.fact("decision.errored");
    const dispatched = session
      .facts("decision.dispatched")
      .filter((fact) => fact.decision_id === decision_id);
    expect(dispatched.map(({ proposed }) => proposed !== undefined)).toEqual([true, false]);
    expect(session.toolMessages()).toEqual(["ran"]);
  });

  test("an execution that is delivered again keeps its attempt and its deadline", () => {
    const { seen, worker } = failing("tool.execute", 1, { then: tools(() => result("ran")) });
    const session = new TestSession({ tools: [F], remote: true });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")], worker });
    expect(seen[1]?.trigger).toEqual(seen[0]?.trigger);
    expect(session.facts("attempt.started").filter(({ kind }) => kind === "tool_call")).toHaveLength(1);
    expect(session.toolMessages()).toEqual(["ran"]);
  });

  test("an execution whose attempt ended while it waited for redelivery → not delivered again", () => {
    const { seen, worker } = failing("tool.execute", 99);
    const session = new TestSession({
      tools: [{ ...F, retry: { attempt_timeout_secs: 1 } }],
      remote: true,
    });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")], worker });
    expect(seen).toHaveLength(1);
    expect(session.fact("decision.dropped").reason).toContain("attempt was over");
    expect(session.toolMessages()).toEqual(["deadline exceeded"]);
    expect(session.fact("turn.completed").outcome).toBe("done");
  });

  test("D21: waits of 2, 4, 8, 16, 32, 60 s; after 300 s in all no further delivery", () => {
    const { worker } = failing("llm.finished", 99);
    const session = new TestSession({ remote: true });
    session.message();
    session.run({ model: [says("hi")], worker });
    expect(waits(session)).toEqual([2, 4, 8, 16, 32, 60, 60, 60, Number.NaN]);
    expect(session.secs(session.fact("turn.completed"))).toBe(242);
  });

  test("ten deliveries at most", () => {
    const session = new TestSession({ delivery: { ...REMOTE_DELIVERY, backoff_base_secs: 0 } });
    session.message();
    const { seen, worker } = failing("llm.finished", 99);
    session.run({ model: [says("hi")], worker });
    expect(seen.map(({ attempts }) => attempts)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(session.facts("decision.errored")).toHaveLength(10);
    expect(session.fact("turn.completed").outcome).toBe("failed");
  });

  test("a next delivery that would come just when the time is up → none", () => {
    const delivery = { ...REMOTE_DELIVERY, total_timeout_secs: 2 };
    const session = new TestSession({ delivery });
    session.message();
    const { seen, worker } = failing("llm.finished", 99);
    session.run({ model: [says("hi")], worker });
    expect(seen).toHaveLength(1);
    expect(session.secs(session.fact("turn.completed"))).toBe(0);
  });

  test("a worker that never answers → its delivery ends after 300 s", () => {
    const session = new TestSession({ remote: true });
    session.message();
    session.run({ model: [says("hi")], worker: holding("llm.finished") });
    expect(session.secs(session.fact("decision.errored"))).toBe(300);
    expect(session.fact("decision.errored").retryable).toBe(true);
    expect(session.fact("turn.completed")).toMatchObject({
      outcome: "failed",
      error: expect.stringContaining("did not answer"),
    });
  });

  test("the request names the end of its delivery; a local worker has none", () => {
    const remote = new TestSession({ remote: true });
    expect(remote.out("session.start").deadline).toBe("2026-01-01T00:05:00.000Z");
    expect(new TestSession().out("session.start").deadline).toBeNull();
  });

  test("while one decision waits for redelivery no other of its kind goes out", () => {
    const { worker } = failing("tool.finished", 1, {
      then: tools(({ trigger }) => result(`ran ${trigger.id}`)),
    });
    const session = new TestSession({ tools: [F], remote: true });
    session.message();
    session.run({ model: [calls(["f", "{}", "a"], ["f", "{}", "b"]), says("ok")], worker });
    expect(session.toolMessages()).toEqual(["ran a", "ran b"]);
  });
});

describe("failed decisions (D29)", () => {
  test("not retryable → the turn fails at once with the delivery's error, and nothing hangs", () => {
    const { seen, worker } = failing("llm.finished", 99, { answer: broken });
    const session = new TestSession({ remote: true });
    session.message();
    session.run({ model: [says("hi")], worker });
    expect(seen).toHaveLength(1);
    expect(session.fact("decision.errored")).toMatchObject({ status: 400, retryable: false, attempts: 1 });
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "failed", error: "worker answered 400" });
    expect(session.live()).toEqual([]);
  });

  test("a local worker's failure is not delivered again", () => {
    const { seen, worker } = failing("llm.finished", 99, { answer: { ...down, status: undefined } });
    const session = new TestSession();
    session.message();
    session.run({ model: [says("hi")], worker });
    expect(seen).toHaveLength(1);
    expect(session.fact("turn.completed").outcome).toBe("failed");
  });

  test("siblings that are open → voided; their later settles are refused; queued decisions are dropped", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"], ["f", "{}", "b"])],
      worker: ({ trigger, proposed }) => {
        if (trigger.type !== "tool.execute") return proposed;
        return trigger.id === "a" ? later(1_000, broken) : NEVER;
      },
    });
    expect(session.facts("call.voided").map(({ id }) => id)).toEqual(["a", "b"]);
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "failed", error: "worker answered 400" });
    expect(session.settle("b", { type: "tool.result", result: "late" })).toMatchObject({
      reason: "not_pending",
    });
  });

  test("a turn failed with calls open → the next message's prompt has an outcome for each, as providers demand", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    const two = calls(["f", "{}", "a"], ["f", "{}", "b"]);
    session.run({ model: [two], worker: holding("tool.execute"), until: 0 });
    const [a, b] = session.live().map(({ decision_id }) => decision_id);
    session.answer(a ?? "", { actions: [result("ran a")] });
    const failed = { kind: "failed" as const, error: "403", retryable: false };
    session.do({ type: "answer", decision_id: b ?? "", answer: failed });
    session.message("again");
    const { proposed, decision_id } = session.out("client.messages");
    session.answer(decision_id, proposed);
    const [ask] = session.state.openLlm;
    expect(promptOf(session.state, ask ?? "").map(({ role, content }) => `${role}: ${content}`)).toEqual([
      "user: hello",
      "assistant: undefined",
      "tool: ran a",
      "tool: not finished: the turn failed",
      "user: again",
    ]);
    expect(
      session
        .facts("message.new")
        .slice(-3)
        .map(({ message }) => message.tool_call_id),
    ).toEqual(["a", "b", undefined]);
  });

  test("session.start fails → the waiting message's turn fails visibly; the next message gets a turn", () => {
    const session = new TestSession();
    session.message("one");
    session.run({
      worker: ({ trigger, proposed }) => (trigger.type === "session.start" ? later(0, broken) : proposed),
    });
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "failed", error: "worker answered 400" });
    expect(session.message("two")).toBeNull();
    session.run({ model: [says("hi")] });
    expect(session.facts("turn.completed").at(-1)).toMatchObject({ outcome: "done" });
  });

  test("a late failure of an execution that had timed out → recorded, and the turn is not failed for it", () => {
    const session = new TestSession({ tools: [{ ...F, retry: { attempt_timeout_secs: 5 } }] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "c"]), later(20_000, says("ok"))],
      worker: tools(() => later(10_000, broken)),
    });
    expect(session.fact("decision.errored")).toMatchObject({ error: "worker answered 400" });
    expect(session.fact("turn.completed").outcome).toBe("done");
  });

  test("an overtaken delivery is listened to for 300 s and then dropped", () => {
    const session = new TestSession({ tools: [{ ...F, retry: { attempt_timeout_secs: 5 } }] });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")], worker: tools(() => NEVER) });
    expect(session.secs(session.fact("decision.dropped"))).toBe(300);
    expect(session.live()).toEqual([]);
  });

  test("what a worker logged is recorded with its decision", () => {
    const session = new TestSession();
    const { decision_id } = session.out("session.start");
    session.do({
      type: "answer",
      decision_id,
      answer: { kind: "proposed" },
      entries: [{ level: "warn", text: "hm" }],
    });
    expect(session.fact("worker.logged")).toMatchObject({
      decision_id,
      entries: [{ level: "warn", text: "hm" }],
    });
  });
});
