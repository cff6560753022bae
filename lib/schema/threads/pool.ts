/** Worker threads that take jobs by the batch; one that is stuck or dead is replaced, and only its job is lost. */
import path from "node:path";
import type { Worker as Thread } from "node:worker_threads";
import type { Limits } from "@/lib/schema/text/limits";
import type { Phase } from "@/lib/schema/verdict/check";
import { Progress } from "./progress";
import type { FromWorker, Job, Outcome, Task, WorkerSetup } from "./worker-messages";

/** Why a job has no outcome of its own. */
export type Loss =
  | { kind: "timeout"; phase: Phase; limit: number }
  | { kind: "memory"; limit: number }
  | { kind: "crash"; message: string }
  | { kind: "closed" };

export type Settled = Outcome | { kind: "lost"; loss: Loss };

interface Pending {
  job: Job;
  settle: (settled: Settled) => void;
}

interface Slot {
  thread: Thread;
  progress: Progress;
  ready: boolean;
  sent: Map<number, Pending>;
  timer: NodeJS.Timeout | undefined;
}

const MAX_BATCH = 16;
/** After so many milliseconds on one job, the others of its batch go to whoever is free. */
const PATIENCE_MS = 25;
/** Room for schemas and values that go deep; a thread has 4 MB otherwise. */
const STACK_MB = 16;

export class Pool {
  private readonly slots = new Set<Slot>();
  private queue: Pending[] = [];
  private jobs = 0;
  private flushing = false;
  private closed = false;

  constructor(
    private readonly size: number,
    private readonly limits: Limits,
  ) {
    this.fill();
  }

  /** Never rejects. */
  run(task: Task): Promise<Settled> {
    if (this.closed) return Promise.resolve({ kind: "lost", loss: { kind: "closed" } });
    return new Promise((settle) => {
      this.jobs = (this.jobs % 0x7fffffff) + 1;
      this.queue.push({ job: { id: this.jobs, task }, settle });
      this.flushSoon();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    const pending = [...this.slots].flatMap((slot) => [...slot.sent.values()]).concat(this.queue);
    this.queue = [];
    for (const { settle } of pending) settle({ kind: "lost", loss: { kind: "closed" } });
    await Promise.all([...this.slots].map((slot) => this.retire(slot)));
  }

  private fill(): void {
    while (!this.closed && this.slots.size < this.size) this.slots.add(this.open());
  }

  private open(): Slot {
    const progress = new Progress();
    // Taken from the process at run time: a bundler would otherwise rewrite the path of the worker.
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const setup: WorkerSetup = { progress: progress.memory, limits: this.limits };
    const thread = new Worker(path.join(process.cwd(), "dist", "workers", "check.worker.mjs"), {
      workerData: setup,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb, stackSizeMb: STACK_MB },
    });
    const slot: Slot = { thread, progress, ready: false, sent: new Map(), timer: undefined };
    thread.on("message", (message: FromWorker) => this.receive(slot, message));
    thread.on("error", (error: Error) => this.crashed(slot, error));
    thread.unref();
    return slot;
  }

  /** Requests of one tick go out together. */
  private flushSoon(): void {
    if (this.flushing) return;
    this.flushing = true;
    queueMicrotask(() => {
      this.flushing = false;
      this.flush();
    });
  }

  private flush(): void {
    if (this.queue.length > 0) this.fill();
    const free = [...this.slots].filter((slot) => slot.sent.size === 0);
    // One that is still starting gets only what is left.
    const idle = free.sort((a, b) => Number(b.ready) - Number(a.ready));
    for (const [i, slot] of idle.entries()) {
      if (this.queue.length === 0) return;
      const share = Math.ceil(this.queue.length / (idle.length - i));
      this.send(slot, this.queue.splice(0, Math.min(share, MAX_BATCH)));
    }
  }

  private send(slot: Slot, batch: Pending[]): void {
    for (const pending of batch) slot.sent.set(pending.job.id, pending);
    slot.thread.ref();
    slot.thread.postMessage(batch.map(({ job }) => job));
    this.watch(slot, PATIENCE_MS);
  }

  private receive(slot: Slot, message: FromWorker): void {
    if ("ready" in message) {
      slot.ready = true;
      return;
    }
    for (const { id, outcome } of message.answers) {
      const pending = slot.sent.get(id);
      slot.sent.delete(id);
      pending?.settle(outcome);
    }
    if (slot.sent.size > 0) return;
    clearTimeout(slot.timer);
    slot.thread.unref();
    this.flush();
  }

  private watch(slot: Slot, delay: number): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(() => this.look(slot), delay);
  }

  /** Looks whether the running job has had more than its time, and frees those that wait behind it. */
  private look(slot: Slot): void {
    const now = slot.progress.read();
    if (!now) {
      this.watch(slot, PATIENCE_MS);
      return;
    }
    const limit = now.phase === "compile" ? this.limits.compileMs : this.limits.checkMs;
    const running = slot.sent.get(now.job);
    if (now.elapsed >= limit) {
      this.replace(slot, running, { kind: "timeout", phase: now.phase, limit });
      return;
    }
    if (running && now.elapsed >= PATIENCE_MS) this.passOn(slot, running);
    // After compiling comes the check, whose time is shorter.
    const mayChange = now.phase === "compile" || slot.sent.size > 1;
    const rest = limit - now.elapsed;
    this.watch(slot, mayChange ? Math.min(rest, PATIENCE_MS) : rest);
  }

  /** Should the thread have gone on meanwhile, two do the same job, and the answer that comes first counts. */
  private passOn(slot: Slot, running: Pending): void {
    if (slot.sent.size === 1 || ![...this.slots].some((other) => other.sent.size === 0)) return;
    slot.progress.endAfter(running.job.id);
    slot.sent.delete(running.job.id);
    this.queue.unshift(...slot.sent.values());
    slot.sent.clear();
    slot.sent.set(running.job.id, running);
    this.flush();
  }

  private crashed(slot: Slot, error: Error & { code?: string }): void {
    if (!this.slots.has(slot)) return;
    const noMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    const loss: Loss = noMemory
      ? { kind: "memory", limit: this.limits.memoryMb }
      : { kind: "crash", message: error.message };
    if (slot.ready) {
      // Where none was running, the batch itself did it: its first job stands for it.
      const running = slot.sent.get(slot.progress.read()?.job ?? 0) ?? [...slot.sent.values()][0];
      this.replace(slot, running, loss);
      return;
    }
    // It never started, so the next would not either: nobody shall wait for it.
    void this.retire(slot);
    for (const { settle } of [...slot.sent.values(), ...this.queue.splice(0)]) settle({ kind: "lost", loss });
  }

  /** Gives up the job that was running, and the others of its batch to another worker. */
  private replace(slot: Slot, running: Pending | undefined, loss: Loss): void {
    void this.retire(slot);
    this.queue.unshift(...[...slot.sent.values()].filter((other) => other !== running));
    slot.sent.clear();
    this.fill();
    running?.settle({ kind: "lost", loss });
    this.flush();
  }

  private async retire(slot: Slot): Promise<void> {
    this.slots.delete(slot);
    clearTimeout(slot.timer);
    await slot.thread.terminate();
  }
}
