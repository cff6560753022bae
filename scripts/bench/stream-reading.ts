/** Readings of event streams by the reader's clock: from a settled call to its watchers, and replays. */
import { EventEmitter, once } from "node:events";
import { cpuOf } from "./measure";
import { quantile } from "./numbers";
import { Marks, openStream, post } from "./stream-client";

export interface SettleOptions {
  url: string;
  session: string;
  /** The process that serves. */
  pid: number;
  watchers: number;
  calls: string[];
}

export interface SettleReading {
  /** Milliseconds from sending the result to the fact at a watcher, over all deliveries. */
  p50: number;
  p99: number;
  /** Server CPU microseconds for one settled call, including all its deliveries. */
  micros: number;
  /** The bytes that a watcher got for one settled call. */
  bytes: number;
}

const WARM = 20;
const PAUSE_MS = 5;
const SETTLED = '"type":"tool.call.completed"';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Watchers of one session that record when each sees the next settled call. */
class Watchers extends EventEmitter {
  bytes = 0;
  arrivals: number[] = [];
  readonly #close: (() => void)[] = [];

  async open(url: string, count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const marks = new Marks(SETTLED);
      const close = await openStream(url, (text) => {
        if (n === 0) this.bytes += Buffer.byteLength(text);
        for (let found = marks.found(text); found > 0; found -= 1) this.arrivals.push(performance.now());
        if (this.arrivals.length >= count) this.emit("all");
      });
      this.#close.push(close);
    }
  }

  close(): void {
    for (const close of this.#close) close();
  }
}

export async function readSettles({
  url,
  session,
  pid,
  watchers,
  calls,
}: SettleOptions): Promise<SettleReading> {
  const base = `${url}/api/sessions/${session}`;
  const { events } = (await (
    await fetch(`${base}/events`, { headers: { accept: "application/json" } })
  ).json()) as { events: unknown[] };
  const watching = new Watchers();
  await watching.open(`${base}/events?after=${events.length}`, watchers);
  const waits: number[] = [];
  let started = { cpu: 0, bytes: 0 };
  for (const [at, id] of calls.entries()) {
    if (at === WARM) started = { cpu: cpuOf(pid), bytes: watching.bytes };
    watching.arrivals = [];
    const all = once(watching, "all");
    const sent = performance.now();
    await Promise.all([post(`${base}/commands`, { type: "tool.result", id, result: { id, ok: true } }), all]);
    if (watching.arrivals.length !== watchers)
      throw new Error(`${id} arrived ${watching.arrivals.length} times`);
    if (at >= WARM) waits.push(...watching.arrivals.map((arrival) => arrival - sent));
    await pause(PAUSE_MS);
  }
  const settled = calls.length - WARM;
  const micros = (cpuOf(pid) - started.cpu) / settled;
  const bytes = Math.round((watching.bytes - started.bytes) / settled);
  watching.close();
  return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99), micros, bytes };
}

export interface ReplayOptions {
  url: string;
  pid: number;
  session: string;
  facts: number;
}

export interface ReplayReading {
  /** Milliseconds from the request to the last fact: the first time, and the median of later ones. */
  first: number;
  later: number;
  /** Server CPU milliseconds for each replay except the first. */
  cpu: number;
}

const REPLAYS = 10;

async function replay({ url, session, facts }: ReplayOptions): Promise<number> {
  const last = new Marks(`id: ${facts}\n`);
  const started = performance.now();
  let end = (_: number) => {};
  const ended = new Promise<number>((resolve) => {
    end = resolve;
  });
  const close = await openStream(`${url}/api/sessions/${session}/events?after=0`, (text) => {
    if (last.found(text) > 0) end(performance.now() - started);
  });
  const took = await ended;
  close();
  return took;
}

export async function readReplays(options: ReplayOptions): Promise<ReplayReading> {
  const first = await replay(options);
  const started = cpuOf(options.pid);
  const later: number[] = [];
  for (let n = 0; n < REPLAYS; n += 1) later.push(await replay(options));
  const cpu = (cpuOf(options.pid) - started) / REPLAYS / 1000;
  return { first, later: quantile(later, 0.5), cpu };
}
