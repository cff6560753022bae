/**
 * The time axis: from a time to a place between 0 and 1. Long stretches without work are folded to a narrow strip, so
 * that what happened keeps its room:
 *
 *     |──run──|⌇|──run──|────run────|⌇|─|
 */
import type { Gap } from "@/lib/view/timeline/records";

/** Folding shorter stretches would hide more than it saves, in milliseconds. */
const MIN_FOLD = 1_000;
/** A stretch is folded when it would take more than this part of the axis … */
const LARGE = 0.25;
/** … and, from the longest on, until what is left idle takes no more than this part. */
const IDLE = 0.5;
const FOLD_PX = 26;
/** Where there is room a fold is as wide as its words, "idle 4 m 12 s". */
const FOLD_WORDS_PX = 88;
const ROOMY_PX = 520;
/** All folds together take at most this part. */
const FOLDS = 0.3;
const TICK_PX = 72;

export interface AxisInput {
  /** What to show, in milliseconds since the epoch. */
  from: number;
  to: number;
  /** Where the labels count from. */
  origin: number;
  /** Stretches without work, in order, not overlapping; those outside of the range are left out here. */
  gaps: readonly Gap[];
  width: number;
  /** Gaps, by where they begin, that are not to be folded. */
  unfolded?: ReadonlySet<number>;
}

export interface Tick {
  at: number;
  x: number;
  label: string;
  /** Stands right after a fold. */
  folded: boolean;
}

export interface Fold {
  /** Where its gap begins, also where the range cuts it: its name. */
  key: number;
  /** Left edge and width, as parts of the axis. */
  x: number;
  width: number;
  /** How much time without work it replaces, in milliseconds. */
  ms: number;
}

export interface Axis {
  from: number;
  to: number;
  /** 0 to 1; times outside the range are placed at its edge. */
  x(at: number): number;
  /** The reverse: the time at a place between 0 and 1. */
  at(x: number): number;
  ticks: Tick[];
  folds: Fold[];
  /** Gaps that would be folded, were they not unfolded by hand. */
  open: Fold[];
}

interface Piece {
  from: number;
  to: number;
  x: number;
  width: number;
  /** The key of the fold that it is; null where time runs. */
  fold: number | null;
}

/** A gap cut to the range. */
interface Cut extends Gap {
  key: number;
}

export function createAxis(input: AxisInput): Axis {
  const { from, width } = input;
  const to = Math.max(input.to, from + 1);
  const long = foldable(from, to, within(input.gaps, from, to));
  const isOpen = ({ key }: Cut) => input.unfolded?.has(key) ?? false;
  const folded = long.filter((gap) => !isOpen(gap));
  const hidden = folded.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const wanted = width >= ROOMY_PX ? FOLD_WORDS_PX : FOLD_PX;
  const foldWidth = folded.length === 0 ? 0 : Math.min(wanted / Math.max(width, 1), FOLDS / folded.length);
  const scale = (1 - foldWidth * folded.length) / (to - from - hidden);
  const pieces = piecesOf(from, to, { folded, foldWidth, scale });
  return {
    from,
    to,
    x: (at) => place(pieces, Math.min(Math.max(at, from), to)),
    at: (x) => timeAt(pieces, Math.min(Math.max(x, 0), 1)),
    ticks: ticksOf(pieces, { origin: input.origin, width, pxPerMs: scale * width }),
    folds: pieces.flatMap(({ fold, x, width, from, to }) =>
      fold === null ? [] : { key: fold, x, width, ms: to - from },
    ),
    open: long.filter(isOpen).map((gap) => {
      const x = place(pieces, gap.from);
      return { key: gap.key, x, width: place(pieces, gap.to) - x, ms: lengthOf(gap) };
    }),
  };
}

/** The gaps inside the range, cut to it. Both ends are found by bisection. */
function within(gaps: readonly Gap[], from: number, to: number): Cut[] {
  let low = 0;
  let high = gaps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((gaps[middle]?.to ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  const inside: Cut[] = [];
  for (let i = low; i < gaps.length; i++) {
    const gap = gaps[i];
    if (!gap || gap.from >= to) break;
    inside.push({ key: gap.from, from: Math.max(gap.from, from), to: Math.min(gap.to, to) });
  }
  return inside;
}

const lengthOf = (gap: Gap): number => gap.to - gap.from;

function foldable(from: number, to: number, gaps: Cut[]): Cut[] {
  const longest = gaps.filter((gap) => lengthOf(gap) >= MIN_FOLD).sort((a, b) => lengthOf(b) - lengthOf(a));
  let shown = to - from;
  let idle = gaps.reduce((sum, gap) => sum + lengthOf(gap), 0);
  const folded: Cut[] = [];
  for (const gap of longest) {
    const ms = lengthOf(gap);
    if (ms <= shown * LARGE && idle <= shown * IDLE) break;
    folded.push(gap);
    shown -= ms;
    idle -= ms;
  }
  return shown > 0 ? folded.sort((a, b) => a.from - b.from) : [];
}

interface Scale {
  folded: Cut[];
  foldWidth: number;
  scale: number;
}

function piecesOf(from: number, to: number, { folded, foldWidth, scale }: Scale): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  let x = 0;
  const push = (until: number, width: number, fold: number | null) => {
    pieces.push({ from: at, to: until, x, width, fold });
    at = until;
    x += width;
  };
  for (const gap of folded) {
    if (gap.from > at) push(gap.from, (gap.from - at) * scale, null);
    push(gap.to, foldWidth, gap.key);
  }
  if (to > at) push(to, (to - at) * scale, null);
  return pieces;
}

/** The last piece that begins at or before a value of `by`. */
function pieceAt(pieces: Piece[], by: "from" | "x", value: number): Piece | undefined {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.[by] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

function place(pieces: Piece[], at: number): number {
  const piece = pieceAt(pieces, "from", at);
  if (!piece) return 0;
  return piece.x + (piece.width * (at - piece.from)) / (piece.to - piece.from);
}

function timeAt(pieces: Piece[], x: number): number {
  const piece = pieceAt(pieces, "x", x);
  if (!piece) return 0;
  const into = piece.width > 0 ? Math.min((x - piece.x) / piece.width, 1) : 0;
  return piece.from + into * (piece.to - piece.from);
}

// Ticks

const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 86_400_000,
];

/** Decimals of a second that a step needs. */
const decimals = (step: number): number => (step >= 1_000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3);

/** "250 ms", "3 s", "1.5 s", "2:05"; `step` says how fine. */
function tickLabel(ms: number, step: number): string {
  if (ms === 0) return "0";
  if (step < 100 && ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(decimals(step))} s`;
  const seconds = Math.floor(ms / 1_000);
  const two = (n: number) => String(n).padStart(2, "0");
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

interface Ruler {
  origin: number;
  width: number;
  pxPerMs: number;
}

/** The round times in a stretch; of a fold only where time goes on. */
function* ticksIn(piece: Piece, origin: number, step: number): Generator<Tick> {
  if (piece.fold !== null) {
    const label = tickLabel(piece.to - origin, Math.min(step, 100));
    yield { at: piece.to, x: piece.x + piece.width, label, folded: true };
    return;
  }
  const scale = piece.width / (piece.to - piece.from);
  for (let n = Math.ceil((piece.from - origin) / step); origin + n * step <= piece.to; n++) {
    const at = origin + n * step;
    yield { at, x: piece.x + (at - piece.from) * scale, label: tickLabel(n * step, step), folded: false };
  }
}

/** Labels never overlap; the label after a fold takes precedence over a round time. */
function addTick(ticks: Tick[], tick: Tick, apart: number): void {
  const isFree = () => tick.x - (ticks.at(-1)?.x ?? Number.NEGATIVE_INFINITY) >= apart;
  if (tick.folded && !isFree() && !ticks.at(-1)?.folded) ticks.pop();
  if (isFree()) ticks.push(tick);
}

function ticksOf(pieces: Piece[], { origin, width, pxPerMs }: Ruler): Tick[] {
  const step = STEPS.find((ms) => ms * pxPerMs >= TICK_PX) ?? 86_400_000;
  const ticks: Tick[] = [];
  for (const piece of pieces) {
    for (const tick of ticksIn(piece, origin, step)) addTick(ticks, tick, (TICK_PX * 0.8) / width);
  }
  return ticks;
}
