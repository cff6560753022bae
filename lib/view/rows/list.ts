/** The rows that are shown, as a list: filtered, folded, nested. Only what changed is laid out again. */

import {
  type Block,
  type RowId,
  recordOf,
  type Timeline,
  type TurnRecord,
} from "@/lib/view/timeline/records";
import { BlockRows } from "./block-rows";
import { filterKey } from "./filter";
import {
  type Counts,
  countsOf,
  type ListOptions,
  showsTurn,
  type Tally,
  type Totals,
  totalsOf,
} from "./list-block";
import type { Mark, RowRef, TurnSum } from "./row-content";

export interface RowList {
  /** Not everything is laid out yet: refresh again. */
  more: boolean;
  count: number;
  counts: Counts;
  totals: Totals;
  at(index: number): RowRef | null;
  /** -1 when the row is not shown. */
  indexOf(id: RowId): number;
  /** The first row of the first block that began at or after a time (else the last block's); -1 when there is none. */
  indexAt(time: number): number;
  sumOf(turn: TurnRecord): TurnSum;
  /** The calls and model calls of the whole run, whatever is shown of it. */
  marks(): Iterable<Mark>;
}

interface Laid {
  block: Block;
  version: number;
  rows: readonly RowRef[];
  content: BlockRows;
  /** Rows before this block. */
  before: number;
  /** How many of its rows are shown: all, or none where its turn is folded. */
  shown: number;
}

/** A turn and the blocks under it. */
interface Group {
  turn: TurnRecord;
  /** Its row is shown, with the others below it. */
  heads: boolean;
  folded: boolean;
  /** Rows and problems of the blocks under it. */
  rows: number;
  problems: number;
}

/** The version of what is to be laid out again. */
const STALE = -1;
const AT_ROOT = { depth: 0, indent: 0, parent: null };

class List {
  readonly #laid: Laid[] = [];
  readonly #sum: Tally = new Map();
  readonly #groups = new Map<TurnRecord, Group>();
  #options: ListOptions | null = null;
  #several = false;

  refresh(timeline: Timeline, options: ListOptions): RowList {
    const before = this.#options;
    this.#options = options;
    const several = timeline.turns.length > 1;
    const all =
      !before ||
      several !== this.#several ||
      filterKey(before.filter) !== filterKey(options.filter) ||
      before.query !== options.query;
    this.#several = several;
    if (all) this.#clear();
    else if (before) this.#forgetAt(changedBlocks(timeline, before.toggles, options.toggles));
    const { from, groups, more } = this.#layChanged(timeline, options);
    let first = from;
    for (const group of groups) first = Math.min(first, this.#head(group, options));
    this.#renumber(first);
    return { ...this.#view(timeline), more };
  }

  /** `from`: the first block that was laid out; `more`: there was no room for all. */
  #layChanged(timeline: Timeline, options: ListOptions): { from: number; groups: Set<Group>; more: boolean } {
    const groups = new Set<Group>();
    let from = timeline.blocks.length;
    let left = options.atMost ?? Number.POSITIVE_INFINITY;
    for (const block of timeline.blocks) {
      if (this.#laid[block.index]?.version === block.version) continue;
      if (left <= 0) return { from, groups, more: true };
      const { group, laid, done } = this.#lay(timeline, block, { ...options, atMost: left });
      left -= laid;
      if (group) groups.add(group);
      from = Math.min(from, block.index);
      if (!done) return { from, groups, more: true };
    }
    return { from, groups, more: false };
  }

  #clear(): void {
    this.#laid.length = 0;
    this.#sum.clear();
    this.#groups.clear();
  }

  #forgetAt(indexes: Iterable<number>): void {
    for (const index of indexes) {
      const laid = this.#laid[index];
      if (laid) laid.version = STALE;
    }
  }

  /** Lays a block out, as much of it as may be; `group`: the one whose heading it may change. */
  #lay(
    timeline: Timeline,
    block: Block,
    options: ListOptions & { atMost: number },
  ): { group: Group | null; laid: number; done: boolean } {
    const old = this.#laid[block.index];
    const root = timeline.records.get(block.root);
    if (!root) return { group: null, laid: 0, done: true };
    const group =
      root.kind === "turn" ? this.#groupOf(root, options) : block.turn && this.#groupOf(block.turn, options);
    const place =
      group?.heads && root !== group.turn ? { depth: 1, indent: 0, parent: group.turn.id } : AT_ROOT;
    const content = old?.content ?? new BlockRows(this.#sum);
    const { problems } = content;
    const { laid, done } = content.refresh(root, options, { place, atMost: options.atMost });
    const rows = root.kind === "turn" ? (old?.rows ?? []) : content.rows;
    if (group && root !== group.turn) {
      group.rows += rows.length - (old?.rows.length ?? 0);
      group.problems += content.problems - problems;
    }
    const version = done ? block.version : STALE;
    this.#laid[block.index] = { block, version, rows, content, before: 0, shown: 0 };
    return { group, laid, done };
  }

  /** Under a filter a turn is the heading of what is found in it, where there is more than one. */
  #groupOf(turn: TurnRecord, options: ListOptions): Group {
    const heads = this.#several || showsTurn(turn, options);
    const known = this.#groups.get(turn);
    if (known) {
      if (known.heads !== heads) this.#forget(turn);
      known.heads = heads;
      return known;
    }
    const fresh: Group = { turn, heads, folded: false, rows: 0, problems: 0 };
    this.#groups.set(turn, fresh);
    return fresh;
  }

  /** The rows under a turn are laid out again because their depth changes. */
  #forget(turn: TurnRecord): void {
    for (const laid of this.#laid) if (laid.block.turn === turn) laid.version = STALE;
  }

  /** Lays the row of a turn out; the answer is the place from which on rows may have moved. */
  #head(group: Group, options: ListOptions): number {
    const { turn } = group;
    const laid = this.#laid[turn.block.index];
    if (!laid) return turn.block.index;
    const shown = showsTurn(turn, options) || (this.#several && group.rows > 0);
    const folded = shown && options.toggles.get(turn.id) === false;
    const expanded = group.rows > 0 ? !folded : null;
    const [old] = laid.rows;
    if (folded !== group.folded || shown !== Boolean(old) || (old && old.expanded !== expanded)) {
      laid.rows = shown ? [{ id: turn.id, record: turn, attempt: null, ...AT_ROOT, expanded }] : [];
    }
    group.folded = folded;
    return turn.block.index;
  }

  #renumber(from: number): void {
    const last = this.#laid[from - 1];
    let before = last ? last.before + last.shown : 0;
    for (let index = from; index < this.#laid.length; index++) {
      const laid = this.#laid[index];
      if (!laid) continue;
      const { turn } = laid.block;
      laid.before = before;
      laid.shown = turn && this.#groups.get(turn)?.folded ? 0 : laid.rows.length;
      before += laid.shown;
    }
  }

  #view(timeline: Timeline): Omit<RowList, "more"> {
    const laid = this.#laid;
    const last = laid.at(-1);
    const count = last ? last.before + last.shown : 0;
    return {
      count,
      counts: countsOf(this.#sum),
      totals: totalsOf(this.#sum),
      at: (index) => {
        const place = laid[lastWhere(laid, ({ before }) => before <= index)];
        return index < 0 || !place || index >= count ? null : (place.rows[index - place.before] ?? null);
      },
      indexOf: (id) => {
        const found = recordOf(timeline, id);
        const place = found && laid[found.record.block.index];
        const row = place && place.shown > 0 ? place.rows.findIndex((ref) => ref.id === id) : -1;
        return place && row >= 0 ? place.before + row : -1;
      },
      indexAt: (time) => {
        const began = (at: Laid) => (timeline.records.get(at.block.root)?.at ?? 0) < time;
        const first = laid[0] && began(laid[0]) ? lastWhere(laid, began) + 1 : 0;
        return Math.min(laid[first]?.before ?? count, count - 1);
      },
      sumOf: (turn) => {
        const group = this.#groups.get(turn);
        return { problems: group?.problems ?? 0, hidden: group?.folded ? group.rows : 0 };
      },
      *marks() {
        for (const { content } of laid) yield* content.marks();
      },
    };
  }
}

/** The last index for which `holds`, 0 when there is none: it must be true up to some index and false after it. */
function lastWhere(laid: readonly Laid[], holds: (at: Laid) => boolean): number {
  let low = 0;
  let high = laid.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const at = laid[middle];
    if (at && holds(at)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The blocks in which something was folded or unfolded by hand. */
function changedBlocks(
  timeline: Timeline,
  before: ListOptions["toggles"],
  after: ListOptions["toggles"],
): Set<number> {
  const changed = new Set<number>();
  if (before === after) return changed;
  for (const id of [...before.keys(), ...after.keys()]) {
    if (before.get(id) === after.get(id)) continue;
    const found = recordOf(timeline, id);
    if (found) changed.add(found.record.block.index);
  }
  return changed;
}

/** A list that remembers what it laid out. `refresh` brings it up to the timeline and answers a view of it. */
export function createRowList(): { refresh(timeline: Timeline, options: ListOptions): RowList } {
  return new List();
}

/** Folds (or unfolds) all turns at once. */
export function foldTurns(
  timeline: Timeline,
  toggles: ListOptions["toggles"],
  fold: boolean,
): ReadonlyMap<RowId, boolean> {
  const next = new Map(toggles);
  for (const turn of timeline.turns) {
    if (fold) next.set(turn.id, false);
    else next.delete(turn.id);
  }
  return next;
}
