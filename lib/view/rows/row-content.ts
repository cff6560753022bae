/** The content of a timeline row. */

import type { Shape, Sign, Tone, VerdictWord } from "@/lib/view/text/labels";
import type { AnyRecord, RowId, Timeline, TurnRecord } from "@/lib/view/timeline/records";

/** Longest text of a row, in characters. */
export const TEXT_LENGTH = 120;

export type RowKind = "turn" | "model" | "call" | "attempt" | "decision" | "notice";

export type RowStatus =
  | "queued"
  | "running"
  | "waiting"
  | "completed"
  | "failed"
  | "rejected"
  | "voided"
  | "refused"
  | "info";

/** A small word beside a bar. */
export interface Chip {
  id: string;
  word: string;
  tone: Tone;
  /** Drawn before the word. */
  shape?: Shape;
  title?: string;
}

/**
 * A piece of a bar. `run` is time at work, `wait` a backoff or a queue (hatched), `open` still at work (outlined,
 * grows), `ask` open and waiting for somebody (dashed), `hold` stopped by a person (over the others), `span` a whole
 * turn, `mark` a moment. `to` is null while open.
 */
export interface Segment {
  kind: "run" | "wait" | "open" | "ask" | "hold" | "span" | "mark";
  tone: Tone;
  from: number;
  to: number | null;
}

/** What a row shows, wherever it is in the tree. Times in milliseconds since the epoch. */
export interface RowContent {
  label: string;
  /** Drawn before the label; null for tool calls, whose verdict is their sign. */
  sign: Sign | null;
  verdict: VerdictWord | null;
  status: RowStatus;
  segments: Segment[];
  /** A limit that was hit or is about to be: dashed. */
  deadline: number | null;
  chips: Chip[];
  /** What happened, in a few words. */
  text: string;
  from: number;
  /** Null while open. */
  to: number | null;
  /** Shown in the duration column instead of a number. */
  note?: string;
}

/** A place in the list: which record, how deep, and whether its children are shown. */
export interface RowRef {
  id: RowId;
  record: AnyRecord;
  /** Set on the rows of attempts. */
  attempt: number | null;
  depth: number;
  /** Indentation: like `depth`, but rows under a turn are as far left as its heading. */
  indent: number;
  /** Null: nothing to unfold. */
  expanded: boolean | null;
  parent: RowId | null;
}

/** A model's answer as far as it has streamed. */
export interface StreamText {
  text: string;
  reasoning: string;
  calls: { id: string; name: string; arguments: string }[];
}

/** The contents of a turn, for its row when it is folded. */
export interface TurnSum {
  /** Calls, model calls and decisions that went wrong. */
  problems: number;
  /** Rows that are folded away; 0 while it is unfolded. */
  hidden: number;
}

export interface RowContext {
  timeline: Timeline;
  now: number;
  streams: ReadonlyMap<string, StreamText>;
  /** Absent where no list is shown: nothing is folded then. */
  sumOf?: (turn: TurnRecord) => TurnSum;
}

/** A call or model call. */
export interface Mark {
  at: number;
  problem: boolean;
}
