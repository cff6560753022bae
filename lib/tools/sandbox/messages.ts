/** The messages between the sandbox and its threads. Plain values only, since they cross a thread boundary. */
export type SandboxLimit = "time" | "memory" | "stack" | "result";

/** A thrown value. `line` and `column` count from 1 in the script's own text. */
export interface Thrown {
  name: string;
  message: string;
  line?: number;
  column?: number;
  /** The error's own `code` and `retryable`, where it has them. */
  code?: string;
  retryable?: boolean;
  /** The script does not compile, so nothing ran. */
  syntax?: boolean;
}

/** `error` describes the failure and its place. `limit`: a limit ended the run. `thrown`: the script threw. */
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
