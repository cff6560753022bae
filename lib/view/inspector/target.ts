/** What the inspector shows of a row: which tabs, and the records behind them. */

import type { RowContent } from "@/lib/view/rows/row-content";
import { rowContent } from "@/lib/view/rows/rows";
import { executeOf } from "@/lib/view/timeline/attempts";
import type {
  AnyRecord,
  CallRecord,
  DecisionRecord,
  ModelRecord,
  RowId,
  Timeline,
} from "@/lib/view/timeline/records";
import { recordOf } from "@/lib/view/timeline/records";

export type TabId = "call" | "decision" | "attempts" | "result" | "model" | "about" | "raw";

export interface Target {
  record: AnyRecord;
  /** Set when an attempt was selected. */
  attempt: number | null;
  tabs: TabId[];
  call: CallRecord | null;
  model: ModelRecord | undefined;
  decisions: DecisionRecord[];
  /** Row id of the decision to show first. */
  decision: string | null;
}

const TABS: Record<AnyRecord["kind"], TabId[]> = {
  call: ["call", "decision", "attempts", "result", "model", "raw"],
  model: ["model", "decision", "attempts", "raw"],
  decision: ["decision", "raw"],
  notice: ["about", "raw"],
  turn: ["about", "raw"],
};

export function targetOf(timeline: Timeline, row: RowId): Target | null {
  const found = recordOf(timeline, row);
  if (!found) return null;
  const { record, attempt } = found;
  const call = record.kind === "call" ? record : null;
  return {
    record,
    attempt,
    tabs:
      attempt === null
        ? TABS[record.kind]
        : ["attempts", ...TABS[record.kind].filter((tab) => tab !== "attempts")],
    call,
    model: record.kind === "model" ? record : (call?.model ?? undefined),
    decisions: record.kind === "decision" ? [record] : "decisions" in record ? record.decisions : [],
    decision: decisionOf(record, attempt),
  };
}

/** Of a call the decision that ran it (that attempt of it). */
function decisionOf(record: AnyRecord, attempt: number | null): string | null {
  if (record.kind === "decision") return record.id;
  if (record.kind !== "call") return null;
  const newest = record.attempts.at(-1)?.attempt ?? 0;
  return executeOf(record, attempt ?? newest)?.id ?? null;
}

/** Name, sign and verdict as in the timeline. */
export function headOf(timeline: Timeline, record: AnyRecord): RowContent {
  return rowContent({ record, attempt: null }, { timeline, now: timeline.to, streams: new Map() });
}
