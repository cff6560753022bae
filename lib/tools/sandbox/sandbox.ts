/**
 * Runs a person's JavaScript where it can hurt nobody: QuickJS in WebAssembly, in a thread of its own, with limits on
 * time, memory, stack, console output and result. A script is one file. It defines a function by the entry's name at its
 * top level (`function run(args, context) { … }`, with or without `export`) or has a default export; `async` is fine.
 * It sees plain JavaScript and `console`, nothing of the host. Values cross as JSON only.
 */
import type { LogEntry } from "@/lib/engine/log/facts";
import type { SandboxLimits, SandboxResult } from "./messages";
import { SandboxPool, type Task } from "./pool";

export interface SandboxRun {
  source: string;
  /** The name of the function to call. */
  entry: string;
  /** Its arguments: a JSON array. */
  args: string;
  /** Milliseconds the script itself may run, code after an `await` included. */
  cpuMs: number;
  /** Milliseconds after which its thread is ended from outside, for what cannot be interrupted from within. */
  wallMs: number;
  signal: AbortSignal;
  onLog: (entry: LogEntry) => void;
}

interface SandboxOptions extends Partial<SandboxLimits> {
  /** Threads kept ready. Default 2. */
  warm?: number;
  /**
   * Threads at most. One session runs 8 calls at once by default: with all of them bombs there must be a thread left for
   * another session's script. Default 10.
   */
  most?: number;
}

export interface Sandbox {
  /** Does not reject: a throw, a limit, an abort and a broken thread are all a failure that says so. */
  run(run: SandboxRun): Promise<SandboxResult>;
  /** Ends every thread; runs under way fail. */
  close(): Promise<void>;
}

const LIMITS: SandboxLimits = {
  memoryMb: 64,
  resultChars: 8 * 1024 * 1024,
  logEntries: 200,
  logChars: 32_000,
};

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { warm = 2, most = 10, ...given } = options;
  const limits = { ...LIMITS, ...given };
  const pool = new SandboxPool({ warm, most });
  return {
    run: ({ source, entry, args, cpuMs, wallMs, signal, onLog }) =>
      new Promise((resolve) => {
        const task: Task = {
          job: { source, entry, args, cpuMs, limits },
          wallMs,
          onLog,
          settle: (result) => {
            signal.removeEventListener("abort", stop);
            resolve(result);
          },
        };
        const stop = () => pool.cancel(task);
        signal.addEventListener("abort", stop);
        pool.add(task);
        if (signal.aborted) stop();
      }),
    close: () => pool.close(),
  };
}
