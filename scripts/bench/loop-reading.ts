/** One reading of a loop: CPU time for each call over many sessions of one shape, after a warm-up. */
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { inFolder } from "./folder";
import { cpuMicros, threadMicros } from "./measure";
import { callsOf, type Shape } from "./shapes";
import { type LoopRow, type Subject, subjectOf } from "./subjects";

export interface LoopOptions {
  row: LoopRow;
  shape: Shape;
  sessions: number;
  /** The number of sessions before the measured ones. */
  warm: number;
  /** Where to write V8's profile of the measured sessions; absent: no profile. */
  profile?: string;
}

export interface LoopReading {
  /** CPU microseconds for each call, all threads. */
  micros: number;
  /** The part of it in threads that check. */
  checking: number;
  /** Calls per second by the wall clock. */
  rate: number;
}

const SAMPLE_MICROS = 200;

/** Profiles this thread until the returned function is called. */
async function startProfile(file: string): Promise<() => Promise<void>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: SAMPLE_MICROS });
  await session.post("Profiler.start");
  return async () => {
    const { profile } = await session.post("Profiler.stop");
    writeFileSync(file, JSON.stringify(profile));
    session.disconnect();
  };
}

async function run(subject: Subject, sessions: number): Promise<void> {
  const { atOnce = 1 } = subject;
  for (let left = sessions; left > 0; left -= atOnce)
    await Promise.all(Array.from({ length: Math.min(left, atOnce) }, () => subject.run()));
}

async function measure(
  subject: Subject,
  { shape, sessions, warm, profile }: LoopOptions,
): Promise<LoopReading> {
  await run(subject, warm);
  const calls = sessions * callsOf(shape);
  const before = subject.executed();
  globalThis.gc?.();
  const threads = subject.threads ?? [];
  const started = { cpu: cpuMicros(), threads: threadMicros(threads), wall: performance.now() };
  const stop = profile === undefined ? null : await startProfile(profile);
  await run(subject, sessions);
  await stop?.();
  const wall = performance.now() - started.wall;
  const micros = (cpuMicros() - started.cpu) / calls;
  const checking = (threadMicros(threads) - started.threads) / calls;
  const executed = subject.executed() - before;
  if (executed !== calls) throw new Error(`The script has ${calls} calls, but ${executed} were executed.`);
  return { micros, checking, rate: (calls / wall) * 1000 };
}

export const readLoop = (options: LoopOptions): Promise<LoopReading> =>
  inFolder(async (folder) => {
    const subject = await subjectOf(options.row, options.shape, folder);
    const reading = await measure(subject, options);
    await subject.close();
    return reading;
  });
