/** Hostile workers and models, and bombs in the sandbox, against the built app: it stays up and serves others. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RawPeer, startRawPeer } from "../../lib/server/testing/raw-peer";
import type { Snapshot } from "../../lib/wire/sessions";
import { type RunningApp, startApp, withDataFolder } from "../server";

let app: RunningApp;
let finish: () => void;
let finished: Promise<void>;

beforeAll(
  () =>
    new Promise<void>((ready, failed) => {
      finished = withDataFolder(async (folder) => {
        app = await startApp({ CALLSCOPE_DATA: folder });
        ready();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        await app.stop();
      });
      finished.catch(failed);
    }),
);
afterAll(async () => {
  finish();
  await finished;
  expect(app.output()).not.toMatch(/Error|^ +at /m);
});

const once = { max_attempts: 1, backoff_base_secs: 0, backoff_max_secs: 0 };

function workspaceOf(more: object, tool: { runner?: object; retry?: object } = {}) {
  const runner = { kind: "responses", rules: [{ then: { result: "done" } }] };
  return {
    callscope: 1,
    name: "hostile",
    agent: {
      model: "some-model",
      stream: true,
      retry: { default: once },
      tools: [{ name: "work", runner, ...tool }],
    },
    model: { kind: "scripted" },
    script: [{ calls: [{ id: "call_1", name: "work", arguments: "{}" }] }, { text: "done" }],
    worker: { kind: "tools" },
    ...more,
  };
}

async function start(workspace: object): Promise<string> {
  const response = await fetch(`${app.url}/api/sessions`, {
    method: "POST",
    // A typed key goes to whatever address the workspace names; the server's own key would not.
    headers: { "content-type": "application/json", "x-callscope-api-key": "sk-ant-hostile-0123456789" },
    body: JSON.stringify({ workspace, message: "go" }),
  });
  const { id, error } = (await response.json()) as { id?: string; error?: string };
  if (!id) throw new Error(error);
  return id;
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${app.url}${path}`, { headers: { accept: "application/json" } });
  return (await response.json()) as T;
}

/** The session once nothing happens in it by itself any more. */
async function ended(id: string, timeout = 15_000): Promise<Snapshot> {
  const look = async () => (await get<Snapshot>(`/api/sessions/${id}`)).status;
  await expect.poll(look, { timeout, interval: 25 }).toMatch(/^(idle|failed|interrupted|waiting)$/);
  return get(`/api/sessions/${id}`);
}

const logText = async (id: string) => JSON.stringify(await get(`/api/sessions/${id}/events`));

/** The peak memory of the app so far, in megabytes; 0 if the system does not report it. */
function peakMb(): number {
  try {
    const status = readFileSync(`/proc/${app.process.pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const says = (text: string) => async (line: Parameters<Parameters<typeof startRawPeer>[0]>[0]) => {
  await line.write(text);
  line.end();
};
const json = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n";

describe("a peer that is hostile", () => {
  const GB = 1024 ** 3;
  const floods = (piece: string) => {
    const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
    return async (line: Parameters<Parameters<typeof startRawPeer>[0]>[0]) => {
      await line.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n");
      for (let sent = 0; sent < GB; sent += block.length) if (!(await line.write(block))) return;
      line.end();
    };
  };
  const peers: [string, Parameters<typeof startRawPeer>[0], RegExp, RegExp][] = [
    ["sends 1 GB of one line", floods("data: x"), /larger than 8388608 bytes/, /larger than 33554432 bytes/],
    [
      "sends 1 GB of comments",
      floods(": still here\n"),
      /larger than 8388608 bytes/,
      /larger than 33554432 bytes/,
    ],
    [
      "breaks off",
      (line) => line.break(),
      /closed the connection before its answer was complete/,
      /could not be reached/,
    ],
    [
      "changes the protocol",
      says("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
      /changes the protocol/,
      /changes the protocol/,
    ],
    [
      "redirects to the metadata service",
      says("HTTP/1.1 307 There\r\nlocation: http://169.254.169.254/\r\n\r\n"),
      /redirects are not followed/,
      /not followed/,
    ],
    ["is no HTTP server", says("SSH-2.0-OpenSSH_9.9\r\n"), /is not valid HTTP/, /is not valid HTTP/],
    [
      "sends quotes that never close",
      says(`${json}"${'\\"'.repeat(3_000_000)}`),
      /is not JSON/,
      /no event of an answer/,
    ],
    [
      "gets everything wrong",
      says(`${json}{"actions":[${"0,".repeat(3_500_000)}0]}`),
      /holds more than 250000 values/,
      /no event of an answer/,
    ],
  ];

  test.each(peers)("and %s fails its session alone", async (_, ...told) => {
    const [talk, workerWords, modelWords] = told;
    const peer: RawPeer = await startRawPeer(talk);
    const bystander = await start(workspaceOf({}));
    const worker = await start(workspaceOf({ worker: { kind: "http", url: peer.url } }));
    const model = await start(workspaceOf({ model: { kind: "anthropic", baseUrl: peer.url } }));
    expect((await ended(bystander)).status).toBe("idle");
    expect((await ended(worker)).status).toBe("failed");
    expect((await ended(model)).status).toMatch(/^(failed|interrupted)$/);
    expect(await logText(worker)).toMatch(workerWords);
    expect(await logText(model)).toMatch(modelWords);
    await peer.closed();
    await peer.close();
    expect(peakMb()).toBeLessThan(1_024);
  });

  test("and drips its answer byte by byte ends with the attempt", async () => {
    const peer = await startRawPeer(async (line) => {
      await line.write(json);
      while (await line.write(" ")) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    const retry = { llm: { ...once, attempt_timeout_secs: 1 }, tool: { ...once, attempt_timeout_secs: 1 } };
    const { agent, ...rest } = workspaceOf({ model: { kind: "anthropic", baseUrl: peer.url } });
    const id = await start({ ...rest, agent: { ...agent, retry } });
    expect((await ended(id)).status).toMatch(/^(failed|interrupted)$/);
    expect(await logText(id)).toMatch(/deadline exceeded/);
    await peer.closed();
    await peer.close();
  });

  test.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://0xA9FEA9FE/",
    "http://2852039166/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[fd00:ec2::254]/",
    "http://metadata.google.internal./",
    "http://0.0.0.0:1/",
  ])("at %s is never called", async (address) => {
    const worker = await start(workspaceOf({ worker: { kind: "http", url: address } }));
    const model = await start(workspaceOf({ model: { kind: "anthropic", baseUrl: address } }));
    for (const id of [worker, model]) {
      expect((await ended(id)).status).toMatch(/^(failed|interrupted)$/);
      expect(await logText(id)).toContain("Callscope never calls ");
    }
  });
});

test("when others can reach the app, only what its operator lists is called", async () => {
  const body = JSON.stringify({ actions: [{ type: "done" }] });
  const peer = await startRawPeer(says(`${json}${body}`));
  const { host } = new URL(peer.url);
  await withDataFolder(async (folder) => {
    const own = app;
    app = await startApp({ CALLSCOPE_DATA: folder, HOST: "0.0.0.0", CALLSCOPE_ALLOW: host });
    const listed = await start(workspaceOf({ worker: { kind: "http", url: peer.url } }));
    await ended(listed);
    expect(peer.connections()).toBeGreaterThan(0);
    expect(await logText(listed)).not.toContain("CALLSCOPE_ALLOW");
    const before = peer.connections();
    for (const address of [
      peer.url.replace("127.0.0.1", "localhost"),
      "http://127.0.0.1:9/",
      "http://[::1]:9/",
    ]) {
      const id = await start(workspaceOf({ worker: { kind: "http", url: address } }));
      expect((await ended(id)).status).toBe("failed");
      expect(await logText(id)).toContain("its operator must list that host in CALLSCOPE_ALLOW");
    }
    expect(peer.connections()).toBe(before);
    await app.stop();
    app = own;
  });
  await peer.close();
});

describe("bombs in the sandbox", () => {
  /** Enough time for what another limit ends, with all the others running. */
  const bomb = (source: string, words: string) =>
    workspaceOf(
      { limits: { scriptMs: words === "(time limit)" ? 2_000 : 20_000 } },
      { runner: { kind: "script", source } },
    );
  const bombs: [string, string][] = [
    ["function run() { for (;;) {} }", "(time limit)"],
    ["async function run() { await null; for (;;) {} }", "(time limit)"],
    ["async function run() { for (;;) await null }", "(time limit)"],
    ["function run() { return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) }", "(time limit)"],
    ["function run() { return /^(a|a)*$/.test('a'.repeat(40) + 'X') }", "(time limit)"],
    ["function run() { for (const a = []; ; ) a.push(new Uint8Array(1e6)) }", "(memory limit)"],
    ["function run() { return run() }", "(stack limit)"],
    ["function run() { return 'x'.repeat(2e7) }", "(result limit)"],
  ];
  const sound = workspaceOf({}, { runner: { kind: "script", source: "function run() { return 'sound' }" } });

  const outcomeOf = async (id: string) => {
    const { status, calls } = await ended(id, 30_000);
    return { status, error: calls.find((call) => call.id === "call_1")?.error };
  };

  /** The time that a session with a sound script takes, and one without a script, side by side. */
  async function timeOfOthers(): Promise<number> {
    const began = performance.now();
    const others = await Promise.all([start(sound), start(workspaceOf({}))]);
    for (const id of others) expect((await ended(id)).status).toBe("idle");
    return performance.now() - began;
  }
  /** Requests the app's health again and again; when stopped, returns how long each response took, in milliseconds. */
  function watchHealth(): () => Promise<number[]> {
    let on = true;
    const times: number[] = [];
    const watching = (async () => {
      while (on) {
        const began = performance.now();
        expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
        times.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return times;
    })();
    return () => {
      on = false;
      return watching;
    };
  }
  /** Slower than alone, but not blocked; a busy machine is slow at both. */
  const patience = (calm: number) => Math.max(3_000, calm * 20);

  test("eight at once end by their limits, and other sessions run meanwhile", async () => {
    await timeOfOthers();
    const calm = await timeOfOthers();
    const stop = watchHealth();
    const all = await Promise.all(bombs.map(([source, words]) => start(bomb(source, words))));
    const took = await timeOfOthers();
    const outcomes = await Promise.all(all.map(outcomeOf));
    const times = (await stop()).sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
    console.log(
      `others took ${Math.round(took)} ms, alone ${Math.round(calm)} ms; health: median ${at(0.5)} ms, worst ${at(1)} ms`,
    );
    expect(outcomes).toEqual(
      bombs.map(([, words]) => ({ status: "idle", error: expect.stringContaining(words) })),
    );
    expect(took).toBeLessThan(patience(calm));
  });

  test("eight calls of one session end by their limits, and another session's script runs meanwhile", async () => {
    const calm = await timeOfOthers();
    // Nothing inside the script can end this one: each thread is occupied until its time is up.
    const source = "function run() { return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) }";
    const names = bombs.map((_, at) => `bomb_${at}`);
    const calls = names.map((name) => ({ id: `call_${name}`, name, arguments: "{}" }));
    const { agent, ...rest } = workspaceOf({
      script: [{ calls }, { text: "done" }],
      limits: { scriptMs: 2_500 },
    });
    const tools = names.map((name) => ({ name, runner: { kind: "script", source } }));
    const began = performance.now();
    const bombed = await start({ ...rest, agent: { ...agent, tools } });
    const took = await timeOfOthers();
    const { status, calls: seen } = await ended(bombed, 30_000);
    console.log(
      `the others took ${Math.round(took)} ms, the bombs ${Math.round(performance.now() - began)} ms`,
    );
    expect(status).toBe("idle");
    const errors = seen.filter(({ kind }) => kind === "tool_call").map(({ error }) => error);
    expect(errors).toEqual(names.map(() => expect.stringContaining("(time limit)")));
    expect(took).toBeLessThan(patience(calm));
  });
});
