/** Explains why a text is not JSON to the person or model who wrote it. All wordings are in this file. */

export interface JsonSyntaxError {
  reason: string;
  offset: number;
  length: number;
  /** Reading stopped at a limit: the text may be valid JSON. */
  limit?: true;
}

/** What the reader expected at the place where it stopped. */
export type Expected =
  | "value"
  | "item or ]"
  | "key"
  | "key or }"
  | ": after the key"
  | ", or }"
  | ", or ]"
  | "end";

const ENDS: Record<Expected, string> = {
  value: "where a value should follow",
  "item or ]": "inside an array",
  key: "inside an object",
  "key or }": "inside an object",
  ": after the key": "after a key",
  ", or }": "inside an object",
  ", or ]": "inside an array",
  end: "after the value",
};

/** Words of other languages, and what JSON has instead. */
const FOREIGN_WORDS: Record<string, string> = {
  NaN: "JSON has no NaN or Infinity",
  Infinity: "JSON has no NaN or Infinity",
  "-Infinity": "JSON has no NaN or Infinity",
  True: "True is Python: JSON has true",
  False: "False is Python: JSON has false",
  None: "None is Python: JSON has null",
  undefined: "undefined is JavaScript: JSON has null, or leave the member out",
  nil: "JSON has null, not nil",
  TRUE: "JSON has true in lower case",
  FALSE: "JSON has false in lower case",
  NULL: "JSON has null in lower case",
  Null: "JSON has null in lower case",
};

export function cutInside(what: string, text: string): JsonSyntaxError {
  return { reason: `the text ends inside ${what}: was it cut?`, offset: text.length, length: 0 };
}

/** The error at an offset where something else was expected. */
export function unexpected(text: string, offset: number, expected: Expected): JsonSyntaxError {
  if (offset >= text.length) {
    return { reason: `the text ends ${ENDS[expected]}: was it cut?`, offset: text.length, length: 0 };
  }
  return (
    invisible(text, offset) ??
    bracket(text, offset, expected) ??
    foreignQuote(text, offset) ??
    comment(text, offset) ??
    word(text, offset, expected) ??
    number(text, offset, expected) ??
    other(text, offset, expected)
  );
}

function invisible(text: string, offset: number): JsonSyntaxError | null {
  const char = text.charAt(offset);
  if (char === "\uFEFF") {
    const where = offset === 0 ? " at the start of the text" : "";
    return { reason: `an invisible byte order mark (U+FEFF)${where}`, offset, length: 1 };
  }
  if (!/[\p{White_Space}\p{Cc}\p{Cf}]/u.test(char)) return null;
  return {
    reason: `an invisible character (${codeName(char)}) that JSON does not allow`,
    offset,
    length: 1,
  };
}

/** A comma or bracket in the wrong place. The place of a trailing comma is the comma. */
function bracket(text: string, offset: number, expected: Expected): JsonSyntaxError | null {
  const char = text.charAt(offset);
  if (char === "}" || char === "]") {
    const before = lastVisible(text, offset);
    if (text[before] === ",") return { reason: `trailing comma before ${char}`, offset: before, length: 1 };
    if (text[before] === ":")
      return { reason: "a value is missing after the colon", offset: before, length: offset + 1 - before };
    if (expected === ", or }") return { reason: "] closes an object opened with {", offset, length: 1 };
    if (expected === ", or ]") return { reason: "} closes an array opened with [", offset, length: 1 };
  }
  if (char === "," && expected !== "end" && !expected.startsWith(",")) {
    return { reason: "a comma without a value before it", offset, length: 1 };
  }
  return null;
}

function foreignQuote(text: string, offset: number): JsonSyntaxError | null {
  const char = text.charAt(offset);
  if (char === "'")
    return { reason: "JSON strings need double quotes, not single quotes", offset, length: 1 };
  if (text.startsWith("```", offset))
    return { reason: "a Markdown fence (```) is not JSON", offset, length: 3 };
  if (!/[`\u2018\u2019\u201C\u201D\u00AB\u00BB]/.test(char)) return null;
  return { reason: `JSON strings need straight double quotes, not ${char}`, offset, length: 1 };
}

function comment(text: string, offset: number): JsonSyntaxError | null {
  const mark = /^(\/\/|\/\*|#)/.exec(text.slice(offset, offset + 2))?.[0];
  return mark ? { reason: `JSON has no comments (${mark})`, offset, length: mark.length } : null;
}

function word(text: string, offset: number, expected: Expected): JsonSyntaxError | null {
  const found = /^-?[\p{L}_$][\p{L}\p{N}_$]{0,60}/u.exec(text.slice(offset, offset + 64))?.[0];
  if (!found) return null;
  const place = { offset, length: found.length };
  const key = expected.startsWith("key");
  if (key) return { reason: `the key ${found} is not quoted: keys need double quotes`, ...place };
  if (expected === ": after the key")
    return { reason: `a colon is missing after the key: ${found} follows`, ...place };
  if (expected.startsWith(",") && text[offset - 1] === '"') {
    return {
      reason: `${found} follows the end of a string: is a quote inside the string not escaped?`,
      ...place,
    };
  }
  if (expected.startsWith(",")) return { reason: `a comma is missing before ${found}`, ...place };
  const foreign = Object.hasOwn(FOREIGN_WORDS, found) ? FOREIGN_WORDS[found] : undefined;
  if (foreign) return { reason: foreign, ...place };
  if (expected === "end") return { reason: `unexpected ${found} after the value`, ...place };
  const cut =
    offset + found.length === text.length && ["true", "false", "null"].some((w) => w.startsWith(found));
  if (cut) return cutInside(`the word ${found}`, text);
  return { reason: `"${found}" is not a JSON value: is it a string without quotes?`, ...place };
}

function number(text: string, offset: number, expected: Expected): JsonSyntaxError | null {
  const found = /^[+\-.]?[\d.][\d.eExX+_-]{0,60}/.exec(text.slice(offset, offset + 64))?.[0];
  if (!found) return null;
  const place = { offset, length: found.length };
  if (expected.startsWith("key"))
    return { reason: `the key ${found} is not quoted: keys need double quotes`, ...place };
  if (expected.startsWith(",")) return { reason: `a comma is missing before ${found}`, ...place };
  if (expected === "end") return { reason: `unexpected ${found} after the value`, ...place };
  if (expected === ": after the key") return { reason: "a colon is missing after the key", ...place };
  return { reason: numberReason(found), ...place };
}

function numberReason(found: string): string {
  if (found.startsWith("+")) return `${found}: a JSON number cannot start with a plus sign`;
  if (/^-?0[xX]/.test(found)) return `${found}: JSON numbers are decimal`;
  if (found.includes("_")) return `${found}: a JSON number cannot contain underscores`;
  if (/^-?\./.test(found)) return `${found}: a JSON number needs a digit before the point`;
  if (/^-?0\d/.test(found)) return `${found}: a JSON number cannot have a leading zero`;
  return `${found} is not a JSON number`;
}

function other(text: string, offset: number, expected: Expected): JsonSyntaxError {
  const char = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const place = { offset, length: char.length };
  if (char === "\\") return { reason: "a backslash outside a string", ...place };
  if (expected.startsWith(",") && /["{[]/.test(char))
    return { reason: `a comma is missing before ${char}`, ...place };
  if (expected === ": after the key")
    return { reason: `a colon is missing after the key: ${char} follows`, ...place };
  if (expected.startsWith("key") && /[{["]/.test(char)) {
    return { reason: `unexpected ${char}, expected a key in double quotes`, ...place };
  }
  if (expected === "end") return { reason: `unexpected ${char} after the value`, ...place };
  if (char === "-") return { reason: "a minus sign needs a digit after it", ...place };
  return { reason: `unexpected ${char}, expected ${expected === "value" ? "a value" : expected}`, ...place };
}

/** The error for a number that starts correctly and then breaks off. */
export function badNumber(text: string, start: number, offset: number): JsonSyntaxError {
  if (offset >= text.length) return cutInside("a number", text);
  const found = /^-?[\w.+-]*/.exec(text.slice(start, start + 64))?.[0] ?? "";
  if (!/\d/.test(found)) return unexpected(text, start, "value");
  const needs = text[offset - 1] === "." ? `${found}: a digit must follow the point` : numberReason(found);
  return { reason: needs, offset: start, length: found.length };
}

/** The error for an unescaped control character in a string. */
export function badControl(text: string, offset: number): JsonSyntaxError {
  const char = text.charAt(offset);
  const names: Record<string, string> = {
    "\n": "a line break inside a string must be written as \\n",
    "\r": "a line break inside a string must be written as \\r",
    "\t": "a tab inside a string must be written as \\t",
  };
  const reason = names[char] ?? `the control character ${codeName(char)} inside a string must be escaped`;
  return { reason, offset, length: 1 };
}

/** The error for a backslash in a string that does not start a JSON escape. */
export function badEscape(text: string, offset: number): JsonSyntaxError {
  if (offset + 1 >= text.length) return cutInside("a string", text);
  if (text[offset + 1] === "u") {
    if (/^[\da-fA-F]{0,3}$/.test(text.slice(offset + 2))) return cutInside("a string", text);
    return { reason: "\\u must be followed by four hexadecimal digits", offset, length: 2 };
  }
  const char = String.fromCodePoint(text.codePointAt(offset + 1) ?? 0);
  const reason = `\\${char} is not a JSON escape: write a backslash as \\\\ (a Windows path or a pattern?)`;
  return { reason, offset, length: 1 + char.length };
}

function lastVisible(text: string, offset: number): number {
  let at = offset - 1;
  while (at >= 0 && /\s/.test(text.charAt(at))) at--;
  return at;
}

function codeName(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
