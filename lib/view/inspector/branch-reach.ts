/**
 * Which rules of a schema an alternative of it puts to which places of a value. Only places on the way to a finding are
 * gone through, so the size of the value does not matter.
 *
 *     { anyOf: [ { $ref: "#/$defs/Cat" }, … ] }, finding /meow by #/$defs/Cat/properties/meow/type
 *     from "/anyOf/0" at "" → "/$defs/Cat" at "", "/$defs/Cat/properties/meow" at "/meow"
 */
import { childPointer, pointerTokens, valueAt } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";

/** A schema by its pointer, put to a place of the value by its pointer. */
export interface Put {
  schema: string;
  instance: string;
}

/** What of these schemas is put to the very place their holder is put to. */
const LISTS = ["allOf", "anyOf", "oneOf"];
const SAME = ["then", "else", "propertyNames"];
const SAME_BY_NAME = ["dependentSchemas", "dependencies"];
const MEMBERS = ["additionalProperties", "unevaluatedProperties"];
const ITEMS = ["items", "additionalItems", "unevaluatedItems", "contains"];
/** More in one search would be a schema that goes round in circles over a deep value. */
const MOST = 200_000;

export class Reach {
  /** Under each place the names and numbers that lead on to a finding. */
  readonly #ways = new Map<string, Set<string>>();
  readonly #targets = new Map<string, string | null>();
  #left = MOST;

  constructor(
    private readonly root: unknown,
    places: readonly string[],
  ) {
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

  #referred(schema: Record<string, unknown>, { instance }: Put): Put[] {
    return ["$ref", "$dynamicRef", "$recursiveRef"].flatMap((keyword) => {
      const text = schema[keyword];
      const target = typeof text === "string" ? this.#target(text) : null;
      return target === null ? [] : [{ schema: target, instance }];
    });
  }

  #target(reference: string): string | null {
    const known = this.#targets.get(reference);
    if (known !== undefined) return known;
    const target = targetOf(reference, this.root);
    this.#targets.set(reference, target);
    return target;
  }

  #inside(schema: Record<string, unknown>, put: Put): Put[] {
    return [...(this.#ways.get(put.instance) ?? [])].flatMap((name) =>
      innerPointers(schema, name).map((tokens) => ({
        schema: tokens.reduce(childPointer, put.schema),
        instance: childPointer(put.instance, name),
      })),
    );
  }
}

export const keyOf = ({ schema, instance }: Put): string => `${schema} ${instance}`;

function here(schema: Record<string, unknown>, { schema: pointer, instance }: Put): Put[] {
  const lists = LISTS.flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((_, i) => [keyword, String(i)]) : [];
  });
  const single = SAME.filter((keyword) => keyword in schema).map((keyword) => [keyword]);
  const named = SAME_BY_NAME.flatMap((keyword) =>
    Object.keys(isObject(schema[keyword]) ? schema[keyword] : {}).map((name) => [keyword, name]),
  );
  return [...lists, ...single, ...named].map((tokens) => ({
    schema: tokens.reduce(childPointer, pointer),
    instance,
  }));
}

/** The ways from a schema to those for a member or item of that name. A pattern's own match is the checker's to say. */
function innerPointers(schema: Record<string, unknown>, name: string): string[][] {
  const { properties, patternProperties, prefixItems, items } = schema;
  const own = isObject(properties) && Object.hasOwn(properties, name) ? [["properties", name]] : [];
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  const listed = [
    ...(Array.isArray(prefixItems) ? [["prefixItems", name]] : []),
    ...(Array.isArray(items) ? [["items", name]] : []),
  ];
  const all = [...MEMBERS, ...ITEMS].filter(
    (keyword) => isObject(schema[keyword]) || schema[keyword] === false,
  );
  return [
    ...own,
    ...patterns.map((pattern) => ["patternProperties", pattern]),
    ...listed,
    ...all.map((keyword) => [keyword]),
  ];
}

/** Where a reference into the same text leads: a pointer, or the schema that bears the anchor; else null. */
function targetOf(reference: string, root: unknown): string | null {
  const hash = reference.indexOf("#");
  if (hash < 0) return pointerOf(root, (schema) => schema.$id === reference || schema.id === reference);
  const fragment = decoded(reference.slice(hash + 1));
  if (fragment === "" || fragment.startsWith("/")) return fragment;
  return pointerOf(
    root,
    ({ $anchor, $dynamicAnchor, $id, id }) =>
      $anchor === fragment || $dynamicAnchor === fragment || $id === `#${fragment}` || id === `#${fragment}`,
  );
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The first object of a JSON value for which `holds`. */
function pointerOf(root: unknown, holds: (schema: Record<string, unknown>) => boolean): string | null {
  const todo: [string, unknown][] = [["", root]];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [pointer, value] = next;
    if (isObject(value) && holds(value)) return pointer;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) todo.push([childPointer(pointer, name), inner]);
  }
  return null;
}
