/**
 * Which parts of a value other keywords have evaluated, for `unevaluatedProperties` and `unevaluatedItems` (JSON Schema
 * core 2020-12, 11). It walks the emitted schema together with the value, because the compiled code keeps no such
 * record.
 */

import { isObject } from "@/lib/json/value";
import type { Dialect } from "@/lib/schema/language/dialect";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import { type Emitted, targetOf } from "./emit";

/** Whether a value conforms to a schema inside the emitted one. */
export type Conforms = (schema: SchemaObject, value: unknown) => boolean;

export class Evaluation {
  constructor(
    private readonly emitted: Emitted,
    private readonly dialect: Dialect,
    private readonly conforms: Conforms,
  ) {}

  /** The members of an object that no other keyword of the schema has evaluated. */
  properties(schema: SchemaObject, value: Record<string, unknown>): string[] {
    const left = new Set(Object.keys(value));
    this.dropProperties({ ...schema, unevaluatedProperties: undefined }, value, left);
    return [...left];
  }

  /** The indexes of the items that no other keyword of the schema has evaluated. */
  items(schema: SchemaObject, value: readonly unknown[]): number[] {
    const left = new Set(value.keys());
    this.dropItems({ ...schema, unevaluatedItems: undefined }, value, left);
    return [...left];
  }

  private dropProperties(schema: SchemaObject, value: Record<string, unknown>, left: Set<string>): void {
    if (left.size === 0) return;
    if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined) left.clear();
    for (const name of namesIn(schema.properties)) left.delete(name);
    const patterns = namesIn(schema.patternProperties).map((pattern) => new RegExp(pattern, "u"));
    for (const name of left) if (patterns.some((pattern) => pattern.test(name))) left.delete(name);
    for (const part of this.inForce(schema, value)) this.dropProperties(part, value, left);
  }

  private dropItems(schema: SchemaObject, value: readonly unknown[], left: Set<number>): void {
    if (left.size === 0) return;
    if (this.looksAtAllItems(schema)) left.clear();
    const tuple = this.dialect === "2019-09" ? schema.items : schema.prefixItems;
    if (Array.isArray(tuple)) for (const i of tuple.keys()) left.delete(i);
    for (const i of left) if (this.isContained(schema.contains, value[i])) left.delete(i);
    for (const part of this.inForce(schema, value)) this.dropItems(part, value, left);
  }

  /** Whether an item counts as evaluated because `contains` matches it; only since 2020-12. */
  private isContained(contains: unknown, item: unknown): boolean {
    if (this.dialect === "2019-09") return false;
    return contains === true || (isObject(contains) && this.conforms(contains, item));
  }

  private looksAtAllItems({ items, additionalItems, unevaluatedItems }: SchemaObject): boolean {
    if (unevaluatedItems !== undefined) return true;
    if (Array.isArray(items)) return additionalItems !== undefined;
    return items !== undefined;
  }

  /** The inner schemas that apply to the same value and match it. */
  private *inForce(schema: SchemaObject, value: unknown): Generator<SchemaObject> {
    yield* objects([targetOf(schema, this.emitted), schema.allOf].flat());
    for (const branch of objects([schema.anyOf, schema.oneOf].flat())) {
      if (this.conforms(branch, value)) yield branch;
    }
    yield* this.condition(schema, value);
    for (const map of objects([schema.dependentSchemas, schema.dependencies])) {
      const needed = Object.entries(map).filter(([name]) => isObject(value) && Object.hasOwn(value, name));
      yield* objects(needed.map(([, dependent]) => dependent));
    }
  }

  private *condition(schema: SchemaObject, value: unknown): Generator<SchemaObject> {
    const { if: condition } = schema;
    if (condition === undefined) return;
    const holds = condition === true || (isObject(condition) && this.conforms(condition, value));
    yield* objects(holds ? [condition, schema.then] : [schema.else]);
  }
}

function namesIn(map: unknown): string[] {
  return isObject(map) ? Object.keys(map) : [];
}

function objects(values: unknown[]): SchemaObject[] {
  return values.filter(isObject);
}
