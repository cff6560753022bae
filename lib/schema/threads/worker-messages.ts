/** What the checker asks its threads and what they answer. */
import type { CheckRequest, Declaration, Verdict, VerdictStatus } from "@/lib/protocol/verdict";
import type { DeclareRequest, Generated, GenerateRequest, RecheckRequest, Slice } from "@/lib/schema/port";
import type { Phase } from "@/lib/schema/verdict/check";

/** The phases of a task, by their numbers. */
export const PHASES: readonly Phase[] = ["check", "compile"];

export type Task =
  | { kind: "check"; request: CheckRequest }
  | { kind: "declare"; request: DeclareRequest }
  | { kind: "recheck"; request: RecheckRequest }
  | { kind: "generate"; request: GenerateRequest; slice: Slice };

/** A verdict carries no value, because the text gives it. */
export type Outcome =
  | { kind: "verdict"; verdict: Verdict }
  | { kind: "declaration"; declaration: Declaration }
  | { kind: "statuses"; statuses: VerdictStatus[] }
  | { kind: "generated"; generated: Generated };
