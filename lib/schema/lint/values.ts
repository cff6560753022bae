/** Checks the values of keywords against the meta-schema of the dialect. */

import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { type Dialect, since } from "@/lib/schema/language/dialect";
import { type Kind, keywordsOf } from "@/lib/schema/language/keywords";
import { patternFault, patternHint } from "@/lib/schema/language/pattern";
import { isSchema, type SchemaObject } from "@/lib/schema/language/subschemas";
import { nearest } from "@/lib/schema/text/nearest";
import { oneOf, quoted, valueText } from "@/lib/schema/text/terms";
import type { Remark } from "./note";

const TYPE_NAMES = ["array", "boolean", "integer", "null", "number", "object", "string"];
/** The names of the types in other languages. */
const TYPE_SYNONYMS = new Map([
  ...["int", "int32", "int64", "long"].map((name) => [name, "integer"] as const),
  ...["float", "double", "decimal"].map((name) => [name, "number"] as const),
  ...["str", "text", "date"].map((name) => [name, "string"] as const),
  ...["dict", "map", "record"].map((name) => [name, "object"] as const),
  ...["list", "tuple", "set"].map((name) => [name, "array"] as const),
  ["bool", "boolean"],
  ["none", "null"],
]);

interface Value {
  keyword: string;
  value: unknown;
  pointer: string;
  dialect: Dialect;
}

/** Errors in a schema's keyword values. Any of them makes the schema unusable. */
export function lintValues(schema: SchemaObject, pointer: string, dialect: Dialect): Remark[] {
  const kinds = keywordsOf(dialect);
  const ofValues = Object.entries(schema).flatMap(([keyword, value]) => {
    const kind = kinds.get(keyword);
    return kind ? faults(kind, { keyword, value, pointer: childPointer(pointer, keyword), dialect }) : [];
  });
  return dialect === "draft-04" ? [...ofValues, ...ofDraft04(schema, pointer)] : ofValues;
}

function ofDraft04(schema: SchemaObject, pointer: string): Remark[] {
  return ["minimum", "maximum"].flatMap((bound) => {
    const keyword = `exclusive${bound[0]?.toUpperCase()}${bound.slice(1)}`;
    if (typeof schema[keyword] !== "boolean" || Object.hasOwn(schema, bound)) return [];
    return [remark(childPointer(pointer, keyword), `${keyword} needs ${bound} beside it in draft-04`)];
  });
}

function faults(kind: Kind, at: Value): Remark[] {
  const { value } = at;
  switch (kind) {
    case "any":
      return [];
    case "schema":
      return isSchemaOf(value, at.dialect) ? [] : [wrong(at, schemaText(at.dialect))];
    case "schema or boolean":
      return isSchema(value) ? [] : [wrong(at, "a schema, true or false")];
    case "schema or schemas":
      return Array.isArray(value) ? schemaList(at, value) : faults("schema", at);
    case "schemas":
      return Array.isArray(value) ? schemaList(at, value) : [wrong(at, "an array of schemas")];
    case "schemas by name":
    case "schemas by pattern":
    case "schemas or names by name":
    case "names by name":
    case "object":
      return isObject(value) ? named(kind, at, value) : [wrong(at, "an object")];
    case "names":
      return names(at);
    case "type":
      return types(at);
    default:
      return scalar(kind, at);
  }
}

function scalar(kind: Kind, at: Value): Remark[] {
  const { value, keyword } = at;
  const number = typeof value === "number";
  const expected: Partial<Record<Kind, [boolean, string]>> = {
    array: [Array.isArray(value), "an array"],
    enum: [
      Array.isArray(value) && (value.length > 0 || at.dialect !== "draft-04"),
      "an array of the allowed values",
    ],
    number: [number, "a number"],
    "positive number": [number && value > 0, "a number above 0"],
    count: [number && Number.isInteger(value) && value >= 0, "a whole number, 0 or more"],
    boolean: [typeof value === "boolean", "true or false"],
    string: [typeof value === "string", "a string"],
    pattern: [typeof value === "string", "a string with a regular expression"],
    reference: [typeof value === "string", "a string with an address"],
  };
  const [right, words] = expected[kind] ?? [true, ""];
  if (!right) return [wrong(at, words)];
  if (kind === "pattern") return badPattern(String(value), at.pointer, "value");
  return ADDRESS_RULES.flatMap(([word, rule, message]) =>
    word === keyword && typeof value === "string" && since(at.dialect, "2019-09") && !rule.test(value)
      ? [remark(at.pointer, `${keyword} ${message}, got ${quoted(value)}`)]
      : [],
  );
}

const ANCHOR = /^[A-Za-z_][-A-Za-z0-9._:]*$/;
const ADDRESS_RULES: readonly (readonly [string, RegExp, string])[] = [
  ["$id", /^[^#]*#?$/, "must have no fragment: use $anchor"],
  ["$anchor", ANCHOR, "must be a name of letters, digits, - and _"],
  ["$dynamicAnchor", ANCHOR, "must be a name of letters, digits, - and _"],
  ["$recursiveRef", /^#$/, 'must be "#"'],
];

function schemaList(at: Value, list: unknown[]): Remark[] {
  if (list.length === 0) return [wrong(at, "an array of at least one schema")];
  return list.flatMap((value, i) => item(at, String(i), value));
}

function item(at: Value, name: string, value: unknown): Remark[] {
  if (isSchemaOf(value, at.dialect)) return [];
  return [
    wrong({ ...at, keyword: name, value, pointer: childPointer(at.pointer, name) }, schemaText(at.dialect)),
  ];
}

function named(kind: Kind, at: Value, map: SchemaObject): Remark[] {
  if (kind === "object") return [];
  return Object.entries(map).flatMap(([name, value]) => {
    const inner = { ...at, keyword: name, value, pointer: childPointer(at.pointer, name) };
    const bad = kind === "schemas by pattern" ? badPattern(name, inner.pointer, "key") : [];
    const isNames = kind === "names by name" || (kind === "schemas or names by name" && Array.isArray(value));
    return [...bad, ...(isNames ? names(inner) : item(at, name, value))];
  });
}

function names(at: Value): Remark[] {
  const { value } = at;
  if (!Array.isArray(value)) return [wrong(at, "an array of member names")];
  const empty = value.length === 0 && at.dialect === "draft-04";
  if (empty) return [wrong(at, "an array of at least one member name")];
  return value.flatMap((name, i) => {
    const pointer = childPointer(at.pointer, i);
    if (typeof name !== "string")
      return [remark(pointer, `${at.keyword} must list member names, got ${valueText(name)}`)];
    return value.indexOf(name) < i ? [remark(pointer, `${at.keyword} lists ${quoted(name)} twice`)] : [];
  });
}

function types(at: Value): Remark[] {
  const { value } = at;
  if (typeof value === "string") return typeName(value, at.pointer);
  if (!Array.isArray(value) || value.length === 0)
    return [wrong(at, "the name of a type, or an array of type names")];
  return value.flatMap((name, i) => {
    const pointer = childPointer(at.pointer, i);
    if (typeof name !== "string") return [remark(pointer, `type must name types, got ${valueText(name)}`)];
    return value.indexOf(name) < i
      ? [remark(pointer, `type lists ${quoted(name)} twice`)]
      : typeName(name, pointer);
  });
}

function typeName(name: string, pointer: string): Remark[] {
  if (TYPE_NAMES.includes(name)) return [];
  const meant = TYPE_SYNONYMS.get(name.toLowerCase()) ?? nearest(name, TYPE_NAMES);
  const help = meant ? `did you mean "${meant}"?` : `the types are ${oneOf(TYPE_NAMES)}`;
  return [remark(pointer, `unknown type ${quoted(name)}, ${help}`, "unknown-type")];
}

function badPattern(pattern: string, pointer: string, part: Remark["part"]): Remark[] {
  const fault = patternFault(pattern);
  if (fault === null) return [];
  const message = `${quoted(pattern)} is not a valid JavaScript regular expression (ECMA-262, flag u): ${fault}`;
  return [{ level: "error", code: "bad-pattern", message: message + patternHint(pattern), pointer, part }];
}

function isSchemaOf(value: unknown, dialect: Dialect): boolean {
  return isObject(value) || (typeof value === "boolean" && dialect !== "draft-04");
}

function schemaText(dialect: Dialect): string {
  return dialect === "draft-04" ? "a schema (an object)" : "a schema (an object, true or false)";
}

function wrong(at: Value, expected: string): Remark {
  const message = `${at.keyword} must be ${expected}, got ${valueText(at.value)}`;
  return remark(at.pointer, message + hint(at));
}

/** What the author probably meant. */
function hint({ keyword, value, dialect }: Value): string {
  if (isObject(value) && Object.hasOwn(value, "$data"))
    return " ($data is a private extension of one validator)";
  if (keyword === "required" && typeof value === "boolean") {
    return " (name the member in the required array of the object around it)";
  }
  if (/^exclusiveM/.test(keyword)) {
    return dialect === "draft-04"
      ? " (a number is allowed since draft-06)"
      : " (the boolean form is draft-04)";
  }
  if (keyword === "items" && dialect === "2020-12" && Array.isArray(value)) {
    return " (the array form ended with 2019-09: use prefixItems)";
  }
  return "";
}

function remark(pointer: string, message: string, code = "wrong-value"): Remark {
  return { level: "error", code, message, pointer, part: "value" };
}
