/** The keywords of all dialects in one table. Everything that needs to know about a keyword asks here. */
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

/** What a keyword does. The last four decide about values; the vocabularies of JSON Schema have the same names. */
export type Role =
  | "identifier"
  | "definitions"
  | "annotation"
  | "reference"
  | "applicator"
  | "unevaluated"
  | "validation"
  | "format";

/** The types of values that some keywords are limited to. `number` includes integers. */
export type KeywordType = "string" | "number" | "array" | "object";

/** Which values the schemas in a keyword apply to, seen from the value that the keyword itself applies to. */
export type AppliesTo = "same" | "members" | "names" | "items";

interface Keyword {
  name: string;
  kind: Kind;
  role: Role;
  /** The dialects that have it; absent: from the first, to the last. */
  first?: Dialect;
  last?: Dialect;
  /** It ignores values of other types. */
  type?: KeywordType;
  appliesTo?: AppliesTo;
  /** Its schemas decide, but what breaks inside them is not a finding. */
  silent?: true;
  /** It has no effect without this keyword beside it. */
  needs?: string;
  /** Which end of a range it limits. */
  bound?: "lower" | "upper";
}

const string = { type: "string", role: "validation" } as const;
const number = { type: "number", role: "validation" } as const;
const array = { type: "array", role: "validation" } as const;
const object = { type: "object", role: "validation" } as const;
const lower = { bound: "lower" } as const;
const upper = { bound: "upper" } as const;
const items = { type: "array", role: "applicator", appliesTo: "items" } as const;
const members = { type: "object", role: "applicator", appliesTo: "members" } as const;
const same = { role: "applicator", appliesTo: "same" } as const;

const TABLE: readonly Keyword[] = [
  { name: "$schema", kind: "string", role: "identifier" },
  { name: "$ref", kind: "reference", role: "reference" },
  { name: "id", kind: "reference", role: "identifier", last: "draft-04" },
  { name: "$id", kind: "reference", role: "identifier", first: "draft-06" },
  { name: "$comment", kind: "string", role: "annotation", first: "draft-07" },
  { name: "$anchor", kind: "string", role: "identifier", first: "2019-09" },
  { name: "$vocabulary", kind: "object", role: "identifier", first: "2019-09" },
  { name: "$recursiveRef", kind: "reference", role: "reference", first: "2019-09", last: "2019-09" },
  { name: "$recursiveAnchor", kind: "boolean", role: "identifier", first: "2019-09", last: "2019-09" },
  { name: "$dynamicRef", kind: "reference", role: "reference", first: "2020-12" },
  { name: "$dynamicAnchor", kind: "string", role: "identifier", first: "2020-12" },
  { name: "$defs", kind: "schemas by name", role: "definitions" },
  { name: "definitions", kind: "schemas by name", role: "definitions" },
  { name: "title", kind: "string", role: "annotation" },
  { name: "description", kind: "string", role: "annotation" },
  { name: "default", kind: "any", role: "annotation" },
  { name: "examples", kind: "array", role: "annotation", first: "draft-06" },
  { name: "readOnly", kind: "boolean", role: "annotation", first: "draft-07" },
  { name: "writeOnly", kind: "boolean", role: "annotation", first: "draft-07" },
  { name: "deprecated", kind: "boolean", role: "annotation", first: "2019-09" },
  { name: "contentEncoding", kind: "string", role: "annotation", first: "draft-07" },
  { name: "contentMediaType", kind: "string", role: "annotation", first: "draft-07" },
  { name: "contentSchema", kind: "schema", role: "annotation", first: "2019-09" },
  { name: "type", kind: "type", role: "validation" },
  { name: "enum", kind: "enum", role: "validation" },
  { name: "const", kind: "any", role: "validation", first: "draft-06" },
  { name: "multipleOf", kind: "positive number", ...number },
  { name: "maximum", kind: "number", ...number, ...upper },
  { name: "minimum", kind: "number", ...number, ...lower },
  { name: "exclusiveMaximum", kind: "boolean", ...number, ...upper, last: "draft-04" },
  { name: "exclusiveMinimum", kind: "boolean", ...number, ...lower, last: "draft-04" },
  { name: "exclusiveMaximum", kind: "number", ...number, ...upper, first: "draft-06" },
  { name: "exclusiveMinimum", kind: "number", ...number, ...lower, first: "draft-06" },
  { name: "maxLength", kind: "count", ...string, ...upper },
  { name: "minLength", kind: "count", ...string, ...lower },
  { name: "pattern", kind: "pattern", ...string },
  { name: "format", kind: "string", type: "string", role: "format" },
  { name: "items", kind: "schema or schemas", ...items, last: "2019-09" },
  { name: "items", kind: "schema", ...items, first: "2020-12" },
  { name: "prefixItems", kind: "schemas", ...items, first: "2020-12" },
  { name: "additionalItems", kind: "schema or boolean", ...items, last: "draft-04" },
  { name: "additionalItems", kind: "schema", ...items, first: "draft-06", last: "2019-09" },
  { name: "unevaluatedItems", kind: "schema", ...items, role: "unevaluated", first: "2019-09" },
  { name: "contains", kind: "schema", ...items, silent: true, first: "draft-06" },
  { name: "maxContains", kind: "count", ...array, ...upper, needs: "contains", first: "2019-09" },
  { name: "minContains", kind: "count", ...array, ...lower, needs: "contains", first: "2019-09" },
  { name: "maxItems", kind: "count", ...array, ...upper },
  { name: "minItems", kind: "count", ...array, ...lower },
  { name: "uniqueItems", kind: "boolean", ...array },
  { name: "maxProperties", kind: "count", ...object, ...upper },
  { name: "minProperties", kind: "count", ...object, ...lower },
  { name: "required", kind: "names", ...object },
  { name: "properties", kind: "schemas by name", ...members },
  { name: "patternProperties", kind: "schemas by pattern", ...members },
  { name: "additionalProperties", kind: "schema or boolean", ...members, last: "draft-04" },
  { name: "additionalProperties", kind: "schema", ...members, first: "draft-06" },
  { name: "unevaluatedProperties", kind: "schema", ...members, role: "unevaluated", first: "2019-09" },
  { name: "propertyNames", kind: "schema", ...members, appliesTo: "names", first: "draft-06" },
  // Not in the standard since 2019-09, but still honoured.
  { name: "dependencies", kind: "schemas or names by name", ...same, type: "object" },
  { name: "dependentRequired", kind: "names by name", ...object, first: "2019-09" },
  { name: "dependentSchemas", kind: "schemas by name", ...same, type: "object", first: "2019-09" },
  { name: "allOf", kind: "schemas", ...same },
  { name: "anyOf", kind: "schemas", ...same },
  { name: "oneOf", kind: "schemas", ...same },
  { name: "not", kind: "schema", ...same, silent: true },
  { name: "if", kind: "schema", ...same, silent: true, first: "draft-07" },
  { name: "then", kind: "schema", ...same, needs: "if", first: "draft-07" },
  { name: "else", kind: "schema", ...same, needs: "if", first: "draft-07" },
];

const RULES: ReadonlySet<Role> = new Set(["applicator", "unevaluated", "validation", "format"]);
const NOTES: ReadonlySet<Role> = new Set(["identifier", "definitions", "annotation"]);

/** Rows of one name differ only in their kind and dialects. */
const BY_NAME: ReadonlyMap<string, Keyword> = new Map(TABLE.map((keyword) => [keyword.name, keyword]));

const KINDS = new Map(DIALECTS.map((dialect) => [dialect, kindsIn(dialect)]));

function kindsIn(dialect: Dialect): ReadonlyMap<string, Kind> {
  const now = DIALECTS.indexOf(dialect);
  const rows = TABLE.filter(({ first = "draft-04", last = "2020-12" }) => {
    return DIALECTS.indexOf(first) <= now && now <= DIALECTS.indexOf(last);
  });
  return new Map(rows.map(({ name, kind }) => [name, kind]));
}

const namesWhere = (fits: (keyword: Keyword) => boolean): string[] => [
  ...new Set(TABLE.filter(fits).map(({ name }) => name)),
];

/** The dialect's keywords with the kind of their values. */
export function keywordsOf(dialect: Dialect): ReadonlyMap<string, Kind> {
  return KINDS.get(dialect) ?? new Map();
}

/** What is known of a keyword in any dialect; undefined for an unknown one. */
export function keywordNamed(name: string): Keyword | undefined {
  return BY_NAME.get(name);
}

/** Whether the keyword decides about values by itself: neither a reference nor a note. */
export function isRule(name: string): boolean {
  const role = BY_NAME.get(name)?.role;
  return role !== undefined && RULES.has(role);
}

/** Whether the keyword is only for readers, so that it is harmless beside a `$ref` that hides it. */
export function isNote(name: string): boolean {
  const role = BY_NAME.get(name)?.role;
  return role !== undefined && NOTES.has(role);
}

export const keywordsIn = (role: Role): string[] => namesWhere((keyword) => keyword.role === role);

/** The keywords that have no effect without another one beside them, with that one. */
export const DEPENDENT_KEYWORDS: readonly (readonly [name: string, needs: string])[] = TABLE.flatMap(
  ({ name, needs }) => (needs === undefined ? [] : [[name, needs] as const]),
);

/** Pairs of a lower and an upper limit of the same thing, both inclusive: `minLength` and `maxLength`. */
export const RANGES: readonly (readonly [low: string, high: string])[] = namesWhere(
  ({ name, bound }) => bound === "lower" && name.startsWith("min"),
).map((low) => [low, low.replace("min", "max")]);

/** The dialects that have the keyword. */
export function dialectsWith(name: string): Dialect[] {
  return DIALECTS.filter((dialect) => keywordsOf(dialect).has(name));
}
