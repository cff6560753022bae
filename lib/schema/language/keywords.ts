/** The keywords of each dialect: what their value must be, and where schemas stand inside them. */
import { DIALECTS, type Dialect } from "./dialect";

/** What a keyword's value is. The kinds that begin with `schema` hold schemas. */
export type Kind =
  | "schema"
  | "schema or boolean"
  | "schema or schemas"
  | "schemas"
  | "schemas by name"
  | "schemas by pattern"
  | "schemas or names by name"
  | "names by name"
  | "names"
  | "type"
  | "enum"
  | "any"
  | "array"
  | "number"
  | "positive number"
  | "count"
  | "boolean"
  | "string"
  | "pattern"
  | "reference"
  | "object";

type Row = readonly [name: string, kind: Kind, first?: Dialect, last?: Dialect];

const ROWS: readonly Row[] = [
  ["$schema", "string"],
  ["$ref", "reference"],
  ["id", "reference", "draft-04", "draft-04"],
  ["$id", "reference", "draft-06"],
  ["$comment", "string", "draft-07"],
  ["$anchor", "string", "2019-09"],
  ["$vocabulary", "object", "2019-09"],
  ["$recursiveRef", "reference", "2019-09", "2019-09"],
  ["$recursiveAnchor", "boolean", "2019-09", "2019-09"],
  ["$dynamicRef", "reference", "2020-12"],
  ["$dynamicAnchor", "string", "2020-12"],
  ["$defs", "schemas by name"],
  ["definitions", "schemas by name"],
  ["title", "string"],
  ["description", "string"],
  ["default", "any"],
  ["examples", "array", "draft-06"],
  ["readOnly", "boolean", "draft-07"],
  ["writeOnly", "boolean", "draft-07"],
  ["deprecated", "boolean", "2019-09"],
  ["contentEncoding", "string", "draft-07"],
  ["contentMediaType", "string", "draft-07"],
  ["contentSchema", "schema", "2019-09"],
  ["type", "type"],
  ["enum", "enum"],
  ["const", "any", "draft-06"],
  ["multipleOf", "positive number"],
  ["maximum", "number"],
  ["minimum", "number"],
  ["exclusiveMaximum", "boolean", "draft-04", "draft-04"],
  ["exclusiveMinimum", "boolean", "draft-04", "draft-04"],
  ["exclusiveMaximum", "number", "draft-06"],
  ["exclusiveMinimum", "number", "draft-06"],
  ["maxLength", "count"],
  ["minLength", "count"],
  ["pattern", "pattern"],
  ["format", "string"],
  ["items", "schema or schemas", "draft-04", "2019-09"],
  ["items", "schema", "2020-12"],
  ["prefixItems", "schemas", "2020-12"],
  ["additionalItems", "schema or boolean", "draft-04", "draft-04"],
  ["additionalItems", "schema", "draft-06", "2019-09"],
  ["unevaluatedItems", "schema", "2019-09"],
  ["contains", "schema", "draft-06"],
  ["maxContains", "count", "2019-09"],
  ["minContains", "count", "2019-09"],
  ["maxItems", "count"],
  ["minItems", "count"],
  ["uniqueItems", "boolean"],
  ["maxProperties", "count"],
  ["minProperties", "count"],
  ["required", "names"],
  ["properties", "schemas by name"],
  ["patternProperties", "schemas by pattern"],
  ["additionalProperties", "schema or boolean", "draft-04", "draft-04"],
  ["additionalProperties", "schema", "draft-06"],
  ["unevaluatedProperties", "schema", "2019-09"],
  ["propertyNames", "schema", "draft-06"],
  // Left the standard with 2019-09, yet still honoured.
  ["dependencies", "schemas or names by name"],
  ["dependentRequired", "names by name", "2019-09"],
  ["dependentSchemas", "schemas by name", "2019-09"],
  ["allOf", "schemas"],
  ["anyOf", "schemas"],
  ["oneOf", "schemas"],
  ["not", "schema"],
  ["if", "schema", "draft-07"],
  ["then", "schema", "draft-07"],
  ["else", "schema", "draft-07"],
];

/** Keywords that say something about a schema but decide nothing about a value. */
const NOT_RULES = new Set([
  ...["$schema", "id", "$id", "$comment", "$anchor", "$vocabulary", "$recursiveAnchor", "$dynamicAnchor"],
  ...[
    "$defs",
    "definitions",
    "title",
    "description",
    "default",
    "examples",
    "readOnly",
    "writeOnly",
    "deprecated",
  ],
  ...["contentEncoding", "contentMediaType", "contentSchema"],
]);

const REFERENCES = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

const TABLES = new Map(DIALECTS.map((dialect) => [dialect, tableOf(dialect)]));

function tableOf(dialect: Dialect): ReadonlyMap<string, Kind> {
  const now = DIALECTS.indexOf(dialect);
  const rows = ROWS.filter(([, , first = "draft-04", last = "2020-12"]) => {
    return DIALECTS.indexOf(first) <= now && now <= DIALECTS.indexOf(last);
  });
  return new Map(rows.map(([name, kind]) => [name, kind]));
}

/** The dialect's keywords with the kind of their values. */
export function keywordsOf(dialect: Dialect): ReadonlyMap<string, Kind> {
  return TABLES.get(dialect) ?? new Map();
}

/** Whether the keyword decides about values by itself: neither a reference nor a mere note. */
export function isRule(keyword: string): boolean {
  return !NOT_RULES.has(keyword) && !REFERENCES.has(keyword);
}

/** Whether the keyword is only for readers, so that it means no harm beside a `$ref` that shuts it out. */
export function isNote(keyword: string): boolean {
  return NOT_RULES.has(keyword);
}

/** The dialects that have the keyword. */
export function dialectsWith(keyword: string): Dialect[] {
  return DIALECTS.filter((dialect) => keywordsOf(dialect).has(keyword));
}
