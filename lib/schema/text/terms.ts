/** Values and lists in words, for messages. */

const SHOWN = 60;

/**
 * Describes a value: `the string "3"`, `the number 3`, `null`, `an array`. Long texts are cut. `raw` is a number as
 * written.
 */
export function valueText(value: unknown, raw?: string): string {
  if (typeof value === "string") return `the string ${quoted(value)}`;
  if (typeof value === "number") return `the number ${cut(raw ?? String(value))}`;
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  if (typeof value === "object" && value !== null)
    return Object.keys(value).length === 0 ? "an empty object" : "an object";
  return String(value);
}

/** A text in quotes and with escapes. A long one is cut and its length is added. */
export function quoted(text: string): string {
  if (text.length <= SHOWN) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, SHOWN)).slice(0, -1)}…" (${text.length} characters)`;
}

export function cut(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

/** Any JSON value as short text. */
export function brief(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return String(value);
  const text = JSON.stringify(value);
  return cut(text);
}

/** "a, b or c". A long list is cut after ten entries, and the number of the others is added. */
export function oneOf(texts: readonly string[]): string {
  if (texts.length > 12) return `${texts.slice(0, 10).join(", ")} or ${texts.length - 10} more`;
  if (texts.length < 2) return texts.join("");
  return `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}

/** "1 item", "2 items". */
export function counted(count: unknown, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${String(count)} ${noun === "property" ? "properties" : `${noun}s`}`;
}

const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

/** "an integer or null" for one or more names of JSON Schema types. */
export function typeText(types: unknown): string {
  const names: unknown[] = Array.isArray(types) ? types : [types];
  return oneOf(names.map((name) => TYPES[String(name)] ?? String(name)));
}
