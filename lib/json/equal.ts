/** Equality of JSON values: by value, whatever the order of members, whatever they are called. */

export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && itemsEqual(a, b);
  const left = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  if (left.length !== right.size) return false;
  return left.every(([key, value]) => right.has(key) && jsonEqual(value, right.get(key)));
}

function itemsEqual(a: unknown[], b: unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => jsonEqual(item, b[i]));
}

/** A text that two JSON values share exactly when they are equal. */
function keyOf(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(keyOf).join(",")}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${keyOf(inner)}`).join(",")}}`;
}

/** The first item that equals an earlier one, and that one; null when all differ. Takes time in proportion to the text. */
export function firstTwins(items: readonly unknown[]): { i: number; j: number } | null {
  const seen = new Map<unknown, number>();
  for (const [i, item] of items.entries()) {
    const scalar = typeof item !== "object" || item === null;
    const key = typeof item === "string" ? `"${item}` : scalar ? item : keyOf(item);
    const j = seen.get(key);
    if (j !== undefined) return { i, j };
    seen.set(key, i);
  }
  return null;
}
