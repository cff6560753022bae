/** What the rest of the house knows of schema checking. The compiler and the validators stay behind it. */
import type {
  CheckRequest,
  Declaration,
  Finding,
  Formats,
  Verdict,
  VerdictStatus,
} from "../protocol/verdict";

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
  /** A text that the schema rejects; null where none was found. The same request gives the same text. */
  counterexample(request: GenerateRequest): Promise<string | null>;
  close(): Promise<void>;
}

export interface Rechecker {
  /**
   * The status of each text, in slices that let other checks through. `stopped` says why there is no answer: a limit cut
   * one of the slices off, or the signal was given. `onSlice` is told of each slice as it comes, in any order: the place
   * of its first text, and the statuses.
   */
  recheck(
    request: RecheckRequest,
    signal: AbortSignal,
    onSlice?: (from: number, statuses: readonly VerdictStatus[]) => void,
  ): Promise<{ statuses: VerdictStatus[] } | { stopped: string }>;
}

/** A schema that samples are to be made from. */
export interface GenerateRequest {
  /** As typed. */
  schema: string;
  formats: Formats;
  direction: "input" | "output";
}

/** What a sample is to be. */
export interface SampleHead {
  kind: "valid" | "near-miss";
  /** In a few words. */
  title: string;
  /** Of a near-miss: what it breaks, as a finding names it. */
  rule?: { keyword: string; schemaPath: string };
}

/** A text with its findings, or why there is none. `others`: findings that the rule does not bring with it. */
export type Sample = SampleHead &
  (
    | { text: string; findings: Finding[]; others: number; why?: undefined }
    | { why: string; text?: undefined }
  );

/** Which of a schema's samples: from the `from`th on, `count` at most; absent: as many as fit into a slice of time. */
export interface Slice {
  from: number;
  count?: number;
}

export interface Generated {
  /** All that are looked for; without their texts. */
  heads: SampleHead[];
  /** Those of the slice. */
  samples: Sample[];
  /** Rules and samples beyond the limit, that are not looked for. */
  left: number;
  /** Why there are none. */
  unusable?: string;
}

export interface Samples {
  samples: Sample[];
  left: number;
  /** Why those behind the last one are missing. */
  stopped?: string;
}

export interface Generator {
  /**
   * All samples of a schema, in slices that let other checks through. One that a limit cuts off has that as its `why`.
   * Ends early, with `stopped`, once the signal is given.
   */
  generate(request: GenerateRequest, signal: AbortSignal): Promise<Samples>;
}
