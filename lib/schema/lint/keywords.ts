/**
 * Keywords without effect: misspelled, from another dialect, private, disabled by a `$ref`, or without the keyword they
 * need.
 */

import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import type { Formats } from "@/lib/protocol/verdict";
import { type Dialect, since } from "@/lib/schema/language/dialect";
import { formatsAreRules, isCheckedFormat } from "@/lib/schema/language/formats";
import {
  DEPENDENT_KEYWORDS,
  dialectsWith,
  isNote,
  keywordNamed,
  keywordsOf,
} from "@/lib/schema/language/keywords";
import { isSlowPattern } from "@/lib/schema/language/pattern";
import { refShutsOut, type SchemaObject } from "@/lib/schema/language/subschemas";
import { nearest } from "@/lib/schema/text/nearest";
import { oneOf, quoted } from "@/lib/schema/text/terms";
import type { Remark } from "./note";

export interface LintContext {
  dialect: Dialect;
  formats: Formats;
}

/** Private to validators or to OpenAPI (D12), and what to write instead. */
const PRIVATE = new Map([
  ["nullable", 'part of OpenAPI 3.0: list "null" in type instead'],
  ["discriminator", "part of OpenAPI: give each alternative a const instead"],
  ["example", "part of OpenAPI 3.0: use examples"],
  ["xml", "part of OpenAPI"],
  ["externalDocs", "part of OpenAPI"],
  ["$async", "private to one validator"],
  ["$data", "private to one validator"],
  ["$merge", "private to one validator"],
  ["$patch", "private to one validator"],
  ["errorMessage", "private to one validator"],
  ["instanceof", "private to one validator"],
  ["typeof", "private to one validator"],
  ["transform", "private to one validator"],
  ["regexp", "private to one validator: use pattern"],
  ["dynamicDefaults", "private to one validator"],
  ["uniqueItemProperties", "private to one validator"],
  ["formatMinimum", "private to one validator"],
  ["formatMaximum", "private to one validator"],
  ["formatExclusiveMinimum", "private to one validator"],
  ["formatExclusiveMaximum", "private to one validator"],
]);

/** Keywords of draft-03, and names that people often use for a keyword. */
const MEANT = new Map([
  ["min", "minimum"],
  ["max", "maximum"],
  ["regex", "pattern"],
  ["values", "enum"],
  ["choices", "enum"],
  ["oneof", "oneOf"],
  ["divisibleBy", "multipleOf"],
  ["extends", "allOf"],
  ["disallow", "not"],
  ["optional", ""],
]);

/** What to use in the schema's dialect for a keyword of another one. */
const MOVED = new Map([
  ["additionalItems", "use items beside prefixItems"],
  ["id", "use $id"],
  ["$id", "use id"],
  ["prefixItems", "use an array in items"],
  ["$recursiveRef", "use $dynamicRef"],
  ["$recursiveAnchor", "use $dynamicAnchor"],
  ["dependentRequired", "use dependencies"],
  ["dependentSchemas", "use dependencies"],
]);

export function lintKeywords(schema: SchemaObject, pointer: string, context: LintContext): Remark[] {
  if (refShutsOut(schema, context.dialect)) return besideRef(schema, pointer, context.dialect);
  const known = keywordsOf(context.dialect);
  const strangers = Object.keys(schema).filter((keyword) => !known.has(keyword) && !keyword.startsWith("x-"));
  return [
    ...strangers.map((keyword) => stranger(keyword, schema, { pointer, dialect: context.dialect })),
    ...withoutEffect(schema, pointer),
    ...outdated(schema, pointer, context.dialect),
    ...format(schema, pointer, context),
    ...slowPatterns(schema, pointer),
  ];
}

function besideRef(schema: SchemaObject, pointer: string, dialect: Dialect): Remark[] {
  return Object.keys(schema)
    .filter((keyword) => keyword !== "$ref" && !isNote(keyword))
    .map((keyword) =>
      warning(
        "ref-siblings",
        childPointer(pointer, keyword),
        `${keyword} beside $ref has no effect in ${dialect}`,
      ),
    );
}

function stranger(keyword: string, schema: SchemaObject, at: { pointer: string; dialect: Dialect }): Remark {
  const place = childPointer(at.pointer, keyword);
  const owner = PRIVATE.get(keyword);
  if (owner) return warning("private-keyword", place, `${keyword} has no effect: it is ${owner}`);
  const elsewhere = dialectsWith(keyword);
  if (elsewhere.length > 0) {
    const moved = MOVED.get(keyword);
    const help = moved ? `: ${moved}` : "";
    const where = `it belongs to ${oneOf(elsewhere)}`;
    return warning("other-dialect", place, `${keyword} has no effect in ${at.dialect} (${where})${help}`);
  }
  return warning(
    "unknown-keyword",
    place,
    `unknown keyword ${shown(keyword)}${guess(keyword, schema, at.dialect)}`,
  );
}

/** `dependencies` is the only removed keyword that still works. */
function outdated(schema: SchemaObject, pointer: string, dialect: Dialect): Remark[] {
  if (!since(dialect, "2019-09") || !Object.hasOwn(schema, "dependencies")) return [];
  const message =
    "dependencies is not in the standard since 2019-09; it still works, but use dependentRequired or dependentSchemas";
  return [
    {
      level: "info",
      code: "outdated-keyword",
      message,
      pointer: childPointer(pointer, "dependencies"),
      part: "key",
    },
  ];
}

function guess(keyword: string, schema: SchemaObject, dialect: Dialect): string {
  const common = MEANT.get(keyword);
  if (common === "") return ": a member is optional unless required lists it";
  const meant = common ?? nearest(keyword, [...keywordsOf(dialect).keys()]);
  if (meant) return `, did you mean ${meant}?`;
  const value = schema[keyword];
  if (!isObject(value) || !Object.keys(value).some((inner) => keywordsOf(dialect).has(inner)))
    return ": it has no effect";
  return ": it looks like a member; should it be under properties?";
}

function shown(keyword: string): string {
  return /^[\w$-]{1,40}$/.test(keyword) ? keyword : quoted(keyword);
}

function withoutEffect(schema: SchemaObject, pointer: string): Remark[] {
  const alone = DEPENDENT_KEYWORDS.filter(
    ([keyword, needs]) => Object.hasOwn(schema, keyword) && !Object.hasOwn(schema, needs),
  );
  const types = typesOf(schema);
  const idle = types === null ? [] : Object.keys(schema).filter((keyword) => isIdle(keyword, types));
  return [
    ...alone.map(([keyword, needs]) =>
      warning("no-effect", childPointer(pointer, keyword), `${keyword} has no effect without ${needs}`),
    ),
    ...idle.map((keyword) =>
      warning(
        "no-effect",
        childPointer(pointer, keyword),
        `${keyword} has no effect on type ${types?.join(", ")}`,
      ),
    ),
  ];
}

/** Whether the keyword ignores values of all these types. For `format` and for dependent keywords there are other notes. */
function isIdle(keyword: string, types: string[]): boolean {
  const { type, role, needs } = keywordNamed(keyword) ?? {};
  if (type === undefined || role === "format" || needs !== undefined) return false;
  return !types.includes(type) && !(type === "number" && types.includes("integer"));
}

/** The types that a schema declares; null if it declares none. */
function typesOf(schema: SchemaObject): string[] | null {
  const { type } = schema;
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((name) => typeof name === "string") : null;
}

function format(schema: SchemaObject, pointer: string, { dialect, formats }: LintContext): Remark[] {
  const name = schema.format;
  if (typeof name !== "string") return [];
  const place = childPointer(pointer, "format");
  if (!isCheckedFormat(name)) {
    return [
      {
        level: "info",
        code: "unknown-format",
        message: `format ${quoted(name)} is unknown, so it is not checked`,
        pointer: place,
        part: "member",
      },
    ];
  }
  if (formatsAreRules(dialect, formats)) return [];
  const why = formats === "never" ? "formats are switched off" : `in ${dialect} format is an annotation`;
  const message = `format ${name} is not checked: ${why}${since(dialect, "2019-09") ? " (set formats to always to make it a rule)" : ""}`;
  return [{ level: "info", code: "format-only", message, pointer: place, part: "member" }];
}

function slowPatterns(schema: SchemaObject, pointer: string): Remark[] {
  const own =
    typeof schema.pattern === "string" && isSlowPattern(schema.pattern)
      ? [childPointer(pointer, "pattern")]
      : [];
  const names = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  const keys = names
    .filter(isSlowPattern)
    .map((name) => childPointer(childPointer(pointer, "patternProperties"), name));
  return [...own, ...keys].map((place) =>
    warning(
      "slow-pattern",
      place,
      "nested repetition: this pattern may be very slow on a text that does not match",
    ),
  );
}

function warning(code: string, pointer: string, message: string): Remark {
  return { level: "warning", code, message, pointer, part: "key" };
}
