/**
 * Takes secrets out of everything that this server stores, shows or logs and that others may have written. It happens
 * here alone, and `MARK` takes the place of each secret.
 */

const MARK = "[secret removed]";

/** Removing a shorter secret from a reply would remove letters from words and digits from numbers. */
const SHORTEST_SECRET = 8;

/** Anthropic's keys by their form, so that one which this process does not know is caught too. */
const KEY_FORM = "sk-ant-[\\w-]+";

type Secret = string | null;

/** A text that arrives in pieces. What could be the beginning of a secret is kept back until it is clear. */
export interface TextStream {
  /** What of the text so far may be passed on and was not before. */
  push: (piece: string) => string;
  /** The rest, once no piece follows. */
  end: () => string;
}

export interface Redaction {
  /**
   * Copies plain JSON with the mark wherever a secret was, in a value or in the name of a member. Without a secret it
   * gives the value itself.
   */
  clean: <T>(value: T) => T;
  stream: () => TextStream;
}

/** How a secret can be written in a text: as it is, in JSON, in JSON inside of JSON, in an address. */
function formsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [secret, escaped, JSON.stringify(escaped).slice(1, -1), encodeURIComponent(secret)];
}

/** The longest first: a secret may be a part of another one. */
const allForms = (secrets: readonly Secret[], shortest: number): string[] =>
  [
    ...new Set(
      secrets
        .map((secret) => secret?.trim() ?? "")
        .filter((secret) => secret.length >= shortest)
        .flatMap(formsOf),
    ),
  ].sort((a, b) => b.length - a.length);

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

export function redaction(secrets: readonly Secret[]): Redaction {
  const forms = allForms(secrets, SHORTEST_SECRET);
  if (forms.length === 0) return { clean: (value) => value, stream: passing };
  const pattern = new RegExp(forms.map(escapeRegExp).join("|"), "g");
  const clean = (text: string) => text.replace(pattern, MARK);
  return { clean: <T>(value: T) => copy(value, clean) as T, stream: () => holding(forms, pattern) };
}

/** For a text that only people read, such as an error or a line of the log: secrets of any length and everything that looks like a key. */
export function redactedText(text: string, secrets: readonly Secret[]): string {
  const forms = allForms(secrets, 1).map(escapeRegExp);
  return text.replace(new RegExp([KEY_FORM, ...forms].join("|"), "g"), MARK);
}

function copy(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => copy(item, clean));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [clean(name), copy(member, clean)]),
  );
}

const passing = (): TextStream => ({ push: (piece) => piece, end: () => "" });

function holding(forms: readonly string[], pattern: RegExp): TextStream {
  const longest = forms[0]?.length ?? 0;
  let held = "";

  /** The first place in the range from which the text could grow into a form; -1 for none. */
  const firstHold = (text: string, from: number, to: number): number => {
    for (let at = from; at <= to; at += 1) {
      const rest = text.slice(at);
      if (forms.some((form) => form.length > rest.length && form.startsWith(rest))) return at;
    }
    return -1;
  };

  const push = (piece: string): string => {
    const text = held + piece;
    let passed = "";
    let at = 0;
    for (const match of [...text.matchAll(pattern), null]) {
      const hold = firstHold(text, Math.max(at, text.length - longest + 1), match?.index ?? text.length - 1);
      const end = hold === -1 ? (match?.index ?? text.length) : hold;
      passed += text.slice(at, end);
      held = text.slice(end);
      if (hold !== -1 || !match) return passed;
      passed += MARK;
      at = match.index + match[0].length;
    }
    return passed;
  };

  const end = (): string => {
    const rest = held.replace(pattern, MARK);
    held = "";
    return rest;
  };

  return { push, end };
}
