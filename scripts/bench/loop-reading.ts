/** One reading of a loop: CPU time a call over many sessions of one shape, after a warm-up. */
import { inFolder } from "./folder";
import { cpuMicros, threadMicros } from "./measure";
import { callsOf, type Shape } from "./shapes";
import { type LoopRow, type Subject, subjectOf } from "./subjects";

export interface LoopOptions {
  row: LoopRow;
  shape: Shape;
  sessions: number;
  /** Sessions before the measured ones. */
  warm: number;
}

export interface LoopReading {
  /** CPU microseconds a call, all threads. */
  micros: number;
  /** The part of it on threads that check. */
  checking: number;
  /** Calls a second by the wall clock. */
  rate: number;
}

async function measure(subject: Subject, { shape, sessions, warm }: LoopOptions): Promise<LoopReading> {
  for (let n = 0; n < warm; n += 1) await subject.run();
  const calls = sessions * callsOf(shape);
  const before = subject.executed();
  globalThis.gc?.();
  const threads = subject.threads ?? [];
  const started = { cpu: cpuMicros(), threads: threadMicros(threads), wall: performance.now() };
  for (let n = 0; n < sessions; n += 1) await subject.run();
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
