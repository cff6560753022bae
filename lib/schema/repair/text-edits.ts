/** Single edits that may fix one finding, the smallest changes first. The check decides whether they do. */

import { withoutMember } from "@/lib/json/cut";
import { pointerTokens, valueAt } from "@/lib/json/pointer";
import { type JsonRead, readJson } from "@/lib/json/read";
import { tokensOf } from "@/lib/json/tokens";
import { isObject } from "@/lib/json/value";
import type { Finding } from "@/lib/protocol/verdict";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";
import { nearest } from "@/lib/schema/text/nearest";
import { brief } from "@/lib/schema/text/terms";

export interface Edit {
  /** What the edit does: `/limit: "500" → 500`. */
  label: string;
  text: string;
}

type Read = Extract<JsonRead, { ok: true }>;

/** A finding and the value at its place. */
interface Place {
  text: string;
  /** The schema's value. */
  schema: unknown;
  read: Read;
  finding: Finding;
  /** Number of the value in the spans. */
  at: number;
  value: unknown;
}

export function candidatesFor(text: string, finding: Finding | undefined, schema: unknown): Edit[] {
  const read = readJson(text, { depth: DEFAULT_LIMITS.depth, portable: true });
  if (!finding || !read.ok) return [];
  const at = read.spans.find(pointerTokens(finding.instancePath));
  if (at < 0) return [];
  const { start, end } = read.spans.valueSpan(at);
  const place = { text, schema, read, finding, at, value: JSON.parse(text.slice(start, end)) as unknown };
  return (EDITS[finding.keyword]?.(place) ?? []).filter((edit) => edit.text !== text);
}

const EDITS: Partial<Record<string, (place: Place) => Edit[]>> = {
  type: (place) => [...otherTypes(place), ...absent(place)],
  enum: (place) => [...ofList(place, place.finding.params.allowedValues), ...absent(place)],
  const: (place) => [replaced(place, place.finding.params.allowedValue), ...absent(place)],
  required: missing,
  dependentRequired: missing,
  additionalProperties: (place) => strange(place, place.finding.params.additionalProperty),
  unevaluatedProperties: (place) => strange(place, place.finding.params.unevaluatedProperty),
  minimum: limit,
  maximum: limit,
  multipleOf: (place) => nearestMultiple(place),
  maxLength: (place) => cutText(place),
  format: absent,
  pattern: (place) => [...trimmed(place), ...absent(place)],
  minLength: absent,
  uniqueItems: (place) => without(place, place.finding.params.i),
  maxItems: (place) => shorter(place),
};

const json = (value: unknown): string => JSON.stringify(value) ?? "null";
const pathOf = ({ finding }: Place): string => finding.instancePath || "the whole";

function spliced(text: string, span: { start: number; end: number }, by: string): string {
  return text.slice(0, span.start) + by + text.slice(span.end);
}

function replaced(place: Place, value: unknown): Edit {
  const { text, read, at } = place;
  return {
    label: `${pathOf(place)}: ${brief(place.value)} → ${brief(value)}`,
    text: spliced(text, read.spans.valueSpan(at), json(value)),
  };
}

// Types

/** The value converted to the expected type, if that needs no guess. */
function otherTypes(place: Place): Edit[] {
  const wanted = [place.finding.params.type].flat().map(String);
  return wanted.flatMap((type) =>
    (READ_AS[type]?.(place.value) ?? []).map((value) => replaced(place, value)),
  );
}

const NUMBER = /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/;

const READ_AS: Partial<Record<string, (value: unknown) => unknown[]>> = {
  number: numbersIn,
  integer: (value) => numbersIn(value).filter(Number.isInteger),
  boolean: (value) => {
    const text = typeof value === "string" ? value.trim().toLowerCase() : value;
    return text === "true" || text === 1 ? [true] : text === "false" || text === 0 ? [false] : [];
  },
  string: (value) => (typeof value === "number" || typeof value === "boolean" ? [String(value)] : []),
  array: (value) => [...jsonIn(value).filter(Array.isArray), ...(Array.isArray(value) ? [] : [[value]])],
  object: (value) => jsonIn(value).filter(isObject),
  null: (value) => (value === "" || value === "null" ? [null] : []),
};

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [Math.round(value)];
  return typeof value === "string" && NUMBER.test(value) ? [Number(value)] : [];
}

/** The value of a text that is itself JSON: models sometimes encode lists and objects twice. */
function jsonIn(value: unknown): unknown[] {
  if (typeof value !== "string") return [];
  try {
    return [JSON.parse(value)];
  } catch {
    return [];
  }
}

// Values

/** The nearest allowed value, then the first others. */
function ofList(place: Place, list: unknown): Edit[] {
  const allowed = Array.isArray(list) ? list : [];
  const texts = allowed.filter((one): one is string => typeof one === "string");
  const near = typeof place.value === "string" ? nearest(place.value, texts) : null;
  const same = allowed.filter((one) => String(one) === String(place.value));
  const order = [...same, ...(near === null ? [] : [near]), ...allowed.slice(0, 4)];
  return [...new Set(order)].map((value) => replaced(place, value));
}

function limit(place: Place): Edit[] {
  const { limit: bound, comparison } = place.finding.params;
  if (typeof bound !== "number") return [];
  if (comparison === ">=" || comparison === "<=") return [replaced(place, bound)];
  return [replaced(place, comparison === ">" ? Math.floor(bound) + 1 : Math.ceil(bound) - 1)];
}

function nearestMultiple(place: Place): Edit[] {
  const { multipleOf } = place.finding.params;
  if (typeof multipleOf !== "number" || typeof place.value !== "number") return [];
  const times = Math.round(place.value / multipleOf);
  return [replaced(place, Number((times * multipleOf).toPrecision(15)))];
}

function cutText(place: Place): Edit[] {
  const { limit: most } = place.finding.params;
  if (typeof place.value !== "string" || typeof most !== "number") return [];
  return [replaced(place, [...place.value].slice(0, most).join(""))];
}

const trimmed = (place: Place): Edit[] =>
  typeof place.value === "string" ? [replaced(place, place.value.trim())] : [];

// Members

/** The text without the member or item. */
const removed = ({ text, read }: Place, at: number, label: string): Edit => ({
  label,
  text: withoutMember(text, read.spans.memberSpan(at)),
});

/** The value removed, then each member around it: an optional member that is missing cannot be wrong. */
function absent(place: Place): Edit[] {
  const tokens = pointerTokens(place.finding.instancePath);
  return tokens.flatMap((_, up) => {
    const path = tokens.slice(0, tokens.length - up);
    const at = place.read.spans.find(path);
    return at > 0 ? [removed(place, at, `/${path.join("/")}: removed`)] : [];
  });
}

/** An unknown member: renamed to the name it most likely means, or removed. */
function strange(place: Place, name: unknown): Edit[] {
  if (typeof name !== "string") return [];
  const tokens = [...pointerTokens(place.finding.instancePath), name];
  const at = place.read.spans.find(tokens);
  const key = place.read.spans.keySpan(at);
  if (at < 0 || !key) return [];
  const known = knownNames(place);
  const near = nearest(name, known);
  const path = `${place.finding.instancePath}/${name}`;
  const renamed =
    near === null
      ? []
      : [{ label: `${path}: renamed to ${near}`, text: spliced(place.text, key, json(near)) }];
  return [...renamed, removed(place, at, `${path}: removed`)];
}

/** Names that the schema declares beside the broken rule and that the value does not use yet. */
function knownNames({ schema, finding, value }: Place): string[] {
  const [, pointer = ""] = finding.schemaPath.split("#");
  const rule = valueAt(schema, pointerTokens(pointer).slice(0, -1));
  const properties = isObject(rule) && isObject(rule.properties) ? Object.keys(rule.properties) : [];
  return properties.filter((name) => !isObject(value) || !Object.hasOwn(value, name));
}

/** A missing required member, with a placeholder of each type. The check decides which one fits. */
function missing(place: Place): Edit[] {
  const { missingProperty } = place.finding.params;
  const { text, read, at } = place;
  if (typeof missingProperty !== "string") return [];
  const { end } = read.spans.valueSpan(at);
  const empty = /\{\s*\}$/.test(text.slice(0, end));
  return PLACEHOLDERS.map((value) => ({
    label: `${place.finding.instancePath}/${missingProperty}: added, ${brief(value)} as a placeholder`,
    text: spliced(
      text,
      { start: end - 1, end },
      `${empty ? "" : ", "}${json(missingProperty)}: ${json(value)}}`,
    ),
  }));
}

const PLACEHOLDERS: unknown[] = ["", 0, false, [], {}, null];

// Lists

function without(place: Place, index: unknown): Edit[] {
  if (typeof index !== "number") return [];
  const at = place.read.spans.find([...pointerTokens(place.finding.instancePath), String(index)]);
  return at < 0
    ? []
    : [removed(place, at, `${place.finding.instancePath}/${index}: removed, it appears twice`)];
}

function shorter(place: Place): Edit[] {
  const { limit: most } = place.finding.params;
  if (!Array.isArray(place.value) || typeof most !== "number") return [];
  const label = `${pathOf(place)}: cut to ${most} items`;
  return [{ ...replaced(place, place.value.slice(0, most)), label }];
}

// Texts that are not JSON

const REPAIRS: { label: string; of: (text: string) => string }[] = [
  { label: "code fence removed", of: unfenced },
  { label: "trailing comma removed", of: (text) => text.replace(/,(\s*[}\]])/g, "$1") },
  { label: "single quotes replaced by double quotes", of: (text) => text.replaceAll("'", '"') },
  {
    label: "quotes added around keys",
    of: (text) => text.replace(/([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)/g, '$1"$2"$3'),
  },
  {
    label: "True, False and None replaced by true, false and null",
    of: (text) =>
      text
        .replace(/\bTrue\b/g, "true")
        .replace(/\bFalse\b/g, "false")
        .replace(/\bNone\b/g, "null"),
  },
  { label: "missing ends added", of: closed },
  { label: "only the first value kept", of: firstValue },
];

/** Each known typo fixed separately, then all of them together. */
export function repairsOf(text: string): Edit[] {
  const single = REPAIRS.map(({ label, of }) => ({ label, text: of(text) }));
  const all = REPAIRS.slice(0, -1).reduce((now, { of }) => of(now), text);
  const together = { label: "several typos fixed", text: all };
  return [...single, together].filter((edit) => edit.text !== text);
}

function unfenced(text: string): string {
  const whole = text.trim();
  if (!whole.startsWith("```")) return text;
  return whole
    .replace(/^```(?:json)?/, "")
    .replace(/```$/, "")
    .trim();
}

/** Closes open brackets and quotes at the end, and removes a trailing comma or a key without a value. */
function closed(text: string): string {
  const open: string[] = [];
  let quoted = false;
  for (const { start, closed } of tokensOf(text)) {
    const sign = text.charAt(start);
    if (sign === "{") open.push("}");
    else if (sign === "[") open.push("]");
    else if (sign === "}" || sign === "]") open.pop();
    else quoted = !closed;
  }
  if (open.length === 0 && !quoted) return text;
  const whole = quoted ? `${text}"` : withoutLoose(text);
  return whole + open.reverse().join("");
}

/** Removes a comma or a key without a value from the end. */
function withoutLoose(text: string): string {
  const end = text.trimEnd();
  if (end.endsWith(",")) return end.slice(0, -1);
  if (!end.endsWith(":")) return end;
  const named = end.slice(0, -1).trimEnd();
  const name = named.lastIndexOf('"', named.length - 2);
  const before = name < 0 ? named : named.slice(0, name).trimEnd();
  return before.endsWith(",") ? before.slice(0, -1) : before;
}

/** The first object or list of a text that holds several. */
function firstValue(text: string): string {
  let depth = 0;
  for (const { start, end } of tokensOf(text)) {
    const sign = text.charAt(start);
    if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else continue;
    if (depth === 0) return text.slice(0, end);
  }
  return text;
}
