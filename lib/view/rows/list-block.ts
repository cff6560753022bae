/** One block of the timeline (a top-level record with all under it) as rows, and how many records of it each filter is about. */

import { isNotable, isProblem } from "@/lib/view/timeline/problems";
import {
  type AnyRecord,
  attemptRow,
  type CallRecord,
  type DecisionRecord,
  type ModelRecord,
  type NoticeRecord,
  type RowId,
} from "@/lib/view/timeline/records";
import { type Filter, FLAGS, type Flag, meets, NO_FILTER, restricts, traitsOf, unmet } from "./filter";
import type { Mark, RowRef } from "./row-content";
import { contains } from "./search";

/** What a record must meet to be shown. */
export interface Wanted {
  filter: Filter;
  /** Only what says this somewhere; lower case, empty for everything. */
  query: string;
}

export interface ListOptions extends Wanted {
  /** Rows folded (false) or unfolded (true) by hand. A changed map must be a new one. */
  toggles: ReadonlyMap<RowId, boolean>;
  /** Records to lay out in one refresh, so that none takes long; absent: all. */
  atMost?: number;
}

// Rows

type Child = { at: number } & ({ attempt: number } | { record: DecisionRecord | NoticeRecord });

const fits = (record: AnyRecord, { filter, query }: Wanted): boolean =>
  meets(record, filter) && contains(record, query);

/** Decisions that are asked for by name are shown under every call that is, and alone where they fit themselves. */
function showsDecision(decision: DecisionRecord, wanted: Wanted, unfolded: boolean): boolean {
  if (unfolded) return true;
  if (!wanted.filter.decisions) return isNotable(decision) && fits(decision, wanted);
  const under = decision.owner && meets(decision.owner, wanted.filter);
  return contains(decision, wanted.query) && (under || meets(decision, wanted.filter));
}

function attemptsOf(record: CallRecord | ModelRecord, unfolded: boolean): Child[] {
  if (record.attempts.length < 2 && !unfolded) return [];
  return record.attempts.map(({ requestedAt }, attempt) => ({ attempt, at: requestedAt }));
}

/** The children of a call or model call, except the calls of an answer. */
function childrenOf(record: AnyRecord, { toggles, ...wanted }: ListOptions): Child[] {
  const toggle = toggles.get(record.id);
  if (toggle === false || (record.kind !== "call" && record.kind !== "model")) return [];
  const unfolded = toggle === true;
  const children = attemptsOf(record, unfolded);
  for (const decision of record.decisions) {
    if (showsDecision(decision, wanted, unfolded)) children.push({ record: decision, at: decision.at });
  }
  for (const notice of record.kind === "call" ? record.notices : []) {
    if (contains(notice, wanted.query)) children.push({ record: notice, at: notice.at });
  }
  // Sorting is stable: what began at the same moment stays in the order attempts, decisions, notices.
  return children.sort((a, b) => a.at - b.at);
}

export interface Place {
  depth: number;
  indent: number;
  parent: RowId | null;
}

export const below = (record: AnyRecord, { depth, indent }: Place): Place => ({
  depth: depth + 1,
  indent: indent + 1,
  parent: record.id,
});

function rowsUnder(record: AnyRecord, options: ListOptions, place: Place): RowRef[] {
  const under = below(record, place);
  return childrenOf(record, options).map((child) =>
    "record" in child
      ? { id: child.record.id, record: child.record, attempt: null, ...under, expanded: null }
      : {
          id: attemptRow(record.id, child.attempt),
          record,
          attempt: child.attempt,
          ...under,
          expanded: null,
        },
  );
}

function rowsOf(record: AnyRecord, options: ListOptions, place: Place): RowRef[] {
  const under = rowsUnder(record, options, place);
  const expanded = record.kind === "call" ? under.length > 0 : null;
  return [{ id: record.id, record, attempt: null, ...place, expanded }, ...under];
}

/** Whether a turn is shown for what it is itself, and not only as the heading of what is found in it. */
export const showsTurn = (turn: AnyRecord, { filter, query }: Wanted): boolean =>
  !restricts(filter) && contains(turn, query);

function showsRoot(root: AnyRecord, wanted: Wanted): boolean {
  if (root.kind === "decision") return showsDecision(root, wanted, false);
  return root.kind === "turn" ? showsTurn(root, wanted) : fits(root, wanted);
}

/** Some records as they are listed: rows, what they count, what the overview shows of them. */
export interface Part {
  rows: RowRef[];
  tally: Tally;
  marks: Mark[];
  /** Some of it is wanted for what it is, and not only for what it hangs under. */
  wanted: boolean;
}

/** The root of a block with its children, its row at `place`. For a model call: without its own row and its calls. */
export function rootPart(root: AnyRecord, options: ListOptions, place: Place): Part {
  const wanted = showsRoot(root, options);
  const isModel = root.kind === "model";
  const lay = (how: ListOptions, shown: boolean): RowRef[] =>
    isModel ? rowsUnder(root, how, place) : shown ? rowsOf(root, how, place) : [];
  const rows = lay(options, wanted);
  const all = isEverything(options) ? rows : lay(EVERYTHING, showsRoot(root, EVERYTHING));
  const tally = tallyOf([root], options.filter, all.length + (isModel ? 1 : 0));
  return { rows, tally, marks: marksOf(root), wanted };
}

/** Some of the calls of a model's answer, and of the notices about it. */
export function childrenPart(
  children: readonly (CallRecord | NoticeRecord)[],
  options: ListOptions,
  place: Place,
): Part {
  const shown = children.filter((child) =>
    child.kind === "notice" ? contains(child, options.query) : fits(child, options),
  );
  const rows = shown.flatMap((child) => rowsOf(child, options, place));
  const all = isEverything(options)
    ? rows.length
    : children.reduce((sum, child) => sum + rowsOf(child, EVERYTHING, place).length, 0);
  return {
    rows,
    tally: tallyOf(children, options.filter, all),
    marks: children.flatMap(marksOf),
    wanted: children.some((child) => fits(child, options)),
  };
}

/** A model call at `place` followed by the rows of its parts; empty if no part is wanted. */
export function answerRows(model: ModelRecord, options: ListOptions, { place, parts }: Answer): RowRef[] {
  if (!parts.some((part) => part.wanted)) return [];
  const under = options.toggles.get(model.id) === false ? [] : parts.flatMap((part) => part.rows);
  const { children, attempts, decisions } = model;
  const unfolds = children.length > 0 || attempts.length > 1 || decisions.length > 0;
  const expanded = unfolds ? under.length > 0 : null;
  return [{ id: model.id, record: model, attempt: null, ...place, expanded }, ...under];
}

interface Answer {
  place: Place;
  parts: readonly Part[];
}

/** What the overview shows of a record. */
const marksOf = (record: AnyRecord): Mark[] =>
  record.kind === "call" || record.kind === "model" ? [{ at: record.at, problem: isProblem(record) }] : [];

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

/** Whether these options leave nothing out and fold nothing, so that the rows laid out are all there are. */
const isEverything = ({ filter, query, toggles }: ListOptions): boolean =>
  query === "" && toggles.size === 0 && !filter.decisions && !restricts(filter);

/**
 * Refusals under a call are that call's problem, and a hold or fault of a decision is its call's: not
 * counted again.
 */
function tallyOf(records: readonly AnyRecord[], filter: Filter, rows: number): Tally {
  const tally: Tally = new Map([["all", rows]]);
  const add = (record: AnyRecord): void => {
    tallyRecord(tally, record, filter);
    if (record.kind === "decision") bump(tally, "decisions", 1);
  };
  for (const record of records) {
    add(record);
    if (record.kind === "call" || record.kind === "model") record.decisions.forEach(add);
  }
  return tally;
}

function tallyRecord(tally: Tally, record: AnyRecord, filter: Filter): void {
  const traits = traitsOf(record);
  const missed = unmet(traits, filter);
  if (traits.flags.includes("problems")) bump(tally, "problems", 1);
  if ("injected" in record) bump(tally, "injected", record.injected.length);
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
  /** Number of injected faults. */
  injected: number;
  /** Calls by verdict. */
  verdicts: ReadonlyMap<string, number>;
}

export const totalsOf = (sum: Tally): Totals => ({
  calls: sum.get("any calls") ?? 0,
  problems: sum.get("any problems") ?? 0,
  injected: sum.get("injected") ?? 0,
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
