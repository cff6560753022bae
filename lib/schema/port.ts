/** What the rest of the house knows of schema checking. The compiler and the validators stay behind it. */
import type { CheckRequest, Declaration, Formats, Verdict } from "../protocol/verdict";

export interface DeclareRequest {
  /** A schema as typed; absent: none declared. */
  text?: string;
  formats: Formats;
  direction: "input" | "output";
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
