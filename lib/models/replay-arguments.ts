/**
 * The arguments of an earlier call as a value, for providers that take no argument text. As the reference does, a text
 * that cannot be handed on is replaced by `{}`; every loss is told.
 */
import { isBlank } from "../util/blank";
import { isObject } from "./is-object";

/** Deeper texts are malformed (decisions.md D3). */
const MAX_DEPTH = 127;

export function replayArguments(text: string): { input: Record<string, unknown>; notes: string[] } {
  if (isBlank(text)) return { input: {}, notes: [] };
  const read = readObject(text);
  if ("fault" in read)
    return { input: {}, notes: [`its arguments ${read.fault}; {} was sent in their place.`] };
  return { input: read.value, notes: losses(text, read.value) };
}

function readObject(text: string): { value: Record<string, unknown> } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: "are not JSON" };
  }
  if (!isObject(value)) return { fault: "are not a JSON object" };
  if (depthOf(text) > MAX_DEPTH) return { fault: `are nested deeper than ${MAX_DEPTH} levels` };
  if (tokensOf(text).some((token) => /^[-\d]/.test(token) && !Number.isFinite(Number(token)))) {
    return { fault: "hold a number that is out of range" };
  }
  if (hasLoneSurrogate(value)) return { fault: "hold half of a surrogate pair" };
  return { value };
}

/** What the text says and the value does not. */
function losses(text: string, value: Record<string, unknown>): string[] {
  const tokens = tokensOf(text);
  const changed = tokens.filter((token) => /^[-\d]/.test(token) && !survives(token));
  const keys = tokens.filter((token) => token.endsWith(":")).length;
  return [
    ...changed.map((token) => `the number ${token} was sent as ${JSON.stringify(Number(token))}.`),
    ...(keys > membersOf(value) ? ["of members named twice only the last was sent."] : []),
  ];
}

/** Strings (with the colon that makes one a key), numbers and brackets of a text known to be JSON. */
function tokensOf(text: string): string[] {
  return text.match(/"(?:[^"\\]+|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*|[{}[\]]/g) ?? [];
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const token of tokensOf(text)) {
    if (token === "{" || token === "[") deepest = Math.max(deepest, ++depth);
    else if (token === "}" || token === "]") depth--;
  }
  return deepest;
}

const survives = (token: string): boolean => decimal(token) === decimal(String(Number(token)));

/** One spelling for each decimal number: `1`, `1.0` and `10e-1` are the same. */
function decimal(token: string): string {
  const [mantissa = "", exponent = "0"] = token.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const trimmed = digits.replace(/0+$/, "");
  if (trimmed === "") return "0";
  const power = Number(exponent) - fraction.length + (digits.length - trimmed.length);
  return `${mantissa.startsWith("-") ? "-" : ""}${trimmed}e${power}`;
}

function membersOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + membersOf(item), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + 1 + membersOf(member), 0);
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === "string") return /\p{Surrogate}/u.test(value);
  if (Array.isArray(value)) return value.some(hasLoneSurrogate);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, member]) => hasLoneSurrogate(key) || hasLoneSurrogate(member));
}
