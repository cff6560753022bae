/** Two JSON values side by side, line by line, compared by path: what is the same, added, removed, changed. */
import { equalJson } from "@/lib/json/equal";
import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { pairs } from "./align";

export type DiffKind = "same" | "removed" | "added" | "changed";

export interface DiffLine {
  kind: DiffKind;
  /** JSON pointer of the value the line belongs to. */
  path: string;
  /** Null where that side has no such line. */
  left: string | null;
  right: string | null;
  /** Of `changed` lines: the stretch that differs, as offsets into the line. */
  leftMark?: [number, number];
  rightMark?: [number, number];
}

interface Half {
  value: unknown;
  /** A comma follows. */
  comma: boolean;
}

interface Place {
  path: string;
  indent: string;
  /** `"name": ` of a member, empty in arrays and at the root. */
  key: string;
}

const keysOf = (value: Record<string, unknown>): string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined);

export function diffJson(left: unknown, right: unknown): DiffLine[] {
  const lines: DiffLine[] = [];
  compare(lines, { path: "", indent: "", key: "" }, [
    { value: left, comma: false },
    { value: right, comma: false },
  ]);
  return lines;
}

/** A value as the lines it takes. */
function printed({ value, comma }: Half, { indent, key }: Place): string[] {
  const text = `${key}${JSON.stringify(value, null, 2) ?? "null"}${comma ? "," : ""}`;
  return text.split("\n").map((line) => indent + line);
}

function compare(lines: DiffLine[], place: Place, [left, right]: [Half, Half]): void {
  const [a, b] = [left.value, right.value];
  if (equalJson(a, b)) pushSame(lines, place, [left, right]);
  else if (isObject(a) && isObject(b)) compareObjects(lines, place, [left, right]);
  else if (Array.isArray(a) && Array.isArray(b) && a.length > 0 && b.length > 0) {
    frame(lines, place, [`${place.key}[`, `${place.key}[`]);
    compareArrays(lines, place, [a, b]);
    close(lines, place, ["]", left, right]);
  } else if (isWhole(a) || isWhole(b)) replace(lines, place, [left, right]);
  else lines.push(changedLine(place.path, printed(left, place)[0] ?? "", printed(right, place)[0] ?? ""));
}

const isWhole = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Equal values are printed the same way on both sides, whatever the order of their members. */
function pushSame(lines: DiffLine[], place: Place, [left, right]: [Half, Half]): void {
  const after = printed({ value: left.value, comma: right.comma }, place);
  for (const [i, line] of printed(left, place).entries()) {
    lines.push({ kind: "same", path: place.path, left: line, right: after[i] ?? "" });
  }
}

function pushRemoved(lines: DiffLine[], place: Place, side: Half): void {
  for (const left of printed(side, place))
    lines.push({ kind: "removed", path: place.path, left, right: null });
}

function pushAdded(lines: DiffLine[], place: Place, side: Half): void {
  for (const right of printed(side, place))
    lines.push({ kind: "added", path: place.path, left: null, right });
}

/** What two lines have in common at both ends is not marked. */
function changedLine(path: string, left: string, right: string): DiffLine {
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < shorter - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  return {
    kind: "changed",
    path,
    left,
    right,
    leftMark: [head, left.length - tail],
    rightMark: [head, right.length - tail],
  };
}

/** The line that opens or closes a value both sides have; a comma makes no difference. */
function frame(lines: DiffLine[], { path, indent }: Place, [left, right]: [string, string]): void {
  lines.push({ kind: "same", path, left: indent + left, right: indent + right });
}

function compareObjects(lines: DiffLine[], place: Place, [left, right]: [Half, Half]): void {
  const a = isObject(left.value) ? left.value : {};
  const b = isObject(right.value) ? right.value : {};
  const names = [...keysOf(a), ...keysOf(b).filter((key) => !has(a, key))];
  if (!names.some((name) => has(a, name)) || !names.some((name) => has(b, name))) {
    replace(lines, place, [left, right]);
    return;
  }
  const [lastLeft, lastRight] = [names.findLast((n) => has(a, n)), names.findLast((n) => has(b, n))];
  frame(lines, place, [`${place.key}{`, `${place.key}{`]);
  for (const name of names) {
    const inner = inside(place, name, `${JSON.stringify(name)}: `);
    const was: Half = { value: a[name], comma: name !== lastLeft };
    const is: Half = { value: b[name], comma: name !== lastRight };
    if (!has(b, name)) pushRemoved(lines, inner, was);
    else if (!has(a, name)) pushAdded(lines, inner, is);
    else compare(lines, inner, [was, is]);
  }
  close(lines, place, ["}", left, right]);
}

const has = (value: Record<string, unknown>, name: string): boolean =>
  Object.hasOwn(value, name) && value[name] !== undefined;

const inside = ({ path, indent }: Place, name: string, key: string): Place => ({
  path: childPointer(path, name),
  indent: `${indent}  `,
  key,
});

const comma = ({ comma: follows }: Half): string => (follows ? "," : "");

function close(lines: DiffLine[], place: Place, [sign, left, right]: [string, Half, Half]): void {
  frame(lines, place, [sign + comma(left), sign + comma(right)]);
}

function replace(lines: DiffLine[], place: Place, [left, right]: [Half, Half]): void {
  pushRemoved(lines, place, left);
  pushAdded(lines, place, right);
}

function compareArrays(lines: DiffLine[], place: Place, [left, right]: [unknown[], unknown[]]): void {
  for (const [i, j] of pairs(left, right)) {
    const inner = inside(place, String(j ?? i), "");
    const was: Half = { value: left[i ?? -1], comma: i !== left.length - 1 };
    const is: Half = { value: right[j ?? -1], comma: j !== right.length - 1 };
    if (i === null) pushAdded(lines, inner, is);
    else if (j === null) pushRemoved(lines, inner, was);
    else compare(lines, inner, [was, is]);
  }
}

// Folding

export type DiffPart =
  | { kind: "lines"; lines: DiffLine[] }
  | { kind: "fold"; of: DiffKind; lines: DiffLine[] };

/** Lines kept at both ends of a long stretch of one kind. */
const KEEP = 3;
const LONG = 12;

/** Long stretches of one kind, folded to their ends: nobody reads a hundred unchanged lines. */
export function foldDiff(lines: DiffLine[]): DiffPart[] {
  const parts: DiffPart[] = [];
  const add = (more: DiffLine[]) => {
    const last = parts.at(-1);
    if (last?.kind === "lines") last.lines.push(...more);
    else parts.push({ kind: "lines", lines: more });
  };
  for (let from = 0; from < lines.length; ) {
    const kind = lines[from]?.kind ?? "same";
    let to = from;
    while (lines[to]?.kind === kind) to++;
    const run = lines.slice(from, to);
    if (run.length <= LONG) add(run);
    else {
      add(run.slice(0, KEEP));
      parts.push({ kind: "fold", of: kind, lines: run.slice(KEEP, -KEEP) });
      add(run.slice(-KEEP));
    }
    from = to;
  }
  return parts;
}
