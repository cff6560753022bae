/** The palette: of everything that can be done or opened here, what fits what was typed, best first, grouped and bounded. */

export type PaletteGroup = "command" | "tool" | "run" | "call" | "workspace" | "sample";

export interface PaletteEntry {
  /** Stable, so that it can be remembered as used lately. */
  id: string;
  group: PaletteGroup;
  /** What is read first, and searched letter by letter. */
  label: string;
  /** More words to be found by, such as an id; they count less. */
  also?: string;
}

/** An entry with its texts as they are compared: made once for a list that is searched many times. */
export interface Indexed<E extends PaletteEntry> {
  entry: E;
  label: string;
  also: string;
}

export interface Hit<E extends PaletteEntry> {
  entry: E;
  /** Places of the label's characters that were typed, rising. */
  marks: number[];
}

export interface HitGroup<E extends PaletteEntry> {
  group: PaletteGroup | "recent";
  hits: Hit<E>[];
  /** How many more fit and are not shown. */
  more: number;
}

const ORDER: PaletteGroup[] = ["command", "tool", "run", "call", "workspace", "sample"];

/** Shown of each group at most: with nothing typed, and with something. */
const IDLE = 5;
const FOUND = 8;
/** Commands are few, and their list is also where one learns them. */
const COMMANDS = 60;
const RECENT = 6;
const LONGEST_QUERY = 100;

export const indexEntries = <E extends PaletteEntry>(entries: readonly E[]): Indexed<E>[] =>
  entries.map((entry) => ({
    entry,
    label: entry.label.toLowerCase(),
    also: (entry.also ?? "").toLowerCase(),
  }));

/** `recent`: ids used lately, the last one first. */
export function searchPalette<E extends PaletteEntry>(
  all: readonly Indexed<E>[],
  query: string,
  recent: readonly string[],
): HitGroup<E>[] {
  const words = query.slice(0, LONGEST_QUERY).toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? idle(all, recent) : found(all, words, recent);
}

function idle<E extends PaletteEntry>(all: readonly Indexed<E>[], recent: readonly string[]): HitGroup<E>[] {
  const byId = new Map(all.map(({ entry }) => [entry.id, entry]));
  const lately = recent
    .flatMap((id) => byId.get(id) ?? [])
    .slice(0, RECENT)
    .map((entry) => ({ entry, marks: [] }));
  const groups: HitGroup<E>[] = lately.length > 0 ? [{ group: "recent", hits: lately, more: 0 }] : [];
  for (const group of ORDER) {
    const own = all.filter(({ entry }) => entry.group === group);
    const shown = own.slice(0, group === "command" ? COMMANDS : IDLE);
    if (shown.length === 0) continue;
    const hits = shown.map(({ entry }) => ({ entry, marks: [] }));
    groups.push({ group, hits, more: own.length - shown.length });
  }
  return groups;
}

interface Scored<E extends PaletteEntry> extends Hit<E> {
  score: number;
}

function found<E extends PaletteEntry>(
  all: readonly Indexed<E>[],
  words: readonly string[],
  recent: readonly string[],
): HitGroup<E>[] {
  const byGroup = new Map<PaletteGroup, Scored<E>[]>();
  for (const indexed of all) {
    const scored = scoreOf(indexed, words);
    if (!scored) continue;
    const { entry } = indexed;
    const lately = recent.indexOf(entry.id);
    const hit = { entry, marks: scored.marks, score: scored.score + (lately < 0 ? 0 : RECENT_BONUS) };
    const beside = byGroup.get(entry.group);
    if (beside) beside.push(hit);
    else byGroup.set(entry.group, [hit]);
  }
  const groups = [...byGroup].map(([group, hits]) => {
    hits.sort((a, b) => b.score - a.score);
    return { group, hits, best: hits[0]?.score ?? 0 };
  });
  // The group of the best hit first; ties in the order that is known from the list without a query.
  groups.sort((a, b) => b.best - a.best || ORDER.indexOf(a.group) - ORDER.indexOf(b.group));
  return groups.map(({ group, hits }) => ({
    group,
    hits: hits.slice(0, FOUND).map(({ entry, marks }) => ({ entry, marks })),
    more: Math.max(0, hits.length - FOUND),
  }));
}

const RECENT_BONUS = 12;
const WHOLE = 120;
const AT_START = 100;
const AT_WORD = 80;
const WITHIN = 60;
const ALSO_WORD = 45;
const ALSO = 30;
/** Letters in order with gaps between: never above a text that holds the word. */
const SCATTERED = 28;

/** Every word must be found; what is found earlier, at the beginning of words and in shorter labels counts more. */
function scoreOf(
  { label, also }: Pick<Indexed<PaletteEntry>, "label" | "also">,
  words: readonly string[],
): { score: number; marks: number[] } | null {
  let score = 0;
  const marks = new Set<number>();
  for (const word of words) {
    const match = inLabel(label, word) ?? inOther(also, word) ?? scattered(label, word);
    if (!match) return null;
    score += match.score;
    for (const mark of match.marks) marks.add(mark);
  }
  const lengthCost = Math.min(10, label.length / 10);
  return { score: score / words.length - lengthCost, marks: [...marks].sort((a, b) => a - b) };
}

interface Match {
  score: number;
  marks: number[];
}

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "");

/** Where a word occurs in a text, preferably at the beginning of one of its words; -1 if it does not occur. */
function placeOf(text: string, word: string): number {
  const first = text.indexOf(word);
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) if (isWordStart(text, at)) return at;
  return first;
}

function inLabel(label: string, word: string): Match | null {
  const at = placeOf(label, word);
  if (at < 0) return null;
  const marks = range(at, at + word.length);
  if (label === word) return { score: WHOLE, marks };
  if (at === 0) return { score: AT_START, marks };
  return { score: isWordStart(label, at) ? AT_WORD : WITHIN, marks };
}

function inOther(also: string, word: string): Match | null {
  const at = placeOf(also, word);
  return at < 0 ? null : { score: isWordStart(also, at) ? ALSO_WORD : ALSO, marks: [] };
}

/** `gwe` in `get_weather`: its letters in order, each at the next word's beginning if it is there, and not far apart. */
function scattered(label: string, word: string): Match | null {
  if (word.length < 2) return null;
  const marks: number[] = [];
  let jumps = 0;
  let from = 0;
  for (const letter of word) {
    const at = nextOf(label, letter, from);
    if (at < 0) return null;
    if (at !== from && !isWordStart(label, at)) jumps += 1;
    from = at + letter.length;
    marks.push(...range(at, from));
  }
  const span = from - (marks[0] ?? 0);
  const loose = span - marks.length;
  // Beginnings of words may be any way apart; what jumps into words and far is found by chance.
  if (jumps > 0 && loose > word.length * 2) return null;
  return { score: Math.max(1, SCATTERED - loose - jumps * 2), marks };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** A letter right here, else at the beginning of a later word, else anywhere. */
function nextOf(label: string, letter: string, from: number): number {
  if (from > 0 && label.startsWith(letter, from)) return from;
  const first = label.indexOf(letter, from);
  for (let at = first; at >= 0; at = label.indexOf(letter, at + 1)) if (isWordStart(label, at)) return at;
  return first;
}

/** A list of ids used lately with one more in front: each once, and no longer than is of use. */
export const withRecent = (recent: readonly string[], id: string): string[] =>
  [id, ...recent.filter((other) => other !== id)].slice(0, RECENT * 2);
