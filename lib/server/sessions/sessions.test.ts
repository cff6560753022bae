import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { evolve } from "@/lib/engine/state/evolve";
import { initialState } from "@/lib/engine/state/state";
import { LostSession } from "@/lib/server/http/unavailable";
import { NO_SECRETS, TestServer, workspace } from "@/lib/server/testing/server";
import type { Adapters } from "./run-session";

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.open();
});
afterEach(() => server.close());

const outcome = async (id: string) => (await server.facts(id, "turn.completed"))[0];

/** Counts the attempts a tool was really run in. */
function countRuns(): { attempts: number[] } {
  const runs = { attempts: [] as number[] };
  server.wrap = ({ model, worker }: Adapters): Adapters => ({
    model,
    worker: {
      ...worker,
      decide: (decision, context) => {
        const { trigger } = decision;
        if (trigger.type === "tool.execute") runs.attempts.push(trigger.attempt);
        return worker.decide(decision, context);
      },
    },
  });
  return runs;
}

test("a session runs by itself to the end of its turn, and its log is contiguous", async () => {
  const id = await server.start(workspace([{ then: { result: { ok: 1 } } }]));
  await server.clock.run();
  expect(await outcome(id)).toMatchObject({ outcome: "done", data: "done" });
  const log = await server.log(id);
  expect(log.map((fact) => fact.seq)).toEqual(log.map((_, index) => index + 1));
  expect(await server.store.sessions.summary(id)).toMatchObject({
    running: false,
    status: "idle",
    seq: log.length,
  });
});

test("every fact is stored before it is acted on", async () => {
  const seen: { trigger: string; stored: string[] }[] = [];
  server.wrap = ({ model, worker }) => ({
    model,
    worker: {
      ...worker,
      decide: async (decision, context) => {
        const stored = (await server.log(id)).map((fact) => fact.type);
        seen.push({ trigger: decision.trigger.type, stored });
        return worker.decide(decision, context);
      },
    },
  });
  let id = "";
  const started = server.sessions.start({
    workspace: workspace([{ then: { result: "x" } }]),
    secrets: NO_SECRETS,
  });
  id = await started;
  await server.sessions.command(id, { type: "message", text: "go" }, NO_SECRETS);
  await server.clock.run();
  const execute = seen.find(({ trigger }) => trigger === "tool.execute");
  expect(execute?.stored.slice(-3)).toEqual(["decision.queued", "decision.dispatched", "attempt.started"]);
});

test("a crash in the middle of a backoff: the session finishes after the restart, no attempt too many", async () => {
  const runs = countRuns();
  const retry = { max_attempts: 3, backoff_base_secs: 30, backoff_max_secs: 30 };
  const id = await server.start(
    workspace(
      [
        { when: { attempt: 0 }, then: { error: { message: "busy", retryable: true } } },
        { then: { result: "ok" } },
      ],
      {
        retry,
      },
    ),
  );
  await server.clock.run(10_000);
  expect(await outcome(id)).toBeUndefined();
  await server.crash(5_000);
  await server.clock.run();
  expect(await outcome(id)).toMatchObject({ outcome: "done", data: "done" });
  expect(runs.attempts).toEqual([0, 1]);
  const [first, second] = await server
    .facts(id, "attempt.started")
    .then((all) => all.filter((f) => f.kind === "tool_call"));
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(30_000);
});

test("a retry that fell due while the server was away fires at once", async () => {
  const retry = { max_attempts: 2, backoff_base_secs: 30, backoff_max_secs: 30 };
  const id = await server.start(
    workspace(
      [
        { when: { attempt: 0 }, then: { error: { message: "busy", retryable: true } } },
        { then: { result: "ok" } },
      ],
      {
        retry,
      },
    ),
  );
  await server.clock.run(10_000);
  await server.crash(3_600_000);
  await server.clock.settle();
  expect(await outcome(id)).toMatchObject({ outcome: "done" });
});

test("D31: a tool that ran when the server died is not run twice unless its policy allows another attempt", async () => {
  const runs = countRuns();
  const once = await server.start(workspace([{ then: { result: "ok", delayMs: 5_000 } }]));
  const twice = await server.start(
    workspace([{ then: { result: "ok", delayMs: 5_000 } }], { retry: { max_attempts: 2 } }),
  );
  await server.clock.run(1_000);
  await server.crash(1_000);
  await server.clock.run();
  expect(runs.attempts).toEqual([0, 0, 1]);
  expect(await server.facts(once, "tool.call.errored")).toMatchObject([{ cause: "restart", terminal: true }]);
  expect(await server.facts(twice, "tool.call.errored")).toMatchObject([
    { cause: "restart", terminal: false },
  ]);
  expect(await server.facts(twice, "tool.call.completed")).toMatchObject([{ attempt: 1, result: "ok" }]);
  expect(await outcome(once)).toMatchObject({ outcome: "done" });
});

test("a model call under way when the server died is asked again, with the same place in the script", async () => {
  const slow = workspace([{ then: { result: "ok" } }]);
  const id = await server.start({
    ...slow,
    script: slow.script?.map((answer) => ({ ...answer, delayMs: 4_000 })),
  });
  await server.clock.run(1_000);
  await server.crash(1_000);
  await server.clock.run();
  expect(await outcome(id)).toMatchObject({ outcome: "done", data: "done" });
  expect(await server.facts(id, "llm.call.completed")).toHaveLength(2);
});

test("looking at a session that is over adds nothing to its log", async () => {
  const id = await server.start(workspace([{ then: { result: "ok" } }]));
  await server.clock.run();
  const before = await server.log(id);
  await server.crash(1_000);
  const state = await server.sessions.look(id);
  expect(state?.seq).toBe(before.length);
  expect(await server.log(id)).toEqual(before);
});

test("two processes never interleave: the one that lost the log steps back and says so", async () => {
  const id = await server.start(workspace([{ then: { hang: true } }]));
  await server.clock.settle();
  const other = server.another();
  await other.command(id, { type: "cancel", reason: "by the other" }, NO_SECRETS);
  const late = server.sessions.command(id, { type: "message", text: "hello" }, NO_SECRETS);
  await expect(late).resolves.toMatchObject({ refusal: { reason: "turn_running" } });
  const lost = server.sessions.command(id, { type: "cancel", reason: "again" }, NO_SECRETS);
  await expect(lost).rejects.toBeInstanceOf(LostSession);
  const log = await server.log(id);
  expect(log.reduce(evolve, initialState()).cancelled).toBe(true);
  await other.close();
});

test("siblings that answer in the same moment are each run once", async () => {
  const runs = countRuns();
  const calls = ["a", "b", "c"].map((id) => ({ id, name: "work", arguments: "{}" }));
  const id = await server.start(
    workspace([{ then: { result: "ok", delayMs: 500 } }], {
      workspace: { script: [{ calls }, { text: "done" }] },
    }),
  );
  await server.clock.run();
  expect(runs.attempts).toEqual([0, 0, 0]);
  expect(await server.facts(id, "settle.refused")).toEqual([]);
  expect(await server.facts(id, "llm.call.completed")).toHaveLength(2);
});

test("what the worker takes unseen is stored with what led to it; a tool and the model each wait for their facts", async () => {
  const ends: string[] = [];
  const { sessions } = server.store;
  const append = sessions.append.bind(sessions);
  sessions.append = (id, facts, head) => {
    ends.push(facts.at(-1)?.type ?? "");
    return append(id, facts, head);
  };
  const id = await server.start(workspace([{ then: { result: "ok" } }]));
  await server.clock.run();
  expect(await outcome(id)).toMatchObject({ outcome: "done" });
  expect(ends).toEqual([
    "decision.completed", // the start of the session
    "attempt.started", // the model is asked
    "attempt.started", // the tool runs
    "attempt.started", // the model is asked again
    "turn.completed",
  ]);
});

test("a worker that writes to its console is asked once, and its lines stand before its answer", async () => {
  let asked = 0;
  server.wrap = ({ model, worker }) => ({
    model,
    worker: {
      ...worker,
      takes: undefined,
      decide: (decision, context) => {
        asked += 1;
        context.onLog({ level: "log", text: decision.trigger.type });
        return worker.decide(decision, context);
      },
    },
  });
  const id = await server.start(workspace([{ then: { result: "ok" } }]));
  await server.clock.run();
  const log = await server.log(id);
  const logged = log.filter((fact) => fact.type === "worker.logged");
  expect(asked).toBe(log.filter((fact) => fact.type === "decision.queued").length);
  expect(logged).toHaveLength(asked);
  for (const { seq, decision_id } of logged)
    expect(log[seq]).toMatchObject({ type: "decision.completed", decision_id });
});

test("a late result after a timeout is recorded as refused", async () => {
  const retry = { max_attempts: 2, attempt_timeout_secs: 1, backoff_base_secs: 1, backoff_max_secs: 1 };
  const rules = [
    { when: { attempt: 0 }, then: { result: "late", delayMs: 2_500 } },
    { then: { result: "second", delayMs: 900 } },
  ];
  const id = await server.start(workspace(rules, { retry }));
  await server.clock.run();
  expect(await server.facts(id, "settle.refused")).toMatchObject([
    { tool_call_id: "call_1", attempt: 0, text: "late" },
  ]);
  expect(await server.facts(id, "tool.call.completed")).toMatchObject([{ attempt: 1, result: "second" }]);
});

test("a typed key is in no fact and nowhere in the database", async () => {
  const key = "sk-planted-0123456789";
  const id = await server.sessions.start({
    workspace: workspace([{ then: { result: "ok" } }], {
      workspace: { model: { kind: "anthropic", baseUrl: "http://127.0.0.1:9" } },
    }),
    message: "go",
    secrets: { apiKey: key, workerSecret: "planted-secret" },
  });
  await server.clock.settle();
  await server.sessions.command(id, { type: "cancel", reason: "enough" }, NO_SECRETS);
  expect(JSON.stringify(await server.log(id))).not.toContain(key);
  for (const file of readdirSync(server.dir)) {
    const bytes = readFileSync(`${server.dir}/${file}`).toString("latin1");
    expect(bytes).not.toContain(key);
    expect(bytes).not.toContain("planted-secret");
  }
});
