import { afterEach, beforeEach, expect, test } from "vitest";
import { NO_SECRETS, TestServer, workspace } from "@/lib/server/testing/server";

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.open();
});
afterEach(() => server.close());

const fork = async (...[id, what]: Parameters<typeof server.sessions.fork>) => {
  const forked = await server.sessions.fork(id, what);
  if (!forked || "error" in forked) throw new Error(forked?.error ?? "no session");
  return forked.id;
};

test("a fork is a session of its own: it shares the past, goes on differently, and leaves its origin as it was", async () => {
  const id = await server.start(workspace([{ then: { result: "old" } }]));
  await server.clock.run();
  const before = await server.log(id);
  const [call] = await server.facts(id, "tool.call.requested");
  const forked = await fork(id, {
    point: { at: "call", id: call?.tool_call_id ?? "", attempt: 0, outcome: { result: "new" } },
    secrets: NO_SECRETS,
  });
  await server.clock.run();
  expect(await server.log(id)).toEqual(before);
  const log = await server.log(forked);
  const seam = log.findIndex(({ type }) => type === "session.forked");
  expect(log.slice(0, seam)).toEqual(before.slice(0, seam));
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1));
  expect(await server.facts(forked, "tool.call.completed")).toMatchObject([{ result: "new" }]);
  expect(await server.facts(forked, "turn.completed")).toMatchObject([{ outcome: "done" }]);
  expect(await server.store.sessions.summary(forked)).toMatchObject({
    running: false,
    status: "idle",
    created_at: log[seam]?.at,
  });
});

test("a session run again with another workspace is checked and run by that one", async () => {
  const id = await server.start(workspace([{ then: { result: "old" } }]), "hello");
  await server.clock.run();
  const forked = await fork(id, {
    point: { at: "start" },
    workspace: workspace([{ then: { result: "of today" } }]),
    secrets: NO_SECRETS,
  });
  await server.clock.run();
  expect(await server.facts(forked, "tool.call.completed")).toMatchObject([{ result: "of today" }]);
  expect(await server.facts(forked, "turn.completed")).toMatchObject([{ outcome: "done" }]);
  expect(await server.facts(forked, "session.forked")).toMatchObject([
    { origin: { session_id: id, seq: 0, edit: "nothing" }, replay: ["hello"] },
  ]);
});

test("where there is no such session or place, nothing is made", async () => {
  expect(await server.sessions.fork("ses_none", { point: { at: "start" }, secrets: NO_SECRETS })).toBeNull();
  const id = await server.start(workspace([{ then: { result: "x" } }]));
  await server.clock.run();
  const point = { at: "model" as const, call_id: "nobody", attempt: 0 };
  expect(await server.sessions.fork(id, { point, secrets: NO_SECRETS })).toEqual({
    error: "the model call nobody had no attempt 1",
  });
  expect((await server.store.sessions.list({ limit: 10 })).items).toHaveLength(1);
});

test("a fork goes on after a crash as any session does", async () => {
  const rules = [
    { when: { attempt: 0 }, then: { error: { message: "busy", retryable: true } } },
    { then: { result: "ok" } },
  ];
  const retry = { max_attempts: 2, backoff_base_secs: 30, backoff_max_secs: 30 };
  const id = await server.start(workspace(rules, { retry }));
  await server.clock.run();
  const [call] = await server.facts(id, "tool.call.requested");
  const forked = await fork(id, {
    point: { at: "call", id: call?.tool_call_id ?? "", attempt: 0 },
    secrets: NO_SECRETS,
  });
  await server.clock.run(10_000);
  await server.crash(5_000);
  await server.clock.run();
  expect(await server.facts(forked, "turn.completed")).toMatchObject([{ outcome: "done" }]);
  expect(await server.facts(forked, "tool.call.requested")).toHaveLength(2);
});

test("a server that ends before a copy is a fork leaves none of it: no run that nobody asked for", async () => {
  const id = await server.start(workspace([{ then: { result: "ok" } }]));
  await server.clock.run();
  const before = await server.log(id);
  const { sessions } = server.store;
  const append = sessions.append.bind(sessions);
  const copies: string[] = [];
  sessions.append = async (to, facts, head) => {
    if (facts.some(({ type }) => type === "session.forked")) throw new Error("the disk is gone");
    if (to !== id) copies.push(to);
    return append(to, facts, head);
  };
  const point = {
    at: "decision" as const,
    decision_id: (await server.facts(id, "decision.queued"))[1]?.decision_id ?? "",
  };
  await expect(fork(id, { point, secrets: NO_SECRETS })).rejects.toThrow("the disk is gone");
  const [copy = ""] = copies;
  const unseen = async () => {
    expect((await server.store.sessions.list({ limit: 9 })).items.map((one) => one.id)).toEqual([id]);
    expect(await server.sessions.look(copy)).toBeNull();
    expect(await server.sessions.command(copy, { type: "message", text: "hi" }, NO_SECRETS)).toBeNull();
  };
  expect((await server.log(copy)).length).toBeGreaterThan(0);
  await unseen();
  await server.crash(1_000);
  await server.clock.run();
  await unseen();
  expect(await server.log(copy)).toEqual([]);
  expect(await server.log(id)).toEqual(before);
  expect(await server.store.sessions.summary(await fork(id, { point, secrets: NO_SECRETS }))).toMatchObject({
    origin: { session_id: id },
  });
});

test("a fork says what it goes back to, and whether another workspace applies", async () => {
  const made = workspace([{ then: { result: "old" } }]);
  const id = await server.start(made);
  await server.clock.run();
  const originOf = async (what: Parameters<typeof fork>[1]) =>
    (await server.store.sessions.summary(await fork(id, what)))?.origin;
  const secrets = NO_SECRETS;
  const [call] = await server.facts(id, "tool.call.requested");
  const [asked] = await server.facts(id, "llm.call.requested");
  const callId = call?.tool_call_id ?? "";
  expect(
    await originOf({ point: { at: "call", id: callId, attempt: 0, outcome: { result: 1 } }, secrets }),
  ).toMatchObject({ edit: "outcome", of: { kind: "call", id: callId, name: "work", attempt: 0, to: "1" } });
  const model = { kind: "model", id: asked?.call_id, name: "scripted", attempt: 0 };
  const point = { at: "model" as const, call_id: asked?.call_id ?? "", attempt: 0 };
  expect(await originOf({ point, secrets, workspace: made })).toMatchObject({ of: model, workspace: true });
  expect(await originOf({ point, secrets })).not.toHaveProperty("workspace");
  const [queued] = await server.facts(id, "decision.queued");
  const decision_id = queued?.decision_id ?? "";
  expect(await originOf({ point: { at: "decision", decision_id }, secrets })).toMatchObject({
    of: { kind: "decision", id: decision_id, name: "session.start" },
  });
  const again = await originOf({ point: { at: "start" }, secrets, workspace: made });
  expect(again).toMatchObject({ seq: 0, workspace: true });
  expect(again).not.toHaveProperty("of");
});
