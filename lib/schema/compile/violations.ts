/**
 * The validator's errors in our own shape, with the place of their schema, and without those that are only
 * consequences.
 */
import type { ErrorObject } from "ajv";
import { isObject } from "@/lib/json/value";
import type { SchemaNode } from "@/lib/schema/language/graph";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import { type Emitted, NEVER, targetOf } from "./emit";
import type { Counted, ErrorList } from "./error-list";

/** A broken rule, before its message is written. */
export interface Violation {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  /** The schema that holds the rule, where it comes from, and what it says. */
  origin: SchemaNode | undefined;
  schema: SchemaObject;
  /** The alternatives of anyOf and oneOf, with references followed. */
  branches: unknown[];
  data: unknown;
  /** Set if the name of a member was checked. */
  propertyName: string | undefined;
}

export interface Violations {
  list: Violation[];
  /** The number of all violations, including those beyond the list. */
  total: number;
}

export function violationsOf(errors: ErrorList, emitted: Emitted): Violations {
  const { causes, hidden } = withoutNoise(errors.errors(), emitted);
  return { list: causes.map((error) => violationOf(error, emitted)), total: errors.length - hidden };
}

function violationOf(error: ErrorObject, emitted: Emitted): Violation {
  const schema = isObject(error.parentSchema) ? error.parentSchema : {};
  const branches = isObject(error.parentSchema) ? schema[error.keyword] : undefined;
  return {
    keyword: error.keyword === NEVER ? "false schema" : error.keyword,
    instancePath: error.instancePath,
    params: { ...error.params },
    origin: emitted.origins.get(schema),
    schema,
    branches: Array.isArray(branches) ? branches.map((branch) => targetOf(branch, emitted) ?? branch) : [],
    data: error.data,
    propertyName: error.propertyName,
  };
}

/** If too many alternatives matched, or no item matched `contains`, the errors inside are not the cause. */
function hidesMisses(error: ErrorObject): boolean {
  if (error.keyword === "contains") return true;
  return error.keyword === "oneOf" && Array.isArray(error.params.passingSchemas);
}

function withoutNoise(all: readonly Counted[], emitted: Emitted): { causes: ErrorObject[]; hidden: number } {
  const causes: Counted[] = [];
  let ranges: { from: number; to: number }[] = [];
  for (const counted of all) {
    if (hidesMisses(counted.error)) {
      const from = dropBeneath(causes, counted.error, emitted) ?? counted.before;
      ranges = [...ranges.filter((range) => range.from < from), { from, to: counted.before }];
    }
    causes.push(counted);
  }
  const hidden = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  return { causes: causes.map(({ error }) => error), hidden };
}

/**
 * Removes the errors that come from inside a rule from the end of the list; returns how many errors came before the
 * first one.
 */
function dropBeneath(causes: Counted[], summary: ErrorObject, emitted: Emitted): number | null {
  const parts = isObject(summary.parentSchema)
    ? inside(summary.parentSchema[summary.keyword], emitted)
    : new Set();
  let first: number | null = null;
  for (let last = causes.at(-1); last; last = causes.at(-1)) {
    const { instancePath, parentSchema } = last.error;
    const below =
      instancePath === summary.instancePath || instancePath.startsWith(`${summary.instancePath}/`);
    if (!below || !parts.has(parentSchema)) break;
    first = last.before;
    causes.pop();
  }
  return first;
}

/** Every object in a part of the emitted schema, references followed. */
function inside(part: unknown, emitted: Emitted): Set<unknown> {
  const found = new Set<unknown>();
  const todo = [part];
  while (todo.length > 0) {
    const next = todo.pop();
    if (typeof next !== "object" || next === null || found.has(next)) continue;
    found.add(next);
    todo.push(...Object.values(next), targetOf(next, emitted));
  }
  return found;
}
