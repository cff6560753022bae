/** Rules that are valid separately but contradict each other, so that no value, or fewer than intended, can match. */

import { equalJson } from "@/lib/json/equal";
import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { RANGES } from "@/lib/schema/language/keywords";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import { nearest } from "@/lib/schema/text/nearest";
import { quoted, valueText } from "@/lib/schema/text/terms";
import type { Remark } from "./note";

export function lintContradictions(schema: SchemaObject, pointer: string): Remark[] {
  return [...enumValues(schema, pointer), ...ranges(schema, pointer), ...required(schema, pointer)];
}

function enumValues(schema: SchemaObject, pointer: string): Remark[] {
  const values = schema.enum;
  if (!Array.isArray(values)) return [];
  const place = childPointer(pointer, "enum");
  if (values.length === 0) return [warning("empty-enum", place, "enum lists no value: nothing can match")];
  const twin = duplicateOf(values);
  return twin === undefined
    ? []
    : [warning("duplicate-enum", place, `enum lists ${valueText(twin.value)} twice`)];
}

function duplicateOf(values: unknown[]): { value: unknown } | undefined {
  const seen = new Set<unknown>();
  const objects: unknown[] = [];
  for (const value of values) {
    const isScalar = typeof value !== "object" || value === null;
    if (isScalar ? seen.has(value) : objects.some((other) => equalJson(other, value))) return { value };
    if (isScalar) seen.add(value);
    else objects.push(value);
  }
  return undefined;
}

function ranges(schema: SchemaObject, pointer: string): Remark[] {
  return RANGES.flatMap(([low, high]) => {
    const [least, most] = [schema[low], schema[high]];
    if (typeof least !== "number" || typeof most !== "number" || least <= most) return [];
    return [
      warning(
        "empty-range",
        childPointer(pointer, low),
        `${low} ${least} is above ${high} ${most}: nothing can match`,
      ),
    ];
  });
}

/** Members that are required and forbidden at the same time, or that look misspelled. */
function required(schema: SchemaObject, pointer: string): Remark[] {
  const { required: names, properties } = schema;
  if (!Array.isArray(names) || !isObject(properties)) return [];
  const known = Object.keys(properties);
  const closed = schema.additionalProperties === false && !isObject(schema.patternProperties);
  return names.flatMap((name, i) => {
    if (typeof name !== "string" || Object.hasOwn(properties, name)) return [];
    const near = nearest(name, known);
    const help = near ? `, did you mean ${quoted(near)}?` : "";
    const place = childPointer(childPointer(pointer, "required"), i);
    if (closed)
      return [
        warning(
          "required-forbidden",
          place,
          `${quoted(name)} is required, but additionalProperties: false forbids it${help}`,
        ),
      ];
    return near
      ? [warning("required-undeclared", place, `${quoted(name)} is required but not among properties${help}`)]
      : [];
  });
}

function warning(code: string, pointer: string, message: string): Remark {
  return { level: "warning", code, message, pointer, part: "value" };
}
