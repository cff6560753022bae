/**
 * Which rules of a schema an alternative of it puts to which places of a value. Only places on the way to a finding are
 * gone through, so the size of the value does not matter.
 *
 *     { anyOf: [ { $ref: "#/$defs/Cat" }, … ] }, finding /meow by #/$defs/Cat/properties/meow/type
 *     from "/anyOf/0" at "" → "/$defs/Cat" at "", "/$defs/Cat/properties/meow" at "/meow"
 */
import { childPointer, pointerTokens, valueAt } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { graphOf, type SchemaGraph } from "@/lib/schema/language/graph";
import { keywordNamed, keywordsIn } from "@/lib/schema/language/keywords";
import { appliedTo, isSchema, type SchemaObject } from "@/lib/schema/language/subschemas";

/** A schema by its pointer, put to a place of the value by its pointer. */
export interface Put {
  schema: string;
  instance: string;
}

/** More in one search would be a schema that goes round in circles over a deep value. */
const MOST = 200_000;

export class Reach {
  /** Under each place the names and numbers that lead on to a finding. */
  readonly #ways = new Map<string, Set<string>>();
  readonly #targets = new Map<SchemaObject, string[]>();
  readonly #graph: SchemaGraph | null;
  #left = MOST;

  constructor(
    private readonly root: unknown,
    places: readonly string[],
  ) {
    this.#graph = isSchema(root) ? graphOf(root) : null;
    for (const place of places) this.#lead(pointerTokens(place));
  }

  /** All that the schema at `start` puts to `instance` and to what is inside it, by `<schema> <instance>`. */
  from(start: Put): Map<string, Put> {
    const found = new Map<string, Put>();
    const todo = [start];
    for (let next = todo.pop(); next && this.#left > 0; next = todo.pop()) {
      const key = keyOf(next);
      if (found.has(key)) continue;
      this.#left -= 1;
      found.set(key, next);
      todo.push(...this.#inner(next));
    }
    return found;
  }

  /** Whether the search was given up: what was found is not all there is. */
  get isCut(): boolean {
    return this.#left <= 0;
  }

  /** The schema at a pointer. */
  at(pointer: string): unknown {
    return valueAt(this.root, pointerTokens(pointer));
  }

  #lead(tokens: string[]): void {
    let place = "";
    for (const token of tokens) {
      const ways = this.#ways.get(place) ?? new Set();
      this.#ways.set(place, ways.add(token));
      place = childPointer(place, token);
    }
  }

  #inner(put: Put): Put[] {
    const schema = this.at(put.schema);
    if (!isObject(schema)) return [];
    return [...this.#referred(schema, put), ...here(schema, put), ...this.#inside(schema, put)];
  }

  #referred(schema: SchemaObject, { instance }: Put): Put[] {
    return this.#targetsOf(schema).map((target) => ({ schema: target, instance }));
  }

  /** The pointers that the schema's references lead to, inside the same text. */
  #targetsOf(schema: SchemaObject): string[] {
    const known = this.#targets.get(schema);
    if (known) return known;
    const found = keywordsIn("reference").flatMap((keyword) => {
      const text = schema[keyword];
      const node = typeof text === "string" ? this.#graph?.follow(schema, text) : null;
      return node?.document === "" ? [node.pointer] : [];
    });
    this.#targets.set(schema, found);
    return found;
  }

  #inside(schema: SchemaObject, put: Put): Put[] {
    return [...(this.#ways.get(put.instance) ?? [])].flatMap((name) =>
      innerPointers(schema, name).map((tokens) => ({
        schema: tokens.reduce(childPointer, put.schema),
        instance: childPointer(put.instance, name),
      })),
    );
  }
}

export const keyOf = ({ schema, instance }: Put): string => `${schema} ${instance}`;

/** Steps to the schemas that apply to the same value or to the names of its members. */
function here(schema: SchemaObject, { schema: pointer, instance }: Put): Put[] {
  return [...appliedTo("same", schema), ...appliedTo("names", schema)]
    .filter(({ keyword }) => !keywordNamed(keyword)?.silent)
    .map(({ keyword, token }) => ({ schema: under(pointer, keyword, token), instance }));
}

const under = (pointer: string, keyword: string, token: string): string => {
  const place = childPointer(pointer, keyword);
  return token === "" ? place : childPointer(place, token);
};

/** The ways from a schema to those for a member or item of that name. The checker decides whether a pattern matches. */
function innerPointers(schema: SchemaObject, name: string): string[][] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const { appliesTo, silent } = keywordNamed(keyword) ?? {};
    return !silent && (appliesTo === "members" || appliesTo === "items") ? waysIn(keyword, value, name) : [];
  });
}

function waysIn(keyword: string, value: unknown, name: string): string[][] {
  if (Array.isArray(value)) return [[keyword, name]];
  if (keyword === "properties") return isObject(value) && Object.hasOwn(value, name) ? [[keyword, name]] : [];
  if (keyword === "patternProperties")
    return Object.keys(isObject(value) ? value : {}).map((pattern) => [keyword, pattern]);
  return isObject(value) || value === false ? [[keyword]] : [];
}
