/**
 * A text as rows of coloured, marked pieces. Rows are cut at a number of columns, so that one line of half a million
 * characters is as easy to show as a thousand short ones; pieces are made for the rows in view only.
 */
import type { Place } from "@/lib/json/lines";
import { tokensOf } from "@/lib/json/tokens";
import type { Tone } from "@/lib/view/text/labels";

export type Token = "key" | "string" | "number" | "word" | "sign" | "plain" | "hidden";

/** A stretch of the text to point at. `length` 0 is the point before the character at `offset`. */
export interface Mark {
  id: string;
  offset: number;
  length: number;
  tone: Tone;
}

export const markOf = (id: string, { offset, length }: Place, tone: Tone): Mark => ({
  id,
  offset,
  length,
  tone,
});

/** `line` counts from 1; `first` is false on the rows that continue a long line. Offsets into the text. */
export interface CodeRow {
  line: number;
  first: boolean;
  from: number;
  to: number;
}

export interface Piece {
  /** What to show; for hidden characters their name instead of themselves. */
  text: string;
  token: Token;
  /** Ids of the marks over it. */
  marks: string[];
  tone: Tone | null;
}

export interface Code {
  text: string;
  rows: CodeRow[];
  lines: number;
  /** The row that holds an offset. */
  rowAt(offset: number): number;
  pieces(row: number, marks: readonly Mark[]): Piece[];
}

interface Options {
  /** At most so many characters a row. */
  columns: number;
  language: "json" | "text";
}

/** Longer lines are shown without colours. */
const COLOURED = 200_000;

export function codeOf(text: string, { columns, language }: Options): Code {
  const rows = rowsOf(text, Math.max(8, Math.floor(columns)));
  const colours = new Map<number, Stretch[]>();
  const coloursOf = (row: number): Stretch[] => {
    const line = rows[row]?.line ?? 0;
    const known = colours.get(line);
    if (known) return known;
    const [from, to] = lineBounds(rows, row);
    const found = language === "json" && to - from <= COLOURED ? tokenise(text, from, to) : [];
    colours.set(line, found);
    return found;
  };
  return {
    text,
    rows,
    lines: rows.at(-1)?.line ?? 1,
    rowAt: (offset) => bisect(rows, (row) => row.from <= offset),
    pieces: (index, marks) => {
      const row = rows[index];
      return row ? cut({ text, row, tokens: coloursOf(index), marks }) : [];
    },
  };
}

/** The last index for which `holds`; 0 when there is none. `holds` must be true up to some index and false after it. */
function bisect<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const item = list[middle];
    if (item !== undefined && holds(item)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function rowsOf(text: string, columns: number): CodeRow[] {
  const rows: CodeRow[] = [];
  let line = 1;
  for (let from = 0; from <= text.length; line++) {
    const newline = text.indexOf("\n", from);
    const end = newline < 0 ? text.length : newline;
    const shown = newline >= 0 && text[end - 1] === "\r" ? end - 1 : end;
    pushLine(rows, { line, from, to: shown }, { text, columns });
    from = end + 1;
  }
  return rows;
}

type Line = Omit<CodeRow, "first">;

function pushLine(rows: CodeRow[], { line, from, to }: Line, whole: { text: string; columns: number }): void {
  let at = from;
  do {
    const end = at + whole.columns < to ? cutAt(whole.text, at, whole.columns) : to;
    rows.push({ line, first: at === from, from: at, to: end });
    at = end;
  } while (at < to);
}

/** How far back from the edge a better place for a cut is looked for. */
const LOOK_BACK = 24;

/** Behind a space or comma near the edge, else at the edge, but never between the two halves of a character. */
function cutAt(text: string, from: number, columns: number): number {
  const edge = from + columns;
  const lowest = Math.max(from + columns / 2, edge - LOOK_BACK);
  for (let at = edge; at > lowest; at--) if (text[at - 1] === " " || text[at - 1] === ",") return at;
  const splits =
    (text.charCodeAt(edge) & 0xfc00) === 0xdc00 && (text.charCodeAt(edge - 1) & 0xfc00) === 0xd800;
  return splits ? edge + 1 : edge;
}

function lineBounds(rows: readonly CodeRow[], row: number): [number, number] {
  const line = rows[row]?.line;
  let [first, last] = [row, row];
  while (rows[first - 1]?.line === line) first--;
  while (rows[last + 1]?.line === line) last++;
  return [rows[first]?.from ?? 0, rows[last]?.to ?? 0];
}

// Colours

interface Stretch {
  from: number;
  to: number;
  token: Token;
}

/** Colours one line. A string that is not closed ends with its line. */
function tokenise(text: string, from: number, to: number): Stretch[] {
  return [...tokensOf(text.slice(from, to))].map(({ kind, start, end }) => ({
    from: from + start,
    to: from + end,
    token: kind,
  }));
}

// Pieces

/** Characters that show nothing, or turn the reading direction: shown by their name. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffc]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const nameOf = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

interface Cut {
  text: string;
  row: CodeRow;
  tokens: readonly Stretch[];
  marks: readonly Mark[];
}

interface Row extends Cut {
  /** Offsets of hidden characters. */
  hidden: Set<number>;
}

/** Cuts a row wherever a colour, a mark or a hidden character begins or ends. */
function cut(input: Cut): Piece[] {
  const row = rowWith(input);
  const edges = edgesOf(row);
  const pieces: Piece[] = [];
  for (const [i, from] of edges.entries()) {
    pieces.push(...points(row.marks, from));
    const to = edges[i + 1];
    if (to !== undefined) pieces.push(pieceOf(row, from, to));
  }
  return pieces;
}

/** Only what touches the row. */
function rowWith({ text, row, tokens, marks }: Cut): Row {
  const first = bisect(tokens, (token) => token.from <= row.from);
  let last = first;
  while (tokens[last] && (tokens[last]?.from ?? 0) < row.to) last++;
  const hidden = [...text.slice(row.from, row.to).matchAll(HIDDEN)].map(({ index }) => row.from + index);
  return {
    text,
    row,
    tokens: tokens.slice(first, last).filter((token) => token.to > row.from),
    marks: marks.filter((mark) => touches(mark, row, text)),
    hidden: new Set(hidden),
  };
}

function edgesOf({ row, tokens, marks, hidden }: Row): number[] {
  const all = [
    ...tokens.flatMap(({ from, to }) => [from, to]),
    ...marks.flatMap(({ offset, length }) => [offset, offset + length]),
    ...[...hidden].flatMap((at) => [at, at + 1]),
  ].filter((edge) => edge > row.from && edge < row.to);
  return [...new Set([row.from, ...all, row.to])].sort((a, b) => a - b);
}

function pieceOf({ text, tokens, marks, hidden }: Row, from: number, to: number): Piece {
  const over = marks.filter(({ offset, length }) => offset < to && offset + length > from);
  const shown = text.slice(from, to);
  const token = tokens.find((candidate) => candidate.from < to && candidate.to > from)?.token ?? "plain";
  return {
    text: hidden.has(from) ? nameOf(shown) : shown,
    token: hidden.has(from) ? "hidden" : token,
    marks: over.map((mark) => mark.id),
    tone: over[0]?.tone ?? null,
  };
}

/** A point behind the last character of a row belongs to it only if the line ends there. */
function touches({ offset, length }: Mark, row: CodeRow, text: string): boolean {
  if (length > 0) return offset < row.to && offset + length > row.from;
  if (offset === row.to) return row.to === text.length || text[row.to] === "\n" || text[row.to] === "\r";
  return offset >= row.from && offset < row.to;
}

/** Marks without length, as empty pieces. */
function points(marks: readonly Mark[], at: number): Piece[] {
  return marks
    .filter(({ offset, length }) => length === 0 && offset === at)
    .map(({ id, tone }) => ({ text: "", token: "plain", marks: [id], tone }));
}
