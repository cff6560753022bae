/** One reading of a loop: CPU time a call over many sessions of one shape, after a warm-up. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createChecker } from "@/lib/schema/checker";
import { openSqlStore } from "@/lib/store/sql-store";
import { checkerHere, createSessions, memoryStore } from "./durable";
import { runInMemory } from "./engine";
import { createFloor } from "./floor";
import { cpuMicros, threadIds, threadMicros } from "./measure";
import { callsOf, type Shape, toolOf } from "./shapes";
import { createBench } from "./workspace";

export type LoopRow = "F1" | "engine" | "engine, JSON" | "runner" | "F3" | "durable here" | "durable";

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

interface Subject {
  run: () => Promise<unknown>;
  executed: () => number;
  close: () => void | Promise<void>;
  /** Threads beside the main one whose time is told apart. */
  threads?: string[];
}

const nothing = () => {};

function inMemory(shape: Shape, keepText: boolean): Subject {
  const bench = createBench(shape);
  const run = () => {
    const log: unknown[] = [];
    return runInMemory(bench, (fact) => log.push(keepText ? JSON.stringify(fact) : fact));
  };
  return { run, executed: bench.executed, close: nothing };
}

async function durable(shape: Shape, folder: string, threads: boolean): Promise<Subject> {
  const store = await openSqlStore({ path: path.join(folder, "bench.db") });
  const before = new Set(threadIds());
  const checker = threads ? createChecker() : checkerHere;
  const own = threadIds().filter((id) => !before.has(id));
  const close = async () => {
    await checker.close();
    await store.close();
  };
  return { ...createSessions(shape, store, checker), close, threads: own };
}

function subjectOf(row: LoopRow, shape: Shape, folder: string): Subject | Promise<Subject> {
  const tool = toolOf(shape.tool);
  switch (row) {
    case "F1":
      return createFloor(shape, tool);
    case "F3":
      return createFloor(shape, tool, path.join(folder, "floor.db"));
    case "engine":
      return inMemory(shape, false);
    case "engine, JSON":
      return inMemory(shape, true);
    case "runner":
      return { ...createSessions(shape, memoryStore(), checkerHere), close: nothing };
    case "durable here":
      return durable(shape, folder, false);
    case "durable":
      return durable(shape, folder, true);
  }
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

export async function readLoop(options: LoopOptions): Promise<LoopReading> {
  const folder = mkdtempSync(path.join(tmpdir(), "callscope-bench-"));
  try {
    const subject = await subjectOf(options.row, options.shape, folder);
    const reading = await measure(subject, options);
    await subject.close();
    return reading;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
