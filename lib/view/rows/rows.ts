/** One row of the timeline, computed from its record when it comes into view. */
import { never } from "@/lib/util/never";
import { attemptCells, callCells, modelCells } from "./row-calls";
import type { Cells, RowContext, RowKind, RowRef } from "./row-content";
import { decisionCells, noticeCells, turnCells } from "./row-others";

export const kindOf = (ref: RowRef): RowKind => (ref.attempt === null ? ref.record.kind : "attempt");

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
