/** Prints JSON values: for people, and as the text that a call or its result is recorded with. */
import { depthOfText } from "./tokens";

/** Deeper values are printed on one line. */
const MAX_INDENTED = 100;

/**
 * A JSON value with two spaces of indentation for each level. A value that is nested deeper than 100 levels goes on one
 * line, since its indentation would be many times longer than itself. The same value always gives the same text, so
 * places in that text stay valid.
 */
export function printJson(value: unknown): string {
  const line = JSON.stringify(value) ?? "null";
  return depthOfText(line) > MAX_INDENTED ? line : JSON.stringify(value, null, 2);
}

/** Arguments and results as text: a string as it is, null as the empty text, anything else as compact JSON (D17). */
export const canonical = (value: unknown): string =>
  typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value);
