/** What the sandbox and its threads send each other. Plain values only: they cross a thread boundary. */
export type SandboxLimit = "time" | "memory" | "stack" | "result";

/** What a script threw. `line` and `column` count from 1 in the script's own text. */
export interface Thrown {
  name: string;
  message: string;
  line?: number;
  column?: number;
  /** The error's own `code` and `retryable`, where it has them. */
  code?: string;
  retryable?: boolean;
  /** The text does not compile: nothing ran. */
  syntax?: boolean;
}

/** `error` says what went wrong and where; `limit` is there when a limit ended the run, `thrown` when the script threw. */
export type SandboxResult =
  | { ok: true; json: string }
  | { ok: false; error: string; limit?: SandboxLimit; thrown?: Thrown };

export interface SandboxLimits {
  /** The sandbox's whole memory, in megabytes. */
  memoryMb: number;
  /** Characters of the result as JSON. */
  resultChars: number;
  /** Console entries of one run. */
  logEntries: number;
  /** Characters of all console entries of one run. */
  logChars: number;
}

export interface Job {
  source: string;
  entry: string;
  /** A JSON array: the arguments of the call. */
  args: string;
  cpuMs: number;
  limits: SandboxLimits;
}
