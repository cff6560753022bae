/**
 * Keys and secrets are planted wherever the app takes them. Sessions then fail in every way in which another side may
 * repeat a secret, and everything that the app said or wrote is searched for it.
 */

import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import {
  apiError,
  type FakeScenario,
  fakeAnswer,
  startFakeAnthropic,
} from "../../lib/models/testing/fake-anthropic";
import { type RunningApp, startApp, withDataFolder } from "../server";
import { ask, routesOfApp } from "./testing/forged";

const PLANTED = {
  serverKey: "sk-ant-api03-planted-server-0123456789",
  typedKey: "planted-typed-key-0123456789",
  serverSecret: 'planted "server" \\ secret-0123',
  typedSecret: "planted-typed-secret-0123",
  operators: "planted-operator-variable-0123",
  password: "planted-password-0123",
};
type Name = keyof typeof PLANTED;

/** The forms in which a secret may appear in a text: as it is, in JSON, in an address, in a header. */
const formsOf = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64"),
];

/** What the other sides of a session may know: the server's secrets, or those that were typed for it. */
const knownTo = (typed: boolean) => [
  PLANTED.serverKey,
  PLANTED.serverSecret,
  ...(typed ? [PLANTED.typedKey, PLANTED.typedSecret] : []),
];

/** Each provider's answer repeats the key it was sent, and every other secret. */
const echoes = (key: string): FakeScenario[] => {
  const all = knownTo(key === PLANTED.typedKey);
  const said = [key, ...all].join(" and ");
  const call = { id: "call_1", name: "work", arguments: JSON.stringify({ said: [key, ...all] }) };
  return [
    apiError(401, "authentication_error", `invalid x-api-key: ${said}`),
    { status: 500, body: `<pre>x-api-key: ${said}</pre>` },
    { status: 307, headers: { location: `http://localhost/?key=${encodeURIComponent(key)}&x=${key}` } },
    { events: [{ type: "error", error: { type: "api_error", message: said, [key]: all } }] },
    { events: fakeAnswer({ text: said, piece: 10_000 }).slice(0, -2), then: "break" },
    { events: [{ type: `x_${key}` }, ...fakeAnswer({ text: said, calls: [call], piece: 10_000 })] },
    { events: fakeAnswer({ text: "ok" }), headers: { "request-id": key } },
    { events: [`event: message_start\ndata: {${key}\n\n`] },
  ];
};

/** Each worker's answer repeats the headers it was sent, and every secret. */
function workerAnswers(headers: string, typed: boolean): string[] {
  const all = knownTo(typed);
  const said = `${headers} ${all.join(" and ")}`;
  return [
    JSON.stringify({ actions: [{ type: "tool.result", result: said }] }),
    JSON.stringify({
      actions: [{ type: "tool.result", result: { [said]: all, id: "DIGITS" } }],
    }).replace('"DIGITS"', "12345678901234567890"),
    JSON.stringify({ actions: [{ type: "tool.error", error: said, detail: { headers, all } }] }),
    JSON.stringify({ state: { said, all }, messages: [{ role: "assistant", content: said }] }),
    JSON.stringify({ error: said }),
    `not JSON: ${said}`,
    JSON.stringify({ actions: [{ type: said }] }),
  ];
}

async function startWorker(typed: boolean) {
  let at = 0;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { trigger, proposed } = JSON.parse(text);
    const answers = workerAnswers(JSON.stringify(request.headers), typed);
    if (trigger.type !== "tool.execute") return response.end(JSON.stringify(proposed));
    response.end(answers[at++ % answers.length]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide`,
    kinds: workerAnswers("", typed).length,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const tool = (runner: object) => ({ name: "work", description: "Works.", input: { type: "object" }, runner });
const once = { max_attempts: 1, backoff_base_secs: 0, backoff_max_secs: 0 };

function workspaceOf(
  more: object,
  runner: object = { kind: "responses", rules: [{ then: { result: "done" } }] },
) {
  return {
    callscope: 1,
    name: "secrets",
    agent: { model: "claude-fake-1", stream: true, retry: { default: once }, tools: [tool(runner)] },
    model: { kind: "scripted" },
    script: [{ calls: [{ id: "call_1", name: "work", arguments: "{}" }] }, { text: "done" }],
    worker: { kind: "tools" },
    ...more,
  };
}

/** A script that returns everything it can see. */
const TELLTALE = `function run(args, call) {
  console.log(Object.getOwnPropertyNames(globalThis).map((name) => name + "=" + String(globalThis[name])).join());
  return { args, call, process: typeof process, env: typeof process === "undefined" ? null : process.env };
}`;

/** Everything that the app said in this test. */
class Listener {
  readonly heard: { where: string; text: string }[] = [];
  readonly #app: RunningApp;

  constructor(app: RunningApp) {
    this.#app = app;
  }

  async ask(
    address: string,
    {
      method = "GET",
      body,
      headers = {},
    }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const seen = await ask(this.#app.url, {
      path: address,
      method,
      headers: { ...type, ...headers },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
    this.heard.push({ where: `${method} ${address}`, text: JSON.stringify(seen.headers) + seen.text });
    return seen;
  }

  /** The session's id once nothing happens in it by itself any more. */
  async session(workspace: object, headers: Record<string, string> = {}): Promise<string> {
    const started = await this.ask("/api/sessions", {
      method: "POST",
      headers,
      body: { workspace, message: "go" },
    });
    expect([started.status, started.text]).toEqual([201, expect.any(String)]);
    const { id } = JSON.parse(started.text);
    await expect
      .poll(async () => JSON.parse((await ask(this.#app.url, { path: `/api/sessions/${id}` })).text).status, {
        timeout: 20_000,
      })
      .toMatch(/^(idle|failed|interrupted|waiting)$/);
    return id;
  }
}

async function filesIn(folder: string): Promise<{ where: string; text: string }[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => ({
        where: name,
        text: (await readFile(path.join(parentPath, name))).toString("latin1"),
      })),
  );
}

const TYPED = { "x-callscope-api-key": PLANTED.typedKey, "x-callscope-worker-secret": PLANTED.typedSecret };

async function runSessions(listener: Listener, provider: string): Promise<string[]> {
  const runs: Promise<string>[] = [];
  const closings: (() => void)[] = [];
  for (const typed of [false, true]) {
    const headers: Record<string, string> = typed ? TYPED : {};
    const worker = await startWorker(typed);
    closings.push(worker.close);
    for (let at = 0; at < echoes("").length; at += 1)
      runs.push(listener.session(workspaceOf({ model: { kind: "anthropic" } }), headers));
    for (let at = 0; at < worker.kinds; at += 1)
      runs.push(listener.session(workspaceOf({ worker: { kind: "http", url: worker.url } }), headers));
  }
  runs.push(listener.session(workspaceOf({}, { kind: "script", source: TELLTALE }), TYPED));
  const nobody = { model: { kind: "anthropic", baseUrl: "http://127.0.0.1:9" } };
  runs.push(listener.session(workspaceOf(nobody), TYPED));
  // The server's own key is sent only to the operator's address.
  runs.push(listener.session(workspaceOf({ model: { kind: "anthropic", baseUrl: `${provider}/other` } })));
  const ids = await Promise.all(runs);
  for (const close of closings) close();
  return ids;
}

async function askEverything(listener: Listener, ids: string[]): Promise<void> {
  for (const id of ids) {
    await listener.ask(`/api/sessions/${id}`);
    await listener.ask(`/api/sessions/${id}/events`, { headers: { accept: "application/json" } });
    await listener.ask(`/api/sessions/${id}/events`);
  }
  for (const { path: address, methods } of routesOfApp())
    for (const method of methods)
      for (const body of [undefined, "{", "{}", "[]"])
        await listener.ask(address, { method, body, headers: TYPED });
  for (const address of [
    "/",
    `/sessions/${ids[0]}`,
    "/openapi.json",
    "/api/settings",
    "/api/health",
    "/api/sessions",
  ])
    await listener.ask(address, { headers: TYPED });
}

async function refusesPasswords(listener: Listener): Promise<void> {
  const address = `http://user:${PLANTED.password}@127.0.0.1:9/`;
  for (const more of [
    { model: { kind: "anthropic", baseUrl: address } },
    { worker: { kind: "http", url: address } },
  ])
    for (const [where, body] of [
      ["/api/sessions", { workspace: workspaceOf(more), message: "go" }],
      ["/api/workspaces", workspaceOf(more)],
    ] as const) {
      const { status, text } = await listener.ask(where, { method: "POST", body });
      expect([status, text]).toEqual([400, expect.stringContaining("a name or a password")]);
    }
}

test("no planted secret is in anything that is said, logged or stored", async () => {
  const served: Record<string, number> = {};
  const provider = await startFakeAnthropic(({ key = "" }) => {
    const scenarios = echoes(key);
    served[key] = (served[key] ?? -1) + 1;
    return scenarios[served[key] % scenarios.length] ?? { silent: true };
  });
  await withDataFolder(async (folder) => {
    const app = await startApp({
      CALLSCOPE_DATA: folder,
      ANTHROPIC_API_KEY: PLANTED.serverKey,
      ANTHROPIC_BASE_URL: provider.url,
      CALLSCOPE_WORKER_SECRET: PLANTED.serverSecret,
      DATABASE_PASSWORD: PLANTED.operators,
    });
    const listener = new Listener(app);
    const ids = await runSessions(listener, provider.url);
    await refusesPasswords(listener);
    await askEverything(listener, ids);
    const running = await filesIn(folder);
    await app.stop();
    const places = [
      ...listener.heard,
      ...running,
      ...(await filesIn(folder)),
      { where: "the app's output", text: app.output() },
    ];
    // The secrets were in use: the provider had both keys, and the marks of redaction are there.
    const keys = new Set(provider.requests.map(({ key }) => key));
    expect(keys).toEqual(new Set([PLANTED.serverKey, PLANTED.typedKey]));
    expect(listener.heard.filter(({ text }) => text.includes("[secret removed]")).length).toBeGreaterThan(20);
    expect(running.map(({ where }) => where)).toContain("callscope.db");
    expect(running.some(({ text }) => text.includes("[secret removed]"))).toBe(true);
    for (const name of Object.keys(PLANTED) as Name[])
      for (const form of formsOf(PLANTED[name])) {
        const found = places.filter(({ text }) => text.includes(form)).map(({ where }) => where);
        expect([name, form, [...new Set(found)]]).toEqual([name, form, []]);
      }
  });
  await provider.close();
});
