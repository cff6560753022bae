/** What a stop does to everything that may be in progress, and that nothing of it is lost. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import type { Fact } from "@/lib/engine/log/facts";
import { type RunningApp, withDataFolder } from "../server";
import { logOf, post, startSession } from "./testing/api";
import { startLoading, startOne } from "./testing/apps";
import { rawConnection, type SilentPeer, silentPeer } from "./testing/peers";

const LIMIT_MS = 2_000;
const WATCHERS = 50;
/** Runs until the limit of time for a check, one second. */
const SLOW = { schema: { type: "string", pattern: "^(a|a)*$" }, text: `${"a".repeat(60)}!` };

const scripted = { model: { kind: "scripted" }, worker: { kind: "tools" } };
const callOf = (name: string) => [{ calls: [{ id: "call_1", name, arguments: "{}" }] }, { text: "Done." }];

/** A session with one tool, which the scripted model calls. */
const oneTool = (tool: object) => ({
  callscope: 1,
  name: "One tool",
  agent: { model: "scripted", tools: [{ name: "work", ...tool }] },
  ...scripted,
  script: callOf("work"),
});

/** At the address that the server was started with. */
const asking = { ...oneTool({ runner: { kind: "person" } }), model: { kind: "anthropic" } };
const delivering = (url: string) => ({
  ...oneTool({ runner: { kind: "person" } }),
  worker: { kind: "http", url },
});
const looping = {
  ...oneTool({
    runner: {
      kind: "script",
      source: "function run(args, { attempt }) { while (attempt === 0); return 'ran' }",
    },
    retry: { max_attempts: 2 },
  }),
  limits: { scriptMs: 60_000 },
};
const client = oneTool({ handler: "client", output: SLOW.schema, runner: { kind: "person" } });

const has = (log: Fact[] | undefined, type: Fact["type"]) => (log ?? []).some((fact) => fact.type === type);
const isDone = (log: Fact[]) => log.find((fact) => fact.type === "turn.completed")?.outcome === "done";

/** Waits until the log of a session satisfies `check`. */
const until = (app: RunningApp, id: string, check: (log: Fact[]) => boolean) =>
  vi.waitFor(async () => expect(check(await logOf(app.url, id))).toBe(true), {
    timeout: 15_000,
    interval: 30,
  });

/**
 * Sends the signals, 50 ms apart, and returns the exit code and the time from the first signal to the end, in
 * milliseconds.
 */
async function stopped(app: Pick<RunningApp, "process">, ...signals: NodeJS.Signals[]) {
  const asked = performance.now();
  const exited = once(app.process, "close");
  for (const [index, signal] of signals.entries()) {
    if (index > 0) await sleep(50);
    app.process.kill(signal);
  }
  const [code] = (await exited) as [number | null];
  return { code, ms: Math.round(performance.now() - asked) };
}

/** A stream read to its end: `seqs` are those of its facts, or the error that broke it off. */
async function watch(app: RunningApp, id: string): Promise<{ id: string; seqs: Promise<number[]> }> {
  const headers = { accept: "text/event-stream" };
  const response = await fetch(`${app.url}/api/sessions/${id}/events`, { headers });
  const seqs = response
    .text()
    .then((text) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq)));
  return { id, seqs };
}

interface Peers {
  model: SilentPeer;
  worker: SilentPeer;
}

async function withPeers(use: (peers: Peers) => Promise<void>): Promise<void> {
  const peers = { model: await silentPeer(), worker: await silentPeer() };
  try {
    await use(peers);
  } finally {
    peers.model.close();
    peers.worker.close();
  }
}

const settings = (folder: string, { model }: Peers) => ({
  CALLSCOPE_DATA: folder,
  ANTHROPIC_API_KEY: "none",
  ANTHROPIC_BASE_URL: model.url,
});

/** How often the other sides were asked so far. */
const asksOf = ({ model, worker }: Peers) => [model.heard.length, worker.heard.length];

/** Four sessions, each in progress in its own way. */
async function startAll(app: RunningApp, peers: Peers) {
  const start = (workspace: object) => startSession(app.url, { workspace, message: "Go" });
  const ids = {
    asked: await start(asking),
    delivered: await start(delivering(peers.worker.url)),
    looped: await start(looping),
    settled: await start(client),
  };
  await vi.waitFor(() => expect(asksOf(peers)).toEqual([1, 1]), 10_000);
  const runs = (fact: Fact) => fact.type === "attempt.started" && fact.kind === "tool_call";
  for (const id of [ids.looped, ids.settled]) await until(app, id, (log) => log.some(runs));
  return ids;
}

type Ids = Awaited<ReturnType<typeof startAll>>;

const HALF_A_BODY = [
  "POST /api/check HTTP/1.1",
  "host: 127.0.0.1",
  "content-type: application/json",
  "content-length: 1000",
  "",
  '{"tool":',
].join("\r\n");
const A_WHOLE_REQUEST = "GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";

/** Requests that are in progress in every other way. */
async function askAll(app: RunningApp, ids: Ids) {
  const all = Object.values(ids);
  const watchers = await Promise.all(
    Array.from({ length: WATCHERS }, (_, n) => watch(app, all[n % all.length] ?? "")),
  );
  const half = await rawConnection(app.url, HALF_A_BODY);
  const kept = await rawConnection(app.url, A_WHOLE_REQUEST);
  const checked = post(`${app.url}/api/check`, {
    tool: { name: "work", output: SLOW.schema },
    result: SLOW.text,
  });
  const settled = post(`${app.url}/api/sessions/${ids.settled}/commands`, {
    type: "tool.result",
    id: "call_1",
    by: "client",
    result: SLOW.text,
  });
  await sleep(200);
  return { watchers, sockets: [half, kept], checked, settled };
}

const logsOf = async (app: RunningApp, ids: Ids): Promise<Map<string, Fact[]>> =>
  new Map(await Promise.all(Object.values(ids).map(async (id) => [id, await logOf(app.url, id)] as const)));

const seqsOf = (log: Fact[] = []) => log.map((fact) => fact.seq);

/** The logs after the restart, against those before the stop and what the watchers saw. */
async function nothingIsLost(
  after: Map<string, Fact[]>,
  before: Map<string, Fact[]>,
  watchers: { id: string; seqs: Promise<number[]> }[],
): Promise<void> {
  for (const [id, log] of before) expect(after.get(id)?.slice(0, log.length)).toEqual(log);
  for (const { id, seqs } of watchers) {
    const seen = await seqs;
    expect(seen.length).toBeGreaterThanOrEqual(before.get(id)?.length ?? 0);
    expect(seen).toEqual(seqsOf(after.get(id)).slice(0, seen.length));
  }
}

/** What the stop itself cut off is recorded as nobody's failure, since the restart comes next. */
function nothingIsBlamed(after: Map<string, Fact[]>, before: Map<string, Fact[]>, ids: string[]): void {
  for (const id of ids) {
    const next = after.get(id)?.[before.get(id)?.length ?? 0];
    expect(next?.type).toBe("session.restarted");
  }
}

async function allGoesOn(app: RunningApp, peers: Peers, ids: Ids): Promise<void> {
  await vi.waitFor(() => expect(asksOf(peers)).toEqual([2, 2]), 10_000);
  const [first = "", again = ""] = peers.worker.heard;
  expect(JSON.parse(again)).toEqual({ ...JSON.parse(first), attempts: 1 });
  await until(app, ids.looped, isDone);
  const ran = (await logOf(app.url, ids.looped)).flatMap((fact) =>
    fact.type === "tool.call.completed" ? [[fact.attempt, fact.result]] : [],
  );
  expect(ran).toEqual([[1, "ran"]]);
  await post(`${app.url}/api/sessions/${ids.settled}/commands`, {
    type: "tool.result",
    id: "call_1",
    result: "aa",
  });
  await until(app, ids.settled, isDone);
}

function expectCleanEnd({ code, ms }: { code: number | null; ms: number }): void {
  expect({ code, inTime: ms < LIMIT_MS }, `it took ${ms} ms`).toEqual({ code: 0, inTime: true });
}

describe("a stop", () => {
  test("ends all that is under way, loses nothing, and it goes on afterwards", async () => {
    await withDataFolder((folder) =>
      withPeers(async (peers) => {
        const env = settings(folder, peers);
        const first = await startOne(env);
        const ids = await startAll(first, peers);
        const { watchers, sockets, checked, settled } = await askAll(first, ids);
        const before = await logsOf(first, ids);
        const end = await stopped(first, "SIGTERM");
        expectCleanEnd(end);
        console.log(`A stop with everything under way took ${end.ms} ms.`);
        expect((await checked).status).toBe(200);
        await vi.waitFor(() => expect([peers.model.gone(), peers.worker.gone()]).toEqual([1, 1]));
        for (const socket of sockets) socket.destroy();

        const second = await startOne(env);
        const after = await logsOf(second, ids);
        await nothingIsLost(after, before, watchers);
        nothingIsBlamed(after, before, [ids.asked, ids.delivered, ids.looped]);
        const { status } = await settled;
        expect(status).toBe(has(after.get(ids.settled), "output.rejected") ? 202 : 503);
        if (status === 503) await allGoesOn(second, peers, ids);
        expectCleanEnd(await stopped(second, "SIGINT"));
      }),
    );
  });

  test.each([
    ["SIGTERM", "SIGTERM"],
    ["SIGINT", "SIGTERM"],
  ] as const)("%s and then %s end it as one does", async (...signals) => {
    await withDataFolder((folder) =>
      withPeers(async (peers) => {
        const env = settings(folder, peers);
        const first = await startOne(env);
        const ids = await startAll(first, peers);
        const watcher = await watch(first, ids.asked);
        expectCleanEnd(await stopped(first, ...signals));
        expect(await watcher.seqs).not.toEqual([]);
      }),
    );
  });
});

describe("a stop during the start", () => {
  test("ends it with 0 at any moment, and the next start goes on with everything", async () => {
    await withDataFolder((folder) =>
      withPeers(async (peers) => {
        const env = settings(folder, peers);
        const first = await startOne(env);
        const ids = await startAll(first, peers);
        await first.stop("SIGKILL");
        const took: number[] = [];
        for (const ms of [0, 50, 100, 150, 200, 300, 400, 600]) {
          const app = await startLoading(env);
          await sleep(ms);
          const end = await stopped(app, "SIGTERM");
          expectCleanEnd(end);
          expect(app.output()).not.toMatch(/error|fail/i);
          took.push(end.ms);
        }
        console.log(`Stops during the start took ${took.join(", ")} ms.`);
        const last = await startOne(env);
        await until(last, ids.looped, isDone);
        expectCleanEnd(await stopped(last, "SIGTERM"));
      }),
    );
  });
});
