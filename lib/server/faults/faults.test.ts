/** Each fault on purpose through the real runner: what follows is what follows a real one. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FaultRule } from "@/lib/protocol/fault";
import type { Workspace } from "@/lib/protocol/workspace";
import { TestServer, workspace } from "@/lib/server/testing/server";

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.open();
});
afterEach(() => server.close());

const RETRY = { max_attempts: 2, attempt_timeout_secs: 10, backoff_base_secs: 1, backoff_max_secs: 1 };
const OUTPUT = { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] };
const INPUT = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

/** One tool, `work`, that gives a sum; asked for once with a city. */
function faulty(rules: FaultRule[], more: Partial<Workspace> = {}): Workspace {
  const base = workspace([{ then: { result: { sum: 7 } } }], { retry: RETRY });
  const tools = base.agent.tools.map((tool) => ({ ...tool, input: INPUT, output: OUTPUT }));
  return {
    ...base,
    agent: { ...base.agent, tools, retry: { llm: RETRY } },
    script: [{ calls: [{ id: "call_1", name: "work", arguments: '{"city":"Oslo"}' }] }, { text: "done" }],
    faults: { on: true, rules },
    ...more,
  };
}

const onTool = (what: (FaultRule & { at: "tool" })["what"]): FaultRule => ({
  at: "tool",
  name: "work",
  attempt: 0,
  when: { kind: "every" },
  what,
});
const onModel = (what: (FaultRule & { at: "model" })["what"]): FaultRule => ({
  at: "model",
  attempt: 0,
  when: { kind: "nth", n: 1 },
  what,
});

async function play(rules: FaultRule[], more: Partial<Workspace> = {}): Promise<string> {
  const id = await server.start(faulty(rules, more));
  await server.clock.run();
  return id;
}

/** How the tool's attempts ended, in words, and the turn. */
async function story(id: string): Promise<string[]> {
  return (await server.log(id)).flatMap((fact) => {
    switch (fact.type) {
      case "fault.injected":
        return [`fault ${fact.rule.what.kind}`];
      case "tool.call.errored":
        return [`${fact.cause}${fact.terminal ? ", over" : ""}`];
      case "tool.call.completed":
        return [`result ${fact.result}`];
      case "output.rejected":
        return ["rejected"];
      case "settle.refused":
        return [`refused ${fact.action}`];
      case "llm.call.errored":
        return [`model ${fact.code}`];
      case "decision.errored":
        return [`delivery ${fact.status ?? "failed"}${fact.due_at === undefined ? ", over" : ""}`];
      case "turn.completed":
        return [fact.outcome];
      default:
        return [];
    }
  });
}

describe("a tool's fault", () => {
  test.each<[(FaultRule & { at: "tool" })["what"], string[]]>([
    [{ kind: "slow", ms: 500 }, ['result {"sum":7}', "done"]],
    [{ kind: "slow", ms: 11_000 }, ["attempt timeout", "refused tool.result", 'result {"sum":7}', "done"]],
    [{ kind: "silent" }, ["attempt timeout", 'result {"sum":7}', "done"]],
    [{ kind: "error", message: "down", retryable: true }, ["worker", 'result {"sum":7}', "done"]],
    [{ kind: "error", message: "down", retryable: false }, ["worker, over", "done"]],
    [{ kind: "unreachable" }, ["delivery failed, over", "failed"]],
    [{ kind: "server error", status: 503 }, ["delivery 503, over", "failed"]],
    [{ kind: "broken json" }, ["delivery 200, over", "failed"]],
    [{ kind: "broken result" }, ["rejected", "output, over", "done"]],
    [{ kind: "cut result" }, ["rejected", "output, over", "done"]],
    [{ kind: "late", ms: 300 }, ["attempt timeout", "refused tool.result", 'result {"sum":7}', "done"]],
    [{ kind: "duplicate" }, ['result {"sum":7}', "refused tool.result", "done"]],
  ])("%o", async (what, expected) => {
    expect(await story(await play([onTool(what)]))).toEqual([`fault ${what.kind}`, ...expected]);
  });

  test("slow by half a second: the attempt lasts so long", async () => {
    const id = await play([onTool({ kind: "slow", ms: 500 })]);
    const [started] = (await server.facts(id, "attempt.started")).filter(({ kind }) => kind === "tool_call");
    const [completed] = await server.facts(id, "tool.call.completed");
    expect((completed?.at ?? 0) - (started?.at ?? 0)).toBe(500);
  });

  test("an error's code is kept", async () => {
    const id = await play([onTool({ kind: "error", message: "m", retryable: false, code: "refused" })]);
    expect(await server.facts(id, "tool.call.errored")).toMatchObject([{ error: "m", code: "refused" }]);
  });

  test("a worker on the network is delivered to again", async () => {
    const http = { worker: { kind: "http" as const, url: "http://127.0.0.1:1/" } };
    server.wrap = ({ model, worker }) => ({
      model,
      worker: {
        ...worker,
        decide: async ({ trigger, hasProposal }) =>
          trigger.type === "tool.execute" && !hasProposal
            ? { kind: "answered", response: { actions: [{ type: "tool.result", result: { sum: 7 } }] } }
            : { kind: "proposed" },
      },
    });
    const id = await play([onTool({ kind: "unreachable" })], http);
    expect(await story(id)).toEqual(["fault unreachable", "delivery failed", 'result {"sum":7}', "done"]);
  });
});

describe("a model's fault", () => {
  const arguments_ = async (id: string) =>
    (await server.facts(id, "llm.call.completed"))[0]?.response.tool_calls?.map((call) => call.function);

  test.each<[(FaultRule & { at: "model" })["what"], string[]]>([
    [{ kind: "slow", ms: 500 }, ['result {"sum":7}', "done"]],
    [{ kind: "slow", ms: 11_000 }, ["model deadline_exceeded", 'result {"sum":7}', "done"]],
    [{ kind: "silent" }, ["model deadline_exceeded", 'result {"sum":7}', "done"]],
    [{ kind: "rate limited" }, ["model rate_limited", 'result {"sum":7}', "done"]],
    [{ kind: "overloaded" }, ["model provider_error", 'result {"sum":7}', "done"]],
    [{ kind: "stream cut" }, ["model provider_error", 'result {"sum":7}', "done"]],
    [{ kind: "malformed arguments" }, ["worker, over", "done"]],
    [{ kind: "invalid arguments" }, ["worker, over", "done"]],
    [{ kind: "unknown tool" }, ["worker, over", "done"]],
    [{ kind: "duplicate ids" }, ['result {"sum":7}', "done"]],
  ])("%o", async (what, expected) => {
    expect(await story(await play([onModel(what)]))).toEqual([`fault ${what.kind}`, ...expected]);
  });

  test.each<[(FaultRule & { at: "model" })["what"], object[]]>([
    [{ kind: "malformed arguments" }, [{ name: "work", arguments: '{"city":"Oslo",}' }]],
    [{ kind: "invalid arguments" }, [{ name: "work", arguments: '{"city":42}' }]],
    [{ kind: "unknown tool" }, [{ name: "work_unknown", arguments: '{"city":"Oslo"}' }]],
    [{ kind: "cut arguments" }, [{ name: "work", arguments: '{"city"' }]],
  ])("%o: what the model is heard to ask for", async (what, expected) => {
    expect(await arguments_(await play([onModel(what)]))).toEqual(expected);
  });

  test("duplicate ids: one call is asked for twice by one id, and refused the second time", async () => {
    const id = await play([onModel({ kind: "duplicate ids" })]);
    const [completed] = await server.facts(id, "llm.call.completed");
    expect(completed?.response.tool_calls?.map((call) => call.id)).toEqual(["call_1", "call_1"]);
    expect(await server.facts(id, "call.refused")).toMatchObject([{ tool_call_id: "call_1" }]);
  });

  test("cut arguments: the answer says that it was cut off", async () => {
    const id = await play([onModel({ kind: "cut arguments" })]);
    const [completed] = await server.facts(id, "llm.call.completed");
    expect(completed?.response.finish_reason).toBe("length");
  });
});

describe("on record before it strikes", () => {
  const silent = [onTool({ kind: "silent" })];

  test("a crash within the attempt: the fault is recorded once, and the next attempt is free of it", async () => {
    const id = await server.start(faulty(silent));
    await server.clock.run(5_000);
    expect(await story(id)).toEqual(["fault silent"]);
    await server.crash(1_000);
    await server.clock.run();
    expect(await story(id)).toEqual(["fault silent", "restart", 'result {"sum":7}', "done"]);
  });

  test("a crash within a model call: the same attempt has the same fault, recorded once", async () => {
    const id = await server.start(faulty([onModel({ kind: "silent" })]));
    await server.clock.run(5_000);
    await server.crash(1_000);
    await server.clock.run();
    expect(await story(id)).toEqual(["fault silent", "model deadline_exceeded", 'result {"sum":7}', "done"]);
  });

  test("stopped by a person: nothing goes on", async () => {
    const id = await server.start(faulty(silent));
    await server.clock.run(5_000);
    await server.sessions.command(
      id,
      { type: "cancel", reason: "enough" },
      { apiKey: null, workerSecret: null },
    );
    await server.clock.run();
    expect(await story(id)).toEqual(["fault silent", "cancelled"]);
  });

  test("a decision whose proposal is taken unseen is delivered all the same", async () => {
    const rule: FaultRule = {
      at: "delivery",
      when: { kind: "nth", n: 2 },
      what: { kind: "server error", status: 500 },
    };
    const id = await play([rule]);
    expect(await story(id)).toEqual(["fault server error", "delivery 500, over", "failed"]);
  });

  test("switched off: nothing goes wrong", async () => {
    const id = await play([], { faults: { on: false, rules: silent } });
    expect(await story(id)).toEqual(['result {"sum":7}', "done"]);
  });
});
