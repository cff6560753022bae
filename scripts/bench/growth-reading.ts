/** One reading of sessions of one length: the CPU time, memory and database size of a call. */
import { statSync } from "node:fs";
import path from "node:path";
import { inFolder } from "./folder";
import { cpuMicros, heapBytes } from "./measure";
import type { Shape } from "./shapes";
import { DATABASE, type LoopRow, subjectOf } from "./subjects";

/**
 * The total number of calls, split into as many sessions as the length requires, so that the process is equally warm
 * for every length.
 */
const CALLS = 10_000;

export interface GrowthOptions {
  row: LoopRow;
  /** Calls in one session. */
  length: number;
}

export interface GrowthReading {
  /** CPU microseconds a call. */
  micros: number;
  /** Bytes of memory for each call while its session is open. */
  heap: number;
  /** Bytes of the closed database for each call; 0 without one. */
  stored: number;
}

const WARM: Shape = { tool: "tiny", turns: 10, calls: 1 };
const WARM_SESSIONS = 200;

/** Bytes of the closed database before anything is in it; 0 if the row has none. */
const emptySize = (row: LoopRow): Promise<number> =>
  inFolder(async (folder) => {
    const subject = await subjectOf(row, WARM, folder);
    await subject.close();
    return sizeOf(folder);
  });

const sizeOf = (folder: string): number =>
  statSync(path.join(folder, DATABASE), { throwIfNoEntry: false })?.size ?? 0;

async function warmUp(row: LoopRow): Promise<void> {
  await inFolder(async (folder) => {
    const subject = await subjectOf(row, WARM, folder);
    for (let n = 0; n < WARM_SESSIONS; n += 1) await subject.run();
    await subject.close();
  });
}

const measured = (row: LoopRow, shape: Shape, sessions: number): Promise<GrowthReading> =>
  inFolder(async (folder) => {
    const subject = await subjectOf(row, shape, folder);
    const before = subject.executed();
    const heap = heapBytes();
    const started = cpuMicros();
    const kept: object[] = [];
    for (let n = 0; n < sessions; n += 1) kept.push(await subject.run());
    const micros = (cpuMicros() - started) / CALLS;
    const grown = (heapBytes() - heap) / CALLS;
    const executed = subject.executed() - before;
    await subject.close();
    if (executed !== CALLS || kept.length !== sessions)
      throw new Error(`The script has ${CALLS} calls, but ${executed} were executed.`);
    return { micros, heap: grown, stored: sizeOf(folder) };
  });

export async function readGrowth({ row, length }: GrowthOptions): Promise<GrowthReading> {
  const shape: Shape = { tool: "tiny", turns: length, calls: 1 };
  await warmUp(row);
  const empty = await emptySize(row);
  const { stored, ...others } = await measured(row, shape, CALLS / length);
  return { ...others, stored: (stored - empty) / CALLS };
}
