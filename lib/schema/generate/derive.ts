/**
 * Derives schemas whose samples reach a certain place: the path to it becomes required, and another schema is put
 * there. They are used only to build values, never to check them.
 */

import { isObject } from "@/lib/json/value";
import { keywordNamed } from "@/lib/schema/language/keywords";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import { listOf, matches, numberOr, textsOf } from "@/lib/schema/sample/schema";
import type { Step } from "./rules";

/** What the derivation needs to know about other schemas. */
export interface Tools {
  /** A schema whose values break the given one. */
  negate: (schema: unknown) => unknown;
  /** Some texts that match a schema. */
  texts: (schema: unknown) => string[];
}

/** Every schema with `leaf` at the end of the route, the likeliest first. */
export function* derived(route: readonly Step[], leaf: unknown, tools: Tools): Generator<unknown> {
  const [step, ...rest] = route;
  if (!step) {
    yield leaf;
    return;
  }
  for (const inner of derived(rest, leaf, tools)) yield* placed(step, inner, tools);
}

export const without = (schema: SchemaObject, ...keywords: string[]): SchemaObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));

/** The schema combined with others, all of which must match. */
export const both = (schema: SchemaObject, ...others: unknown[]): SchemaObject => ({
  ...schema,
  allOf: [...listOf(schema.allOf), ...others],
});

/** The schema with more required members. */
export const requiring = (schema: SchemaObject, ...names: string[]): SchemaObject => ({
  ...schema,
  required: [...new Set([...textsOf(schema.required), ...names])],
});

export const withMember = (schema: SchemaObject, name: string, member: unknown): SchemaObject => ({
  ...schema,
  properties: { ...(isObject(schema.properties) ? schema.properties : {}), [name]: member },
});

type Place = (step: Step, inner: unknown, tools: Tools) => unknown[];

const byName: Place = ({ from, keyword, token }, inner) => {
  const named = isObject(from[keyword]) ? from[keyword] : {};
  return [requiring({ ...from, [keyword]: { ...named, [token]: inner } }, token)];
};

/** A pattern is not a name, so a member that matches it becomes required. */
const byPattern: Place = ({ from, keyword, token }, inner, { texts }) => {
  const named = isObject(from[keyword]) ? from[keyword] : {};
  return texts({ type: "string", pattern: token })
    .slice(0, MAX_NAMES)
    .map((name) => requiring({ ...from, [keyword]: { ...named, [token]: inner } }, name));
};

const strange: Place = ({ from }, inner, { texts }) =>
  freeNames(from, texts).map((name) => requiring(withMember(from, name, inner), name));

/** One item after those that have their own schemas. */
const further: Place = ({ from, keyword }, inner) => {
  const known = listOf(from.prefixItems ?? from.items);
  const contained = known.length === 0 && isObject(from.contains) ? numberOr(from.minContains, 1) : 0;
  const before = Math.min(contained, MAX_BEFORE);
  const usual = from[keyword];
  const prefix = [...known, ...Array.from({ length: before }, () => usual), inner];
  return [{ ...from, prefixItems: prefix, minItems: Math.max(numberOr(from.minItems, 0), prefix.length) }];
};

const inList: Place = ({ from, keyword, token }, inner) => {
  const list = listOf(from[keyword]).toSpliced(Number(token), 1, inner);
  const least = Math.max(numberOr(from.minItems, 0), Number(token) + 1);
  return [{ ...from, [keyword]: list, minItems: least }];
};

const chosen: Place = ({ from, keyword }, inner) => [both(without(from, keyword), inner)];

const allOf: Place = ({ from, token }, inner) => [
  { ...from, allOf: listOf(from.allOf).toSpliced(Number(token), 1, inner) },
];

const named: Place = ({ from }, inner, { texts }) => {
  const declared = isObject(from.properties) ? Object.keys(from.properties) : [];
  const names = [...texts({ allOf: [inner, { type: "string" }] }), ...declared];
  const rest = without(from, "propertyNames");
  const plain = names.slice(0, MAX_NAMES).map((name) => requiring(rest, name));
  const free = names.filter((name) => !declared.includes(name)).slice(0, MAX_NAMES);
  // If no other member is allowed, another rule must break too.
  return [...plain, ...free.map((name) => requiring(withMember(rest, name, true), name))];
};

const PLACES: Record<string, Place> = {
  $ref: chosen,
  properties: byName,
  patternProperties: byPattern,
  additionalProperties: strange,
  unevaluatedProperties: strange,
  propertyNames: named,
  dependentSchemas: byName,
  dependencies: byName,
  prefixItems: inList,
  items: (step, inner, tools) => (step.token === "" ? further : inList)(step, inner, tools),
  additionalItems: further,
  unevaluatedItems: further,
  allOf,
  anyOf: chosen,
  oneOf: chosen,
  then: ({ from }, inner) => [both(without(from, "if", "then", "else"), from.if, inner)],
  else: ({ from }, inner, { negate }) => [both(without(from, "if", "then", "else"), negate(from.if), inner)],
};

const MAX_NAMES = 6;
const MAX_BEFORE = 50;

function placed(step: Step, inner: unknown, tools: Tools): unknown[] {
  const from = ofTypeFor(step.keyword, without(step.from, "default", "examples"));
  return PLACES[step.keyword]?.({ ...step, from }, inner, tools) ?? [];
}

/** Names of members that the schema does not declare, by its own keywords. */
export function freeNames(schema: SchemaObject, texts: Tools["texts"]): string[] {
  const patterns = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  const declared = isObject(schema.properties) ? schema.properties : {};
  const likely = schema.propertyNames === undefined ? [] : texts(schema.propertyNames);
  return [...likely, "extra", "another", "x", "1", "Extra_Member"]
    .filter((name) => !Object.hasOwn(declared, name) && !patterns.some((pattern) => matches(pattern, name)))
    .slice(0, MAX_NAMES);
}

/** The schema for values that the keyword says something about, whatever other types it allows. */
export function ofTypeFor(keyword: string, schema: SchemaObject): SchemaObject {
  const type = keywordNamed(keyword)?.type;
  if (type === undefined) return schema;
  const whole = type === "number" && schema.type === "integer";
  return whole ? schema : { ...schema, type };
}
