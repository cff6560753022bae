/** Equality of JSON values, and the first two equal items of a list. */
import { isObject } from "./value";

const keysOf = (value: Record<string, unknown>): string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined);

/**
 * Equality as JSON Schema defines it: by value, in any order of members, and `1` equals `1.0`. A member that is
 * `undefined` counts as absent, since JSON text cannot hold it.
 */
export function equalJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return a === 0 && b === 0;
  const keys = keysOf(a);
  return (
    keys.length === keysOf(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  );
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
