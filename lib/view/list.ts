/** The rows that are shown, as a list: filtered, folded, nested. Only what changed is laid out again. */
import type { RowRef } from "./cells";
import { type Filter, isFault, isNotable, isRetried, matches } from "./faults";
import {
  type AnyRecord,
  attemptRow,
  type Block,
  type CallRecord,
  type DecisionRecord,
  type ModelRecord,
  type NoticeRecord,
  type RowId,
  recordOf,
  type Timeline,
} from "./records";
import { says } from "./search";

/** How many rows each filter is about; `all` counts the rows shown when nothing is folded by hand. */
export type Counts = Record<Filter, number>;

export interface ListOptions {
  filter: Filter;
  /** Only what says this somewhere; lower case, empty for everything. */
  query: string;
  /** Rows folded (false) or unfolded (true) by hand. A changed map must be a new one. */
  toggles: ReadonlyMap<RowId, boolean>;
}

export interface RowList {
  count: number;
  counts: Counts;
  at(index: number): RowRef | null;
  /** -1 when the row is not shown. */
  indexOf(id: RowId): number;
}

// One block as rows

type Child = { at: number } & ({ attempt: number } | { record: DecisionRecord | NoticeRecord | CallRecord });

/** What a record must meet. */
type Wanted = Pick<ListOptions, "filter" | "query">;

const fits = (record: AnyRecord, { filter, query }: Wanted): boolean =>
  matches(record, filter) && says(record, query);

const showsDecision = (decision: DecisionRecord, wanted: Wanted, unfolded: boolean): boolean =>
  unfolded ||
  (wanted.filter === "decisions" && says(decision, wanted.query)) ||
  (isNotable(decision) && fits(decision, wanted));

function attemptsOf(record: CallRecord | ModelRecord, unfolded: boolean): Child[] {
  if (record.attempts.length < 2 && !unfolded) return [];
  return record.attempts.map(({ requestedAt }, attempt) => ({ attempt, at: requestedAt }));
}

function childrenOf(record: AnyRecord, wanted: Wanted, unfolded: boolean): Child[] {
  if (record.kind !== "call" && record.kind !== "model") return [];
  const children = attemptsOf(record, unfolded);
  for (const decision of record.decisions) {
    if (showsDecision(decision, wanted, unfolded)) children.push({ record: decision, at: decision.at });
  }
  const rest = record.kind === "call" ? record.notices : record.children;
  for (const child of rest) {
    if (child.kind === "notice" ? says(child, wanted.query) : fits(child, wanted))
      children.push({ record: child, at: child.at });
  }
  // Sorting is stable: what began at the same moment stays in the order attempts, decisions, calls.
  return children.sort((a, b) => a.at - b.at);
}

/** Whether a record has anything to unfold, even if the filter or the default leaves it out. */
const canUnfold = (record: AnyRecord): boolean =>
  record.kind === "call" ||
  (record.kind === "model" &&
    (record.children.length > 0 || record.attempts.length > 1 || record.decisions.length > 0));

interface Layout extends ListOptions {
  rows: RowRef[];
}

function lay(layout: Layout, record: AnyRecord, place: { depth: number; parent: RowId | null }): void {
  const toggle = layout.toggles.get(record.id);
  const children = toggle === false ? [] : childrenOf(record, layout, toggle === true);
  const expanded = canUnfold(record) ? children.length > 0 : null;
  layout.rows.push({ id: record.id, record, attempt: null, ...place, expanded });
  const below = { depth: place.depth + 1, parent: record.id };
  for (const child of children) {
    if ("record" in child) lay(layout, child.record, below);
    else {
      const id = attemptRow(record.id, child.attempt);
      layout.rows.push({ id, record, attempt: child.attempt, ...below, expanded: null });
    }
  }
}

function showsRoot(root: AnyRecord, wanted: Wanted): boolean {
  const { filter, query } = wanted;
  if (root.kind === "decision") return showsDecision(root, wanted, false);
  if (root.kind === "turn") return (filter === "all" || filter === "decisions") && says(root, query);
  if (root.kind === "model" && matchingChild(root, wanted)) return true;
  return fits(root, wanted);
}

const matchingChild = (model: ModelRecord, wanted: Wanted): boolean =>
  model.children.some((child) => fits(child, wanted));

function rowsOf(root: AnyRecord, options: ListOptions): RowRef[] {
  if (!showsRoot(root, options)) return [];
  const layout: Layout = { ...options, rows: [] };
  lay(layout, root, { depth: 0, parent: null });
  return layout.rows;
}

const NO_TOGGLES: ReadonlyMap<RowId, boolean> = new Map();

/** Refusals that hang under a call are that call's problem and not counted again. */
function countBlock(root: AnyRecord): Counts {
  const counts: Counts = {
    all: rowsOf(root, { filter: "all", query: "", toggles: NO_TOGGLES }).length,
    problems: 0,
    retried: 0,
    decisions: 0,
  };
  const visit = (record: AnyRecord): void => {
    if (isFault(record)) counts.problems += 1;
    if (isRetried(record)) counts.retried += 1;
    if (record.kind === "decision") counts.decisions += 1;
    if (record.kind !== "call" && record.kind !== "model") return;
    record.decisions.forEach(visit);
    if (record.kind === "model") record.children.forEach(visit);
  };
  visit(root);
  return counts;
}

// All blocks

interface Laid {
  version: number;
  rows: RowRef[];
  counts: Counts;
  /** Rows before this block. */
  before: number;
}

/** A list that remembers what it laid out. `refresh` brings it up to the timeline and answers a view of it. */
export function createRowList(): { refresh(timeline: Timeline, options: ListOptions): RowList } {
  let options: ListOptions | null = null;
  const laid: Laid[] = [];
  const counts: Counts = { all: 0, problems: 0, retried: 0, decisions: 0 };

  const addCounts = (change: Counts, sign: 1 | -1): void => {
    for (const key of FILTERS) counts[key] += sign * change[key];
  };
  const layBlock = (timeline: Timeline, block: Block, wanted: ListOptions): void => {
    const root = timeline.records.get(block.root);
    const old = laid[block.index];
    const stale = old?.version !== block.version;
    const fresh =
      stale && root ? countBlock(root) : (old?.counts ?? { all: 0, problems: 0, retried: 0, decisions: 0 });
    if (old && stale) addCounts(old.counts, -1);
    if (stale) addCounts(fresh, 1);
    laid[block.index] = {
      version: block.version,
      rows: root ? rowsOf(root, wanted) : [],
      counts: fresh,
      before: 0,
    };
  };

  return {
    refresh(timeline, wanted) {
      const same =
        options?.filter === wanted.filter &&
        options.query === wanted.query &&
        options.toggles === wanted.toggles;
      options = wanted;
      let from = timeline.blocks.length;
      for (const block of timeline.blocks) {
        if (same && laid[block.index]?.version === block.version) continue;
        layBlock(timeline, block, wanted);
        from = Math.min(from, block.index);
      }
      renumber(laid, from);
      return view(timeline, laid, { ...counts });
    },
  };
}

export const FILTERS: readonly Filter[] = ["all", "problems", "retried", "decisions"];

function renumber(laid: Laid[], from: number): void {
  const last = laid[from - 1];
  let before = last ? last.before + last.rows.length : 0;
  for (let index = from; index < laid.length; index++) {
    const block = laid[index];
    if (!block) continue;
    block.before = before;
    before += block.rows.length;
  }
}

function view(timeline: Timeline, laid: Laid[], counts: Counts): RowList {
  const last = laid.at(-1);
  return {
    count: last ? last.before + last.rows.length : 0,
    counts,
    at(index) {
      let low = 0;
      let high = laid.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((laid[middle]?.before ?? 0) <= index) low = middle;
        else high = middle - 1;
      }
      const block = laid[low];
      return block?.rows[index - block.before] ?? null;
    },
    indexOf(id) {
      const found = recordOf(timeline, id);
      const block = found && laid[found.record.block.index];
      const place = block ? block.rows.findIndex((row) => row.id === id) : -1;
      return block && place >= 0 ? block.before + place : -1;
    },
  };
}
