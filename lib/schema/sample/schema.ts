/** Prepares schemas for making samples: it follows references, merges `allOf` and keeps alternatives apart. */

import { equalJson } from "@/lib/json/equal";
import { isObject } from "@/lib/json/value";
import { type Dialect, dialectOf } from "@/lib/schema/language/dialect";
import { graphOf, type SchemaGraph } from "@/lib/schema/language/graph";
import { keywordNamed } from "@/lib/schema/language/keywords";
import { refShutsOut } from "@/lib/schema/language/subschemas";

/** Thrown when no value can be built for a schema. The message is the reason. */
export class Unbuildable extends Error {}

export type Json = Record<string, unknown>;

export interface Flat {
  /** The rules that always apply, without `$ref`, `allOf`, `anyOf`, `oneOf` and `if`. */
  base: Json;
  /** Lists of alternatives; one alternative of each list must match as well. */
  choices: unknown[][];
}

const MAX_STEPS = 3_000;
const MAX_CHAIN = 64;
/** The largest `oneOf` whose alternatives are kept from matching together. */
const MAX_EXACT = 6;

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The strings in a string or a list. */
export const textsOf = (value: unknown): string[] => [value].flat().filter((one) => typeof one === "string");

export const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === "number" ? value : otherwise;

/** An own member, or undefined. Names like `constructor` are plain data. */
export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Makes a schema whose values break the given one. */
export type Negate = (schema: unknown) => unknown;

/** The remaining budget for building values, counted in schemas visited. Several values can share it. */
export interface Work {
  left: number;
}

export interface SampleOptions {
  /** The graph of the root, if it is known already. */
  graph?: SchemaGraph;
  negate?: Negate;
  work?: Work;
}

export class SampleSchema {
  readonly #root: unknown;
  readonly #work: Work;
  /** Without it, `not`, `else` and the "exactly one" of `oneOf` are ignored. */
  readonly negate: Negate | undefined;
  readonly #dialect: Dialect;
  #graph: SchemaGraph | undefined;
  #steps = 0;

  constructor(root: unknown, { graph, negate, work }: SampleOptions = {}) {
    this.#root = root;
    this.negate = negate;
    this.#work = work ?? { left: MAX_STEPS };
    this.#dialect = dialectOf(root) ?? "2020-12";
    this.#graph = graph;
  }

  /** `within` counts the references and `allOf` on the way here. */
  flatten(schema: unknown, within = 0): Flat {
    this.#steps += 1;
    this.#work.left -= 1;
    if (this.#steps > MAX_STEPS || this.#work.left < 0 || within > MAX_CHAIN)
      throw new Unbuildable("its schema is too large or refers to itself without end");
    if (schema === false || isNever(schema)) throw new Unbuildable("its schema allows no value in one place");
    if (!isObject(schema)) return { base: {}, choices: [] };
    const { $ref, $dynamicRef, $recursiveRef, ...beside } = schema;
    const refs = [$ref, $dynamicRef, $recursiveRef].filter((ref) => typeof ref === "string");
    const own = refShutsOut(schema, this.#dialect) ? {} : beside;
    return [...refs.map((ref) => this.#target(schema, ref)), ...listOf(own.allOf)]
      .map((part) => this.flatten(part, within + 1))
      .reduce(mergeFlat, this.#plain(own));
  }

  /** One schema by itself, its alternatives kept apart. */
  #plain(schema: Json): Flat {
    const { allOf: _, anyOf, oneOf, if: condition, then, else: otherwise, ...base } = schema;
    const choices: unknown[][] = Array.isArray(anyOf) ? [anyOf] : [];
    if (Array.isArray(oneOf)) choices.push(this.#exactlyOne(oneOf));
    if (condition !== undefined) choices.push(this.#conditional({ condition, then, otherwise }));
    if (!this.negate || base.not === undefined) return { base, choices };
    const { not, ...rest } = base;
    return { base: rest, choices: [...choices, [this.negate(not)]] };
  }

  /** First each alternative excluding the others, then each one by itself. */
  #exactlyOne(branches: unknown[]): unknown[] {
    const { negate } = this;
    if (!negate || branches.length > MAX_EXACT) return branches;
    const exact = branches.map((branch, at) => ({
      allOf: [branch, ...branches.toSpliced(at, 1).map(negate)],
    }));
    return [...exact, ...branches];
  }

  /** A value that matches `if` and `then` always meets the condition. */
  #conditional({ condition, then, otherwise }: Json): unknown[] {
    const holds = { allOf: [condition, then ?? true] };
    return this.negate ? [holds, { allOf: [this.negate(condition), otherwise ?? true] }] : [holds];
  }

  /** The schema of a member's value, whether the member is declared, matched by a pattern or additional. */
  property(base: Json, name: string): unknown {
    const declared = memberOf(base.properties, name);
    const patterns = Object.entries(isObject(base.patternProperties) ? base.patternProperties : {});
    const matched = patterns.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema);
    const found = declared === undefined ? matched : [declared, ...matched];
    return found.length > 0
      ? { allOf: found }
      : (base.additionalProperties ?? base.unevaluatedProperties ?? true);
  }

  /** The types a value may have; `number` includes integers. Null if the schema does not limit them. */
  types(schema: unknown): Set<string> | null {
    const { base, choices } = this.flatten(schema);
    const said = [base.type === undefined ? null : new Set(textsOf(base.type)), typesOfValues(base)];
    const chosen = choices.map((branches) => union(branches.map((branch) => this.types(branch))));
    const known = [...said, ...chosen].filter((types) => types !== null);
    return known.length === 0 ? null : known.reduce(both);
  }

  #target(schema: Json, reference: string): unknown {
    this.#graph ??= isObject(this.#root) ? graphOf(this.#root) : undefined;
    const found = this.#graph?.follow(schema, reference);
    if (!found) throw new Unbuildable(`its reference ${reference} leads nowhere`);
    return found.schema;
  }
}

const isNever = (schema: unknown): boolean =>
  isObject(schema) && (schema.not === true || (isObject(schema.not) && Object.keys(schema.not).length === 0));

function mergeFlat(a: Flat, b: Flat): Flat {
  return { base: mergeBase(a.base, b.base), choices: [...a.choices, ...b.choices] };
}

/** A schema that matches when both match. */
export function mergeBase(a: Json, b: Json): Json {
  const merged = Object.entries(b).map(([keyword, value]): [string, unknown] => [
    keyword,
    Object.hasOwn(a, keyword) ? mergeKeyword(keyword, a[keyword], value) : value,
  ]);
  return { ...a, ...Object.fromEntries(merged) };
}

function mergeKeyword(keyword: string, a: unknown, b: unknown): unknown {
  if (typeof a === "number" && typeof b === "number") {
    return keywordNamed(keyword)?.bound === "lower" ? Math.max(a, b) : Math.min(a, b);
  }
  switch (keyword) {
    case "required":
      return [...new Set([...textsOf(a), ...textsOf(b)])];
    case "properties":
    case "patternProperties":
      return mergeMembers(a, b);
    case "items":
    case "additionalProperties":
    case "contains":
      return { allOf: [a, b] };
    case "type":
      return mergeTypes(textsOf(a), textsOf(b));
    case "enum":
      return listOf(a).filter((value) => listOf(b).some((other) => equalJson(value, other)));
    case "const":
      if (!equalJson(a, b)) throw new Unbuildable("its schema asks for two different constants in one place");
      return a;
    default:
      return b;
  }
}

function mergeMembers(a: unknown, b: unknown): Json {
  const names = new Set([a, b].flatMap((members) => (isObject(members) ? Object.keys(members) : [])));
  const merged = [...names].map((name): [string, unknown] => {
    const found = [memberOf(a, name), memberOf(b, name)].filter((schema) => schema !== undefined);
    return [name, found.length === 1 ? found[0] : { allOf: found }];
  });
  return Object.fromEntries(merged);
}

function mergeTypes(a: string[], b: string[]): string[] {
  const common = [...both(new Set(a), new Set(b))];
  if (common.length === 0)
    throw new Unbuildable(`its schema asks for ${a.join("/")} and ${b.join("/")} in one place`);
  return common;
}

function both(a: Set<string>, b: Set<string>): Set<string> {
  const has = (types: Set<string>, type: string) =>
    types.has(type) || (type === "integer" && types.has("number"));
  return new Set([...a, ...b].filter((type) => has(a, type) && has(b, type)));
}

function union(all: (Set<string> | null)[]): Set<string> | null {
  const known = all.filter((types) => types !== null);
  return known.length < all.length ? null : new Set(known.flatMap((types) => [...types]));
}

function typesOfValues({ const: constant, enum: values }: Json): Set<string> | null {
  if (constant !== undefined) return new Set([typeOf(constant)]);
  return Array.isArray(values) ? new Set(values.map(typeOf)) : null;
}

/** The JSON type of a value; a whole number is `integer`. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Whether a value of JSON type `type` is one of the `types`. */
export const isOneOf = (type: string, types: Set<string>): boolean =>
  types.has(type) || (type === "integer" && types.has("number"));

/** False also for an invalid pattern. */
export function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}
