/**
 * The rows of one block. An answer with thousands of calls is laid out in pieces: so many at a time, and later only those
 * in which something has changed.
 */

import type { AnyRecord, ModelRecord } from "@/lib/view/timeline/records";
import {
  addTally,
  answerRows,
  below,
  childrenPart,
  type ListOptions,
  type Part,
  type Place,
  rootPart,
  type Tally,
} from "./list-block";
import type { Mark, RowRef } from "./row-content";

/** Calls of an answer that are laid out together. */
const PIECE = 64;

type Child = ModelRecord["children"][number];

/** Where a child stood when it was laid out: whatever changes it, or what hangs under it, adds a fact to it. */
interface Seen {
  facts: number;
  toggle: boolean | undefined;
}

interface Piece extends Part {
  seen: readonly Seen[];
}

export class BlockRows {
  rows: readonly RowRef[] = [];
  /** Calls, model calls and decisions in it that went wrong. */
  problems = 0;
  readonly #sum: Tally;
  #own: Part | null = null;
  #pieces: Piece[] = [];
  #depth = -1;

  /** `sum`: what all blocks count together. */
  constructor(sum: Tally) {
    this.#sum = sum;
  }

  *marks(): Iterable<Mark> {
    yield* this.#own?.marks ?? [];
    for (const { marks } of this.#pieces) yield* marks;
  }

  /**
   * Lays out what has changed since, no more than about `atMost` records but always some. `done`: nothing is left of it;
   * what is left stays as it was.
   */
  refresh(
    root: AnyRecord,
    options: ListOptions,
    { place, atMost }: { place: Place; atMost: number },
  ): { laid: number; done: boolean } {
    const own = rootPart(root, options, place);
    this.#replace(this.#own, own);
    this.#own = own;
    this.rows = own.rows;
    if (root.kind !== "model") return { laid: 1, done: true };
    const again = this.#depth !== place.depth;
    this.#depth = place.depth;
    if (again) for (const piece of this.#pieces) piece.seen = [];
    const laid = this.#refreshPieces(root.children, options, { place: below(root, place), atMost });
    this.rows = answerRows(root, options, { place, parts: [own, ...this.#pieces] });
    return laid;
  }

  #refreshPieces(
    children: readonly Child[],
    options: ListOptions,
    { place, atMost }: { place: Place; atMost: number },
  ): { laid: number; done: boolean } {
    let laid = 1;
    for (let from = 0; from < children.length; from += PIECE) {
      const old = this.#pieces[from / PIECE];
      const some = children.slice(from, from + PIECE);
      if (old && !hasChanged(old, some, options)) continue;
      if (laid > atMost) return { laid, done: false };
      const part = childrenPart(some, options, place);
      this.#replace(old ?? null, part);
      this.#pieces[from / PIECE] = { ...part, seen: some.map((child) => seenNow(child, options)) };
      laid += some.length;
    }
    return { laid, done: true };
  }

  #replace(before: Part | null, after: Part): void {
    if (before) addTally(this.#sum, before.tally, -1);
    addTally(this.#sum, after.tally, 1);
    this.problems += problemsIn(after) - problemsIn(before);
  }
}

const problemsIn = (part: Part | null): number => part?.tally.get("problems") ?? 0;

const seenNow = ({ id, facts }: Child, { toggles }: ListOptions): Seen => ({
  facts: facts.length,
  toggle: toggles.get(id),
});

const hasChanged = ({ seen }: Piece, children: readonly Child[], { toggles }: ListOptions): boolean =>
  seen.length !== children.length ||
  children.some(({ id, facts }, i) => seen[i]?.facts !== facts.length || seen[i]?.toggle !== toggles.get(id));
