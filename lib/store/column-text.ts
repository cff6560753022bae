const UNSAFE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Makes a text safe for a text column: characters that not every database can hold (NUL, lone surrogates) become U+FFFD.
 * JSON bodies do not need this, because they hold such characters as escapes.
 */
export function columnText(text: string): string {
  return text.replace(UNSAFE, "\uFFFD");
}
