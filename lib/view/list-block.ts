/** One block of the timeline (a top-level record with all under it) as rows, and how many records of it each filter is about. */
import type { RowRef } from "./cells";
import { isFault, isNotable } from "./faults";
import { type Filter, FLAGS, type Flag, meets, NO_FILTER, restricts, traitsOf, unmet } from "./filter";
import type { Mark } from "./overview";
import {
  type AnyRecord,
  attemptRow,
  type CallRecord,
  type DecisionRecord,
  type ModelRecord,
  type NoticeRecord,
  type RowId,
} from "./records";
import { says } from "./search";

/** What a record must meet to be shown. */
export interface Wanted {
  filter: Filter;
  /** Only what says this somewhere; lower case, empty for everything. */
  query: string;
}

export interface ListOptions extends Wanted {
  /** Rows folded (false) or unfolded (true) by hand. A changed map must be a new one. */
  toggles: ReadonlyMap<RowId, boolean>;
  /** Blocks to lay out in one refresh, so that none takes long; absent: all. */
  atMost?: number;
}

// Rows

type Child = { at: number } & ({ attempt: number } | { record: DecisionRecord | NoticeRecord | CallRecord });

const fits = (record: AnyRecord, { filter, query }: Wanted): boolean =>
  meets(record, filter) && says(record, query);

/** Decisions that are asked for by name are shown under every call that is, and alone where they fit themselves. */
function showsDecision(decision: DecisionRecord, wanted: Wanted, unfolded: boolean): boolean {
  if (unfolded) return true;
  if (!wanted.filter.decisions) return isNotable(decision) && fits(decision, wanted);
  const under = decision.owner && meets(decision.owner, wanted.filter);
  return says(decision, wanted.query) && (under || meets(decision, wanted.filter));
}

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

function lay(layout: Layout, record: AnyRecord, place: Place): void {
  const toggle = layout.toggles.get(record.id);
  const children = toggle === false ? [] : childrenOf(record, layout, toggle === true);
  const expanded = canUnfold(record) ? children.length > 0 : null;
  layout.rows.push({ id: record.id, record, attempt: null, ...place, expanded });
  const below = { depth: place.depth + 1, indent: place.indent + 1, parent: record.id };
  for (const child of children) {
    if ("record" in child) lay(layout, child.record, below);
    else {
      const id = attemptRow(record.id, child.attempt);
      layout.rows.push({ id, record, attempt: child.attempt, ...below, expanded: null });
    }
  }
}

/** Whether a turn is shown for what it is itself, and not only as the heading of what is found in it. */
export const showsTurn = (turn: AnyRecord, { filter, query }: Wanted): boolean =>
  !restricts(filter) && says(turn, query);

function showsRoot(root: AnyRecord, wanted: Wanted): boolean {
  if (root.kind === "decision") return showsDecision(root, wanted, false);
  if (root.kind === "turn") return showsTurn(root, wanted);
  if (root.kind === "model" && root.children.some((child) => fits(child, wanted))) return true;
  return fits(root, wanted);
}

interface Place {
  depth: number;
  indent: number;
  parent: RowId | null;
}

/** The rows of a block whose root stands at `place`; none when nothing of it is wanted. */
export function rowsOf(root: AnyRecord, options: ListOptions, place: Place): RowRef[] {
  if (!showsRoot(root, options)) return [];
  const layout: Layout = { ...options, rows: [] };
  lay(layout, root, place);
  return layout.rows;
}

/** What the overview shows of a block. */
export function marksOf(root: AnyRecord): Mark[] {
  if (root.kind !== "call" && root.kind !== "model") return [];
  const below = root.kind === "model" ? root.children.flatMap(marksOf) : [];
  return [{ at: root.at, problem: isFault(root) }, ...below];
}

// Counts

/**
 * How many records each choice is about, given the rest of the filter: choosing it too would leave so many. `all` is
 * the number of rows when nothing is left out and nothing folded by hand, `decisions` that of all decisions.
 */
export interface Counts {
  all: number;
  decisions: number;
  only: Record<Flag, number>;
  /** The flags that any record has, whatever else is chosen. */
  found: ReadonlySet<Flag>;
  /** By name and by word; those that the run has, 0 included. */
  tools: ReadonlyMap<string, number>;
  verdicts: ReadonlyMap<string, number>;
}

/** Numbers by what they count, as `only problems`, `tool book`. */
export type Tally = Map<string, number>;

const bump = (tally: Tally, key: string, by: number): void => void tally.set(key, (tally.get(key) ?? 0) + by);

const NO_TOGGLES: ReadonlyMap<RowId, boolean> = new Map();
const EVERYTHING: ListOptions = {
  filter: NO_FILTER,
  query: "",
  toggles: NO_TOGGLES,
};

/** How many rows a block has when nothing is left out and nothing folded by hand. */
export const allRows = (root: AnyRecord): number =>
  rowsOf(root, EVERYTHING, { depth: 0, indent: 0, parent: null }).length;

/** Whether these options leave nothing out and fold nothing, so that the rows laid out are all there are. */
export const isEverything = ({ filter, query, toggles }: ListOptions): boolean =>
  query === "" && toggles.size === 0 && !filter.decisions && !restricts(filter);

/**
 * Refusals that hang under a call are that call's problem, a held or struck decision its call's hold or fault: not
 * counted again.
 */
export function tallyOf(root: AnyRecord, filter: Filter, rows: number): Tally {
  const tally: Tally = new Map([["all", root.kind === "turn" ? 1 : rows]]);
  const visit = (record: AnyRecord): void => {
    tallyRecord(tally, record, filter);
    if (record.kind === "decision") bump(tally, "decisions", 1);
    if (record.kind !== "call" && record.kind !== "model") return;
    record.decisions.forEach(visit);
    if (record.kind === "model") record.children.forEach(visit);
  };
  visit(root);
  return tally;
}

function tallyRecord(tally: Tally, record: AnyRecord, filter: Filter): void {
  const traits = traitsOf(record);
  const missed = unmet(traits, filter);
  if (traits.flags.includes("problems")) bump(tally, "faults", 1);
  if ("injected" in record) bump(tally, "faults on purpose", record.injected.length);
  const owned = record.kind === "decision" && record.owner !== undefined;
  const counted = traits.flags.filter((flag) => !owned || (flag !== "held" && flag !== "injected"));
  for (const flag of counted) {
    bump(tally, `any ${flag}`, 1);
    if (missed.length === 0) bump(tally, `only ${flag}`, 1);
  }
  if (record.kind !== "call") return;
  bump(tally, "any calls", 1);
  for (const word of traits.verdicts) bump(tally, `any verdict ${word}`, 1);
  const open = (list: "tools" | "verdicts") => missed.every((name) => name === list);
  bump(tally, `tool ${record.requested.name}`, open("tools") ? 1 : 0);
  for (const word of traits.verdicts) bump(tally, `verdict ${word}`, open("verdicts") ? 1 : 0);
}

/** Adds (or with -1 takes away) what one block counts. */
export function addTally(sum: Tally, change: Tally, sign: 1 | -1): void {
  for (const [key, n] of change) bump(sum, key, sign * n);
}

/** What the run has, whatever the filter. */
export interface Totals {
  calls: number;
  problems: number;
  /** Faults on purpose that have struck. */
  injected: number;
  /** Calls by verdict. */
  verdicts: ReadonlyMap<string, number>;
}

export const totalsOf = (sum: Tally): Totals => ({
  calls: sum.get("any calls") ?? 0,
  problems: sum.get("any problems") ?? 0,
  injected: sum.get("faults on purpose") ?? 0,
  verdicts: under(sum, "any verdict "),
});

function under(sum: Tally, prefix: string): Map<string, number> {
  const found = [...sum].filter(([key]) => key.startsWith(prefix));
  return new Map(found.map(([key, n]) => [key.slice(prefix.length), n]));
}

export function countsOf(sum: Tally): Counts {
  const n = (key: string): number => sum.get(key) ?? 0;
  return {
    all: n("all"),
    decisions: n("decisions"),
    found: new Set(FLAGS.filter((flag) => n(`any ${flag}`) > 0)),
    only: {
      problems: n("only problems"),
      retried: n("only retried"),
      held: n("only held"),
      injected: n("only injected"),
    },
    tools: under(sum, "tool "),
    verdicts: under(sum, "verdict "),
  };
}
