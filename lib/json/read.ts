/**
 * Reads JSON text (RFC 8259) into its value and the place of each part of it, in one pass and without recursion.
 * Nothing is repaired. Keys such as `__proto__` are plain data.
 */

import { losesDigits } from "./numbers";
import { childPointer } from "./pointer";
import { Spans } from "./spans";
import {
  badControl,
  badEscape,
  badNumber,
  cutInside,
  type Expected,
  type JsonSyntaxError,
  unexpected,
} from "./syntax-error";

export interface JsonOptions {
  /** How deep lists and objects may be nested. */
  depth: number;
  /** Refuses what most JSON parsers refuse though the grammar allows it: lone surrogates, numbers beyond a double. */
  portable: boolean;
}

/** A fact about a text that its value does not show. */
export interface JsonNote {
  code: "duplicate-key" | "precision";
  pointer: string;
  /** The span of the later of two equal keys, or of the number. */
  start: number;
  end: number;
}

export type JsonRead =
  | { ok: true; value: unknown; spans: Spans; notes: JsonNote[] }
  /** `spans`: the values that begin before the error; an unfinished one ends there. */
  | { ok: false; error: JsonSyntaxError; spans: Spans };

const MAX_NOTES = 100;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Returned when a list or object was opened and its first value has not been read yet. */
const OPENED = Symbol("opened");

type Frame =
  | { span: number; list: unknown[] }
  | { span: number; record: Record<string, unknown>; key: string };

class Stop extends Error {
  constructor(readonly found: JsonSyntaxError) {
    super(found.reason);
  }
}

export function readJson(text: string, options: JsonOptions): JsonRead {
  const reader = new Reader(text, options);
  try {
    return { ok: true, value: reader.read(), spans: reader.spans, notes: reader.notes };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    reader.spans.closeAll(error.found.offset);
    return { ok: false, error: error.found, spans: reader.spans };
  }
}

class Reader {
  readonly spans: Spans;
  readonly notes: JsonNote[] = [];
  private pos = 0;
  private keyStart = -1;
  private keyEnd = -1;
  private readonly stack: Frame[] = [];

  constructor(
    private readonly text: string,
    private readonly options: JsonOptions,
  ) {
    this.spans = new Spans(text);
  }

  read(): unknown {
    const value = this.readOne();
    this.space();
    if (this.pos < this.text.length) throw new Stop(this.goesOn());
    return value;
  }

  private readOne(): unknown {
    this.space();
    for (;;) {
      let value = this.begin();
      while (value !== OPENED) {
        const frame = this.stack.at(-1);
        if (!frame) return value;
        value = this.attach(frame, value);
      }
    }
  }

  /** Reads a whole scalar or empty container, or opens a container up to its first value. */
  private begin(): unknown {
    const start = this.pos;
    const code = this.text.charCodeAt(start);
    if (code === OPEN_OBJECT || code === OPEN_LIST) return this.openContainer(code);
    const span = this.spans.open(start, this.keyStart, this.keyEnd);
    const value = code === QUOTE ? this.string() : this.scalar(start, code);
    this.spans.close(span, this.pos);
    return value;
  }

  private openContainer(code: number): unknown {
    if (this.stack.length >= this.options.depth) {
      const reason = `nested deeper than the limit of ${this.options.depth} levels`;
      throw new Stop({ reason, offset: this.pos, length: 1, limit: true });
    }
    const span = this.spans.open(this.pos++, this.keyStart, this.keyEnd);
    this.keyStart = -1;
    this.space();
    const next = this.text.charCodeAt(this.pos);
    if (code === OPEN_LIST) {
      if (next === CLOSE_LIST) return this.closeEmpty(span, []);
      if (!(next >= 0)) throw this.stop("item or ]");
      this.stack.push({ span, list: [] });
      return OPENED;
    }
    if (next === CLOSE_OBJECT) return this.closeEmpty(span, {});
    const frame = { span, record: {}, key: "" };
    this.stack.push(frame);
    this.key(frame, "key or }");
    return OPENED;
  }

  private closeEmpty(span: number, value: unknown): unknown {
    this.pos++;
    this.spans.close(span, this.pos);
    return value;
  }

  /** Adds a finished value to its container and reads on, to the next value or the end of the container. */
  private attach(frame: Frame, value: unknown): unknown {
    const inList = "list" in frame;
    if (inList) frame.list.push(value);
    else put(frame.record, frame.key, value);
    this.space();
    const code = this.text.charCodeAt(this.pos);
    if (code === COMMA) {
      this.pos++;
      this.space();
      if (inList) this.keyStart = -1;
      else this.key(frame, "key");
      return OPENED;
    }
    if (code !== (inList ? CLOSE_LIST : CLOSE_OBJECT)) throw this.stop(inList ? ", or ]" : ", or }");
    this.pos++;
    this.spans.close(frame.span, this.pos);
    this.stack.pop();
    return inList ? frame.list : frame.record;
  }

  private key(frame: { record: Record<string, unknown>; key: string }, expected: Expected): void {
    if (this.text.charCodeAt(this.pos) !== QUOTE) throw this.stop(expected);
    this.keyStart = this.pos;
    frame.key = this.string();
    this.keyEnd = this.pos;
    if (Object.hasOwn(frame.record, frame.key)) this.note("duplicate-key", this.keyStart, this.keyEnd);
    this.space();
    if (this.text.charCodeAt(this.pos) !== COLON) throw this.stop(": after the key");
    this.pos++;
    this.space();
  }

  private string(): string {
    const { text } = this;
    const start = ++this.pos;
    for (let at = start; ; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.pos = at + 1;
        return text.slice(start, at);
      }
      if (code === BACKSLASH || !(code >= 0x20) || isSurrogate(code)) {
        this.pos = at;
        return text.slice(start, at) + this.restOfString();
      }
    }
  }

  /** The rest of a string, from its first escape, surrogate or illegal character. */
  private restOfString(): string {
    const { text } = this;
    let out = "";
    let from = this.pos;
    for (;;) {
      const code = text.charCodeAt(this.pos);
      if (code >= 0x20 && code !== QUOTE && code !== BACKSLASH && !isSurrogate(code)) {
        this.pos++;
        continue;
      }
      out += text.slice(from, this.pos);
      if (code === QUOTE) {
        this.pos++;
        return out;
      }
      if (code === BACKSLASH) out += this.escape();
      else if (!(code >= 0x20)) throw this.stringStop();
      else out += this.surrogate(code, 1);
      from = this.pos;
    }
  }

  private escape(): string {
    const char = this.text[this.pos + 1] ?? "";
    if (char === "u") {
      const digits = this.text.slice(this.pos + 2, this.pos + 6);
      if (!/^[\da-fA-F]{4}$/.test(digits)) throw new Stop(badEscape(this.text, this.pos));
      const code = Number.parseInt(digits, 16);
      if (isSurrogate(code)) return this.surrogate(code, 6);
      this.pos += 6;
      return String.fromCharCode(code);
    }
    const plain = ESCAPES.get(char);
    if (plain === undefined) throw new Stop(badEscape(this.text, this.pos));
    this.pos += 2;
    return plain;
  }

  /** One half of a surrogate pair, and the other if it follows. `width`: how many characters this half takes in the text. */
  private surrogate(code: number, width: 1 | 6): string {
    const after = this.pos + width;
    const next = code < 0xdc00 ? this.lowSurrogate(after) : null;
    if (next) {
      this.pos = after + next.width;
      return String.fromCharCode(code, next.code);
    }
    if (code < 0xdc00 && CUT_PAIR.test(this.text.slice(after, after + 6)))
      throw new Stop(cutInside("a string", this.text));
    if (this.options.portable) {
      const written = width === 6 ? this.text.slice(this.pos, after) : `U+${code.toString(16).toUpperCase()}`;
      const reason = `${written} is half of a surrogate pair: without the other half it cannot be sent exactly`;
      throw new Stop({ reason, offset: this.pos, length: width });
    }
    this.pos = after;
    return String.fromCharCode(code);
  }

  private lowSurrogate(at: number): { code: number; width: number } | null {
    const raw = this.text.charCodeAt(at);
    if (raw >= 0xdc00 && raw < 0xe000) return { code: raw, width: 1 };
    const digits = /^\\u([dD][c-fC-F][\da-fA-F]{2})$/.exec(this.text.slice(at, at + 6))?.[1];
    return digits ? { code: Number.parseInt(digits, 16), width: 6 } : null;
  }

  private stringStop(): Stop {
    return new Stop(
      this.pos >= this.text.length ? cutInside("a string", this.text) : badControl(this.text, this.pos),
    );
  }

  private scalar(start: number, code: number): unknown {
    if (code === 45 || (code >= 48 && code <= 57)) return this.number(start);
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, start)) continue;
      this.pos = start + word.length;
      if (!WORD_GOES_ON.test(this.text.slice(this.pos, this.pos + 2))) return value;
      this.pos = start;
    }
    throw this.stop(this.stack.length > 0 && "list" in (this.stack.at(-1) ?? {}) ? "item or ]" : "value");
  }

  private number(start: number): number {
    const { text } = this;
    let at = text[start] === "-" ? start + 1 : start;
    at = text[at] === "0" ? at + 1 : this.digits(start, at);
    if (text[at] === ".") at = this.digits(start, at + 1);
    if (text[at] === "e" || text[at] === "E") {
      const sign = text[at + 1];
      at = this.digits(start, sign === "+" || sign === "-" ? at + 2 : at + 1);
    }
    if (numberGoesOn(text.charCodeAt(at))) throw new Stop(badNumber(text, start, at));
    this.pos = at;
    return this.numberValue(start, at);
  }

  private numberValue(start: number, end: number): number {
    const source = this.text.slice(start, end);
    const value = Number(source);
    if (source.length <= 15) {
      if (Number.isFinite(value)) return value;
    } else if (Number.isFinite(value)) {
      if (losesDigits(source, value)) this.note("precision", start, end);
      return value;
    }
    if (!this.options.portable) return value;
    const shown = source.length > 40 ? `${source.slice(0, 40)}…` : source;
    const reason = `the number ${shown} is beyond the limit of a double (about 1.8e308)`;
    throw new Stop({ reason, offset: start, length: end - start });
  }

  private digits(start: number, from: number): number {
    let at = from;
    for (let code = this.text.charCodeAt(at); code >= 48 && code <= 57; ) code = this.text.charCodeAt(++at);
    if (at === from) throw new Stop(badNumber(this.text, start, at));
    return at;
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.pos);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.pos++;
    }
  }

  private note(code: JsonNote["code"], start: number, end: number): void {
    if (this.notes.length < MAX_NOTES) this.notes.push({ code, pointer: this.pointer(), start, end });
  }

  private pointer(): string {
    let pointer = "";
    for (const frame of this.stack)
      pointer = childPointer(pointer, "list" in frame ? frame.list.length : frame.key);
    return pointer;
  }

  private stop(expected: Expected): Stop {
    return new Stop(unexpected(this.text, this.pos, expected));
  }

  /** The error for text after the value. If nothing but whole values follows, it counts them. */
  private goesOn(): JsonSyntaxError {
    const first = this.text.trimStart()[0];
    const fault = unexpected(this.text, this.pos, "end");
    const offset = this.pos;
    let end = offset;
    let found = 1;
    let objects = first === "{";
    try {
      for (; this.pos < this.text.length; found++) {
        objects &&= this.text[this.pos] === "{";
        this.readOne();
        end = this.pos;
        this.space();
      }
    } catch {
      return fault;
    }
    const what = objects ? "objects" : "values";
    return {
      reason: `more text after a complete value: the text contains ${found} ${what}`,
      offset,
      length: end - offset,
    };
  }
}

/** The beginning of an escaped second half, left where a text was cut inside a surrogate pair. */
const CUT_PAIR = /^(\\(u([dD]([c-fC-F][\da-fA-F]?)?)?)?)?$/;

const WORDS: readonly (readonly [string, unknown])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

const ESCAPES = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xe000;

/** A letter, digit, underscore or dollar sign right after a word makes it another word. */
const WORD_GOES_ON = /^[\p{L}\p{N}_$]/u;

/** Characters that make a number invalid when they follow it directly: `01`, `1.2.3`, `0x1F`, `1_000`, `12px`. */
function numberGoesOn(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    code === 46 ||
    code === 95 ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122)
  );
}
