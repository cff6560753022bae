/** Where a JSON pointer leads in a JSON text as typed. */
import { pointerTokens } from "./pointer";

interface Stretch {
  offset: number;
  length: number;
}

/** Strings, brackets, commas, and runs of whatever else a value is made of. */
const TOKEN = /"(?:[^"\\]|\\[\s\S])*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * The member (from its key) or item that a pointer leads to; the whole text for the root. Null where nothing stands
 * there, also in a text that is not JSON. Of a name given twice the first is found.
 */
export function placeOfPointer(text: string, pointer: string): Stretch | null {
  const names = pointerTokens(pointer);
  if (names.length === 0) return { offset: 0, length: text.length };
  const tokens = new Tokens(text);
  let part: Part | null = { from: 0, value: 0 };
  for (const name of names) part = part && tokens.part(part.value, name);
  return part && tokens.stretch(part.from, tokens.after(part.value));
}

/** What ends a list or an object; a text that is cut off has no token there. */
const ENDS = new Set(["", "]", "}"]);

/** Numbers of tokens: where a member or item begins, and where its value does. */
interface Part {
  from: number;
  value: number;
}

class Tokens {
  readonly #all: { token: string; at: number }[];

  constructor(text: string) {
    this.#all = [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({ token, at: index }));
  }

  /** The member or item of that name in the value that begins at a token. */
  part(value: number, name: string): Part | null {
    const opener = this.#token(value);
    if (opener !== "{" && opener !== "[") return null;
    const keys = opener === "{";
    let at = value + 1;
    for (let n = 0; !ENDS.has(this.#token(at)); n += 1) {
      const part = { from: at, value: keys ? at + 2 : at };
      if ((keys ? textOf(this.#token(at)) : String(n)) === name) return part;
      at = this.after(part.value);
      if (this.#token(at) === ",") at += 1;
    }
    return null;
  }

  /** The token after the value that begins at one. */
  after(value: number): number {
    let at = value;
    let depth = 0;
    do {
      const token = this.#token(at);
      if (token === "{" || token === "[") depth += 1;
      else if (token === "}" || token === "]") depth -= 1;
      at += 1;
    } while (depth > 0 && at < this.#all.length);
    return at;
  }

  /** From the beginning of one token to the end of the last one before another. */
  stretch(from: number, before: number): Stretch | null {
    const [first, last] = [this.#all[from], this.#all[before - 1]];
    return first && last ? { offset: first.at, length: last.at + last.token.length - first.at } : null;
  }

  #token(at: number): string {
    return this.#all[at]?.token ?? "";
  }
}

function textOf(token: string): string | null {
  try {
    return String(JSON.parse(token));
  } catch {
    return null;
  }
}
