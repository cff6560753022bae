const UNSAFE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * A text fit for a column of its own: what not every database can hold (NUL, half of a surrogate pair) becomes U+FFFD.
 * JSON bodies need none of this: there such characters are written as escapes.
 */
export function columnText(text: string): string {
  return text.replace(UNSAFE, "\uFFFD");
}
