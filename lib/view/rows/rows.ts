/** One row of the timeline, computed from its record when it comes into view. */

import { never } from "@/lib/util/never";
import { attemptCells, callCells, modelCells } from "./call-rows";
import { decisionCells } from "./decision-row";
import { noticeCells } from "./notice-row";
import type { Cells, RowContext, RowKind, RowRef } from "./row-content";
import { turnCells } from "./turn-row";

export const kindOf = (ref: RowRef): RowKind => (ref.attempt === null ? ref.record.kind : "attempt");

/** The rows that decide what the axis spans. A turn may be far longer than what is in view, so it counts only alone. */
export function rowsToSpan(rows: readonly Cells[]): readonly Cells[] {
  const work = rows.filter(({ segments }) => segments[0]?.kind !== "span");
  return work.length > 0 ? work : rows;
}

export function cellsOf(ref: Pick<RowRef, "record" | "attempt">, context: RowContext): Cells {
  const { record, attempt } = ref;
  switch (record.kind) {
    case "turn":
      return turnCells(record, context);
    case "model":
      return attempt === null ? modelCells(record, context) : attemptCells(record, attempt, context);
    case "call":
      return attempt === null ? callCells(record, context) : attemptCells(record, attempt, context);
    case "decision":
      return decisionCells(record, context);
    case "notice":
      return noticeCells(record);
    default:
      return never(record, "record");
  }
}
