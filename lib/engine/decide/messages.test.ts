import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { schemaTextOf, toolsOf } from "@/lib/engine/state/lineage";
import { promptOf, unpack } from "@/lib/engine/state/unpack";
import {
  calls,
  holding,
  later,
  NEVER,
  result,
  says,
  TestSession,
  tools,
  type WorkerFn,
} from "@/lib/engine/testing/session";
import type { DecisionResponse, LlmCallAction } from "@/lib/protocol/actions";
import type { DraftMessage } from "@/lib/protocol/messages";

const F = { name: "f" };
const user = (content: string, id?: string): DraftMessage => ({
  ...(id ? { id } : {}),
  role: "user",
  content,
});

/** The active path: "role: content" of each message. */
const pathOf = (session: TestSession) =>
  shown(session.request([...session.state.decisions.values()][0]?.id ?? "").messages);
const shown = (messages: DraftMessage[]) => messages.map(({ role, content }) => `${role}: ${content ?? ""}`);

/** Given one finished turn "hello" → "hi", when the next message comes: its decision, to be answered by hand. */
function secondTurn(setup: ConstructorParameters<typeof TestSession>[0] = {}) {
  const session = new TestSession(setup);
  session.message("hello");
  session.run({ model: [says("hi")] });
  session.message("more");
  const request = session.out("client.messages");
  const { seq } = session.state;
  const written = () => session.facts("message.new").filter((fact) => fact.seq > seq);
  return {
    session,
    request,
    written,
    answer: (response: DecisionResponse) => session.answer(request.decision_id, response),
  };
}

const completedOf = (session: TestSession) => {
  const fact = session.facts("decision.completed").at(-1);
  if (!fact) throw new Error("no decision was completed");
  return fact;
};

describe("recording of messages", () => {
  test("a leading run of known messages writes nothing; new ones are a chain under the last known", () => {
    const { session, request, written, answer } = secondTurn();
    answer({ messages: [...request.messages, user("one"), user("two")] });
    const [one, two] = written();
    expect(one).toMatchObject({ message: { content: "one" }, parent_id: request.messages.at(-1)?.id });
    expect(two).toMatchObject({ message: { content: "two" }, parent_id: one?.message.id });
    expect(pathOf(session)).toEqual(["user: hello", "assistant: hi", "user: one", "user: two"]);
  });

  test("an empty list is no opinion", () => {
    const { session, written, answer } = secondTurn();
    answer({ messages: [] });
    expect(written()).toEqual([]);
    expect(pathOf(session)).toEqual(["user: hello", "assistant: hi"]);
  });

  test("only known messages → nothing is written, the head stays", () => {
    const { session, request, written, answer } = secondTurn();
    answer({ messages: request.messages.slice(0, 1) });
    expect(written()).toEqual([]);
    expect(pathOf(session)).toEqual(["user: hello", "assistant: hi"]);
  });

  test("new messages under an earlier one → the branch is left, the old one stays in the tree", () => {
    const { session, request, answer } = secondTurn();
    answer({ messages: [...request.messages.slice(0, 1), user("instead")] });
    expect(pathOf(session)).toEqual(["user: hello", "user: instead"]);
    expect([...session.state.nodes.values()]).toHaveLength(3);
  });

  test("no known message leads → a new root", () => {
    const { session, written, answer } = secondTurn();
    answer({ messages: [user("from scratch")] });
    expect(written()[0]).not.toHaveProperty("parent_id");
    expect(pathOf(session)).toEqual(["user: from scratch"]);
  });

  test("known messages after the first unknown one are written again under fresh ids", () => {
    const { session, request, written, answer } = secondTurn();
    const [hello, hi] = request.messages;
    answer({ messages: [hello, user("between"), hi].filter((m) => m !== undefined) });
    expect(written().map(({ message }) => message.content)).toEqual(["between", "hi"]);
    expect(written()[1]?.message.id).not.toBe(hi?.id);
    expect(pathOf(session)).toEqual(["user: hello", "user: between", "assistant: hi"]);
  });

  test("an id of the worker's own is kept while it is free; a second use gets a fresh one", () => {
    const { request, written, answer } = secondTurn();
    answer({ messages: [...request.messages, user("one", "mine"), user("two", "mine")] });
    const [one, two] = written();
    expect(one?.message.id).toBe("mine");
    expect(two?.message.id).not.toBe("mine");
    expect(two?.parent_id).toBe("mine");
  });

  test("matching is by id: an edit of a recorded message has no effect, and is recorded as ignored", () => {
    const { session, request, written, answer } = secondTurn();
    const [hello, hi] = request.messages;
    const edited = { ...hello, role: "user" as const, content: "HELLO" };
    answer({ messages: [edited, hi, user("more")].filter((m) => m !== undefined) });
    expect(written().map(({ message }) => message.content)).toEqual(["more"]);
    expect(completedOf(session)).toMatchObject({ taken: false, ignored_edits: [hello?.id] });
    expect(pathOf(session)).toEqual(["user: hello", "assistant: hi", "user: more"]);
  });

  test("nothing edited → no ignored edits on record", () => {
    const { session, request, answer } = secondTurn();
    answer({ messages: [...request.messages, user("more")] });
    expect(completedOf(session)).not.toHaveProperty("ignored_edits");
  });
});

describe("a branch is left (edge 106)", () => {
  /** Given a and b open; when a's execution is answered with a message under the user's first one. */
  function left(answerB: WorkerFn = () => NEVER) {
    const session = new TestSession({ tools: [F], workspace: { parallel: 8 } });
    session.message("hello");
    session.run({
      model: [calls(["f", "{}", "a"], ["f", "{}", "b"])],
      worker: (request) => {
        const { trigger, proposed, messages } = request;
        if (trigger.type === "tool.finished") return NEVER;
        if (trigger.type !== "tool.execute") return proposed;
        if (trigger.id === "b") return answerB(request);
        const messagesOfFork = [...messages.slice(0, 1), user("instead")];
        return later(1_000, { kind: "answered", response: { messages: messagesOfFork } });
      },
      until: 2_000,
    });
    return session;
  }

  test("open calls on it are voided, their decisions dropped, later settles refused", () => {
    const session = left();
    expect(session.facts("call.voided").map(({ id }) => id)).toEqual(["a", "b"]);
    expect(session.facts("decision.dropped")).toHaveLength(1);
    expect(session.settle("b", { type: "tool.result", result: "late" })).toMatchObject({
      reason: "not_pending",
    });
    expect(pathOf(session)).toEqual(["user: hello", "user: instead"]);
  });

  test("what a settled call of it still had to tell is dropped: its message would stand on the wrong branch", () => {
    const session = left(() => ({ actions: [result("ran b")] }));
    expect(session.facts("call.voided").map(({ id }) => id)).toEqual(["a"]);
    expect(session.live()).toEqual([]);
    expect(session.toolMessages()).toEqual([]);
  });

  test("a model call asked on it is voided", () => {
    const session = new TestSession({ tools: [F] });
    session.message("hello");
    session.run({
      model: ({ index }) => (index === 0 ? { give: calls(["f", "{}", "a"], ["f", "{}", "b"]) } : NEVER),
      worker: ({ trigger, proposed, messages }) => {
        if (trigger.type === "tool.finished") return { ...proposed, actions: [{ type: "llm.call" }] };
        if (trigger.type !== "tool.execute") return proposed;
        if (trigger.id === "a") return { actions: [result("ran a")] };
        return later(1_000, {
          kind: "answered",
          response: { messages: [...messages.slice(0, 1), user("instead")], actions: [result("ran b")] },
        });
      },
      until: 500,
    });
    expect(session.state.openLlm.length).toBe(1);
    const [b] = session.live().filter(({ trigger }) => trigger.type === "tool.execute");
    session.answer(b?.decision_id ?? "", { messages: [...(b?.messages.slice(0, 1) ?? []), user("instead")] });
    expect(session.facts("call.voided").map(({ kind }) => kind)).toEqual(["tool_call", "llm_call"]);
  });

  test("a call that hangs on a message of both branches goes on, and so does its delivery", () => {
    const session = new TestSession({ tools: [F] });
    session.message("hello");
    session.run({
      model: [calls(["f", "{}", "a"])],
      worker: ({ trigger, proposed }) => {
        if (trigger.type === "tool.execute") return NEVER;
        if (trigger.type !== "client.messages") return proposed;
        const own = { type: "tool.call" as const, id: "own", name: "f", arguments: {} };
        return { ...proposed, actions: [own, ...(proposed.actions ?? [])] };
      },
      until: 0,
    });
    const [a] = session.live().filter(({ trigger }) => trigger.type === "tool.execute" && trigger.id === "a");
    session.answer(a?.decision_id ?? "", { messages: [...(a?.messages.slice(0, 1) ?? []), user("instead")] });
    expect(session.fact("call.voided").id).toBe("a");
    expect(session.out("tool.execute").trigger.id).toBe("own");
  });

  test("a call that hangs on no message at all is on every branch", () => {
    const session = new TestSession({ tools: [F] });
    session.answer(session.out("session.start").decision_id, {
      actions: [{ type: "tool.call", id: "own", name: "f", arguments: {} }],
    });
    session.answer(session.out("tool.execute").decision_id, {});
    session.message("hello");
    session.answer(session.out("client.messages").decision_id, session.out("client.messages").proposed);
    const { call_id } = session.fact("llm.call.requested");
    session.do({ type: "model", call_id, attempt: 0, answer: says("hi") });
    session.answer(session.out("llm.finished").decision_id, { messages: [user("instead")] });
    expect(pathOf(session)).toEqual(["user: instead"]);
    expect(session.state.tools.get("own")?.progress.status).toBe("pending");
  });

  test("a call asked for on the branch that was left has no lineage any more (D30)", () => {
    const session = new TestSession({ tools: [{ name: "f", input: { required: ["city"] } }] });
    session.message("hello");
    session.run({
      model: [calls(["f", '{"city":"Oslo"}', "a"], ["f", "{}", "b"])],
      worker: ({ trigger, proposed, messages }) => {
        if (trigger.type === "llm.finished") return { ...proposed, actions: proposed.actions?.slice(0, 1) };
        if (trigger.type !== "tool.execute") return proposed;
        if (trigger.id === "b") return NEVER;
        return {
          messages: [...messages.slice(0, 1), user("instead")],
          actions: [{ type: "tool.call", id: "b", name: "f", arguments: "{}" }],
        };
      },
      until: 0,
    });
    expect(session.out("tool.execute").trigger).toMatchObject({ id: "b", input: { status: "valid" } });
    expect(session.facts("input.classified").at(-1)).toMatchObject({
      verdict: { status: "unchecked", reason: "no lineage" },
      declared: "unknown",
    });
  });

  test("a call on the branch that goes on is left alone", () => {
    const session = new TestSession({ tools: [F] });
    session.message("hello");
    session.run({ model: [calls(["f", "{}", "a"])], worker: holding("tool.execute"), until: 0 });
    const { decision_id, messages } = session.out("tool.execute");
    session.answer(decision_id, { messages: [...messages, user("note")] });
    expect(session.facts("call.voided")).toEqual([]);
    expect(session.state.tools.get("a")?.progress.status).toBe("pending");
  });
});

describe("state and agent", () => {
  test("edge 122: state left out → kept; null → kept; {} → replaced", () => {
    const states: unknown[] = [];
    const session = new TestSession();
    const given: DecisionResponse[] = [{ state: { n: 1 } }, {}, { state: null }, { state: {} }, { state: 0 }];
    session.answer(session.out("session.start").decision_id, given[0] ?? {});
    for (const response of [...given.slice(1), {}]) {
      session.message();
      const request = session.out("client.messages");
      states.push(request.state);
      session.answer(request.decision_id, { ...response, actions: [{ type: "done" }] });
    }
    expect(states).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }, {}, 0]);
    expect(session.facts("worker.state.updated").map(({ state }) => state)).toEqual([{ n: 1 }, {}, 0]);
  });

  test("an agent in the answer replaces the whole config", () => {
    const session = new TestSession({ tools: [F], agent: { system: "Be brief." } });
    session.answer(session.out("session.start").decision_id, { agent: { model: "other" } });
    session.message();
    const { agent, proposed } = session.out("client.messages");
    expect(agent).toEqual({ model: "other" });
    const [action] = proposed.actions ?? [];
    expect(action).toMatchObject({ type: "llm.call", model: "other" });
    expect(action).not.toHaveProperty("tools");
    expect(action?.type === "llm.call" && action.messages?.map(({ role }) => role)).toEqual(["user"]);
  });

  test("messages, state, agent and actions of one answer land in that order", () => {
    const { session, request, answer } = secondTurn();
    const from = session.log.length;
    answer({
      actions: [{ type: "done" }],
      agent: { model: "other" },
      state: 1,
      messages: [...request.messages, user("x")],
    });
    expect(session.types(from)).toEqual([
      "decision.completed",
      "message.new",
      "worker.state.updated",
      "agent.updated",
      "turn.completed",
    ]);
  });
});

describe("proposals taken and changed", () => {
  /** Runs one call with a worker that rebuilds what it returns from the request's JSON, as one over HTTP does. */
  const overTheWire =
    (change: (request: Parameters<WorkerFn>[0]) => DecisionResponse): WorkerFn =>
    (request) =>
      JSON.parse(JSON.stringify(change(JSON.parse(JSON.stringify(request)))));

  const run = (change: (request: Parameters<WorkerFn>[0]) => DecisionResponse) => {
    const session = new TestSession({
      tools: [{ ...F, input: { type: "object" } }],
      agent: { system: "Be brief." },
    });
    session.message();
    return session.run({ model: [calls(["f", '{"n":1}', "c"]), says("ok")], worker: overTheWire(change) });
  };
  const executing = (request: Parameters<WorkerFn>[0]) =>
    request.trigger.type === "tool.execute" ? { actions: [result("ran")] } : request.proposed;

  test("an echo of the whole proposal over the wire → taken, and nothing of it is stored again", () => {
    const session = run(executing);
    expect(session.facts("decision.completed").map(({ taken }) => taken)).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(session.facts("decision.completed").filter(({ returned }) => returned)).toHaveLength(1);
  });

  test("a proposal whose messages write nothing, returned without them → taken", () => {
    const session = new TestSession({ tools: [{ ...F, input: { required: ["city"] } }] });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"])], worker: holding("tool.execute"), until: 0 });
    const { decision_id, proposed } = session.out("tool.execute");
    session.answer(decision_id, { actions: proposed.actions });
    expect(completedOf(session).taken).toBe(true);
  });

  test("what the worker returned is on record, and unpacks to what it said", () => {
    const { session, request, answer } = secondTurn();
    const returned: DecisionResponse = {
      messages: [...request.messages, user("mine", "mine")],
      actions: [{ type: "done", data: { n: 1 } }],
      state: { seen: true },
      agent: { model: "other" },
    };
    answer(returned);
    const packed = completedOf(session).returned;
    expect(packed?.messages?.add).toHaveLength(1);
    expect(unpack(session.state, packed ?? {})).toEqual(returned);
  });

  test("absent and empty lists count alike", () => {
    const session = new TestSession();
    session.answer(session.out("session.start").decision_id, { actions: [], messages: [], state: null });
    expect(completedOf(session).taken).toBe(true);
  });

  test("the worker changes the arguments of a proposed tool.call → those are recorded, classified and run", () => {
    const session = run((request) => {
      if (request.trigger.type !== "llm.finished") return executing(request);
      const actions = request.proposed.actions?.map((action) =>
        action.type === "tool.call" ? { ...action, arguments: { n: 2 } } : action,
      );
      return { ...request.proposed, actions };
    });
    expect(session.fact("tool.call.requested")).toMatchObject({ tool_call_id: "c", arguments: '{"n":2}' });
    const changed = session
      .facts("decision.completed")
      .find(({ returned }) => returned?.actions?.[0]?.type === "tool.call");
    expect(changed).toMatchObject({ taken: false });
    expect(session.facts("message.new")[1]?.message.tool_calls?.[0]?.function.arguments).toBe('{"n":1}');
  });

  test("the worker drops a proposed call → it is not run", () => {
    const session = run((request) =>
      request.trigger.type === "llm.finished" && request.proposed.actions?.[0]?.type === "tool.call"
        ? { ...request.proposed, actions: [{ type: "done", data: "no tools today" }] }
        : executing(request),
    );
    expect(session.facts("tool.call.requested")).toEqual([]);
    expect(session.fact("turn.completed").data).toBe("no tools today");
  });

  test("the worker rewords a tool message → its words are recorded and prompted", () => {
    const session = run((request) => {
      if (request.trigger.type !== "tool.finished") return executing(request);
      const reword = (message: DraftMessage) =>
        message.role === "tool" ? { ...message, content: "reworded" } : message;
      const actions = request.proposed.actions?.map((action) =>
        action.type === "llm.call" ? { ...action, messages: action.messages?.map(reword) } : action,
      );
      return { messages: request.proposed.messages?.map(reword), actions };
    });
    expect(session.toolMessages()).toEqual(["reworded"]);
    const { call_id } = session.facts("llm.call.requested").at(-1) ?? {};
    expect(shown(promptOf(session.state, call_id ?? ""))).toContain("tool: reworded");
  });
});

describe("model calls", () => {
  const asked = (session: TestSession) => {
    const { call_id } = session.facts("llm.call.requested").at(-1) ?? {};
    return shown(promptOf(session.state, call_id ?? ""));
  };

  test("edge 102: asked again after a call → the stored prompt, the path since, the new tool message; all else copied", () => {
    const session = new TestSession({ tools: [F], agent: { system: "Be brief." } });
    session.message("hello");
    const shaped: LlmCallAction = {
      type: "llm.call",
      model: "special",
      messages: [{ role: "system", content: "Shaped." }, user("only this")],
      tools: [{ name: "f", description: "mine" }],
      temperature: 0.5,
      max_completion_tokens: 77,
      reasoning: { effort: "low" },
      stream: false,
      retry: { max_attempts: 2 },
    };
    session.run({
      model: [calls(["f", "{}", "c"])],
      worker: ({ trigger, proposed }) => {
        if (trigger.type === "tool.execute") return { actions: [result("ran")] };
        if (trigger.type === "tool.finished") return NEVER;
        return trigger.type === "client.messages" ? { ...proposed, actions: [shaped] } : proposed;
      },
      until: 0,
    });
    const [action] = session.out("tool.finished").proposed.actions ?? [];
    const { messages, ...rest } = action as LlmCallAction;
    const { messages: _, ...copied } = shaped;
    expect(rest).toEqual(copied);
    expect(shown(messages ?? [])).toEqual(["system: Shaped.", "user: only this", "assistant: ", "tool: ran"]);
  });

  test("without messages → the system prompt and the whole path, the answer's own messages included", () => {
    const { session, request, answer } = secondTurn({ agent: { system: "Be brief." } });
    answer({ messages: [...request.messages, user("own")], actions: [{ type: "llm.call" }] });
    expect(asked(session)).toEqual(["system: Be brief.", "user: hello", "assistant: hi", "user: own"]);
  });

  test("without messages in answer or call → the system prompt and the recorded path", () => {
    const { session, answer } = secondTurn({ agent: { system: "Be brief." } });
    answer({ actions: [{ type: "llm.call" }] });
    expect(asked(session)).toEqual(["system: Be brief.", "user: hello", "assistant: hi"]);
  });

  test("without model, tools or stream → those of the config; streaming unless it says otherwise", () => {
    const { session, answer } = secondTurn({ tools: [F] });
    answer({ actions: [{ type: "llm.call" }] });
    const { request, call_id } = session.facts("llm.call.requested").at(-1) ?? {};
    expect(request).toMatchObject({ model: "test", stream: true });
    expect(toolsOf(session.state, call_id ?? "").map(({ name }) => name)).toEqual(["f"]);
    const quiet = secondTurn({ agent: { stream: false } });
    quiet.answer({ actions: [{ type: "llm.call" }] });
    expect(quiet.session.facts("llm.call.requested").at(-1)?.request?.stream).toBe(false);
  });

  test("with messages → sent as they are, no system prompt is added", () => {
    const { session, answer } = secondTurn({ agent: { system: "Be brief." } });
    answer({ actions: [{ type: "llm.call", messages: [user("just this")] }] });
    expect(asked(session)).toEqual(["user: just this"]);
  });

  test("what a call does not say comes from the agent in the same answer, else from the config", () => {
    const { session, answer } = secondTurn({ agent: { system: "Be brief." }, tools: [F] });
    answer({
      agent: { model: "other", system: "Be long.", stream: false, tools: [{ name: "g" }] },
      actions: [{ type: "llm.call" }],
    });
    const { request, call_id } = session.facts("llm.call.requested").at(-1) ?? {};
    expect(request).toMatchObject({ model: "other", stream: false });
    expect(asked(session)[0]).toBe("system: Be long.");
    session.do({ type: "model", call_id: call_id ?? "", attempt: 0, answer: calls(["f", "{}"]) });
    session.answer(session.out("llm.finished").decision_id, session.out("llm.finished").proposed);
    expect(session.out("tool.execute").proposed.actions).toEqual([
      expect.objectContaining({ error: "unknown tool: f" }),
    ]);
  });

  const messageOf = (path: DraftMessage[]): fc.Arbitrary<DraftMessage> =>
    fc.oneof(
      fc.nat(Math.max(0, path.length - 1)).map((n) => path[n] ?? user("none")),
      fc.tuple(fc.nat(Math.max(0, path.length - 1)), fc.string()).map(([n, content]) => ({
        ...(path[n] ?? user("none")),
        content,
      })),
      fc.record({ role: fc.constantFrom("system" as const, "user" as const), content: fc.string() }),
    );

  test("property: whatever prompt a worker sends, that prompt is what the model is asked with", () => {
    fc.assert(
      fc.property(fc.gen(), (gen) => {
        const session = new TestSession({ agent: { system: "Be brief." } });
        for (let turn = 0; turn < 4; turn += 1) {
          let sent: DraftMessage[] = [];
          session.message(`message ${turn}`);
          session.run({
            model: ({ messages }) => {
              expect(messages).toEqual(sent);
              return { give: says(`answer ${turn}`) };
            },
            worker: ({ trigger, proposed, messages }) => {
              if (trigger.type !== "client.messages") return proposed;
              const path = [...messages, ...(proposed.messages?.slice(messages.length) ?? [])];
              sent = gen(fc.array, messageOf(path), { maxLength: 6 });
              return { ...proposed, actions: [{ type: "llm.call", messages: sent }] };
            },
          });
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("packed and unpacked", () => {
  test("a stored proposal unpacks to the same wire form later, however far the session has gone on", () => {
    const session = new TestSession({ tools: [F], agent: { system: "Be brief." } });
    const wire = new Map<string, unknown>();
    for (let turn = 0; turn < 3; turn += 1) {
      session.message(`message ${turn}`);
      session.run({
        model: ({ index }) => ({ give: index % 3 < 2 ? calls(["f", "{}", `c${index}`]) : says("ok") }),
        worker: (request) => {
          wire.set(request.decision_id, structuredClone(request.proposed));
          return tools(() => result("ran"))(request);
        },
      });
    }
    expect(wire.size).toBeGreaterThan(20);
    for (const { id, proposed } of session.state.decisions.values()) {
      expect(unpack(session.state, proposed ?? {})).toEqual(wire.get(id));
    }
  });

  test("a schema's text is found by lineage: as typed while it says the same, else printed", () => {
    const typed = '{"type":"object",\n  "properties":{}}';
    const session = new TestSession({
      tools: [{ name: "f", input: JSON.parse(typed), inputText: typed, output: { type: "string" } }],
    });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")] });
    expect(schemaTextOf(session.state, "c", "input")).toBe(typed);
    expect(schemaTextOf(session.state, "c", "output")).toBe('{\n  "type": "string"\n}');
  });

  test("a text that no longer says what the value says → the value, printed", () => {
    const session = new TestSession({ tools: [{ name: "f", input: { type: "object" }, inputText: "{}" }] });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"]), says("ok")] });
    expect(schemaTextOf(session.state, "c", "input")).toBe('{\n  "type": "object"\n}');
  });

  test("no lineage, an unknown tool, or none declared → no schema text", () => {
    const session = new TestSession({ tools: [F] });
    session.message();
    session.run({ model: [calls(["f", "{}", "c"], ["g", "{}", "d"]), says("ok")] });
    expect(schemaTextOf(session.state, "c", "input")).toBeNull();
    expect(schemaTextOf(session.state, "d", "input")).toBeNull();
    expect(schemaTextOf(session.state, "nobody", "input")).toBeNull();
  });
});

describe("the log grows with what is new", () => {
  const CALLS = 300;

  /** Bytes of the facts of each call of one turn, from its request to the next. */
  function bytesPerCall(worker: WorkerFn): number[] {
    const session = new TestSession({
      tools: [{ name: "f", description: "d".repeat(500), input: { type: "object" } }],
      agent: { system: "s".repeat(500) },
      workspace: { limits: { modelCallsPerTurn: 10_000 } },
    });
    session.message();
    session.run({
      model: ({ index }) => ({
        give: index < CALLS ? calls(["f", '{"a":1}', `call_${1_000 + index}`]) : says("ok"),
      }),
      worker,
    });
    const bytes: number[] = [];
    for (const fact of session.log) {
      if (fact.type === "tool.call.requested") bytes.push(0);
      const size = JSON.stringify(fact).length;
      if (bytes.length > 0) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) + size;
    }
    return bytes.slice(0, CALLS - 1);
  }

  const sum = (bytes: number[]) => bytes.reduce((a, b) => a + b, 0);
  const take = tools(() => result("a result of some words"));
  const edited: WorkerFn = (request) => {
    const { trigger, proposed } = request;
    if (trigger.type !== "llm.finished") return take(request);
    const actions = proposed.actions?.map((action) =>
      action.type === "tool.call" ? { ...action, retry: { max_attempts: 2 } } : action,
    );
    return JSON.parse(JSON.stringify({ ...proposed, actions }));
  };

  const inFull: WorkerFn = (request) => {
    const { trigger, proposed, messages } = request;
    const asks = proposed.actions?.some(({ type }) => type === "llm.call");
    if (!asks || trigger.type === "client.messages") return take(request);
    const path = [...messages, ...(proposed.messages?.slice(messages.length) ?? [])];
    return { ...proposed, actions: [{ type: "llm.call", messages: path }] };
  };

  test.each<{ does: string; worker: WorkerFn }>([
    { does: "takes the proposals", worker: take },
    { does: "echoes the full proposals", worker: (request) => JSON.parse(JSON.stringify(take(request))) },
    { does: "adds a retry to each call", worker: edited },
    { does: "writes each prompt in full", worker: inFull },
  ])("300 calls, the worker $does → calls 250 to 300 take at most 5 % more than 50 to 100", ({ worker }) => {
    const bytes = bytesPerCall(worker);
    expect(bytes).toHaveLength(CALLS - 1);
    const early = sum(bytes.slice(50, 100));
    const late = sum(bytes.slice(-50));
    expect(late / early).toBeLessThanOrEqual(1.05);
    expect(late / 50).toBeLessThan(6_000);
  });
});
