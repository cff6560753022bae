/** Finds the known name that a misspelled one most likely means. */

/** No search among more names than this, because it would be noticeably slow. */
const MANY = 500;

/** Null if no name is near. A third of the letters may differ; case, `_` and `-` are ignored. */
export function nearest(name: string, known: readonly string[]): string | null {
  if (name.length > 64 || known.length > MANY) return null;
  let best: string | null = null;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= least) continue;
    const steps = plain(candidate) === plain(name) ? 0 : distance(name, candidate, least);
    if (steps < least) {
      best = candidate;
      least = steps;
    }
  }
  return best;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, "");
}

/** Edits (insert, delete, replace, swap of neighbours) from one text to another; `limit` when there are more. */
function distance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          cost(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          cost(last, j) + 1,
          cost(row, j - 1) + 1,
          swapped ? cost(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...row) >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return cost(last, b.length);
}

function cost(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY;
}
