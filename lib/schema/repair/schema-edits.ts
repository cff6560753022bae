/** Single edits of a schema that may accept a value, the smallest changes first. The check decides whether they do. */

import { withoutMember } from "@/lib/json/cut";
import { childPointer, pointerTokens, valueAt } from "@/lib/json/pointer";
import { type JsonRead, readJson } from "@/lib/json/read";
import { isObject } from "@/lib/json/value";
import type { Finding } from "@/lib/protocol/verdict";
import { lengthOf } from "@/lib/schema/language/length";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";
import { brief, typeText } from "@/lib/schema/text/terms";
import { isSummary, primaryFindings } from "./primary-findings";
import type { Edit } from "./text-edits";

type Read = Extract<JsonRead, { ok: true }>;

/** A broken rule, its place in the schema's text, and the value that broke it. */
interface Rule {
  text: string;
  read: Read;
  finding: Finding;
  /** Pointer of the rule, and of the schema that holds it. */
  pointer: string;
  holder: string;
  value: unknown;
}

/** `value` is the whole checked value. */
export function schemaEdits(text: string, findings: readonly Finding[], value: unknown): Edit[] {
  const read = readJson(text, { depth: DEFAULT_LIMITS.depth, portable: false });
  const [first] = findings;
  if (!first || !read.ok) return [];
  const editsOf = (finding: Finding) => ofFinding({ text, read, finding, root: value });
  if (!isSummary(first)) return changing(editsOf(first), text);
  const inside = primaryFindings(findings);
  // Adding an alternative is a larger change than an edit of one that almost matches, but a smaller one than changing the types of all.
  const nearlyMet = inside.some((one) => one.keyword !== "type" || one.instancePath !== first.instancePath);
  const order = nearlyMet ? [...inside, first] : [first, ...inside];
  return changing(order.flatMap(editsOf), text);
}

const changing = (edits: Edit[], text: string): Edit[] => edits.filter((edit) => edit.text !== text);

function ofFinding({ root, ...given }: Pick<Rule, "text" | "read" | "finding"> & { root: unknown }): Edit[] {
  const { finding, read } = given;
  if (!finding.schemaPath.startsWith("#")) return [];
  const pointer = finding.schemaPath.slice(1);
  if (read.spans.find(pointerTokens(pointer)) < 0) return [];
  const holder = pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
  const value = valueAt(root, pointerTokens(finding.instancePath));
  const rule = { ...given, pointer, holder, value };
  return (EDITS[finding.keyword] ?? dropped)(rule);
}

const EDITS: Partial<Record<string, (rule: Rule) => Edit[]>> = {
  type: widened,
  enum: (rule) => added(rule, `${brief(rule.value)} also allowed`),
  const: (rule) => [
    instead(rule, {
      keyword: "enum",
      value: [rule.finding.params.allowedValue, rule.value],
      what: `${brief(rule.value)} also allowed`,
    }),
  ],
  required: (rule) => optional(rule, rule.pointer),
  dependentRequired: (rule) =>
    optional(rule, childPointer(rule.pointer, String(rule.finding.params.property))),
  additionalProperties: (rule) => [
    ...declared(rule, rule.finding.params.additionalProperty),
    ...dropped(rule),
  ],
  unevaluatedProperties: (rule) => [
    ...declared(rule, rule.finding.params.unevaluatedProperty),
    ...dropped(rule),
  ],
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: (rule) => inclusive(rule, "minimum"),
  exclusiveMaximum: (rule) => inclusive(rule, "maximum"),
  minLength: counted,
  maxLength: counted,
  minItems: counted,
  maxItems: counted,
  minProperties: counted,
  maxProperties: counted,
  anyOf: alternative,
  oneOf: alternative,
  "false schema": (rule) => [replaced(rule, rule.pointer, { value: true, what: "allowed" })],
};

const json = (value: unknown): string => JSON.stringify(value) ?? "null";
const spliced = (text: string, span: { start: number; end: number }, by: string): string =>
  text.slice(0, span.start) + by + text.slice(span.end);

const label = (pointer: string, what: string): string => `${pointer || "the schema"}: ${what}`;

const numberOf = ({ read }: Rule, pointer: string): number => read.spans.find(pointerTokens(pointer));

/** The value at a place of the schema. */
function ruleAt({ text, read }: Rule, pointer: string): unknown {
  const at = read.spans.find(pointerTokens(pointer));
  if (at < 0) return undefined;
  const { start, end } = read.spans.valueSpan(at);
  return JSON.parse(text.slice(start, end));
}

function replaced(rule: Rule, pointer: string, by: { value: unknown; what: string }): Edit {
  const span = rule.read.spans.valueSpan(numberOf(rule, pointer));
  return { label: label(pointer, by.what), text: spliced(rule.text, span, json(by.value)) };
}

/** The schema without the rule. */
function dropped(rule: Rule): Edit[] {
  const span = rule.read.spans.memberSpan(numberOf(rule, rule.pointer));
  return rule.pointer === ""
    ? []
    : [{ label: label(rule.pointer, "removed"), text: withoutMember(rule.text, span) }];
}

/** The rule replaced by another keyword. */
function instead(rule: Rule, by: { keyword: string; value: unknown; what: string }): Edit {
  const span = rule.read.spans.memberSpan(numberOf(rule, rule.pointer));
  return {
    label: label(rule.pointer, by.what),
    text: spliced(rule.text, span, `${json(by.keyword)}: ${json(by.value)}`),
  };
}

/** One more item in a list of the schema. */
function added(rule: Rule, what: string, item: unknown = rule.value): Edit[] {
  const list = ruleAt(rule, rule.pointer);
  return Array.isArray(list) ? [grown(rule, rule.pointer, { piece: json(item), what })] : [];
}

/** A list or an object with one more piece at its end, laid out like the last one. */
function grown(rule: Rule, pointer: string, by: { piece: string; what: string }): Edit {
  const at = numberOf(rule, pointer);
  const { start, end } = rule.read.spans.valueSpan(at);
  const last = rule.read.spans.children(at).at(-1);
  const from = last === undefined ? start + 1 : rule.read.spans.valueSpan(last).end;
  const before = last === undefined ? "" : `,${gapBefore(rule, last)}`;
  const text = `${rule.text.slice(0, from)}${before}${by.piece}${rule.text.slice(last === undefined ? end - 1 : from)}`;
  return { label: label(pointer, by.what), text };
}

/** The white space before a member or an item. */
function gapBefore({ text, read }: Rule, at: number): string {
  const { start } = read.spans.memberSpan(at);
  const gap = /\s*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? "";
  return gap === "" ? " " : gap;
}

// Types

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
};

/** Also allows the value's own type; for a fraction, `number` replaces `integer`. */
function widened(rule: Rule): Edit[] {
  const now = [ruleAt(rule, rule.pointer)].flat().map(String);
  const own = typeOf(rule.value);
  const wide = own === "number" ? [...now.filter((type) => type !== "integer"), own] : [...now, own];
  const value = wide.length === 1 ? wide[0] : wide;
  return [replaced(rule, rule.pointer, { value, what: `may be ${typeText(wide)}` })];
}

/** One more alternative of the value's own type; if too many match, `anyOf` replaces `oneOf`. */
function alternative(rule: Rule): Edit[] {
  if (Array.isArray(rule.finding.params.passingSchemas)) {
    const all = ruleAt(rule, rule.pointer);
    return [instead(rule, { keyword: "anyOf", value: all, what: "changed to anyOf, so several may match" })];
  }
  const type = typeOf(rule.value);
  return added(rule, `${typeText(type)} added as an alternative`, { type });
}

// Members

/** Removes the name from a list of required names. */
function optional(rule: Rule, pointer: string): Edit[] {
  const list = ruleAt(rule, pointer);
  const name = rule.finding.params.missingProperty;
  const at = Array.isArray(list) ? list.indexOf(name) : -1;
  if (!Array.isArray(list) || at < 0) return [];
  // Draft-04 does not allow an empty list.
  const gone = list.length === 1 ? pointer : childPointer(pointer, at);
  const span = rule.read.spans.memberSpan(numberOf(rule, gone));
  return [
    { label: label(pointer, `${String(name)} is no longer required`), text: withoutMember(rule.text, span) },
  ];
}

/** The member declared, with the type of its value. */
function declared(rule: Rule, name: unknown): Edit[] {
  const given = isObject(rule.value) && typeof name === "string" ? rule.value[name] : undefined;
  if (given === undefined) return [];
  const what = `${String(name)} declared, ${typeText(typeOf(given))}`;
  const member = `${json(name)}: ${json({ type: typeOf(given) })}`;
  const pointer = childPointer(rule.holder, "properties");
  const known = ruleAt(rule, pointer);
  if (isObject(known)) return [grown(rule, pointer, { piece: member, what })];
  const holder = ruleAt(rule, rule.holder);
  if (!isObject(holder)) return [];
  return [grown(rule, rule.holder, { piece: `"properties": {${member}}`, what })];
}

// Bounds

function bound(rule: Rule): Edit[] {
  if (typeof rule.value !== "number") return dropped(rule);
  const what = `${brief(ruleAt(rule, rule.pointer))} → ${rule.value}`;
  // If a flag makes the limit exclusive, the value itself still breaks it.
  const strict = /^[<>]$/.test(String(rule.finding.params.comparison));
  return [replaced(rule, rule.pointer, { value: rule.value, what }), ...(strict ? dropped(rule) : [])];
}

/** Replaces an exclusive limit by an inclusive one that the value meets. */
function inclusive(rule: Rule, keyword: string): Edit[] {
  if (typeof rule.value !== "number" || typeof ruleAt(rule, rule.pointer) === "boolean") return dropped(rule);
  return [instead(rule, { keyword, value: rule.value, what: `changed to ${keyword} ${rule.value}` })];
}

function counted(rule: Rule): Edit[] {
  const has = lengthOf(rule.value);
  if (has === null) return dropped(rule);
  return [
    replaced(rule, rule.pointer, { value: has, what: `${brief(ruleAt(rule, rule.pointer))} → ${has}` }),
  ];
}
