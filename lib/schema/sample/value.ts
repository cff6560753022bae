/**
 * Builds one value for a JSON Schema, from `const`, `enum`, `examples`, `default`, types and limits. It does not
 * search: rules that only a check can decide, such as `unevaluated…`, are ignored.
 */

import { equalJson } from "@/lib/json/equal";
import { isObject } from "@/lib/json/value";
import { keywordNamed } from "@/lib/schema/language/keywords";
import { numberFits, sampleNumber } from "./number";
import {
  isOneOf,
  type Json,
  listOf,
  memberOf,
  mergeBase,
  numberOr,
  type SampleSchema,
  textsOf,
  typeOf,
  Unbuildable,
} from "./schema";
import { sampleText, textFits } from "./text";

/** The depth of a value, and which of several different values to build: 0 is the plain one. */
export interface Wanted {
  depth: number;
  variant: number;
}

const MAX_DEPTH = 16;
const MAX_ITEMS = 1_000;
const MAX_EXTRA = 100;
/** Down to this depth a list gets an item even if it needs none, so that there is something to see. */
const SHOW_DEPTH = 3;

interface Manner {
  /** Include every declared member, down to `ALL_DEPTH`. */
  all?: boolean;
  /** Take only scalars from examples and defaults, never whole lists and objects. */
  built?: boolean;
}
const ALL_DEPTH = 5;

/** From this depth on a value is as small as its schema allows. */
export const SMALL: Wanted = { depth: SHOW_DEPTH, variant: 0 };

/** Throws `Unbuildable` with the reason if no value can be built. */
export class SampleValue {
  readonly #schemas: SampleSchema;
  readonly #manner: Manner;

  constructor(schemas: SampleSchema, manner: Manner = {}) {
    this.#schemas = schemas;
    this.#manner = manner;
  }

  of(schema: unknown, wanted: Wanted = { depth: 0, variant: 0 }): unknown {
    if (wanted.depth > MAX_DEPTH) throw new Unbuildable("its schema is nested without end");
    const { base, choices } = this.#schemas.flatten(schema);
    return this.#chosen(base, choices, wanted);
  }

  /** Takes the first alternative of each choice that can be built together with the rest. */
  #chosen(base: Json, [branches, ...others]: unknown[][], wanted: Wanted): unknown {
    if (!branches) return this.#typed(base, wanted);
    return firstOf(branches, (branch) => {
      const flat = this.#schemas.flatten(branch);
      return this.#chosen(mergeBase(base, flat.base), [...others, ...flat.choices], wanted);
    });
  }

  #typed(base: Json, wanted: Wanted): unknown {
    const only = "const" in base ? [base.const] : base.enum;
    if (Array.isArray(only)) {
      const fitting = only.filter((value) => fits(value, base));
      if (wanted.variant < fitting.length) return fitting[wanted.variant];
      throw new Unbuildable("its schema has too few values to choose from in one place");
    }
    const suggested = [...listOf(base.examples), ...("default" in base ? [base.default] : [])];
    const fitting = suggested.filter((value) => this.#isUsable(value) && fits(value, base));
    if (wanted.variant < fitting.length) return fitting[wanted.variant];
    // If no type is declared, try the likely one first and then the others.
    const types = base.type === undefined ? [impliedType(base), ...TYPES] : textsOf(base.type);
    const ordered = [...types.filter((type) => type !== "null"), ...types.filter((type) => type === "null")];
    return firstOf(ordered, (type) => this.#ofType(type, base, wanted));
  }

  #isUsable(suggested: unknown): boolean {
    return !this.#manner.built || typeof suggested !== "object" || suggested === null;
  }

  #ofType(type: string, base: Json, wanted: Wanted): unknown {
    switch (type) {
      case "object":
        return this.#object(base, wanted);
      case "array":
        return this.#array(base, wanted);
      case "string":
        return sampleText(base, wanted.variant);
      case "number":
      case "integer":
        return sampleNumber(base, type === "integer", wanted.variant);
      case "boolean":
        return oneOf([true, false], wanted.variant);
      case "null":
        return oneOf([null], wanted.variant);
      default:
        throw new Unbuildable(`its schema names the type ${type}, which JSON does not have`);
    }
  }

  #object(base: Json, wanted: Wanted): unknown {
    const names = this.#names(base, wanted.depth);
    for (const name of names) {
      const dependent = dependentOf(base, name);
      if (dependent === undefined) continue;
      const flat = this.#schemas.flatten(dependent);
      return this.#chosen(mergeBase(withoutDependent(base, name), flat.base), flat.choices, wanted);
    }
    if (typeof base.maxProperties === "number" && names.length > base.maxProperties) {
      throw new Unbuildable("its schema requires more members than it allows");
    }
    const member = (name: string, variant: number): [string, unknown] => [
      name,
      this.of(this.#schemas.property(base, name), { depth: wanted.depth + 1, variant }),
    ];
    const plain = Object.fromEntries(names.map((name) => member(name, 0)));
    if (wanted.variant === 0) return plain;
    const varied = firstOf(names, (name) => member(name, wanted.variant));
    return Object.fromEntries([...Object.entries(plain), varied]);
  }

  /** The required members; at the root one that is not required rather than none; and as many as must be. */
  #names(base: Json, depth: number): string[] {
    const names = new Set(textsOf(base.required));
    if (this.#manner.all && depth < ALL_DEPTH) this.#addAll(names, base, depth);
    const least = numberOr(base.minProperties, 0);
    const shown = depth === 0 && base.maxProperties !== 0 ? 1 : 0;
    if (names.size >= Math.max(least, shown)) return [...names];
    for (const name of this.#optional(base, depth)) {
      names.add(name);
      if (names.size >= Math.max(least, shown)) return [...names];
    }
    if (names.size < least) throw new Unbuildable(`its schema asks for ${least} members or more`);
    return [...names];
  }

  #addAll(names: Set<string>, base: Json, depth: number): void {
    const most = numberOr(base.maxProperties, Number.POSITIVE_INFINITY);
    for (const name of Object.keys(isObject(base.properties) ? base.properties : {}))
      if (names.size < most && this.#buildable(base, name, depth)) names.add(name);
  }

  /** Declared members that can be built, then ones that are not declared, as far as those are asked for. */
  *#optional(base: Json, depth: number): Generator<string> {
    for (const name of Object.keys(isObject(base.properties) ? base.properties : {})) {
      if (this.#buildable(base, name, depth)) yield name;
    }
    if (base.minProperties === undefined) return;
    for (let at = 1; at <= MAX_EXTRA; at++) yield this.#freeName(base, at, depth);
  }

  /** The `at`th name that may be given to a member that is not declared. */
  #freeName(base: Json, at: number, depth: number): string {
    if (base.propertyNames === undefined || base.propertyNames === true) return `member${at}`;
    const schema = { allOf: [base.propertyNames, { type: "string" }] };
    return String(this.of(schema, { depth: depth + 1, variant: at - 1 }));
  }

  #buildable(base: Json, name: string, depth: number): boolean {
    try {
      this.of(this.#schemas.property(base, name), { depth: depth + 1, variant: 0 });
      return true;
    } catch (error) {
      if (error instanceof Unbuildable) return false;
      throw error;
    }
  }

  #array(base: Json, wanted: Wanted): unknown[] {
    const contained = base.contains === undefined ? 0 : numberOr(base.minContains, 1);
    const least = Math.max(numberOr(base.minItems, 0), contained, wanted.variant > 0 ? 1 : 0);
    if (least > MAX_ITEMS) throw new Unbuildable(`its schema asks for a list of ${least} items or more`);
    const most = numberOr(base.maxItems, MAX_ITEMS);
    if (least > most) throw new Unbuildable("its schema asks for more items than it allows");
    const prefix = listOf(base.prefixItems ?? base.items).length;
    const shown = wanted.depth < SHOW_DEPTH ? Math.min(most, Math.max(least, prefix, 1)) : least;
    const counts = shown > least ? [shown, least] : [least];
    return firstOf(counts, (count) => this.#items(base, { count, contained, wanted }));
  }

  #items(
    base: Json,
    { count, contained, wanted }: { count: number; contained: number; wanted: Wanted },
  ): unknown[] {
    const items: unknown[] = [];
    for (let at = 0; at < count; at++) {
      const schema = this.#itemSchema(base, { at, contained });
      const first = at === 0 ? wanted.variant : 0;
      const last = base.uniqueItems === true ? first + at : first;
      const variants = Array.from({ length: last - first + 1 }, (_, more) => first + more);
      items.push(
        firstOf(variants, (variant) => {
          const item = this.of(schema, { depth: wanted.depth + 1, variant });
          if (base.uniqueItems !== true || !items.some((other) => equalJson(other, item))) return item;
          throw new Unbuildable("its schema asks for more different items than can be built");
        }),
      );
    }
    return items;
  }

  #itemSchema(base: Json, { at, contained }: { at: number; contained: number }): unknown {
    // What contains counts has been looked at, so it is not left to unevaluatedItems.
    if (at < contained)
      return { allOf: [itemSchema({ ...base, unevaluatedItems: undefined }, at), base.contains] };
    const own = itemSchema(base, at);
    const { negate } = this.#schemas;
    return base.maxContains === undefined || !negate ? own : { allOf: [own, negate(base.contains)] };
  }
}

/** What the first of `from` gives that can be built; else the last reason. */
function firstOf<T, R>(from: readonly T[], make: (one: T) => R): R {
  let reason = new Unbuildable("its schema offers no alternative in one place");
  for (const one of from) {
    try {
      return make(one);
    } catch (error) {
      if (!(error instanceof Unbuildable)) throw error;
      reason = error;
    }
  }
  throw reason;
}

function oneOf<T>(values: readonly T[], variant: number): T {
  return firstOf(values.slice(variant, variant + 1), (value) => value);
}

/** A quick look at a value that the schema itself suggests: its type and the limits of its own level. */
function fits(value: unknown, base: Json): boolean {
  const type = typeOf(value);
  if (base.type !== undefined && !isOneOf(type, new Set(textsOf(base.type)))) return false;
  if (typeof value === "string") return textFits(value, base);
  if (typeof value === "number") return numberFits(value, base);
  if (Array.isArray(value)) {
    return (
      value.length >= numberOr(base.minItems, 0) && value.length <= numberOr(base.maxItems, value.length)
    );
  }
  return !isObject(value) || textsOf(base.required).every((name) => Object.hasOwn(value, name));
}

const IMPLIED = ["object", "array", "number"] as const;
const TYPES = ["string", "integer", "boolean", "object", "array"];

/** The type that the keywords are about, where none is declared. */
function impliedType(base: Json): string {
  const types = new Set(Object.keys(base).map((keyword) => keywordNamed(keyword)?.type));
  return IMPLIED.find((type) => types.has(type)) ?? "string";
}

function itemSchema(base: Json, at: number): unknown {
  const prefix = listOf(base.prefixItems ?? base.items);
  if (at < prefix.length) return prefix[at];
  return (Array.isArray(base.items) ? base.additionalItems : base.items) ?? base.unevaluatedItems ?? true;
}

/** What a present member asks of the whole object. */
function dependentOf(base: Json, name: string): unknown {
  const found = DEPENDENTS.map((keyword) => memberOf(base[keyword], name)).find((one) => one !== undefined);
  return Array.isArray(found) ? { required: found } : found;
}

/** The same schema with one such demand of that member taken out, since it is met. */
function withoutDependent(base: Json, name: string): Json {
  const keyword = DEPENDENTS.find((one) => memberOf(base[one], name) !== undefined);
  if (keyword === undefined) return base;
  const others = Object.entries(isObject(base[keyword]) ? base[keyword] : {}).filter(
    ([other]) => other !== name,
  );
  return { ...base, [keyword]: Object.fromEntries(others) };
}

const DEPENDENTS = ["dependentRequired", "dependentSchemas", "dependencies"];
