/** The session routes with the real store, checker and sandbox, called as the server calls them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as commands from "@/app/api/sessions/[id]/commands/route";
import * as events from "@/app/api/sessions/[id]/events/route";
import * as forks from "@/app/api/sessions/[id]/forks/route";
import * as session from "@/app/api/sessions/[id]/route";
import * as sessions from "@/app/api/sessions/route";
import * as workspaces from "@/app/api/workspaces/route";
import type { Fact } from "@/lib/engine/log/facts";
import { services } from "@/lib/server/compose";
import { ask } from "@/lib/server/testing/ask";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callscope-sessions-"));
  vi.stubEnv("CALLSCOPE_DATA", folder);
});

afterAll(async () => {
  const { sessions: all, checker, store } = await services();
  await all.close();
  await checker.close();
  await store.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const person = {
  callscope: 1,
  name: "Person",
  agent: {
    model: "scripted",
    tools: [{ name: "approve", output: { type: "boolean" }, runner: { kind: "person" } }],
  },
  model: { kind: "scripted" },
  script: [{ calls: [{ id: "c1", name: "approve", arguments: {} }] }, { text: "Approved." }],
  worker: { kind: "tools" },
};

const json = async (response: Response) => ({ status: response.status, body: await response.json() });

async function start(body: object): Promise<string> {
  const { status, body: created } = await json(await ask(sessions.POST, { body }));
  expect(status).toBe(201);
  return created.id;
}

async function log(id: string, query = ""): Promise<{ events: Fact[]; next: number | null }> {
  const headers = { accept: "application/json" };
  return (await ask(events.GET, { id, path: `/api/sessions/${id}/events${query}`, headers })).json();
}

const snapshot = async (id: string) => json(await ask(session.GET, { id }));
const command = async (id: string, body: object) => json(await ask(commands.POST, { id, body }));

/** Settles once the session waits for what it is expected to, without a clock. */
const waiting = (id: string, kind: string) =>
  vi.waitFor(
    async () =>
      expect((await snapshot(id)).body.waits.map((wait: { kind: string }) => wait.kind)).toEqual([kind]),
    {
      timeout: 5_000,
    },
  );

test("a session runs to where it waits for a person, is settled, and is done", async () => {
  const id = await start({ workspace: person, message: "May I?" });
  await waiting(id, "person");
  expect(await snapshot(id)).toMatchObject({
    status: 200,
    body: { id, name: "Person", status: "waiting", running: true, turn: { status: "running" } },
  });
  expect(await command(id, { type: "tool.result", id: "c1", attempt: 0, result: true })).toMatchObject({
    status: 202,
  });
  await waiting(id, "message");
  const { body } = await snapshot(id);
  expect(body).toMatchObject({ status: "idle", running: false, turn: { status: "done" } });
  expect(body.calls).toContainEqual(
    expect.objectContaining({
      id: "c1",
      kind: "tool_call",
      name: "approve",
      status: "completed",
      result: "true",
    }),
  );
});

test("refusals are 409 with a reason, and are recorded", async () => {
  const id = await start({ workspace: person, message: "May I?" });
  await waiting(id, "person");
  expect(await command(id, { type: "tool.result", id: "c1", result: true, by: "client" })).toMatchObject({
    status: 409,
    body: { reason: "forbidden", error: expect.stringContaining("run by the worker") },
  });
  expect(await command(id, { type: "tool.result", id: "c1", attempt: 7, result: true })).toMatchObject({
    status: 409,
    body: { reason: "attempt_mismatch" },
  });
  expect(await command(id, { type: "tool.error", id: "nope", error: "x" })).toMatchObject({
    status: 409,
    body: { reason: "not_found" },
  });
  expect(await command(id, { type: "message", text: "again" })).toMatchObject({
    status: 409,
    body: { reason: "turn_running" },
  });
  expect(await command(id, { type: "resume", interrupt_id: "i" })).toMatchObject({
    status: 409,
    body: { reason: "not_interrupted" },
  });
  expect(await command(id, { type: "cancel" })).toMatchObject({ status: 202 });
  expect(await command(id, { type: "message", text: "more" })).toMatchObject({
    status: 409,
    body: { reason: "cancelled" },
  });
  const { events: facts } = await log(id);
  expect(facts.filter((fact) => fact.type === "settle.refused")).toHaveLength(3);
});

test("the log comes whole as JSON, by page, and as an event stream behind Last-Event-ID", async () => {
  const id = await start({ workspace: person, message: "May I?" });
  await waiting(id, "person");
  const whole = await log(id);
  expect(whole.next).toBeNull();
  expect(whole.events.map((fact) => fact.seq)).toEqual(whole.events.map((_, index) => index + 1));
  expect(await log(id, "?after=2&limit=3")).toEqual({ events: whole.events.slice(2, 5), next: 5 });
  const stream = await ask(events.GET, { id, headers: { "last-event-id": String(whole.events.length - 1) } });
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  expect(stream.headers.get("cache-control")).toContain("no-transform");
  const reader = stream.body?.getReader();
  let text = "";
  while (!text.includes("data:")) text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  expect(text).toBe(
    `retry: 1000\n\nid: ${whole.events.length}\ndata: ${JSON.stringify(whole.events.at(-1))}\n\n`,
  );
});

test("a stored workspace starts by its id, and the list shows its sessions newest first", async () => {
  const { body: stored } = await json(await ask(workspaces.POST, { body: person }));
  const first = await start({ workspace: stored.id });
  const second = await start({ workspace: stored.id });
  const path = `/api/sessions?workspace=${stored.id}`;
  const { body } = await json(await ask(sessions.GET, { path }));
  expect(body.items.map((item: { id: string }) => item.id)).toEqual([second, first]);
  expect(body.next).toBeNull();
});

test("what cannot start is refused with what to do", async () => {
  const [tool] = person.agent.tools;
  const doubled = { ...person, agent: { ...person.agent, tools: [tool, tool] } };
  for (const [body, answer] of [
    [{ workspace: "ws_none" }, { status: 404, body: { reason: "not_found", field: "workspace" } }],
    [
      { workspace: doubled },
      { status: 400, body: { reason: "duplicate_tool_name", field: "workspace.agent.tools[1].name" } },
    ],
    [
      { workspace: { ...person, worker: { kind: "toolz" } } },
      { status: 400, body: { reason: "bad_body", field: "workspace.worker.kind" } },
    ],
  ] as const) {
    expect(await json(await ask(sessions.POST, { body }))).toMatchObject(answer);
  }
});

test("sessions nobody knows are 404 on every route", async () => {
  const id = "ses_none";
  expect((await snapshot(id)).status).toBe(404);
  expect((await ask(events.GET, { id })).status).toBe(404);
  expect((await command(id, { type: "cancel" })).status).toBe(404);
});

test("a script's endless loop and its memory bomb end as the call's error while another session runs", async () => {
  const bomb = (source: string) => ({
    ...person,
    agent: { model: "scripted", tools: [{ name: "approve", runner: { kind: "script", source } }] },
    limits: { scriptMs: 200 },
  });
  const loop = await start({ workspace: bomb("function run() { for (;;) {} }"), message: "go" });
  const hog = await start({
    workspace: bomb("function run() { const a = []; for (;;) a.push(new Array(1e5).fill(1)); }"),
    message: "go",
  });
  const calm = await start({ workspace: person, message: "go" });
  await waiting(calm, "person");
  for (const [id, words] of [
    [loop, "time limit"],
    [hog, /memory limit|time limit/],
  ] as const) {
    await vi.waitFor(async () => expect((await snapshot(id)).body.status).toBe("idle"), { timeout: 15_000 });
    const errored = (await log(id)).events.find((fact) => fact.type === "tool.call.errored");
    expect(errored).toMatchObject({ retryable: false, error: expect.stringMatching(words) });
  }
});

test("a session's tree of forks: itself, what it comes from and what was forked from these", async () => {
  const id = await start({ workspace: person, message: "May I?" });
  await waiting(id, "person");
  const { status, body } = await json(
    await ask(forks.POST, { id, body: { point: { at: "call", id: "c1", attempt: 0 } } }),
  );
  expect(status).toBe(201);
  const family = {
    status: 200,
    body: {
      items: [
        { id, origin: null },
        { id: body.id, origin: { session_id: id, edit: "nothing", of: { kind: "call", name: "approve" } } },
      ],
      more: false,
    },
  };
  expect(await json(await ask(forks.GET, { id }))).toMatchObject(family);
  expect(await json(await ask(forks.GET, { id: body.id }))).toMatchObject(family);
  expect(await json(await ask(forks.GET, { id: "ses_none" }))).toMatchObject({ status: 404 });
  for (const each of [id, body.id]) await command(each, { type: "cancel" });
});
