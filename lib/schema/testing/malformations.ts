/** Ways to break a JSON text, each with the place of the syntax error. */
import type { Span } from "@/lib/json/spans";
import type { Token, TokenType, UnusualText } from "./unusual-text";

interface Broken {
  text: string;
  /** What must be marked. */
  at: Span;
  /** What the message must say. */
  says?: RegExp;
}

/** Picks a number below a bound. */
type Pick = (bound: number) => number;
/** Null if the text has nothing to break in this way. */
type Malformation = (odd: UnusualText, pick: Pick) => Broken | null;

const SCALARS: readonly TokenType[] = ["string", "number", "word"];
const VALUES: readonly TokenType[] = [...SCALARS, "{", "["];
const STRINGS: readonly TokenType[] = ["string", "key"];
const CLOSINGS: readonly TokenType[] = ["}", "]"];

const one = <T>(list: readonly T[], pick: Pick): T | undefined => list[pick(list.length)];

function some({ tokens }: UnusualText, types: readonly TokenType[], pick: Pick): Token | undefined {
  return one(
    tokens.filter(({ type }) => types.includes(type)),
    pick,
  );
}

const neighbour = ({ tokens }: UnusualText, token: Token, by: 1 | -1): Token | undefined =>
  tokens[tokens.indexOf(token) + by];

const replaced = (text: string, { start, end }: Span, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

const inserted = (text: string, at: number, what: string): string =>
  replaced(text, { start: at, end: at }, what);

const span = (start: number, length: number): Span => ({ start, end: start + length });

/** Replaces one of the tokens. `mark` characters from `from` on must be marked. */
function swap(types: readonly TokenType[], wrong: readonly string[], says?: RegExp): Malformation {
  return (odd, pick) => {
    const token = some(odd, types, pick);
    const by = one(wrong, pick) ?? "";
    return token ? { text: replaced(odd.text, token, by), at: span(token.start, by.length), says } : null;
  };
}

/** The same, but only the first character is wrong. */
function swapFirst(types: readonly TokenType[], wrong: readonly string[], says: RegExp): Malformation {
  return (odd, pick) => {
    const token = some(odd, types, pick);
    const by = one(wrong, pick) ?? "";
    return token ? { text: replaced(odd.text, token, by), at: span(token.start, 1), says } : null;
  };
}

/** Puts something inside a string, after its opening quote. All of it is wrong, or `length` characters of it. */
function inString(wrong: readonly (readonly [text: string, length: number])[], says: RegExp): Malformation {
  return (odd, pick) => {
    const token = some(odd, STRINGS, pick);
    const [what, length] = one(wrong, pick) ?? ["", 0];
    if (!token) return null;
    return { text: inserted(odd.text, token.start + 1, what), at: span(token.start + 1, length), says };
  };
}

/** Puts something between two tokens, before the first or after the last. */
function between(wrong: readonly (readonly [text: string, length: number])[], says: RegExp): Malformation {
  return (odd, pick) => {
    const token = one(odd.tokens, pick);
    const [what, length] = one(wrong, pick) ?? ["", 0];
    const place = token && (pick(2) === 0 ? token.start : token.end);
    if (place === undefined) return null;
    return { text: inserted(odd.text, place, what), at: span(place, length), says };
  };
}

/** The part to mark of a token in the place of an expected one. */
const markOf = ({ type, start, end }: Token): Span =>
  type === "number" || type === "word" ? { start, end } : span(start, 1);

/** Removes a comma or a colon: the next token is marked. */
function without(type: "," | ":", says: RegExp): Malformation {
  return (odd, pick) => {
    const token = some(odd, [type], pick);
    const next = token && neighbour(odd, token, 1);
    return token && next ? { text: replaced(odd.text, token, " "), at: markOf(next), says } : null;
  };
}

const cut: Malformation = ({ text, tokens }, pick) => {
  const first = tokens.at(0);
  const last = tokens.at(-1);
  if (!first || !last) return null;
  const end = first.start + 1 + pick(last.start - first.start);
  return { text: text.slice(0, end), at: span(end, 0), says: /the text ends .*: was it cut\?/ };
};

const trailingComma: Malformation = (odd, pick) => {
  const closing = some(odd, CLOSINGS, pick);
  const before = closing && neighbour(odd, closing, -1);
  if (!closing || !before || before.type === "{" || before.type === "[") return null;
  const place = pick(2) === 0 ? closing.start : before.end;
  return { text: inserted(odd.text, place, ","), at: span(place, 1), says: /^trailing comma before [}\]]/ };
};

const secondComma: Malformation = (odd, pick) => {
  const before = some(odd, [",", "{", "["], pick);
  if (!before) return null;
  return {
    text: inserted(odd.text, before.end, ","),
    at: span(before.end, 1),
    says: /a comma without a value before it/,
  };
};

const otherBracket: Malformation = (odd, pick) => {
  const closing = some(odd, CLOSINGS, pick);
  if (!closing) return null;
  return { text: replaced(odd.text, closing, closing.type === "}" ? "]" : "}"), at: span(closing.start, 1) };
};

const missingValue: Malformation = (odd, pick) => {
  const value = some(odd, SCALARS, pick);
  const before = value && neighbour(odd, value, -1);
  const next = value && neighbour(odd, value, 1);
  if (!value || !before || !next || before.type === "[") return null;
  const text = replaced(odd.text, value, "");
  const moved = next.start - (value.end - value.start);
  if (next.type === ",") return { text, at: span(moved, 1), says: /a comma without a value before it/ };
  if (before.type === ",") return { text, at: before, says: /^trailing comma/ };
  return { text, at: { start: before.start, end: moved + 1 }, says: /a value is missing after the colon/ };
};

const tooDeep =
  (limit: number): Malformation =>
  (odd, pick) => {
    const value = some(odd, VALUES, pick);
    if (!value) return null;
    const missing = limit - value.depth;
    const text = inserted(odd.text, value.start, "[".repeat(missing + 1));
    return { text, at: span(value.start + missing, 1), says: new RegExp(`the limit of ${limit} levels`) };
  };

/** After the whole value, with white space before. */
function behind(odd: UnusualText, what: string): { text: string; start: number } | null {
  const last = odd.tokens.at(-1);
  return last ? { text: inserted(odd.text, last.end, ` ${what}`), start: last.end + 1 } : null;
}

const extraClosing: Malformation = (odd, pick) => {
  const bracket = pick(2) === 0 ? "}" : "]";
  const made = behind(odd, bracket);
  return made && { text: made.text, at: span(made.start, 1), says: /unexpected [}\]] after the value/ };
};

const secondValue: Malformation = (odd, pick) => {
  const second = one(['{"a":1}', "[]", "1", '"x"', "null", "{} {}"], pick) ?? "";
  const made = behind(odd, second);
  return (
    made && {
      text: made.text,
      at: span(made.start, second.length),
      says: /more text after a complete value: the text contains \d/,
    }
  );
};

const quoteInString: Malformation = (odd, pick) => {
  const token = some(odd, ["string"], pick);
  if (!token) return null;
  const text = replaced(odd.text, token, '"say "hi" to"');
  return { text, at: span(token.start + 6, 2), says: /hi follows the end of a string/ };
};

const fence: Malformation = ({ text }) => ({
  text: `\`\`\`json\n${text}\n\`\`\``,
  at: span(0, 3),
  says: /Markdown fence/,
});

const lengths = (...texts: string[]) => texts.map((text) => [text, text.length] as const);

export const MALFORMATIONS: Record<string, Malformation> = {
  "cut off": cut,
  "trailing comma": trailingComma,
  "comma with nothing before it": secondComma,
  "comma missing": without(",", /a comma is missing before/),
  "colon missing": without(":", /a colon is missing after the key/),
  "another sign for the colon": swap([":"], ["=", ";", "|"]),
  "another sign for the comma": swap([","], [";", "|", "&"]),
  "value missing": missingValue,
  "the other bracket": otherBracket,
  "a bracket too many": extraClosing,
  "two values": secondValue,
  "single quotes": swapFirst(STRINGS, ["'a'", "''"], /need double quotes, not single quotes/),
  "curly quotes": swapFirst(STRINGS, ["“a”", "‘a’", "«a»"], /straight double quotes/),
  "key without quotes": swap(["key"], ["name", "$ref", "größe", "_1", "12", "-3"], /is not quoted/),
  "quote inside a string": quoteInString,
  comment: between(
    [...lengths("/*"), ["// note\n", 2], ["/* note */", 2], ["# note\n", 1]],
    /JSON has no comments/,
  ),
  "words of other languages": swap(
    VALUES.filter((type) => SCALARS.includes(type)),
    ["NaN", "Infinity", "-Infinity", "True", "False", "None", "undefined", "nil", "NULL"],
    /JSON has /,
  ),
  "text without quotes": swap(
    SCALARS,
    ["hello", "trueish", "größe", "nullable", "truе"],
    /is not a JSON value/,
  ),
  "number of another language": swap(SCALARS, [
    "01",
    "-012",
    "+1",
    ".5",
    "-.5",
    "1.",
    "1.e3",
    "0x1F",
    "1_000",
    "12px",
    "1e",
    "1e+",
    "1.2.3",
    "--1",
    "1e5.5",
  ]),
  "number beyond a double": swap(
    SCALARS,
    ["1e400", "-1e999", "9".repeat(400), `1${"0".repeat(309)}.5`],
    /beyond the limit of a double/,
  ),
  "control character in a string": inString(
    lengths("\n", "\r", "\t", "\u0000", "\u001f"),
    /inside a string must be/,
  ),
  "no escape": inString([...lengths("\\x", "\\C", "\\'", "\\😀"), ["\\u12G4", 2]], /escape|hexadecimal/),
  "half of a surrogate pair": inString(
    [...lengths("\\ude00", "\\uDFFF", "\ude00"), ["\\ud83dx", 6], ["\ud83dx", 1], ["\\ud83d\\ud83dx", 6]],
    /half of a surrogate pair/,
  ),
  "byte order mark": between(lengths("\uFEFF"), /byte order mark/),
  "byte order mark in front": ({ text }) => ({
    text: `\uFEFF${text}`,
    at: span(0, 1),
    says: /byte order mark .* at the start of the text/,
  }),
  "invisible characters": between(
    lengths("\u00A0", "\u200B", "\u2028", "\u3000", "\u0085", "\u0000", "\u000B", "\u00AD"),
    /invisible character/,
  ),
  "backslash between tokens": between([["\\n", 1]], /a backslash outside a string/),
  "Markdown fence": fence,
  "too deep": tooDeep(127),
};
