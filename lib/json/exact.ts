/**
 * Prints a JSON text, or a part of it, from the text itself. Values never pass through JavaScript's numbers, so a
 * 19-digit id keeps its digits and members keep their order. Of two members with the same key the last one counts, as it
 * does in the parsed value.
 */
import { readJson } from "./read";
import type { Spans } from "./spans";

/** Deeper texts are not formatted: nobody can read them. */
const MAX_FORMATTED_DEPTH = 200;

export interface FormattedJson {
  text: string;
  kind: "object" | "array" | "string" | "number" | "boolean" | "null";
}

/** The text with two spaces of indentation for each level; null when it is not JSON or nested too deeply. */
export function formatJson(text: string): FormattedJson | null {
  const read = readJson(text, { depth: MAX_FORMATTED_DEPTH, portable: false });
  if (!read.ok) return null;
  const source = { text, spans: read.spans, indent: "  ", leaf: (written: string) => written };
  return { text: print(source, 0, ""), kind: kindOf(read.value) };
}

/** One value of the text as compact JSON: numbers as written, strings as `JSON.stringify` writes them. */
export function compactJson(text: string, spans: Spans, value: number): string {
  return print({ text, spans, indent: "", leaf: normalised }, value, "");
}

const normalised = (written: string): string =>
  written.startsWith('"') ? JSON.stringify(JSON.parse(written)) : written;

interface Source {
  text: string;
  spans: Spans;
  /** Empty: everything on one line. */
  indent: string;
  /** Prints a key or a scalar. */
  leaf: (written: string) => string;
}

function print(source: Source, value: number, margin: string): string {
  const { text, spans, indent, leaf } = source;
  const { start, end } = spans.valueSpan(value);
  const opener = text[start];
  if (opener !== "{" && opener !== "[") return leaf(text.slice(start, end));
  const inner = margin + indent;
  const colon = indent === "" ? ":" : ": ";
  const parts =
    opener === "["
      ? spans.children(value).map((item) => print(source, item, inner))
      : membersOf(source, value).map(([key, member]) => leaf(key) + colon + print(source, member, inner));
  const closer = opener === "{" ? "}" : "]";
  if (indent === "" || parts.length === 0) return opener + parts.join(",") + closer;
  return `${opener}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${closer}`;
}

/** Keys as written with their values, each key once. */
function membersOf({ text, spans }: Source, value: number): [string, number][] {
  const members = new Map<unknown, [string, number]>();
  for (const member of spans.children(value)) {
    const span = spans.keySpan(member);
    const key = span ? text.slice(span.start, span.end) : '""';
    members.set(JSON.parse(key), [key, member]);
  }
  return [...members.values()];
}

function kindOf(value: unknown): FormattedJson["kind"] {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "boolean" : "object";
}
