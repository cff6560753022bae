/** What a stop and many sessions at once do to sessions under way. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Verdict } from "@/lib/protocol/verdict";
import { Stopping } from "@/lib/server/http/unavailable";
import { NO_SECRETS, TestServer, workspace } from "@/lib/server/testing/server";

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** More than are kept in memory. */
const MANY = 150;
const slow = workspace([{ then: { result: "ok", delayMs: 5_000 } }], { retry: { max_attempts: 2 } });

const outcomes = (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await server.facts(id, "turn.completed")).map((fact) => fact.outcome)));
const allDone = Array.from({ length: MANY }, () => ["done"]);

/** Every check waits for its verdict until `give` is called. */
function heldChecks(): { asked: () => number; give: (verdict: Verdict) => void } {
  const waiting: ((verdict: Verdict) => void)[] = [];
  server.checker = { ...server.checker, check: () => new Promise((resolve) => waiting.push(resolve)) };
  return {
    asked: () => waiting.length,
    give: (verdict) => {
      for (const resolve of waiting.splice(0)) resolve(verdict);
    },
  };
}

/** A session whose first tool call is being checked. */
async function startedChecking(): Promise<{ id: string; checks: ReturnType<typeof heldChecks> }> {
  const checks = heldChecks();
  server.sessions = server.another();
  const id = await server.start(workspace([{ then: { result: "ok" } }]));
  await server.clock.settle();
  expect(checks.asked()).toBe(1);
  return { id, checks };
}

test("more sessions than are kept in memory start at once: none is dropped while it has something to do", async () => {
  const ids = await Promise.all(Array.from({ length: MANY }, () => server.start(slow)));
  await server.clock.run();
  expect(await outcomes(ids)).toEqual(allDone);
});

test("more sessions than are kept in memory were under way: all of them go on after the restart", async () => {
  const ids = await Promise.all(Array.from({ length: MANY }, () => server.start(slow)));
  await server.clock.run(1_000);
  await server.crash(1_000);
  await server.clock.run();
  expect(await outcomes(ids)).toEqual(allDone);
});

test("a session dropped from memory takes its next command all the same", async () => {
  const quick = { ...slow, script: Array.from({ length: 2 }, () => ({ text: "done" })) };
  const ids = await Promise.all(Array.from({ length: MANY }, () => server.start(quick)));
  await server.clock.run();
  await Promise.all(
    ids.map((id) => server.sessions.command(id, { type: "message", text: "more" }, NO_SECRETS)),
  );
  await server.clock.run();
  expect(await outcomes(ids)).toEqual(ids.map(() => ["done", "done"]));
});

test("a log that cannot be folded is told, and the other sessions go on", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const [broken = "", sound = ""] = await Promise.all([server.start(slow), server.start(slow)]);
  await server.clock.run(1_000);
  await server.sessions.close();
  const { length } = await server.log(broken);
  const stray = { type: "decision.completed", decision_id: "none", taken: true } as const;
  const head = { name: "test", workspace_id: null, running: true, status: "running", origin: null };
  await server.store.sessions.append(broken, [{ ...stray, seq: length + 1, at: 0 }], head);
  await server.crash(1_000);
  await server.clock.run();
  expect(await outcomes([sound])).toEqual([["done"]]);
  expect(told.mock.calls).toEqual([[expect.stringContaining(broken), expect.any(Error)]]);
});

test("a stop while a check runs: no verdict is on record that the check did not give", async () => {
  const { id, checks } = await startedChecking();
  const before = await server.log(id);
  const closed = server.sessions.close();
  await server.clock.run();
  await closed;
  const reason = "the checker was closed";
  checks.give({ status: "aborted", reason, error: reason, findings: [], more: 0, notes: [] });
  await server.clock.settle();
  expect(await server.log(id)).toEqual(before);
});

test("a stop waits a moment for what was handed in before it, and stores it", async () => {
  const { id, checks } = await startedChecking();
  const closed = server.sessions.close();
  checks.give({ status: "valid", findings: [], more: 0, notes: [] });
  await closed;
  expect(await server.facts(id, "input.classified")).toHaveLength(1);
  expect(await server.facts(id, "attempt.started")).toMatchObject([
    { kind: "llm_call" },
    { kind: "tool_call" },
  ]);
});

test("a server that stops takes nothing on", async () => {
  const id = await server.start(slow);
  await server.clock.run(1_000);
  const before = await server.log(id);
  const closed = server.sessions.close();
  const { sessions } = server;
  const asked = [
    sessions.command(id, { type: "cancel", reason: "late" }, NO_SECRETS),
    sessions.start({ workspace: slow, secrets: NO_SECRETS }),
  ];
  for (const one of asked) await expect(one).rejects.toBeInstanceOf(Stopping);
  await closed;
  await expect(sessions.look(id)).rejects.toBeInstanceOf(Stopping);
  expect(await server.log(id)).toEqual(before);
});

test("a stop while sessions are taken up again: they are left as they were", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const id = await server.start(slow);
  await server.clock.run(1_000);
  await server.sessions.close();
  const before = await server.log(id);
  const next = server.another();
  const resumed = next.resumeAll();
  await next.close();
  expect(await resumed).toBe(0);
  expect(await server.log(id)).toEqual(before);
  expect(told).not.toHaveBeenCalled();
});
