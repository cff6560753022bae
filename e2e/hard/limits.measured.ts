/**
 * Bombs for the checker, sent to the built app: each is answered in time, and meanwhile the app answers others. Figures
 * are printed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CheckAnswer } from "../../lib/wire/check";
import type { Snapshot } from "../../lib/wire/sessions";
import { type RunningApp, startApp } from "../server";
import { BOMBS, type Bomb } from "./testing/bombs";
import { type Health, healthWords, pollHealth } from "./testing/health";

const ANSWER_MS = 1_500;
const MEDIAN_MS = 100;
const P99_MS = 300;

const PLAIN: Bomb = {
  name: "no bomb",
  schema: '{"type":"object"}',
  arguments: "{}",
  statuses: ["valid"],
};

let app: RunningApp;
let folder = "";
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callscope-limits-"));
  app = await startApp({ CALLSCOPE_DATA: folder });
  // What the first request of a kind loads is no matter of this test.
  await asCheck(PLAIN);
  await asSession(PLAIN);
});

afterAll(async () => {
  await app.stop("SIGKILL");
  await rm(folder, { recursive: true });
});

/** The same bomb with schemas that were not seen before, so that they are compiled anew. */
function fresh(bomb: Bomb): Bomb {
  count += 1;
  const marked = (schema: string | undefined) => schema?.replace("{", `{"$comment":"${count}",`);
  return { ...bomb, schema: marked(bomb.schema), output: marked(bomb.output) };
}

const send = (path: string, body: string): Promise<Response> =>
  fetch(`${app.url}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body });

interface Answered {
  ms: number;
  status: string | undefined;
  /** Everything that was said of it. */
  said: string;
  declared: string;
}

/** Everything a verdict says in words. */
function wordsOf(verdict: CheckAnswer["input"]): string {
  if (!verdict) return "";
  const own = "error" in verdict ? verdict.error : "reason" in verdict ? (verdict.reason ?? "") : "";
  const more = verdict.more > 0 ? `; ${verdict.findings.length} findings and ${verdict.more} more` : "";
  return own + more;
}

/** The bomb through POST /api/check. */
async function asCheck(bomb: Bomb): Promise<Answered> {
  const { schema, output, arguments: raw, result } = bomb;
  const tool = { name: "t", inputText: schema, outputText: output };
  const body = JSON.stringify({ tool, arguments: raw, result });
  const from = performance.now();
  const response = await send("/api/check", body);
  expect(response.status).toBe(200);
  const answer = (await response.json()) as CheckAnswer;
  const ms = performance.now() - from;
  const verdict = answer.input ?? answer.output;
  const { input, output: declaredOutput } = answer.declaration;
  const notes = [...input.notes, ...declaredOutput.notes].map(({ message }) => message);
  return { ms, status: verdict?.status, said: wordsOf(verdict), declared: notes.join("; ") };
}

/** A workspace whose scripted model makes the bomb's call; schemas stand in it as they are written. */
function workspaceText({ schema, output, arguments: raw = "{}", result = "ok" }: Bomb): string {
  const runner = { kind: "responses", rules: [{ then: { result } }] };
  const schemas = `${schema ? `"input":${schema},` : ""}${output ? `"output":${output},` : ""}`;
  const rest = {
    model: { kind: "scripted" },
    script: [{ calls: [{ id: "call_1", name: "t", arguments: raw }] }, { text: "done" }],
    worker: { kind: "tools" },
  };
  const tool = `{${schemas}"name":"t","runner":${JSON.stringify(runner)}}`;
  const agent = `{"model":"scripted","tools":[${tool}]}`;
  return `{"callscope":1,"name":"bomb","agent":${agent},${JSON.stringify(rest).slice(1)}`;
}

/** The bomb as a call of a scripted model, through to the end of its turn. */
async function asSession(bomb: Bomb): Promise<Answered> {
  const from = performance.now();
  const response = await send("/api/sessions", `{"workspace":${workspaceText(bomb)},"message":"go"}`);
  if (bomb.refused) {
    const { error } = (await response.json()) as { error: string };
    return { ms: performance.now() - from, status: undefined, said: error, declared: "" };
  }
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: string };
  const snapshot = await ended(id);
  const ms = performance.now() - from;
  expect(snapshot.status).toBe("idle");
  const call = snapshot.calls.find(({ kind }) => kind === "tool_call");
  return { ms, status: call?.verdict, said: call?.error ?? "", declared: "" };
}

async function ended(id: string): Promise<Snapshot> {
  for (;;) {
    const response = await fetch(`${app.url}/api/sessions/${id}`);
    const snapshot = (await response.json()) as Snapshot;
    if (!snapshot.running) return snapshot;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function watching<T>(run: () => Promise<T>): Promise<{ health: Health; value: T }> {
  const poll = pollHealth(app.url);
  const value = await run();
  return { health: await poll.stop(), value };
}

function report(title: string, ms: number, health: Health): void {
  console.log(`${title}: answered in ${ms.toFixed(0)} ms, ${healthWords(health)}`);
}

function expectWell(health: Health): void {
  expect(health.failures).toEqual([]);
  expect(health.median).toBeLessThan(MEDIAN_MS);
  expect(health.p99).toBeLessThan(P99_MS);
}

describe("each bomb alone, through the check of the page", () => {
  test.each(BOMBS.map((bomb) => [bomb.name, bomb] as const))("%s", async (name, bomb) => {
    const { health, value } = await watching(() => asCheck(fresh(bomb)));
    report(name, value.ms, health);
    expect(bomb.statuses).toContain(value.status);
    if (bomb.says) expect(value.said).toMatch(bomb.says);
    if (bomb.declares) expect(value.declared).toMatch(bomb.declares);
    expect(value.ms).toBeLessThan(ANSWER_MS);
    expectWell(health);
  });
});

describe("each bomb alone, as a call of a session", () => {
  test.each(BOMBS.map((bomb) => [bomb.name, bomb] as const))("%s", async (name, bomb) => {
    const { health, value } = await watching(() => asSession(fresh(bomb)));
    report(`session with ${name}`, value.ms, health);
    if (bomb.refused) expect(value.said).toMatch(bomb.refused);
    else if (bomb.schema) expect(bomb.statuses).toContain(value.status);
    if (value.status === "aborted" && bomb.says) expect(value.said).toMatch(bomb.says);
    expect(value.ms).toBeLessThan(ANSWER_MS);
    expectWell(health);
  });
});

describe("bombs together", () => {
  test("four at once do not keep others from their answers", async () => {
    const endless = BOMBS.slice(0, 4);
    const { health, value } = await watching(async () => {
      const going = Promise.all(endless.map((bomb) => asCheck(fresh(bomb))));
      const plain = await asCheck(PLAIN);
      return { plain, all: await going };
    });
    report("an honest check beside four bombs", value.plain.ms, health);
    report("the slowest of the four", Math.max(...value.all.map(({ ms }) => ms)), health);
    expect(value.plain.status).toBe("valid");
    for (const [i, { status }] of value.all.entries()) expect(endless[i]?.statuses).toContain(status);
    // Two threads: two bombs have to end before the others get on.
    expect(value.plain.ms).toBeLessThan(2 * ANSWER_MS);
    expectWell(health);
  });
});
