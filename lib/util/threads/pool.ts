/**
 * Worker threads that take jobs by the batch. A thread whose job takes too long, needs too much memory or is aborted is
 * ended and replaced; only that job is lost.
 */
import type { Worker as Thread } from "node:worker_threads";
import type { FromThread, Job, ThreadSetup } from "./messages";
import { Progress } from "./progress";

/** Why a job has no outcome. */
export type Loss =
  | { kind: "timeout"; phase: number; limit: number }
  | { kind: "memory"; limit: number }
  | { kind: "crash"; message: string }
  /** The thread threw: a bug in it. */
  | { kind: "failed"; message: string }
  | { kind: "aborted" }
  | { kind: "closed" };

export type Settled<Outcome> = { ok: true; outcome: Outcome } | { ok: false; loss: Loss };

export interface PoolOptions {
  /** The path of the thread's bundle, asked for at each start. */
  file: () => string;
  /** Threads that are kept when there is nothing to do. */
  warm: number;
  /** Threads at most. Default: `warm`. */
  most?: number;
  /** Opens the warm threads before the first job. */
  eager?: boolean;
  /** Jobs that a thread is given at once, at most. */
  batch: number;
  memoryMb: number;
  stackMb: number;
  /** For the thread; see `threadSetup`. */
  setup?: unknown;
}

export interface RunOptions<Note> {
  /** Milliseconds for each phase of the job. */
  limits: readonly [number, ...number[]];
  signal?: AbortSignal;
  onNote?: (note: Note) => void;
}

interface Pending<Task, Outcome, Note> extends RunOptions<Note> {
  job: Job<Task>;
  settle: (settled: Settled<Outcome>) => void;
}

interface Slot<Task, Outcome, Note> {
  thread: Thread;
  progress: Progress;
  ready: boolean;
  /** What the thread still has to answer. */
  sent: Map<number, Pending<Task, Outcome, Note>>;
  /** For a job that the thread goes on with although another one has it now. */
  limits: RunOptions<Note>["limits"];
  timer: NodeJS.Timeout | undefined;
}

/** After so many milliseconds on one job, the others of its batch go to a thread that is free. */
const PATIENCE_MS = 25;

export class ThreadPool<Task, Outcome, Note = never> {
  private readonly slots = new Set<Slot<Task, Outcome, Note>>();
  private readonly most: number;
  private queue: Pending<Task, Outcome, Note>[] = [];
  private jobs = 0;
  private flushing = false;
  private closed = false;

  constructor(private readonly options: PoolOptions) {
    this.most = options.most ?? options.warm;
    if (options.eager) this.fill();
  }

  /** Never rejects. */
  run(task: Task, options: RunOptions<Note>): Promise<Settled<Outcome>> {
    const { signal } = options;
    if (this.closed) return Promise.resolve(lost({ kind: "closed" }));
    if (signal?.aborted) return Promise.resolve(lost({ kind: "aborted" }));
    return new Promise((resolve) => {
      this.jobs = (this.jobs % 0x7fffffff) + 1;
      const settle = (settled: Settled<Outcome>) => {
        signal?.removeEventListener("abort", stop);
        resolve(settled);
      };
      const pending = { ...options, job: { id: this.jobs, task }, settle };
      const stop = () => this.abort(pending);
      signal?.addEventListener("abort", stop);
      this.queue.push(pending);
      this.flushSoon();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    const pending = [...this.slots].flatMap((slot) => [...slot.sent.values()]).concat(this.queue);
    this.queue = [];
    for (const { settle } of pending) settle(lost({ kind: "closed" }));
    await Promise.all([...this.slots].map((slot) => this.retire(slot)));
  }

  private abort(pending: Pending<Task, Outcome, Note>): void {
    const slot = [...this.slots].find(({ sent }) => sent.has(pending.job.id));
    if (slot) {
      this.replace(slot, pending, { kind: "aborted" });
      return;
    }
    this.queue = this.queue.filter((other) => other !== pending);
    pending.settle(lost({ kind: "aborted" }));
  }

  /** Opens what is missing of the warm threads. */
  private fill(): void {
    while (!this.closed && this.slots.size < this.options.warm) this.open();
  }

  private open(): void {
    const { file, memoryMb, stackMb, setup } = this.options;
    const progress = new Progress();
    // Taken from the process at run time: a bundler would otherwise rewrite the path of the thread's code.
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const workerData: ThreadSetup = { progress: progress.memory, setup };
    const thread = new Worker(file(), {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: stackMb },
    });
    const slot: Slot<Task, Outcome, Note> = {
      thread,
      progress,
      ready: false,
      sent: new Map(),
      limits: [0],
      timer: undefined,
    };
    thread.on("message", (message: FromThread<Outcome, Note>) => this.receive(slot, message));
    thread.on("error", (error: Error) => this.crashed(slot, error));
    thread.unref();
    this.slots.add(slot);
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

  private free(): Slot<Task, Outcome, Note>[] {
    return [...this.slots].filter((slot) => slot.sent.size === 0);
  }

  private flush(): void {
    if (this.queue.length === 0) return;
    if (this.options.eager) this.fill();
    for (let free = this.free().length; free < this.queue.length && this.slots.size < this.most; free += 1)
      this.open();
    // One that is still starting gets only what is left.
    const idle = this.free().sort((a, b) => Number(b.ready) - Number(a.ready));
    for (const [i, slot] of idle.entries()) {
      if (this.queue.length === 0) return;
      const share = Math.ceil(this.queue.length / (idle.length - i));
      this.send(slot, this.queue.splice(0, Math.min(share, this.options.batch)));
    }
  }

  private send(slot: Slot<Task, Outcome, Note>, batch: Pending<Task, Outcome, Note>[]): void {
    for (const pending of batch) {
      slot.sent.set(pending.job.id, pending);
      slot.limits = pending.limits;
    }
    slot.thread.ref();
    slot.thread.postMessage(batch.map(({ job }) => job));
    this.watch(slot, PATIENCE_MS);
  }

  private receive(slot: Slot<Task, Outcome, Note>, message: FromThread<Outcome, Note>): void {
    if ("ready" in message) {
      slot.ready = true;
      return;
    }
    if ("note" in message) {
      slot.sent.get(message.id)?.onNote?.(message.note);
      return;
    }
    for (const answer of message.answers) {
      const pending = slot.sent.get(answer.id);
      slot.sent.delete(answer.id);
      pending?.settle(
        "outcome" in answer
          ? { ok: true, outcome: answer.outcome }
          : lost({ kind: "failed", message: answer.failed }),
      );
    }
    if (slot.sent.size === 0) this.release(slot);
  }

  /** The thread has nothing to do: it takes what waits, waits itself, or ends when it is one too many. */
  private release(slot: Slot<Task, Outcome, Note>): void {
    clearTimeout(slot.timer);
    slot.thread.unref();
    if (this.queue.length === 0 && this.slots.size > this.options.warm) void this.retire(slot);
    else this.flush();
  }

  private watch(slot: Slot<Task, Outcome, Note>, delay: number): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(() => this.look(slot), delay);
  }

  /** Looks whether the running job has had more than its time, and frees those that wait behind it. */
  private look(slot: Slot<Task, Outcome, Note>): void {
    const now = slot.progress.read();
    if (!now) {
      this.watch(slot, PATIENCE_MS);
      return;
    }
    const running = slot.sent.get(now.job);
    const { limits } = running ?? slot;
    const limit = limits[now.phase] ?? limits[0];
    if (now.elapsed >= limit) {
      this.replace(slot, running, { kind: "timeout", phase: now.phase, limit });
      return;
    }
    if (running && now.elapsed >= PATIENCE_MS) this.passOn(slot, running);
    // The next phase, or the next job, may have less time.
    const mayChange = limits.length > 1 || slot.sent.size > 1;
    const rest = limit - now.elapsed;
    this.watch(slot, mayChange ? Math.min(rest, PATIENCE_MS) : rest);
  }

  /** Should the thread have gone on meanwhile, two do the same job, and the answer that comes first counts. */
  private passOn(slot: Slot<Task, Outcome, Note>, running: Pending<Task, Outcome, Note>): void {
    if (slot.sent.size === 1 || this.free().length === 0) return;
    slot.progress.endAfter(running.job.id);
    slot.sent.delete(running.job.id);
    this.queue.unshift(...slot.sent.values());
    slot.sent.clear();
    slot.sent.set(running.job.id, running);
    this.flush();
  }

  private crashed(slot: Slot<Task, Outcome, Note>, error: Error & { code?: string }): void {
    if (!this.slots.has(slot)) return;
    const noMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    const loss: Loss = noMemory
      ? { kind: "memory", limit: this.options.memoryMb }
      : { kind: "crash", message: error.message };
    if (slot.ready) {
      // Where none was running, the batch itself did it: its first job stands for it.
      const running = slot.sent.get(slot.progress.read()?.job ?? 0) ?? [...slot.sent.values()][0];
      this.replace(slot, running, loss);
      return;
    }
    // It never started, so the next would not either: nobody shall wait for it.
    void this.retire(slot);
    for (const { settle } of [...slot.sent.values(), ...this.queue.splice(0)]) settle(lost(loss));
  }

  /** Gives up one job, and gives the others of its batch to another thread. */
  private replace(
    slot: Slot<Task, Outcome, Note>,
    given: Pending<Task, Outcome, Note> | undefined,
    loss: Loss,
  ): void {
    void this.retire(slot);
    this.queue.unshift(...[...slot.sent.values()].filter((other) => other !== given));
    slot.sent.clear();
    if (this.options.eager) this.fill();
    given?.settle(lost(loss));
    this.flush();
  }

  private async retire(slot: Slot<Task, Outcome, Note>): Promise<void> {
    this.slots.delete(slot);
    clearTimeout(slot.timer);
    await slot.thread.terminate();
  }
}

const lost = (loss: Loss): { ok: false; loss: Loss } => ({ ok: false, loss });
