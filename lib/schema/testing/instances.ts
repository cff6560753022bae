/** Random values for a schema, built from its own names and values, so that many of them conform. */
import fc from "fast-check";
import { json, NAMES, NUMBERS, TEXTS } from "./pools";
import type { Sketch } from "./schemas";

type Part = Record<string, unknown>;

/** The names and values that a schema mentions. */
interface Hints {
  names: string[];
  values: unknown[];
  numbers: number[];
}

type Members = fc.Arbitrary<[name: string, value: unknown][]>;

const DEPTH = 3;
const FORMATTED = [
  ...[
    "2024-02-29T23:59:60Z",
    "2024-02-29T12:00:00.5+01:00",
    "2023-02-29T12:00:00Z",
    "2024-02-29",
    "2023-02-30",
  ],
  ...[
    "12:00:00Z",
    "24:00:00Z",
    "a@b.example",
    "a@",
    "1.2.3.4",
    "1.2.3.256",
    "::1",
    "::g",
    "example.com",
    "-a.b",
  ],
  ...["https://a.example/b?c#d", "//a/b", "\\\\a", "/a~1b", "a/b", "1/a", "P1D", "P1", "(a", "^a$"],
  ...["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08aa98-11ea-b4aa-73b441d16380"],
];

export function instances(schema: Sketch): fc.Arbitrary<unknown> {
  return new Builder(schema).along(schema, DEPTH);
}

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];

class Builder {
  private readonly text: fc.Arbitrary<string>;
  private readonly number: fc.Arbitrary<number>;
  private readonly anyName: fc.Arbitrary<string>;

  private readonly hints: Hints;
  /** A guess at the target of a reference. */
  private readonly reach: Part[];

  constructor(root: Sketch) {
    const hints = hintsOf(root);
    this.hints = hints;
    this.reach = isPart(root)
      ? [root, ...Object.values(root.$defs ?? root.definitions ?? {})].flatMap(partsOf)
      : [];
    this.text = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...TEXTS, "\ud834") },
      { weight: 1, arbitrary: fc.constantFrom(...FORMATTED) },
    );
    this.number = fc.oneof(fc.constantFrom(...NUMBERS), fc.constantFrom(0, ...hints.numbers));
    this.anyName = fc.constantFrom(...NAMES, ...hints.names, ...hints.names);
  }

  /** Usually the type that the schema expects at this place. */
  along(schema: unknown, depth: number): fc.Arbitrary<unknown> {
    const own = partsOf(schema);
    const parts = hasAny(own, REFERENCES) ? [...own, ...this.reach] : own;
    const weighted: { weight: number; arbitrary: fc.Arbitrary<unknown> }[] = [
      { weight: 1, arbitrary: json },
      { weight: 1, arbitrary: this.number },
      { weight: 1, arbitrary: this.text },
    ];
    if (this.hints.values.length > 0)
      weighted.push({ weight: 1, arbitrary: fc.constantFrom(...this.hints.values) });
    const values = parts.flatMap(valuesIn);
    if (values.length > 0) weighted.push({ weight: 12, arbitrary: fc.constantFrom(...values) });
    const types = parts
      .flatMap(({ type }) => (Array.isArray(type) ? type : [type]))
      .filter((t) => t !== undefined);
    for (const type of types) weighted.push({ weight: 6, arbitrary: this.ofType(type, parts, depth) });
    if (depth > 0) {
      weighted.push({ weight: hasAny(parts, OBJECTS) ? 16 : 1, arbitrary: this.object(parts, depth - 1) });
      weighted.push({ weight: hasAny(parts, ARRAYS) ? 16 : 1, arbitrary: this.array(parts, depth - 1) });
    }
    return fc.oneof(...weighted);
  }

  private ofType(type: unknown, parts: Part[], depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
        return fc.oneof(this.number.map(Math.trunc), this.number);
      case "number":
        return this.number;
      case "string":
        return this.text;
      default:
        if (depth === 0) return fc.constant<unknown>(type === "array" ? [] : {});
        return type === "array" ? this.array(parts, depth - 1) : this.object(parts, depth - 1);
    }
  }

  private object(parts: Part[], depth: number): fc.Arbitrary<unknown> {
    const members = parts.flatMap(({ properties }) => (isPart(properties) ? Object.entries(properties) : []));
    const required = parts.flatMap(({ required: list }) => (Array.isArray(list) ? list.map(String) : []));
    const rest = parts.map(({ additionalProperties: a, unevaluatedProperties: u }) => a ?? u);
    const named = [...members, ...required.map((name) => [name, true] as const)];
    const known = named.map(([name, inner]) => fc.tuple(fc.constant(name), this.along(inner, depth)));
    const other: Members = fc.array(fc.tuple(this.anyName, this.along(rest[0], depth)), { maxLength: 3 });
    const some: Members = known.length > 0 ? fc.array(fc.oneof(...known), { maxLength: 4 }) : fc.constant([]);
    const all: Members = fc.tuple(...known.slice(0, 6));
    const none: Members = fc.constant([]);
    const strange = fc.oneof({ weight: 2, arbitrary: none }, { weight: 1, arbitrary: other });
    return fc.tuple(fc.oneof(some, all), strange).map((both) => Object.fromEntries(both.flat()));
  }

  private array(parts: Part[], depth: number): fc.Arbitrary<unknown> {
    const tuple = parts
      .flatMap(({ items, prefixItems }) => [prefixItems, items].filter(Array.isArray))
      .flat();
    const rest = parts.flatMap(({ items, additionalItems, contains, unevaluatedItems }) =>
      [items, additionalItems, contains, unevaluatedItems].filter(
        (s) => s !== undefined && !Array.isArray(s),
      ),
    );
    const first = fc.tuple(...tuple.slice(0, 3).map((schema) => this.along(schema, depth)));
    const one = fc.oneof(...[...rest, undefined].map((schema) => this.along(schema, depth)));
    return fc.tuple(first, fc.array(one, { maxLength: 3 }), fc.boolean()).map(([start, end, twice]) => {
      const list: unknown[] = [...start, ...end];
      return twice && list.length > 0 ? [...list, list[0]] : list;
    });
  }
}

const OBJECTS = [
  "properties",
  "required",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
];
const ARRAYS = ["items", "prefixItems", "contains", "uniqueItems", "unevaluatedItems", "additionalItems"];

function hasAny(parts: Part[], keywords: string[]): boolean {
  return parts.some((part) => keywords.some((keyword) => Object.hasOwn(part, keyword)));
}

/** The schema with those that apply to the same value; references are not followed. */
function partsOf(schema: unknown): Part[] {
  if (!isPart(schema)) return [];
  const lists = [schema.allOf, schema.anyOf, schema.oneOf].filter(Array.isArray).flat();
  const dependent = isPart(schema.dependentSchemas) ? Object.values(schema.dependentSchemas) : [];
  const others = [schema.if, schema.then, schema.else, schema.not, ...dependent];
  return [schema, ...[...lists, ...others].flatMap(partsOf)];
}

function valuesIn(schema: Part): unknown[] {
  return [
    ...(Array.isArray(schema.enum) ? schema.enum : []),
    ...(Object.hasOwn(schema, "const") ? [schema.const] : []),
  ];
}

function hintsOf(schema: unknown): Hints {
  const hints: Hints = { names: ["a"], values: [], numbers: [] };
  const todo = [schema];
  while (todo.length > 0) {
    const next = todo.pop();
    if (typeof next === "number") hints.numbers.push(next, next + 1, next - 1, next * 3);
    if (typeof next === "object" && next !== null) todo.push(...Object.values(next));
    if (!isPart(next)) continue;
    hints.values.push(...valuesIn(next));
    hints.names.push(...namesIn(next));
  }
  return { ...hints, numbers: hints.numbers.filter(Number.isFinite) };
}

function namesIn({ required, ...schema }: Part): string[] {
  const maps = [schema.properties, schema.dependentSchemas, schema.dependencies, schema.dependentRequired];
  const keys = maps.flatMap((map) => (isPart(map) ? Object.keys(map) : []));
  return [...keys, ...(Array.isArray(required) ? required.map(String) : [])];
}

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
