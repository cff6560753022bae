import { describe, expect, test } from "vitest";
import {
  answered,
  calls,
  holding,
  later,
  result,
  says,
  TestSession,
  tools,
  type WorkerFn,
} from "@/lib/engine/testing/session";
import type { Action } from "@/lib/protocol/actions";

const F = { name: "f" };
const two = calls(["f", "{}", "a"], ["f", "{}", "b"]);
const ran = (id: string) => result(`ran ${id}`);

/** Answers an execution after that many seconds, by call id. */
const taking = (seconds: Record<string, number>, answer: (id: string) => Action = ran): WorkerFn =>
  tools(({ trigger }) =>
    later((seconds[trigger.id] ?? 0) * 1000, answered({ actions: [answer(trigger.id)] })),
  );

const deliveries = (session: TestSession, type: string) =>
  session.facts("decision.dispatched").flatMap((fact) => {
    const trigger = session.state.decisions.get(fact.decision_id)?.trigger;
    return trigger?.type === type
      ? [{ fact, id: "id" in trigger ? trigger.id : "", at: session.secs(fact) }]
      : [];
  });

describe("deliveries (D25)", () => {
  test("edge 91: parallel 1, two calls → their executions are delivered one after another", () => {
    const session = new TestSession({ tools: [F], workspace: { parallel: 1 } });
    session.message();
    session.run({ model: [two, says("ok")], worker: taking({ a: 5, b: 5 }) });
    expect(deliveries(session, "tool.execute").map(({ id, at }) => [id, at])).toEqual([
      ["a", 0],
      ["b", 5],
    ]);
    expect(session.secs(session.fact("turn.completed"))).toBe(10);
  });

  test("parallel 1: execute a, execute b, finished a, finished b", () => {
    const session = new TestSession({ tools: [F], workspace: { parallel: 1 } });
    session.message();
    session.run({ model: [two, says("ok")], worker: taking({}) });
    const order = session.facts("decision.dispatched").map(({ decision_id }) => {
      const trigger = session.state.decisions.get(decision_id)?.trigger;
      return [trigger?.type, trigger && "id" in trigger ? trigger.id : ""];
    });
    expect(order.slice(3, 7)).toEqual([
      ["tool.execute", "a"],
      ["tool.execute", "b"],
      ["tool.finished", "a"],
      ["tool.finished", "b"],
    ]);
  });

  test("default: siblings run together, and the turn takes as long as the slowest", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({ model: [two, says("ok")], worker: taking({ a: 5, b: 3 }) });
    expect(deliveries(session, "tool.execute").map(({ at }) => at)).toEqual([0, 0]);
    expect(session.secs(session.fact("turn.completed"))).toBe(5);
  });

  test("ten calls, default parallel → eight at once, the others as places become free", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    const ids = [..."abcdefghij"];
    const seconds = Object.fromEntries(ids.map((id, n) => [id, n + 1]));
    session.run({
      model: [calls(...ids.map((id): [string, string, string] => ["f", "{}", id])), says("ok")],
      worker: taking(seconds),
    });
    expect(deliveries(session, "tool.execute").map(({ at }) => at)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    expect(session.toolMessages()).toHaveLength(10);
  });

  test("all other decisions are delivered one at a time", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({
      model: [two, says("ok")],
      worker: (request) => {
        const { trigger, proposed } = request;
        if (trigger.type === "tool.execute") return { actions: [ran(trigger.id)] };
        return trigger.type === "tool.finished" ? later(2_000, answered(proposed)) : proposed;
      },
    });
    expect(deliveries(session, "tool.finished").map(({ id, at }) => [id, at])).toEqual([
      ["a", 0],
      ["b", 2],
    ]);
  });

  test("an execution that timed out frees its place, though its worker has not answered", () => {
    const session = new TestSession({
      tools: [{ ...F, retry: { attempt_timeout_secs: 5 } }],
      workspace: { parallel: 1 },
    });
    session.message();
    session.run({ model: [two, says("ok")], worker: taking({ a: 60 }) });
    expect(deliveries(session, "tool.execute").map(({ id, at }) => [id, at])).toEqual([
      ["a", 0],
      ["b", 5],
    ]);
  });
});

describe("held until all have settled", () => {
  test("edge 92: the first of two finishes → its tool message is recorded, and nothing else is done", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({ model: [two], worker: taking({ b: 60 }), until: 0 });
    const [first] = deliveries(session, "tool.finished");
    expect(first?.fact.pending_calls).toBe(1);
    expect(first?.fact.proposed).toEqual({
      messages: {
        upto: expect.any(String),
        add: [{ id: expect.any(String), role: "tool", content: "ran a", tool_call_id: "a", name: "f" }],
      },
    });
    expect(session.toolMessages()).toEqual(["ran a"]);
    expect(session.facts("llm.call.requested")).toHaveLength(1);
  });

  test("edge 93: the last one finishes → exactly one model call, with both tool messages", () => {
    const prompts: unknown[] = [];
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({
      model: ({ messages, index }) => {
        prompts.push(messages.map(({ role, content, tool_call_id }) => [role, content, tool_call_id]));
        return { give: index === 0 ? two : says("ok") };
      },
      worker: taking({}),
    });
    expect(prompts).toHaveLength(2);
    const [, second] = session.facts("llm.call.requested");
    expect(second?.policy?.layers.max_attempts).toBe("engine default");
    const asked = deliveries(session, "tool.finished").at(-1)?.fact.proposed?.actions?.[0];
    expect(asked).not.toHaveProperty("retry");
    expect(prompts[1]).toEqual([
      ["user", "hello", undefined],
      ["assistant", undefined, undefined],
      ["tool", "ran a", "a"],
      ["tool", "ran b", "b"],
    ]);
    expect(deliveries(session, "tool.finished").map(({ fact }) => fact.pending_calls)).toEqual([1, 0]);
  });

  test("both settled before either tool.finished is answered → still exactly one sees none pending", () => {
    const session = new TestSession({ tools: [F], workspace: { parallel: 1 } });
    session.message();
    session.run({ model: [two, says("ok")], worker: taking({}) });
    expect(deliveries(session, "tool.finished").map(({ fact }) => fact.pending_calls)).toEqual([1, 0]);
    expect(session.facts("llm.call.requested")).toHaveLength(2);
  });

  test("edge 94: one failed, one ok → both tool messages, one prompt", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({
      model: [two, says("ok")],
      worker: taking({}, (id) => (id === "a" ? { type: "tool.error", error: "broken" } : ran(id))),
    });
    expect(session.toolMessages()).toEqual(["broken", "ran b"]);
    expect(session.facts("llm.call.requested")).toHaveLength(2);
  });

  test("edge 95: a sibling waits for its next attempt → held", () => {
    const session = new TestSession({
      tools: [F, { name: "g", retry: { max_attempts: 2, backoff_base_secs: 9, backoff_max_secs: 60 } }],
    });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"], ["g", "{}", "b"]), says("ok")],
      worker: tools(({ trigger }) =>
        trigger.name === "g" && trigger.attempt === 0
          ? { type: "tool.error", error: "busy", retryable: true }
          : ran(trigger.id),
      ),
    });
    const [, second] = session.facts("llm.call.requested");
    expect(second && session.secs(second)).toBe(9);
    expect(session.toolMessages()).toEqual(["ran a", "ran b"]);
  });

  test("edge 96: a sibling is an open client call → held until it is answered", () => {
    const session = new TestSession({ tools: [F, { name: "pick", handler: "client" }] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"], ["pick", "{}", "p"]), says("ok")],
      at: {
        60000: (s) => s.settle("p", { type: "tool.result", result: "picked" }, { by: "client" }),
      },
    });
    const [, second] = session.facts("llm.call.requested");
    expect(second && session.secs(second)).toBe(60);
    expect(session.toolMessages()).toEqual(["ok", "picked"]);
  });

  test("edge 98: b settles before a → tool messages b, a", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({ model: [two, says("ok")], worker: taking({ a: 5, b: 3 }) });
    expect(session.toolMessages()).toEqual(["ran b", "ran a"]);
  });

  test("edge 99: an unrelated call of the worker's own is open → the model is held too", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"])],
      worker: ({ trigger, proposed }) => {
        if (trigger.type === "tool.execute") return trigger.id === "own" ? {} : { actions: [ran("a")] };
        if (trigger.type !== "llm.finished") return proposed;
        const own: Action = { type: "tool.call", id: "own", name: "f", arguments: {} };
        return { ...proposed, actions: [...(proposed.actions ?? []), own] };
      },
      until: 1_000,
    });
    expect(session.toolMessages()).toEqual(["ran a"]);
    expect(session.facts("llm.call.requested")).toHaveLength(1);
    session.settle("own", { type: "tool.result", result: "at last" });
    expect(session.out("tool.finished").proposed).toEqual({});
  });

  test("edge 100: the worker returns llm.call while siblings are open → allowed", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({
      model: [two, says("early")],
      worker: ({ trigger, proposed, pending_calls }) => {
        if (trigger.type === "tool.execute") {
          return later(trigger.id === "a" ? 0 : 60_000, answered({ actions: [ran(trigger.id)] }));
        }
        if (trigger.type !== "tool.finished" || pending_calls === 0) return proposed;
        return { ...proposed, actions: [{ type: "llm.call" }] };
      },
      until: 0,
    });
    expect(session.facts("llm.call.requested")).toHaveLength(2);
    expect(session.state.tools.get("b")?.progress.status).toBe("pending");
  });

  test("edge 101: the worker answers tool.finished with {} → nothing is recorded, the session rests", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({
      model: [calls(["f", "{}", "a"])],
      worker: ({ trigger, proposed }) => {
        if (trigger.type === "tool.execute") return { actions: [ran("a")] };
        return trigger.type === "tool.finished" ? {} : proposed;
      },
    });
    expect(session.toolMessages()).toEqual([]);
    expect(session.facts("llm.call.requested")).toHaveLength(1);
    expect(session.facts("turn.completed")).toEqual([]);
  });
});

describe("siblings and the conversation", () => {
  test("a worker that writes a message with its result, while a sibling's outcome was recorded → nothing is left off the path", () => {
    const session = new TestSession({ tools: [F] });
    const prompts: unknown[] = [];
    session.message();
    session.run({
      model: ({ messages, index }) => {
        prompts.push(messages.map(({ role, content }) => `${role}: ${content ?? ""}`));
        return { give: index === 0 ? two : says("ok") };
      },
      worker: ({ trigger, proposed, messages }) => {
        if (trigger.type !== "tool.execute") return proposed;
        if (trigger.id === "a") return { actions: [ran("a")] };
        const note = { role: "user" as const, content: "note of b" };
        return later(5_000, answered({ messages: [...messages, note], actions: [ran("b")] }));
      },
    });
    expect(prompts[1]).toEqual([
      "user: hello",
      "assistant: ",
      "tool: ran a",
      "user: note of b",
      "tool: ran b",
    ]);
    expect(session.facts("call.voided")).toEqual([]);
  });

  test("an execution delivered before there was any message, answered with one → it goes on from the head of now", () => {
    const session = new TestSession({ tools: [F] });
    session.answer(session.out("session.start").decision_id, {
      actions: [{ type: "tool.call", id: "own", name: "f", arguments: {} }],
    });
    const { decision_id } = session.out("tool.execute");
    session.message("hello");
    const { decision_id: asked, proposed } = session.out("client.messages");
    session.answer(asked, proposed);
    session.answer(decision_id, { messages: [{ role: "user", content: "note" }], actions: [ran("own")] });
    const [hello, note] = session.facts("message.new");
    expect(note).toMatchObject({ message: { content: "note" }, parent_id: hello?.message.id });
  });

  test("a message recorded while a sibling's tool.finished is out → both stay on the path", () => {
    const session = new TestSession({ tools: [F] });
    const prompts: unknown[] = [];
    session.message();
    session.run({
      model: ({ messages, index }) => {
        prompts.push(messages.map(({ role, content }) => `${role}: ${content ?? ""}`));
        return { give: index === 0 ? two : says("ok") };
      },
      worker: ({ trigger, proposed, messages }) => {
        if (trigger.type === "tool.finished") return later(3_000, answered(proposed));
        if (trigger.type !== "tool.execute") return proposed;
        if (trigger.id === "a") return { actions: [ran("a")] };
        const note = { role: "user" as const, content: "note of b" };
        return later(1_000, answered({ messages: [...messages, note], actions: [ran("b")] }));
      },
    });
    expect(prompts[1]).toEqual([
      "user: hello",
      "assistant: ",
      "user: note of b",
      "tool: ran a",
      "tool: ran b",
    ]);
  });
});

describe("the end of a turn", () => {
  test("edge 104: the model answers text only → done with that text", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({ model: [says("Hello.")] });
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "done", data: "Hello." });
  });

  test("the model answers nothing at all → done with null", () => {
    const session = new TestSession();
    session.message();
    session.run({ model: [{ ok: true, response: { model: "m", finish_reason: "stop" } }] });
    expect(session.fact("turn.completed")).toMatchObject({ outcome: "done", data: null });
  });

  test("edge 105: 49 rounds of calls pass under the limit of 50 model calls", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({
      model: ({ index }) => ({ give: index < 49 ? calls(["f", "{}", `c${index}`]) : says("done") }),
      worker: tools(({ trigger }) => ran(trigger.id)),
    });
    expect(session.facts("llm.call.requested")).toHaveLength(50);
    expect(session.facts("session.interrupted")).toEqual([]);
    expect(session.fact("turn.completed").outcome).toBe("done");
  });

  test("done while a sibling is open → the turn is over, the call may still settle and is told", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({ model: [two], worker: holding("tool.execute"), until: 0 });
    const [first] = session.live();
    session.answer(first?.decision_id ?? "", { actions: [ran("a"), { type: "done", data: "enough" }] });
    expect(session.fact("turn.completed").data).toBe("enough");
    session.settle("b", { type: "tool.result", result: "later" });
    expect(session.facts("tool.call.completed").map(({ tool_call_id }) => tool_call_id)).toEqual(["a", "b"]);
  });
});
