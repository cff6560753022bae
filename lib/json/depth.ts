/** Reading the JSON that scripts and workers answer with. PURE. */
import { depthOfText } from "./text";

/** Deeper values cannot be written again: `JSON.stringify` has no room for them. */
const MOST_LEVELS = 500;

type Parsed = { ok: true; value: unknown } | { ok: false; error: string };

/** Reads a JSON text. The error says what is wrong, without saying whose text it is. */
export function parseJson(text: string): Parsed {
  if (depthOfText(text) > MOST_LEVELS)
    return { ok: false, error: `is nested deeper than ${MOST_LEVELS} levels` };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, error: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const MARKED = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Reads a JSON text so that nothing of it changes: every number keeps its digits and every object the order of its
 * members. The tree is only good for `printExact`.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(
    text.replace(MARKED, (token) => (token.startsWith('"') ? `"$${token.slice(1)}` : `"#${token}"`)),
  );
}

/** Compact JSON of a part of a `parseExact` tree. */
export function printExact(node: unknown): string {
  if (typeof node === "string") return node.startsWith("#") ? node.slice(1) : JSON.stringify(node.slice(1));
  if (Array.isArray(node)) return `[${node.map(printExact).join(",")}]`;
  if (typeof node !== "object" || node === null) return String(node);
  const members = Object.entries(node).map(
    ([key, value]) => `${JSON.stringify(key.slice(1))}:${printExact(value)}`,
  );
  return `{${members.join(",")}}`;
}
