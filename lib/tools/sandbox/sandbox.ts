/**
 * Runs a user's JavaScript in isolation: QuickJS in WebAssembly, in a thread of its own, with limits on
 * time, memory, stack, console output and result. A script is one file. It defines a function by the entry's name at its
 * top level (`function run(args, context) { … }`, with or without `export`) or has a default export; `async` is fine.
 * It can use plain JavaScript and `console`, and nothing of the host. Values cross only as JSON.
 */
import path from "node:path";
import type { LogEntry } from "@/lib/engine/log/facts";
import { never } from "@/lib/util/never";
import { type Loss, ThreadPool } from "@/lib/util/threads/pool";
import type { Job, SandboxLimits, SandboxResult } from "./messages";
import { limitFailure } from "./script-errors";

export interface SandboxRun {
  source: string;
  /** The name of the function to call. */
  entry: string;
  /** Its arguments: a JSON array. */
  args: string;
  /** Milliseconds that the script itself may run, including code after an `await`. */
  cpuMs: number;
  /** Milliseconds after which the thread is ended from outside, for scripts that cannot be interrupted from inside. */
  wallMs: number;
  signal: AbortSignal;
  onLog: (entry: LogEntry) => void;
}

interface SandboxOptions extends Partial<SandboxLimits> {
  /** Threads kept ready. Default 2. */
  warm?: number;
  /**
   * Maximum number of threads. A session runs 8 calls at once by default; even if all of them hang, another session
   * needs a free thread. Default 10.
   */
  most?: number;
}

export interface Sandbox {
  /** Does not reject: a throw, a limit, an abort and a broken thread each give a failure with its reason. */
  run(run: SandboxRun): Promise<SandboxResult>;
  /** Ends every thread; current runs fail. */
  close(): Promise<void>;
}

const LIMITS: SandboxLimits = {
  memoryMb: 64,
  resultChars: 8 * 1024 * 1024,
  logEntries: 200,
  logChars: 32_000,
};

/** For one thread, in megabytes; the sandbox inside it has its own limit. */
const THREAD_MB = 256;
const STACK_MB = 4;

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { warm = 2, most = 10, ...given } = options;
  const limits = { ...LIMITS, ...given };
  const pool = new ThreadPool<Job, SandboxResult, LogEntry>({
    file: () => path.join(process.cwd(), "dist", "workers", "sandbox.worker.mjs"),
    warm,
    most,
    batch: 1,
    memoryMb: THREAD_MB,
    stackMb: STACK_MB,
  });
  return {
    run: async ({ source, entry, args, cpuMs, wallMs, signal, onLog }) => {
      const job: Job = { source, entry, args, cpuMs, limits };
      const settled = await pool.run(job, { limits: [wallMs], signal, onNote: onLog });
      return settled.ok ? settled.outcome : failureOf(settled.loss, job);
    },
    close: () => pool.close(),
  };
}

function failureOf(loss: Loss, job: Job): SandboxResult {
  switch (loss.kind) {
    case "timeout":
      return limitFailure("time", job);
    case "memory":
      return limitFailure("memory", job);
    case "crash":
    case "failed":
      return { ok: false, error: `the sandbox's thread failed: ${loss.message}` };
    case "aborted":
      return { ok: false, error: "the script was stopped from outside" };
    case "closed":
      return { ok: false, error: "the sandbox is closed" };
    default:
      return never(loss, "loss");
  }
}
