/** The measured loops by name: floors, the engine in memory, and the session runner with its parts. */
import path from "node:path";
import { createChecker } from "@/lib/schema/threads/checker";
import { openSqlStore } from "@/lib/store/sql-store";
import { checkerHere, createSessions, memoryStore } from "./durable";
import { runInMemory } from "./engine";
import { createFloor } from "./floor";
import { threadIds } from "./measure";
import { type Shape, toolOf } from "./shapes";
import { createBench } from "./workspace";

export type LoopRow =
  | "F1"
  | "engine"
  | "engine, JSON"
  | "runner"
  | "F3"
  | "durable here"
  | "durable"
  | "durable, 50 at once";

/** The database in the reading's folder, for rows that have one. */
export const DATABASE = "bench.db";

export interface Subject {
  /** Runs one session and returns what it holds in memory. */
  run: () => Promise<object>;
  executed: () => number;
  close: () => void | Promise<void>;
  /** Sessions at once; absent: 1. */
  atOnce?: number;
  /** The threads besides the main one whose time is reported separately. */
  threads?: string[];
}

const nothing = () => {};

function inMemory(shape: Shape, keepText: boolean): Subject {
  const bench = createBench(shape);
  const run = async () => {
    const log: unknown[] = [];
    const state = await runInMemory(bench, (fact) => log.push(keepText ? JSON.stringify(fact) : fact));
    return { state, log };
  };
  return { run, executed: bench.executed, close: nothing };
}

async function durable(shape: Shape, folder: string, threads: boolean): Promise<Subject> {
  const store = await openSqlStore({ path: path.join(folder, DATABASE) });
  const before = new Set(threadIds());
  const checker = threads ? createChecker() : checkerHere;
  const own = threadIds().filter((id) => !before.has(id));
  const close = async () => {
    await checker.close();
    await store.close();
  };
  return { ...createSessions(shape, store, checker), close, threads: own };
}

export function subjectOf(row: LoopRow, shape: Shape, folder: string): Subject | Promise<Subject> {
  const tool = toolOf(shape.tool);
  switch (row) {
    case "F1":
      return createFloor(shape, tool);
    case "F3":
      return createFloor(shape, tool, path.join(folder, DATABASE));
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
    case "durable, 50 at once":
      return durable(shape, folder, true).then((subject) => ({ ...subject, atOnce: 50 }));
  }
}
