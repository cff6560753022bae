/** Sample strings for `format`, `pattern`, `minLength` and `maxLength`. */
import { type Json, matches, numberOr, textsOf, Unbuildable } from "./schema";

const MAX_LENGTH = 10_000;
/** Longer texts are not matched against a pattern, because a hostile pattern could freeze the page. */
const MAX_TRIED = 64;

const FORMATS = new Map(
  Object.entries({
    date: "2026-01-31",
    time: "12:30:00Z",
    "date-time": "2026-01-31T12:30:00Z",
    duration: "PT15M",
    email: "ada@example.com",
    "idn-email": "ada@example.com",
    hostname: "example.com",
    "idn-hostname": "example.com",
    ipv4: "192.0.2.1",
    ipv6: "2001:db8::1",
    uri: "https://example.com/",
    "uri-reference": "https://example.com/",
    iri: "https://example.com/",
    "iri-reference": "https://example.com/",
    "uri-template": "https://example.com/{id}",
    uuid: "7d444840-9dc0-41d1-b245-5ffdce74fad2",
    "json-pointer": "/example",
    "relative-json-pointer": "0/example",
    regex: "^example$",
  }),
);

/** The `variant`th sample. 0 is the plain one; the others differ from it and from each other. */
export function sampleText(schema: Json, variant = 0): string {
  const format = textsOf(schema.format).map((name) => FORMATS.get(name))[0];
  const found = candidates(schema, format, variant).find((text) => textFits(text, schema));
  if (found !== undefined) return found;
  const asked = ["pattern", "format", "minLength", "maxLength"]
    .filter((keyword) => keyword in schema)
    .join(", ");
  throw new Unbuildable(`no text could be made for its ${asked}; add an example or a default to the schema`);
}

function candidates(
  { pattern, minLength, maxLength }: Json,
  format: string | undefined,
  variant: number,
): string[] {
  if (format !== undefined) return variant === 0 ? [format] : [];
  const least = numberOr(minLength, 0);
  if (least > MAX_LENGTH) throw new Unbuildable(`its schema asks for a text of ${least} characters or more`);
  const words = [variant === 0 ? "example" : `example ${variant + 1}`, `${variant}`];
  const most = numberOr(maxLength, MAX_LENGTH);
  if (typeof pattern !== "string") return words.map((word) => word.padEnd(least, ".").slice(0, most));
  const made = [1, least, 2, 3].map((repeat) => new PatternSample(pattern, repeat + variant).text());
  const texts = made.filter((text) => text !== null);
  const longer = texts.flatMap((text) =>
    ["a", "1", text.slice(-1)].map((more) => text.padEnd(Math.min(least, MAX_TRIED), more)),
  );
  return [...words, ...texts, ...longer];
}

/** Whether a text meets length and pattern. */
export function textFits(text: string, { minLength, maxLength, pattern }: Json): boolean {
  const length = [...text].length;
  if (typeof minLength === "number" && length < minLength) return false;
  if (typeof maxLength === "number" && length > maxLength) return false;
  return typeof pattern !== "string" || (text.length <= MAX_TRIED && matches(pattern, text));
}

/**
 * A text for common regular expressions: literals, classes, escapes, groups, back references, `|` (first branch) and
 * quantifiers; lookaheads and lookbehinds are ignored. Null for anything else. The text is a guess that the caller must
 * check.
 */
class PatternSample {
  #at = 0;
  readonly #groups: string[] = [];

  /** Open quantifiers repeat `repeat` times, or more if they must. */
  constructor(
    private readonly pattern: string,
    private readonly repeat: number,
  ) {}

  text(): string | null {
    const text = this.#branches();
    return text === null || this.#at < this.pattern.length ? null : text;
  }

  #branches(): string | null {
    const first = this.#sequence();
    while (this.pattern[this.#at] === "|") {
      this.#at++;
      this.#sequence();
    }
    return first;
  }

  #sequence(): string | null {
    let text: string | null = "";
    while (this.#at < this.pattern.length && !"|)".includes(this.pattern[this.#at] ?? "")) {
      const atom = this.#atom();
      const times = this.#quantifier();
      text = text === null || atom === null ? null : text + atom.repeat(times);
    }
    return text;
  }

  #atom(): string | null {
    const character = this.pattern[this.#at++] ?? "";
    if (character === "^" || character === "$") return "";
    if (character === ".") return "a";
    if (character === "\\") return this.#escape();
    if (character === "[") return this.#set();
    if (character === "(") return this.#group();
    return "*+?{".includes(character) ? null : character;
  }

  #escape(): string | null {
    const [source, text] = escaped(this.pattern.slice(this.#at));
    this.#at += source.length;
    return /^[1-9]/.test(source) ? (this.#groups[Number(source) - 1] ?? "") : text;
  }

  #group(): string | null {
    const plain = /^\?(?::|<\w+>)/.exec(this.pattern.slice(this.#at))?.[0];
    const looks = /^\?<?[=!]/.exec(this.pattern.slice(this.#at))?.[0];
    const special = this.pattern[this.#at] === "?" && plain === undefined && looks === undefined;
    const number = plain === "?:" || looks !== undefined ? -1 : this.#groups.push("") - 1;
    this.#at += (plain ?? looks ?? "").length;
    const text = this.#branches();
    this.#at++;
    if (special) return null;
    if (looks !== undefined) return "";
    if (number >= 0) this.#groups[number] = text ?? "";
    return text;
  }

  /** The first member of a character set; null for a negated set. */
  #set(): string | null {
    const body = /^(\^?)((?:\\.|[^\]\\])*)\]/.exec(this.pattern.slice(this.#at));
    if (!body) return null;
    this.#at += body[0].length;
    const [first = ""] = body[2] ?? "";
    if (body[1] === "^") return ["a", "0", "_"].find((one) => matches(`[${body[0]}`, one)) ?? null;
    return first === "\\" ? escaped((body[2] ?? "").slice(1))[1] : first || null;
  }

  #quantifier(): number {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.pattern.slice(this.#at));
    if (!found) return 1;
    this.#at += found[0].length;
    if (found[0].startsWith("?")) return 0;
    if (!found[0].startsWith("{")) return Math.min(this.repeat, MAX_TRIED);
    const least = Number(found[1]);
    const most = found[2] === "" ? least : Number(found[3] || MAX_TRIED);
    return Math.min(Math.max(least, Math.min(this.repeat, most)), MAX_TRIED);
  }
}

const ESCAPE = /^(?:[pP]\{[^}]*\}|u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[1-9]\d*|[\s\S])/i;
const CLASSES: Record<string, string> = { d: "1", D: "a", w: "a", W: "-", s: " ", S: "a", b: "", B: "" };
const CONTROLS: Record<string, string> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v", 0: "\0" };
/** Letters of several scripts and kinds, for classes by property. */
const LETTERS = ["a", "A", "1", "_", "-", " ", "é", "$", "ж", "α", "中", "あ", "😀"];

/** An escape sequence and a text for it; null if its meaning is unknown. */
function escaped(rest: string): [source: string, text: string | null] {
  const source = ESCAPE.exec(rest)?.[0] ?? "";
  const [first = ""] = source;
  if (/^p/i.test(source)) return [source, LETTERS.find((one) => matches(`^\\${source}$`, one)) ?? null];
  if (source.length > 1 && /^[ux]/.test(source))
    return [source, character(Number.parseInt(source.replace(/[ux{}]/g, ""), 16))];
  const text = CLASSES[first] ?? CONTROLS[first] ?? (/[a-zA-Z0-9]/.test(first) ? null : first);
  return [source, text];
}

const character = (code: number): string | null => (code <= 0x10ffff ? String.fromCodePoint(code) : null);
