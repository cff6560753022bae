/**
 * Writes values as valid JSON texts that are as unusual as the grammar allows, and reports the position of everything,
 * independently of the reader under test.
 */
import fc from "fast-check";
import { childPointer } from "@/lib/json/pointer";
import type { Span } from "@/lib/json/spans";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Standing {
  value: Span;
  /** With its quotes; null for the root and for items. */
  key: Span | null;
}

export type TokenType = "{" | "}" | "[" | "]" | "," | ":" | "key" | "string" | "number" | "word";

export interface Token extends Span {
  type: TokenType;
  /** How many lists and objects surround it. */
  depth: number;
}

export interface UnusualText {
  text: string;
  /** By JSON pointer; for a duplicate key the later one. */
  places: ReadonlyMap<string, Standing>;
  tokens: readonly Token[];
}

/** The choices for unusual spellings, used in a cycle. */
export interface Oddities {
  gaps: readonly string[];
  picks: readonly number[];
}

export const oddities: fc.Arbitrary<Oddities> = fc.record({
  gaps: fc.array(
    fc
      .array(fc.constantFrom(" ", "\t", "\n", "\r\n", "\r", "\n\n"), { maxLength: 3 })
      .map((all) => all.join("")),
    { minLength: 1, maxLength: 9 },
  ),
  picks: fc.array(fc.nat(99), { minLength: 1, maxLength: 17 }),
});

/** Names and texts with every character that is special in JSON, pointers or regular expressions. */
const TEXTS = [
  "",
  "a",
  "b",
  "name",
  "a/b",
  "~",
  "m~1n",
  "0",
  "01",
  "-1",
  'say "hi"',
  "C:\\temp",
  "tab\t",
  "line\r\nbreak",
  "\u0000\u001f\u007f",
  "é",
  "e\u0301",
  "日本",
  "😀",
  "x😀y",
  "\u2028",
  "\ufeff",
  "constructor",
  "toString",
  "{}[],:",
  "// no",
  "null",
];

export const oddName = fc.constantFrom(...TEXTS);

const scalar: fc.Arbitrary<Json> = fc.oneof(
  oddName,
  fc.constantFrom(0, 1, -1, 12, 19.99, -0.5, 100, 1e21, 1e-7, 123456789),
  fc.constantFrom(true, false, null),
);

const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("tree"), { maxLength: 4 }),
    objectOf(tie("tree")),
  ),
}));

function objectOf(value: fc.Arbitrary<Json>): fc.Arbitrary<{ [key: string]: Json }> {
  return fc
    .uniqueArray(fc.tuple(oddName, value), { maxLength: 4, selector: ([name]) => name })
    .map((members) => Object.fromEntries(members));
}

/** Arguments are an object. */
export const oddObject = objectOf(tree);

/** The first value of a duplicate key. It contains no objects, because their keys could be duplicates too. */
const EARLIER: Json = ["earlier", [1, true], []];

export function writeUnusual(value: Json, how: Oddities): UnusualText {
  return new Writer(how).write(value);
}

class Writer {
  private text = "";
  private readonly places = new Map<string, Standing>();
  private readonly tokens: Token[] = [];
  private depth = 0;
  private gapCount = 0;
  private pickCount = 0;

  constructor(private readonly how: Oddities) {}

  write(value: Json): UnusualText {
    this.gap();
    this.value(value, "", null);
    this.gap();
    const { text, places, tokens } = this;
    return { text, places, tokens };
  }

  private value(value: Json, pointer: string, key: Span | null): void {
    const start = this.text.length;
    if (Array.isArray(value)) this.list(value, pointer);
    else if (typeof value === "object" && value !== null) this.object(value, pointer);
    else this.scalar(value);
    this.places.set(pointer, { value: { start, end: this.text.length }, key });
  }

  private list(items: Json[], pointer: string): void {
    this.opened("[");
    for (const [i, item] of items.entries()) {
      if (i > 0) this.mark(",");
      this.value(item, childPointer(pointer, i), null);
      this.gap();
    }
    this.closed("]");
  }

  private object(members: { [key: string]: Json }, pointer: string): void {
    this.opened("{");
    let first = true;
    for (const [name, value] of Object.entries(members)) {
      // Some keys appear twice; the value of the first one is lost.
      for (const given of this.pick(5) === 0 ? [EARLIER, value] : [value]) {
        if (!first) this.mark(",");
        first = false;
        this.member(name, given, pointer);
      }
    }
    this.closed("}");
  }

  private member(name: string, value: Json, above: string): void {
    const pointer = childPointer(above, name);
    for (const known of this.places.keys()) {
      if (known === pointer || known.startsWith(`${pointer}/`)) this.places.delete(known);
    }
    const key = this.token("key", this.spelled(name));
    this.gap();
    this.mark(":");
    this.value(value, pointer, key);
    this.gap();
  }

  private opened(bracket: "{" | "["): void {
    this.token(bracket, bracket);
    this.depth += 1;
    this.gap();
  }

  private closed(bracket: "}" | "]"): void {
    this.token(bracket, bracket);
    this.depth -= 1;
  }

  private mark(type: "," | ":"): void {
    this.token(type, type);
    this.gap();
  }

  private scalar(value: null | boolean | number | string): void {
    if (typeof value === "string") this.token("string", this.spelled(value));
    else if (typeof value === "number") this.token("number", this.number(value));
    else this.token("word", String(value));
  }

  private number(value: number): string {
    const plain = JSON.stringify(value);
    const spellings = [plain, value.toExponential(), plain.includes("e") ? plain : `${plain}e0`];
    if (/^-?\d+\.\d+$/.test(plain)) spellings.push(`${plain}00`);
    return spellings[this.pick(spellings.length)] ?? plain;
  }

  private spelled(text: string): string {
    const pieces = [...text].map((character) => this.character(character));
    return `"${pieces.join("")}"`;
  }

  private character(character: string): string {
    if (this.pick(4) === 0) return escapes(character, this.pick(2) === 0);
    if (character === "/" && this.pick(2) === 0) return "\\/";
    return JSON.stringify(character).slice(1, -1);
  }

  private token(type: TokenType, text: string): Span {
    const token = { type, start: this.text.length, end: this.text.length + text.length, depth: this.depth };
    this.text += text;
    this.tokens.push(token);
    return { start: token.start, end: token.end };
  }

  private gap(): void {
    const { gaps } = this.how;
    this.text += gaps[this.gapCount++ % gaps.length] ?? "";
  }

  private pick(bound: number): number {
    const { picks } = this.how;
    return (picks[this.pickCount++ % picks.length] ?? 0) % bound;
  }
}

/** Each UTF-16 unit as `\\uXXXX`. */
function escapes(character: string, upper: boolean): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  const hex = units.map((unit) => unit.toString(16).padStart(4, "0"));
  return hex.map((digits) => `\\u${upper ? digits.toUpperCase() : digits}`).join("");
}

/** Line and column of an offset, counted by hand; a line ends with `\n`, `\r\n` or `\r`. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at++) {
    const isEnd = text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n");
    if (!isEnd) continue;
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
