/** A timeline as text, so that tests read as pictures. */
import type { Fact } from "@/lib/engine/log/facts";
import { type Filter, filterOf } from "@/lib/view/rows/filter";
import { createRowList, type RowList } from "@/lib/view/rows/list";
import type { RowContent, RowRef, StreamText } from "@/lib/view/rows/row-content";
import { rowContent } from "@/lib/view/rows/rows";
import type { RowId, Timeline } from "@/lib/view/timeline/records";
import { addFacts, createTimeline } from "@/lib/view/timeline/timeline";
import { START } from "./log";

export function timelineOf(facts: readonly Fact[]): Timeline {
  const timeline = createTimeline();
  addFacts(timeline, facts);
  return timeline;
}

interface Shown {
  /** The words of an address's `show`, or a whole filter. */
  filter?: string | Filter;
  query?: string;
  toggles?: Record<RowId, boolean>;
}

export const listOf = (
  timeline: Timeline,
  { filter = "all", query = "", toggles = {} }: Shown = {},
): RowList =>
  createRowList().refresh(timeline, {
    filter: typeof filter === "string" ? filterOf({ show: filter, tools: [], verdicts: [] }) : filter,
    query,
    toggles: new Map(Object.entries(toggles)),
  });

export const refs = (list: RowList): RowRef[] =>
  Array.from({ length: list.count }, (_, i) => list.at(i)).filter((row) => row !== null);

/** Row ids, two spaces a level. */
export const tree = (list: RowList): string[] => refs(list).map((row) => "  ".repeat(row.depth) + row.id);

interface When {
  now?: number;
  streams?: ReadonlyMap<string, StreamText>;
}

/** The cells of one row, `now` in ms after `START`. */
export function cells(
  facts: readonly Fact[],
  id: RowId,
  { now = 60_000, streams = new Map() }: When = {},
): RowContent {
  const timeline = timelineOf(facts);
  const list = listOf(timeline, { filter: "decisions" });
  const ref = list.at(list.indexOf(id));
  if (!ref) throw new Error(`No row ${id} in:\n${tree(list).join("\n")}`);
  return rowContent(ref, { timeline, now: START + now, streams, sumOf: list.sumOf });
}

/** A bar as text: "run ok 0–300". Times in ms after `START`; "…" while open. */
export const bar = ({ segments }: RowContent): string[] =>
  segments.map(
    ({ kind, tone, from, to }) => `${kind} ${tone} ${from - START}–${to === null ? "…" : to - START}`,
  );
