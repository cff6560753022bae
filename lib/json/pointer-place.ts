/** Finds the place of a JSON pointer in a text while it is being typed. */
import { pointerTokens } from "./pointer";
import { readJson } from "./read";

/**
 * The member (with its key) or the item that a pointer leads to; the whole text for the root. In a text with a syntax
 * error, everything before the error is found. Null where the text has no such value.
 */
export function placeOfPointer(text: string, pointer: string): { offset: number; length: number } | null {
  const tokens = pointerTokens(pointer);
  if (tokens.length === 0) return { offset: 0, length: text.length };
  const { spans } = readJson(text, { depth: Number.POSITIVE_INFINITY, portable: false });
  const found = spans.find(tokens);
  if (found < 0) return null;
  const { start, end } = spans.memberSpan(found);
  return { offset: start, length: end - start };
}
