/**
 * The tokens of a text that is meant to be JSON but need not be: half-typed, cut off, or broken. Colours, repairs and the
 * depth limit in front of `JSON.parse` need tokens of such texts; `read.ts` stops at the first error. Anything
 * that is not a token is skipped.
 */

export interface Token {
  kind: "key" | "string" | "number" | "word" | "sign";
  start: number;
  end: number;
  /** False for a string that is still open at the end of the text. */
  closed: boolean;
}

const TOKEN =
  /"(?:[^"\\]+|\\[\s\S])*(?:(")(\s*:)?|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b|[{}[\],:]/g;

export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(TOKEN)) {
    const [token, quote, colon] = match;
    const start = match.index;
    const end = start + token.length - (colon?.length ?? 0);
    const kind = colon === undefined ? kindOf(token) : "key";
    yield { kind, start, end, closed: kind !== "string" || quote !== undefined };
  }
}

function kindOf(token: string): Exclude<Token["kind"], "key"> {
  if (token.startsWith('"')) return "string";
  if (/^[-\d]/.test(token)) return "number";
  return /^[a-z]/.test(token) ? "word" : "sign";
}

/** The deepest nesting of lists and objects. Brackets in strings do not count. */
export function depthOfText(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = stringEnd(text, at);
    else if (char === "{" || char === "[") deepest = Math.max(deepest, ++depth);
    else if (char === "}" || char === "]") depth--;
  }
  return deepest;
}

/** The closing quote of the string that opens at `start`; the length of the text when there is none. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charAt(before) === "\\") before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
