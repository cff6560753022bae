/** What the checker and its worker threads say to each other. */
import type { CheckRequest, Declaration, RecordedVerdict, VerdictStatus } from "@/lib/protocol/verdict";
import type { DeclareRequest, Generated, GenerateRequest, RecheckRequest, Slice } from "@/lib/schema/port";
import type { Limits } from "@/lib/schema/text/limits";

export type Task =
  | { kind: "check"; request: CheckRequest }
  | { kind: "declare"; request: DeclareRequest }
  | { kind: "recheck"; request: RecheckRequest }
  | { kind: "generate"; request: GenerateRequest; slice: Slice };

export interface Job {
  id: number;
  task: Task;
}

/** A verdict goes back without its value, which the text gives. */
export type Outcome =
  | { kind: "verdict"; verdict: RecordedVerdict }
  | { kind: "declaration"; declaration: Declaration }
  | { kind: "statuses"; statuses: VerdictStatus[] }
  | { kind: "generated"; generated: Generated }
  /** The worker met a bug. */
  | { kind: "failed"; message: string };

export type FromWorker = { ready: true } | { answers: { id: number; outcome: Outcome }[] };

export interface WorkerSetup {
  progress: SharedArrayBuffer;
  limits: Limits;
}
