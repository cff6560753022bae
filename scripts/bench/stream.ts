/** Event streams of the built app against a bare HTTP server: from a settled call to its watchers, and replays. */
import path from "node:path";
import { type RunningApp, startApp, withDataFolder } from "@/e2e/server";
import { median } from "./numbers";
import { interleaved, read, serving } from "./rounds";
import { toolOf } from "./shapes";
import { post } from "./stream-client";
import type { FloorServerOptions } from "./stream-floor";
import type { LogOptions } from "./stream-log";
import type { ReplayOptions, ReplayReading, SettleOptions, SettleReading } from "./stream-reading";
import { digits, table, times } from "./table";

const WATCHERS = [1, 500];
/** The number of calls that are settled one after another; the first 20 are a warm-up. */
const CALLS = Array.from({ length: 120 }, (_, at) => `call_${at}`);
const REPLAYED = 10_000;
/** Enough for that many facts. */
const LOG_CALLS = 1_000;

const WAIT_MS = 50;
const TRIES = 600;

interface Server {
  url: string;
  pid: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A session whose model has made all the calls at once; each stays open until a person settles it. */
async function openCalls(url: string): Promise<string> {
  const { name, input, output, arguments: raw } = toolOf("tiny");
  const { id } = (await post(`${url}/api/sessions`, {
    workspace: {
      callscope: 1,
      name: "bench",
      agent: { model: "bench", stream: false, tools: [{ name, input, output, runner: { kind: "person" } }] },
      model: { kind: "scripted" },
      script: [{ calls: CALLS.map((call) => ({ id: call, name, arguments: raw })) }, { text: "done" }],
      worker: { kind: "tools" },
    },
    message: "go",
  })) as { id: string };
  for (let n = 0; n < TRIES; n += 1) {
    const page = await fetch(`${url}/api/sessions/${id}/events`, { headers: { accept: "application/json" } });
    const { events } = (await page.json()) as { events: { type: string; trigger?: { type: string } }[] };
    // A call waits for a person once the worker has answered its execution with an empty answer.
    const answered = events.filter(({ type }) => type === "decision.completed").length;
    if (answered >= CALLS.length + 3) return id;
    await pause(WAIT_MS);
  }
  throw new Error("The calls of the benched session did not open.");
}

async function settles({ url, pid }: Server, watchers: number, session: string): Promise<SettleReading> {
  const options: SettleOptions = { url, pid, session, watchers, calls: CALLS };
  return read("settles", options);
}

/** The same reading on a floor server of its own. */
async function onFloor<T>(options: FloorServerOptions, use: (floor: Server) => Promise<T>): Promise<T> {
  const { reading, pid, stop } = await serving<{ port: number }>("stream floor", options);
  try {
    return await use({ url: `http://127.0.0.1:${reading.port}`, pid });
  } finally {
    stop();
  }
}

async function printSettles(app: Server, rounds: number): Promise<void> {
  console.log(`\n### From a settled call to the watcher (${rounds} rounds of 100 calls)\n`);
  const lines: string[][] = [];
  for (const watchers of WATCHERS) {
    const pairs = await interleaved(1, rounds, async () => {
      const ours = await settles(app, watchers, await openCalls(app.url));
      const floor = await onFloor({ bytes: ours.bytes }, (server) => settles(server, watchers, "floor"));
      return { ours, floor };
    });
    const of = (row: "ours" | "floor", value: keyof SettleReading) =>
      median((pairs[0] ?? []).map((pair) => pair[row][value]));
    const ratio = (value: keyof SettleReading) => times(of("ours", value) / of("floor", value));
    for (const row of ["floor", "ours"] as const) {
      const told = (value: keyof SettleReading) =>
        row === "floor" ? digits(of(row, value)) : `${digits(of(row, value))} (${ratio(value)})`;
      const perDelivery = digits(of(row, "micros") / watchers);
      lines.push([
        `${watchers}`,
        row,
        told("p50"),
        told("p99"),
        told("micros"),
        perDelivery,
        digits(of(row, "bytes")),
      ]);
    }
  }
  const head = ["watchers", "row", "p50 ms", "p99 ms", "server CPU µs a call", "a delivery", "bytes"];
  console.log(table(head, lines));
}

async function printReplays(
  app: Server,
  rounds: number,
  log: { session: string; database: string },
): Promise<void> {
  const { session, database } = log;
  const replays = ({ url, pid }: Server) =>
    read<ReplayReading>("replays", { url, pid, session, facts: REPLAYED } satisfies ReplayOptions);
  const readings = await interleaved(2, rounds, (row) =>
    row === 0 ? onFloor({ bytes: 0, database }, replays) : replays(app),
  );
  console.log(`\n### Replay of ${REPLAYED.toLocaleString("en")} facts (${rounds} rounds of 10)\n`);
  const of = (row: number, value: keyof ReplayReading) =>
    median((readings[row] ?? []).map((reading) => reading[value]));
  const lines = ["floor: one query, one join, one write", "ours"].map((row, at) => [
    row,
    ...(["first", "later", "cpu"] as const).map((value) =>
      at === 0 ? digits(of(0, value)) : `${digits(of(1, value))} (${times(of(1, value) / of(0, value))})`,
    ),
  ]);
  console.log(table(["row", "first ms", "later ms", "server CPU ms"], lines));
}

const serverOf = ({ url, process: { pid = 0 } }: RunningApp): Server => ({ url, pid });

export async function stream({ rounds }: { rounds: number }): Promise<void> {
  await withDataFolder(async (dataDir) => {
    const log = await read<{ session: string; facts: number }>("stream log", {
      dataDir,
      calls: LOG_CALLS,
    } satisfies LogOptions);
    if (log.facts < REPLAYED) throw new Error(`The log has only ${log.facts} facts.`);
    const app = await startApp({ CALLSCOPE_DATA: dataDir });
    try {
      await printSettles(serverOf(app), rounds);
      const database = path.join(dataDir, "callscope.db");
      await printReplays(serverOf(app), rounds, { session: log.session, database });
    } finally {
      await app.stop();
    }
  });
}
