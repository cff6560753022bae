import { isObject } from "@/lib/json/value";

/** What `minLength`, `maxItems` and similar keywords count: characters, items or members. Null for any other value. */
export function lengthOf(value: unknown): number | null {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : null;
}
