/** Which items of two lists belong together. */
import { equalJson } from "@/lib/json/equal";

/** Index in the first list and in the second; null where that one has no counterpart. */
export type Pair = [number | null, number | null];

/** Aligns two lists: equal items are paired, and items between them are paired by position. */
export function pairs(a: unknown[], b: unknown[]): Pair[] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && equalJson(a[head], b[head])) head++;
  let tail = 0;
  while (tail < shorter - head && equalJson(a[a.length - 1 - tail], b[b.length - 1 - tail])) tail++;
  const out: Pair[] = [];
  for (let i = 0; i < head; i++) out.push([i, i]);
  let [i, j] = [head, head];
  for (const [x, y] of matches(a.slice(head, a.length - tail), b.slice(head, b.length - tail))) {
    out.push(...between([i, head + x], [j, head + y]), [head + x, head + y]);
    [i, j] = [head + x + 1, head + y + 1];
  }
  out.push(...between([i, a.length - tail], [j, b.length - tail]));
  for (let k = tail; k > 0; k--) out.push([a.length - k, b.length - k]);
  return out;
}

function between([i, untilI]: [number, number], [j, untilJ]: [number, number]): Pair[] {
  const out: Pair[] = [];
  for (let k = 0; i + k < untilI || j + k < untilJ; k++) {
    out.push([i + k < untilI ? i + k : null, j + k < untilJ ? j + k : null]);
  }
  return out;
}

/** Beyond this many comparisons items are paired by their place alone. */
const MANY = 40_000;

/** Lengths of the longest common subsequences of all tails, `at(i, j)` for those from `i` and `j` on. */
function tailLengths(a: unknown[], b: unknown[]): (i: number, j: number) => number {
  const width = b.length + 1;
  const best = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const equal = equalJson(a[i], b[j]);
      best[i * width + j] = equal ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

/** The longest common subsequence, as index pairs. */
function matches(a: unknown[], b: unknown[]): [number, number][] {
  if (a.length * b.length > MANY || a.length === 0 || b.length === 0) return [];
  const at = tailLengths(a, b);
  const found: [number, number][] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (equalJson(a[i], b[j])) found.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
}
