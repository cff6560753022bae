/**
 * The built app under load: many sessions at once, a long session, many stored ones. Figures are printed; only what must
 * hold on a busy machine too is asserted. LOAD_ROUNDS repeats the first load more often.
 */
import { statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Fact, FactType } from "@/lib/engine/log/facts";
import { openSqlStore } from "../../lib/store/sql-store";
import { type RunningApp, withDataFolder } from "../server";
import { cpuMs, keptMb, rssMb, startProbed, watchRss } from "./testing/app-process";
import { runTurns } from "./testing/growth";
import { batches, mixed, plainTurns, TEN_ENDS } from "./testing/load-shapes";
import { allEnded, listed, logOf, start } from "./testing/sessions";
import { percentile, watch } from "./testing/watcher";

const ROUNDS = Number(process.env.LOAD_ROUNDS ?? 3);
const SESSIONS = 200;
const TENS = 5;
const CALLS = SESSIONS * TENS * TEN_ENDS.calls;
/**
 * How much more the main thread may hold after a load than after the first one, in MB. The first fills what is kept on
 * purpose (a hundred sessions at rest, statements, validators); one load writes about 60 MB of facts, and 200 sessions
 * that stayed in memory would hold more than this.
 */
const MAX_CLIMB_MB = 20;

/** Starts the app on the folder; it does not outlive the test. */
async function startOn(folder: string): Promise<RunningApp> {
  const app = await startProbed({ CALLSCOPE_DATA: folder });
  onTestFinished(() => {
    app.process.kill("SIGKILL");
  });
  return app;
}

const count = (facts: Fact[], type: FactType) => facts.filter((fact) => fact.type === type).length;

/** How the calls of a log ended, in the form of `TEN_ENDS`. */
function endsOf(facts: Fact[]): typeof TEN_ENDS {
  const errors = facts.filter((fact) => fact.type === "tool.call.errored");
  const invalid = facts.filter(
    (fact) => fact.type === "input.classified" && fact.verdict.status === "invalid",
  );
  return {
    calls: facts.filter((fact) => fact.type === "tool.call.requested" && fact.attempt === 0).length,
    invalid: invalid.length,
    completed: count(facts, "tool.call.completed"),
    failed: errors.filter(({ terminal }) => terminal).length,
    rejected: count(facts, "output.rejected"),
    retried: errors.filter(({ terminal }) => !terminal).length,
  };
}

const expectedEnds = Object.fromEntries(Object.entries(TEN_ENDS).map(([kind, ten]) => [kind, ten * TENS]));

/** Asks for the app's health, one request after another, until told to stop; gives the times in milliseconds. */
function askHealth(app: RunningApp): () => Promise<number[]> {
  let asking = true;
  const times: number[] = [];
  const all = (async () => {
    for (; asking; await sleep(50)) {
      const from = performance.now();
      expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
      times.push(performance.now() - from);
    }
  })();
  return async () => {
    asking = false;
    await all;
    return times;
  };
}

/** One load, of which `looked` sessions are looked at whole; gives what the main thread holds afterwards, in MB. */
async function loadOnce(app: RunningApp, name: string, looked: number): Promise<number> {
  const rss = { before: rssMb(app), watch: watchRss(app) };
  const health = askHealth(app);
  const cpu = cpuMs(app);
  const from = performance.now();
  const ids = await Promise.all(Array.from({ length: SESSIONS }, () => start(app, mixed(TENS))));
  await allEnded(app);
  const wall = performance.now() - from;
  const perCall = (cpuMs(app) - cpu) / CALLS;
  const answers = await health();
  const peak = rss.watch.stop();
  for (const id of ids.slice(0, looked)) expect(endsOf(await logOf(app, id))).toEqual(expectedEnds);
  await sleep(500);
  const kept = await keptMb(app);
  console.log(
    `${name}: ${CALLS} calls of ${SESSIONS} sessions in ${(wall / 1000).toFixed(1)} s, ${Math.round((CALLS / wall) * 1000)} a second, ${Math.round(perCall * 1000)} µs CPU a call; resident ${rss.before} MB before, ${peak} at the peak, ${rssMb(app)} after; held ${kept} MB; health median ${percentile(answers, 0.5).toFixed(0)} ms, worst ${percentile(answers, 1).toFixed(0)} ms`,
  );
  return kept;
}

test("200 sessions of 50 calls at once end as they should, and memory comes back", async () => {
  await withDataFolder(async (folder) => {
    const app = await startOn(folder);
    const kept: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      kept.push(await loadOnce(app, `load ${round + 1}`, round === 0 ? SESSIONS : 20));
    const [first = 0, ...later] = kept;
    for (const mb of later) expect(mb).toBeLessThan(first + MAX_CLIMB_MB);
    const sessions = await listed(app);
    expect(sessions.map(({ status, running }) => `${status} ${running}`)).toEqual(
      sessions.map(() => "idle false"),
    );
    expect(await app.stop()).toBe(0);
    expect(app.output()).not.toMatch(/error|failed|stopped/i);
  });
});

const TURN = 50;
const LONG_TURNS = 200;
/** Sessions of 100 calls before the measured ones, and the measured ones. */
const WARM = 10;
const READINGS = 20;

/** Runs `turns` turns of 50 calls each; CPU in milliseconds a call. */
async function costOf(app: RunningApp, turns: number): Promise<{ cpu: number; id: string; seq: number }> {
  const before = cpuMs(app);
  const ran = await runTurns(app, plainTurns(turns, TURN), turns);
  return { ...ran, cpu: (cpuMs(app) - before) / (turns * TURN) };
}

/** Bytes of the database in this folder once the app has closed it. */
const databaseBytes = (folder: string) => statSync(path.join(folder, "callscope.db")).size;

/** Bytes of database a call of a session of that many turns, in a database of its own. */
async function bytesOf(turns: number): Promise<number> {
  return withDataFolder(async (folder) => {
    const app = await startOn(folder);
    await app.stop();
    const empty = databaseBytes(folder);
    const again = await startOn(folder);
    await runTurns(again, plainTurns(turns, TURN), turns);
    await again.stop();
    return (databaseBytes(folder) - empty) / (turns * TURN);
  });
}

test("a call costs the same in a session of 10,000 calls as in one of 100, and the log comes whole", async () => {
  const smallBytes = await bytesOf(2);
  await withDataFolder(async (folder) => {
    const app = await startOn(folder);
    for (let warm = 0; warm < WARM; warm += 1) await costOf(app, 2);
    const small: number[] = [];
    for (let reading = 0; reading < READINGS; reading += 1) small.push((await costOf(app, 2)).cpu);
    const { id, seq, cpu } = await costOf(app, LONG_TURNS);
    const per = percentile(small, 0.5);
    const from = performance.now();
    const watcher = await watch(app, id);
    await watcher.reached(seq);
    const replayed = performance.now() - from;
    watcher.leave();
    expect(watcher.faults).toEqual([]);
    const paging = performance.now();
    const log = await logOf(app, id);
    const paged = performance.now() - paging;
    expect(log.map((fact) => fact.seq)).toEqual(log.map((_, index) => index + 1));
    expect(count(log, "tool.call.completed")).toBe(LONG_TURNS * TURN);
    expect(count(log, "turn.completed")).toBe(LONG_TURNS);
    await app.stop();
    const others = (WARM + READINGS) * 2 * TURN * smallBytes;
    const largeBytes = (databaseBytes(folder) - others) / (LONG_TURNS * TURN);
    console.log(
      `a call in a session of 100: ${Math.round(per * 1000)} µs CPU and ${Math.round(smallBytes)} bytes; of 10,000: ${Math.round(cpu * 1000)} µs and ${Math.round(largeBytes)} bytes; ${seq} facts replayed in ${Math.round(replayed)} ms, read by pages in ${Math.round(paged)} ms`,
    );
    expect(cpu).toBeLessThan(per * 1.5);
    expect(largeBytes).toBeLessThan(smallBytes * 1.25);
  });
});

test("model answers of 200 calls each are carried out to the last one", async () => {
  await withDataFolder(async (folder) => {
    const app = await startOn(folder);
    const from = performance.now();
    const cpu = cpuMs(app);
    const id = await start(app, batches(10, 200));
    await allEnded(app);
    const log = await logOf(app, id);
    expect(count(log, "tool.call.completed")).toBe(2_000);
    expect(count(log, "llm.call.requested")).toBe(11);
    expect(log.at(-1)).toMatchObject({ type: "turn.completed", outcome: "done" });
    console.log(
      `10 answers of 200 calls each: ${((performance.now() - from) / 1000).toFixed(1)} s, ${Math.round((cpuMs(app) - cpu) / 2)} µs CPU a call`,
    );
    await app.stop();
  });
});

/** Writes ended sessions straight into the database, each with the log of a real one. */
async function storeSessions(folder: string, log: Fact[], total: number): Promise<void> {
  const store = await openSqlStore({ path: path.join(folder, "callscope.db") });
  const head = { name: "stored", workspace_id: null, running: false, status: "idle", origin: null };
  for (let from = 0; from < total; from += 500) {
    const some = Array.from({ length: Math.min(500, total - from) }, (_, index) => from + index);
    await Promise.all(some.map((n) => store.sessions.append(`ses_stored_${n}`, log, head)));
  }
  await store.close();
}

test("thousands of stored sessions slow neither the start nor the list", async () => {
  await withDataFolder(async (folder) => {
    const first = await startOn(folder);
    const id = await start(first, plainTurns(1, 0));
    await allEnded(first);
    const log = await logOf(first, id);
    await first.stop();
    const starts: number[] = [];
    const lists: number[] = [];
    for (const total of [0, 1_000, 10_000]) {
      if (total > 0) await storeSessions(folder, log, total);
      const from = performance.now();
      const app = await startOn(folder);
      starts.push(performance.now() - from);
      await listed(app, "?limit=50");
      const listing = performance.now();
      for (let reading = 0; reading < 20; reading += 1) await listed(app, "?limit=50");
      lists.push((performance.now() - listing) / 20);
      expect(await logOf(app, id)).toEqual(log);
      await app.stop();
    }
    const words = (times: number[]) => times.map((ms) => ms.toFixed(ms < 100 ? 1 : 0)).join(", ");
    console.log(
      `with 1, 1,000 and 10,000 stored sessions: start ${words(starts)} ms, list ${words(lists)} ms`,
    );
    const [alone = 0, , many = 0] = starts;
    expect(many).toBeLessThan(alone + 3_000);
    expect(lists[2]).toBeLessThan((lists[0] ?? 0) + 50);
  });
});
