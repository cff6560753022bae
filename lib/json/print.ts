import { depthOfText } from "./tokens";

/** Levels that are set in by two spaces each. */
const MAX_INDENTED = 100;

/**
 * A JSON value as a text for people, with two spaces a level; one that is nested deeper than 100 levels on one line,
 * since its indentation would be many times as long as the value. The same value gives the same text, so places in it
 * hold wherever it is printed.
 */
export function printJson(value: unknown): string {
  const line = JSON.stringify(value) ?? "null";
  return depthOfText(line) > MAX_INDENTED ? line : JSON.stringify(value, null, 2);
}

/** Arguments and results as text: a string as it is, null as the empty text, anything else as compact JSON (D17). */
export const canonical = (value: unknown): string =>
  typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value);
