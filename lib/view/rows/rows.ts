/** One row of the timeline, computed from its record when it comes into view. */

import { never } from "@/lib/util/never";
import { attemptContent, callContent, modelContent } from "./call-rows";
import { decisionContent } from "./decision-row";
import { noticeContent } from "./notice-row";
import type { RowContent, RowContext, RowKind, RowRef } from "./row-content";
import { turnContent } from "./turn-row";

export const kindOf = (ref: RowRef): RowKind => (ref.attempt === null ? ref.record.kind : "attempt");

/** The rows that decide what the axis spans. A turn may be far longer than what is in view, so it counts only alone. */
export function rowsToSpan(rows: readonly RowContent[]): readonly RowContent[] {
  const work = rows.filter(({ segments }) => segments[0]?.kind !== "span");
  return work.length > 0 ? work : rows;
}

export function rowContent(ref: Pick<RowRef, "record" | "attempt">, context: RowContext): RowContent {
  const { record, attempt } = ref;
  switch (record.kind) {
    case "turn":
      return turnContent(record, context);
    case "model":
      return attempt === null ? modelContent(record, context) : attemptContent(record, attempt, context);
    case "call":
      return attempt === null ? callContent(record, context) : attemptContent(record, attempt, context);
    case "decision":
      return decisionContent(record, context);
    case "notice":
      return noticeContent(record);
    default:
      return never(record, "record");
  }
}
