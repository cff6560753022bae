/**
 * The sandbox's threads: some kept warm, more while the queue needs them, each with one task at a time. A thread whose
 * task overruns its wall time, or is aborted, is ended and replaced: nothing in it is trusted any more.
 */
import path from "node:path";
import type { Worker as Thread } from "node:worker_threads";
import type { LogEntry } from "@/lib/engine/log/facts";
import type { Job, SandboxResult, ThreadMessage } from "./messages";
import { limitFailure } from "./script-errors";

export interface Task {
  job: Job;
  wallMs: number;
  onLog: (entry: LogEntry) => void;
  /** Called once. */
  settle: (result: SandboxResult) => void;
}

interface Slot {
  thread: Thread;
  task?: Task;
  timer?: NodeJS.Timeout;
}

const CLOSED: SandboxResult = { ok: false, error: "the sandbox is closed" };
const STOPPED: SandboxResult = { ok: false, error: "the script was stopped from outside" };

export class SandboxPool {
  readonly #slots = new Set<Slot>();
  readonly #queue: Task[] = [];
  readonly #size: { warm: number; most: number };
  #closed = false;

  constructor(size: { warm: number; most: number }) {
    this.#size = size;
  }

  add(task: Task): void {
    if (this.#closed) {
      task.settle(CLOSED);
      return;
    }
    this.#queue.push(task);
    this.#next();
  }

  /** Settles the task as stopped, whether it waits or runs. */
  cancel(task: Task): void {
    const slot = [...this.#slots].find((one) => one.task === task);
    if (slot) {
      this.#drop(slot, STOPPED);
      return;
    }
    const place = this.#queue.indexOf(task);
    if (place < 0) return;
    this.#queue.splice(place, 1);
    task.settle(STOPPED);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#queue.splice(0)) task.settle(CLOSED);
    await Promise.all([...this.#slots].map((slot) => this.#drop(slot, CLOSED)));
  }

  #next(): void {
    while (this.#queue.length > 0) {
      const slot = [...this.#slots].find((one) => !one.task) ?? this.#open();
      const task = slot && this.#queue.shift();
      if (!task) return;
      slot.task = task;
      slot.thread.ref();
      slot.thread.postMessage(task.job);
    }
  }

  #open(): Slot | undefined {
    if (this.#slots.size >= this.#size.most) return undefined;
    const slot: Slot = { thread: openThread() };
    slot.thread.on("message", (message: ThreadMessage) => this.#hear(slot, message));
    slot.thread.on("error", (error: NodeJS.ErrnoException) => {
      if (this.#slots.has(slot)) this.#drop(slot, threadFailure(error, slot.task));
    });
    this.#slots.add(slot);
    return slot;
  }

  #hear(slot: Slot, message: ThreadMessage): void {
    const task = slot.task;
    if (!task) return;
    switch (message.type) {
      case "started":
        slot.timer = setTimeout(() => this.#drop(slot, limitFailure("time", task.job)), task.wallMs);
        return;
      case "log":
        task.onLog(message.entry);
        return;
      case "done":
        this.#release(slot, message.result);
    }
  }

  /** The task is over and the thread is sound: it takes the next task, waits, or goes when it is one too many. */
  #release(slot: Slot, result: SandboxResult): void {
    clearTimeout(slot.timer);
    slot.task?.settle(result);
    slot.task = undefined;
    slot.thread.unref();
    if (this.#queue.length === 0 && this.#slots.size > this.#size.warm) this.#drop(slot, result);
    else this.#next();
  }

  /** Ends a thread together with what it runs. */
  #drop(slot: Slot, result: SandboxResult): Promise<number> {
    this.#slots.delete(slot);
    clearTimeout(slot.timer);
    slot.task?.settle(result);
    slot.task = undefined;
    const ended = slot.thread.terminate();
    this.#next();
    return ended;
  }
}

/** The thread's code is a built file, opened by path: a bundler that follows `new Worker(…)` would rewrite it. */
function openThread(): Thread {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  return new Worker(path.join(process.cwd(), "dist/workers/sandbox.worker.mjs"), {
    env: {},
    execArgv: [],
    resourceLimits: { stackSizeMb: 4, maxOldGenerationSizeMb: 256 },
  });
}

function threadFailure(error: NodeJS.ErrnoException, task: Task | undefined): SandboxResult {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY" && task) return limitFailure("memory", task.job);
  return { ok: false, error: `the sandbox's thread failed: ${error.message}` };
}
