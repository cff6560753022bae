/**
 * Watchers of event streams on the built app: some that do not read, and hundreds at once while those stand still.
 * Figures are printed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningApp } from "../server";
import { cpuMs, openFiles, rssMb, startProbed, watchRss } from "./testing/app-process";
import { steady } from "./testing/load-shapes";
import { allEnded, open, send, summaryOf } from "./testing/sessions";
import { percentile, type Watcher, watch } from "./testing/watcher";

let app: RunningApp;
let folder: string;
/** A hundred watchers of one session that take nothing, from the first test to the last. */
let still: { id: string; seq: number; watchers: Watcher[]; since: number; filesBefore: number };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callscope-watchers-"));
  app = await startProbed({ CALLSCOPE_DATA: folder });
});

afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

const SLOW = 100;
/** Together about 40 MB of facts: more than the machine's own buffers of a connection take. */
const CALLS = 200;
const RESULT = 100_000;
/** How many of those that were cut come back. */
const BACK = 10;
/** What a hundred watchers that take nothing may cost beyond the session itself, in MB: below 1 MB each. */
const MAX_SLOW_MB = 100;

/** Runs a session that writes megabytes, watched by five that read and by `slow` that do not. */
async function writeMuch(slow: number): Promise<{
  id: string;
  seq: number;
  watchers: Watcher[];
  /** How far resident memory rose, in MB. */
  grown: number;
  /** How long after the session's end the last of those that read had everything, in milliseconds. */
  late: number;
}> {
  const id = await open(app, steady(CALLS, 10, RESULT));
  const watchers = await times(slow, () => watch(app, id));
  for (const watcher of watchers) watcher.pause();
  const fast = await times(5, () => watch(app, id));
  const memory = watchRss(app);
  const before = rssMb(app);
  await send(app, id, "go");
  await allEnded(app);
  const { seq } = await summaryOf(app, id);
  const ended = performance.now();
  await Promise.all(fast.map((watcher) => watcher.reached(seq)));
  const late = performance.now() - ended;
  for (const watcher of fast) {
    expect(watcher.faults).toEqual([]);
    watcher.leave();
  }
  return { id, seq, watchers, grown: memory.stop() - before, late };
}

test("watchers that do not read cost a bounded buffer and hold up nobody", async () => {
  const filesBefore = openFiles(app);
  const alone = await writeMuch(0);
  const { id, seq, watchers, grown, late } = await writeMuch(SLOW);
  still = { id, seq, watchers, since: performance.now(), filesBefore };
  console.log(
    `${CALLS} results of ${RESULT} characters: resident ${alone.grown} MB more without slow watchers, ${grown} MB more with ${SLOW}; those that read had all ${Math.round(late)} ms after the end (${Math.round(alone.late)} ms without)`,
  );
  expect(grown - alone.grown).toBeLessThan(MAX_SLOW_MB);
});

test("500 watchers get every fact of their session once and in order, soon", async () => {
  const ids = await times(21, () => open(app, steady(40, 200)));
  const opening = performance.now();
  const watchersOf = (id: string, index: number) => times(index === 0 ? 300 : 10, () => watch(app, id));
  const watched = (await Promise.all(ids.map(watchersOf))).flat();
  const opened = performance.now() - opening;
  for (const { delays } of watched) delays.length = 0;
  const cpu = cpuMs(app);
  await Promise.all(ids.map((id) => send(app, id, "go")));
  await allEnded(app);
  const { seq } = await summaryOf(app, ids[0] ?? "");
  await Promise.all(watched.map((watcher) => watcher.reached(seq)));
  const delays = watched.flatMap((watcher) => watcher.delays);
  const perDelivery = ((cpuMs(app) - cpu) / delays.length) * 1000;
  console.log(
    `${watched.length} watchers opened in ${Math.round(opened)} ms; from a fact's own time, before it is stored, to the watcher: median ${percentile(delays, 0.5)} ms, p99 ${percentile(delays, 0.99)} ms, worst ${percentile(delays, 1)} ms of ${delays.length}; ${perDelivery.toFixed(1)} µs CPU a delivery, the sessions' own work included; resident ${rssMb(app)} MB`,
  );
  expect(watched).toHaveLength(500);
  expect(delays.length).toBeGreaterThan(500 * 40 * 5);
  for (const { faults, seq: last } of watched) expect({ faults, last }).toEqual({ faults: [], last: seq });
  for (const watcher of watched) watcher.leave();
});

test("watchers that take nothing are cut, and come back without gap or double", async () => {
  const { id, seq, since, filesBefore } = still;
  const watchers = still.watchers.slice(0, BACK);
  // A reader that stands still does not notice: the app's open files tell that it has let go of them.
  while (openFiles(app) > filesBefore + SLOW / 5) await sleep(100);
  const cutAfter = performance.now() - since;
  for (const watcher of still.watchers.slice(BACK)) watcher.leave();
  for (const watcher of watchers) watcher.resume();
  await Promise.all(watchers.map((watcher) => watcher.ended));
  const cut = watchers.map((watcher) => watcher.seq);
  console.log(
    `cut ${Math.round(cutAfter / 1000)} s after the session's end; ${Math.min(...cut)} to ${Math.max(...cut)} of ${seq} facts were on their way`,
  );
  expect(Math.max(...cut)).toBeLessThan(seq);
  const again = await Promise.all(cut.map((after) => watch(app, id, { after })));
  await Promise.all(again.map((watcher) => watcher.reached(seq)));
  for (const { faults } of [...watchers, ...again]) expect(faults).toEqual([]);
  for (const watcher of again) watcher.leave();
});
