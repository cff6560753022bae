/** The messages of findings: short, specific, the member first. The model reads them too. */

import { indexOfToken, pointerTokens } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import type { Side } from "@/lib/protocol/side";
import type { Violation } from "@/lib/schema/compile/violations";
import { keywordNamed } from "@/lib/schema/language/keywords";
import { lengthOf } from "@/lib/schema/language/length";
import { nearest } from "@/lib/schema/text/nearest";
import { brief, counted, cut, oneOf, quoted, typeText, valueText } from "@/lib/schema/text/terms";

export interface MessageContext {
  direction: Side;
  /** The whole value that was checked. */
  root: unknown;
  /** The offending value as it is written. */
  raw: string;
  /** How to describe a root that was read as plain text; empty otherwise. */
  textNote: string;
  /** Name only the kind of the offending value and reveal nothing of its content. */
  discreet: boolean;
}

export function messageOf(violation: Violation, context: MessageContext): string {
  const subject = subjectOf(violation, context);
  const rule = ruleOf(violation, subject);
  const because = becauseOf(violation);
  if (rule.whole !== undefined) return rule.whole + because;
  const got = rule.bare ? "" : `, got ${gotText(violation, context)}`;
  return `${subject} ${rule.must}${got}${because}`;
}

/** Either `must`, which follows the subject, or a `whole` sentence. `bare`: leave the value out. */
type Rule = { must: string; bare?: boolean; whole?: undefined } | { whole: string };

function ruleOf(violation: Violation, subject: string): Rule {
  return (RULES[violation.keyword] ?? otherRule)(violation, subject);
}

type RuleWords = (violation: Violation, subject: string) => Rule;

const RULES: Record<string, RuleWords> = {
  type: ({ params }) => ({ must: `must be ${typeText(params.type)}` }),
  const: ({ params }) => ({ must: `must be ${brief(params.allowedValue)}` }),
  enum: ({ params }) => ({ must: `must be ${oneOf(listOf(params.allowedValues).map(brief))}` }),
  minimum: limit,
  maximum: limit,
  exclusiveMinimum: limit,
  exclusiveMaximum: limit,
  multipleOf: ({ params }) => ({ must: `must be a multiple of ${String(params.multipleOf)}` }),
  minLength: (violation) => size(violation, "at least", "character"),
  maxLength: (violation) => size(violation, "at most", "character"),
  minItems: (violation) => size(violation, "at least", "item"),
  maxItems: (violation) => size(violation, "at most", "item"),
  minProperties: (violation) => size(violation, "at least", "member"),
  maxProperties: (violation) => size(violation, "at most", "member"),
  items: (violation) => size(violation, "at most", "item"),
  additionalItems: (violation) => size(violation, "at most", "item"),
  unevaluatedItems: ({ params }, subject) => ({
    whole: `item ${String(params.unevaluatedItem)} of ${subject} is not allowed`,
  }),
  pattern: ({ params }) => ({ must: `must match the pattern ${cut(String(params.pattern))}` }),
  format: ({ params }) => ({ must: `must be a valid ${String(params.format)}` }),
  uniqueItems: ({ params }, subject) => ({
    whole: `items ${String(params.j)} and ${String(params.i)} of ${subject} are equal; items must be unique`,
  }),
  contains: containsRule,
  required: ({ params }) => ({ whole: `${name(params.missingProperty)} is required but missing` }),
  dependencies: dependency,
  dependentRequired: dependency,
  additionalProperties: (violation) => strange(violation, violation.params.additionalProperty),
  unevaluatedProperties: (violation) => strange(violation, violation.params.unevaluatedProperty),
  propertyNames: ({ params }) => ({
    whole: `the member name ${quoted(String(params.propertyName))} is not allowed`,
  }),
  "false schema": (_, subject) => ({ whole: `${subject} is not allowed` }),
  not: () => ({ must: "must not match the schema under not" }),
  if: condition,
  anyOf: alternatives,
  oneOf: alternatives,
};

function otherRule({ keyword }: Violation): Rule {
  return { must: `breaks the rule ${keyword}` };
}

const COMPARISONS: Record<string, string> = {
  ">=": "at least",
  "<=": "at most",
  ">": "more than",
  "<": "less than",
};

function limit({ params }: Violation): Rule {
  return {
    must: `must be ${COMPARISONS[String(params.comparison)] ?? String(params.comparison)} ${String(params.limit)}`,
  };
}

function size({ params, data }: Violation, bound: string, noun: string): Rule {
  const has = lengthOf(data) ?? 0;
  return { must: `must have ${bound} ${counted(params.limit ?? params.len, noun)}, has ${has}`, bare: true };
}

function containsRule({ params }: Violation): Rule {
  const most = params.maxContains === undefined ? "" : ` and at most ${String(params.maxContains)}`;
  return {
    must: `must contain at least ${counted(params.minContains ?? 1, "item")}${most} that match contains`,
    bare: true,
  };
}

function dependency({ params }: Violation): Rule {
  return { whole: `${name(params.missingProperty)} is required when ${name(params.property)} is given` };
}

function strange({ schema, data }: Violation, member: unknown): Rule {
  const known = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const free = known.filter((candidate) => !isObject(data) || !Object.hasOwn(data, candidate));
  const near = nearest(String(member), free);
  return {
    whole: `${name(member)} is not a known member${near === null ? "" : `, nearest is ${name(near)}`}`,
  };
}

function condition({ params }: Violation): Rule {
  const holds = params.failingKeyword === "then" ? "holds" : "does not hold";
  return { must: `must match "${String(params.failingKeyword)}", as its "if" ${holds}`, bare: true };
}

/** If all alternatives expect other types, the message lists those types. */
function alternatives({ keyword, params, branches, data }: Violation): Rule {
  if (Array.isArray(params.passingSchemas)) {
    const which = params.passingSchemas.map((i: number) => i + 1).join(" and ");
    return {
      must: `matches alternatives ${which} of oneOf; exactly one must match (anyOf allows more)`,
      bare: true,
    };
  }
  const types = branches.map((branch) => (isObject(branch) ? branch.type : undefined));
  const names = [...new Set(types.flat())];
  if (
    types.length > 0 &&
    types.every((type) => type !== undefined) &&
    !names.some((type) => hasType(data, type))
  ) {
    return { must: `must be ${typeText(names)}` };
  }
  return { must: `matches none of the ${branches.length} alternatives of ${keyword}`, bare: true };
}

function hasType(value: unknown, type: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

/** Names the condition that a rule depends on. */
function becauseOf({ origin, keyword }: Violation): string {
  if (keyword === "if") return "";
  const last = origin?.pointer.split("/").at(-1);
  return last === "then" || last === "else" ? ` (by the "${last}" of a condition)` : "";
}

function gotText({ keyword, data, propertyName }: Violation, context: MessageContext): string {
  const { raw, textNote, discreet } = context;
  if (propertyName !== undefined) return discreet ? "another name" : quoted(propertyName);
  if (keyword === "type" && textNote !== "") return textNote;
  if (discreet) return kindOf(data);
  // Only numbers can break such a rule, so the word "number" would add nothing.
  const isNumeric = keywordNamed(keyword)?.type === "number";
  return typeof data === "number" && isNumeric ? cut(raw) : valueText(data, raw);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** "days", "tags[0]", "the arguments": the value a rule is about. */
function subjectOf({ instancePath, propertyName }: Violation, { root, direction }: MessageContext): string {
  if (propertyName !== undefined) return "the member name";
  let value = root;
  let subject = "";
  for (const token of pointerTokens(instancePath)) {
    subject = Array.isArray(value) ? `${subject || "item "}[${token}]` : name(token);
    value = stepTo(value, token);
  }
  return subject || (direction === "input" ? "the arguments" : "the result");
}

function stepTo(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return value[indexOfToken(token)];
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

function name(member: unknown): string {
  const text = String(member);
  return /^[\p{L}\p{N}_$.-]{1,60}$/u.test(text) ? text : quoted(text);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
