/** The interface of schema checking. The compiler and the validators stay behind it. */
import type { Side } from "@/lib/protocol/side";
import type {
  CheckRequest,
  Declaration,
  Finding,
  Formats,
  Verdict,
  VerdictStatus,
} from "../protocol/verdict";

export interface DeclareRequest {
  /** A schema as typed; absent if none is declared. */
  text?: string;
  formats: Formats;
  direction: Side;
}

/** Recorded texts, and a schema to check them against. */
export interface RecheckRequest {
  /** As typed. */
  schema: string;
  formats: Formats;
  direction: Side;
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
   * The status of each text. The texts are checked in slices, so that other checks can run in between. `stopped` says
   * why there is no answer: a limit stopped a slice, or the signal was aborted. `onSlice` gets each slice when it is
   * done, in any order: the index of its first text, and the statuses.
   */
  recheck(
    request: RecheckRequest,
    signal: AbortSignal,
    onSlice?: (from: number, statuses: readonly VerdictStatus[]) => void,
  ): Promise<{ statuses: VerdictStatus[] } | { stopped: string }>;
}

/** A schema to make samples from. */
export interface GenerateRequest {
  /** As typed. */
  schema: string;
  formats: Formats;
  direction: Side;
}

/** What a sample shows. */
export interface SampleHead {
  kind: "valid" | "near-miss";
  /** A short label. */
  title: string;
  /** The rule that a near miss breaks, as a finding names it. */
  rule?: { keyword: string; schemaPath: string };
}

/**
 * A text with its findings, or the reason why there is none. `others` counts the findings that the rule does not
 * entail.
 */
export type Sample = SampleHead &
  (
    | { text: string; findings: Finding[]; others: number; why?: undefined }
    | { why: string; text?: undefined }
  );

/**
 * Which samples to make: `count` of them from index `from` on. Without `count`, as many as fit into a slice of time.
 */
export interface Slice {
  from: number;
  count?: number;
}

export interface Generated {
  /** All samples, without their texts. */
  heads: SampleHead[];
  /** The samples of the slice. */
  samples: Sample[];
  /** How many samples are left out because of the limits. */
  left: number;
  /** Why the schema has no samples. */
  unusable?: string;
}

export interface Samples {
  samples: Sample[];
  left: number;
  /** Why the remaining samples are missing. */
  stopped?: string;
}

export interface Generator {
  /**
   * All samples of a schema, made in slices, so that other checks can run in between. A sample that a limit stopped
   * says so in its `why`. An aborted signal ends the work early, with `stopped` set.
   */
  generate(request: GenerateRequest, signal: AbortSignal): Promise<Samples>;
}
