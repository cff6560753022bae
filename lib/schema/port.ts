/** What the rest of the house knows of schema checking. The compiler and the validators stay behind it. */
import type { CheckRequest, Declaration, Formats, Verdict, VerdictStatus } from "../protocol/verdict";

export interface DeclareRequest {
  /** A schema as typed; absent: none declared. */
  text?: string;
  formats: Formats;
  direction: "input" | "output";
}

/** Texts that are on record, and a schema that they were not made for. */
export interface RecheckRequest {
  /** As typed. */
  schema: string;
  formats: Formats;
  direction: "input" | "output";
  /** Raw arguments, or results as they were checked. */
  texts: readonly string[];
}

/**
 * Checks run off the main thread with limits on time, depth and size; a check that is cut off is the verdict
 * `aborted`, never an exception. Nothing is ever fetched, coerced, repaired or filled in.
 */
export interface Checker {
  check(request: CheckRequest): Promise<Verdict>;
  declare(request: DeclareRequest): Promise<Declaration>;
  close(): Promise<void>;
}

export interface Rechecker {
  /**
   * The status of each text, in slices that let other checks through. `stopped` says why there is no answer: a limit cut
   * one of the slices off, or the signal was given.
   */
  recheck(
    request: RecheckRequest,
    signal: AbortSignal,
  ): Promise<{ statuses: VerdictStatus[] } | { stopped: string }>;
}
