/** Steps from a schema to the schemas inside it. */

import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { type Dialect, since } from "./dialect";
import { type AppliesTo, type Kind, keywordNamed, keywordsOf } from "./keywords";

export type SchemaObject = Record<string, unknown>;

/** A schema inside another one, and its pointer in the document. */
export interface Inner {
  schema: SchemaObject | boolean;
  pointer: string;
}

/** Up to draft-07 a `$ref` disables everything beside it (D11); only definitions stay reachable. */
export function refShutsOut(schema: SchemaObject, dialect: Dialect): boolean {
  return !since(dialect, "2019-09") && typeof schema.$ref === "string";
}

export function* subschemas(schema: SchemaObject, pointer: string, dialect: Dialect): Generator<Inner> {
  const only = refShutsOut(schema, dialect) ? ["$defs", "definitions"] : Object.keys(schema);
  const kinds = keywordsOf(dialect);
  for (const keyword of only) {
    const kind = kinds.get(keyword);
    if (kind === undefined || !Object.hasOwn(schema, keyword)) continue;
    yield* innerOf(kind, schema[keyword], childPointer(pointer, keyword));
  }
}

/** A schema under a keyword. `token` is its name or index there, empty where the keyword holds one schema. */
export interface Held {
  keyword: string;
  token: string;
  schema: SchemaObject | boolean;
}

/** The schemas that a schema applies to the value itself, to its members, to their names or to its items. */
export function appliedTo(where: AppliesTo, schema: SchemaObject): Held[] {
  return Object.keys(schema).flatMap((keyword) =>
    keywordNamed(keyword)?.appliesTo === where ? heldBy(keyword, schema[keyword]) : [],
  );
}

/** The schemas in a keyword's value, in any dialect. */
export function heldBy(keyword: string, value: unknown): Held[] {
  const byName = keywordNamed(keyword)?.kind.includes(" by ");
  if (isSchema(value) && !byName) return [{ keyword, token: "", schema: value }];
  return entriesOf(value).map(([token, schema]) => ({ keyword, token, schema }));
}

/** The schemas in a keyword's value; a value of the wrong kind has none. */
function innerOf(kind: Kind, value: unknown, pointer: string): Inner[] {
  switch (kind) {
    case "schema":
    case "schema or boolean":
      return isSchema(value) ? [{ schema: value, pointer }] : [];
    case "schema or schemas":
      return isSchema(value) ? [{ schema: value, pointer }] : inside(value, pointer);
    case "schemas":
    case "schemas by name":
    case "schemas by pattern":
    case "schemas or names by name":
      return inside(value, pointer);
    default:
      return [];
  }
}

export function isSchema(value: unknown): value is SchemaObject | boolean {
  return typeof value === "boolean" || isObject(value);
}

/** The schemas in a list or under names. */
function inside(value: unknown, pointer: string): Inner[] {
  return entriesOf(value).map(([name, schema]) => ({ schema, pointer: childPointer(pointer, name) }));
}

function entriesOf(value: unknown): [string, SchemaObject | boolean][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, schema]): [string, SchemaObject | boolean][] =>
    isSchema(schema) ? [[name, schema]] : [],
  );
}
