/** The rules of a schema that a value can break, each with a route from the root to it. */
import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { type Emitted, NEVER, targetOf } from "@/lib/schema/compile/emit";
import type { SchemaNode } from "@/lib/schema/language/graph";
import { keywordNamed } from "@/lib/schema/language/keywords";
import { heldBy, type SchemaObject } from "@/lib/schema/language/subschemas";

/** A step from a schema to one inside it, or to the target of its reference. */
export interface Step {
  keyword: string;
  /** The name, pattern or index under the keyword; empty if it holds one schema. */
  token: string;
  from: SchemaObject;
  to: unknown;
}

export interface Rule {
  /** As a finding names it. */
  keyword: string;
  schemaPath: string;
  /** The keyword that states the rule; findings of `minContains` name `contains`. */
  stated: string;
  /** For rules that require members: which one, and beside which other one. */
  name?: string;
  property?: string;
  /** For rules that can be broken in two ways: which way. */
  way?: "none" | "several" | "few" | "many";
  /** Set if no value can break the rule: the reason. */
  idle?: string;
  /** The emitted schema that states the rule. */
  holder: SchemaObject;
  route: readonly Step[];
}

type Part = Pick<Rule, "stated" | "name" | "property" | "way" | "idle"> & { keyword?: string };

const NOTHING = "No value can break it: it allows every value";

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const members = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

const plain = (stated: string): Part[] => [{ stated }];
const unless = (idle: boolean, stated: string): Part[] => [{ stated, ...(idle && { idle: NOTHING }) }];
const closed = (value: unknown, stated: string): Part[] => (value === false ? plain(stated) : []);
const missing = (names: unknown, stated: string, property?: string): Part[] =>
  list(names)
    .filter((name) => typeof name === "string")
    .map((name) => ({ stated, name, ...(property !== undefined && { property }) }));

/** The rules that each keyword states. Other keywords only hold schemas, or summarize findings of these. */
const RULES: Record<string, (value: unknown, keyword: string, holder: SchemaObject) => Part[]> = {
  type: (value, keyword) => unless([value].flat().length === 7, keyword),
  enum: (_, keyword) => plain(keyword),
  const: (_, keyword) => plain(keyword),
  multipleOf: (_, keyword) => plain(keyword),
  minimum: (_, keyword) => plain(keyword),
  maximum: (_, keyword) => plain(keyword),
  exclusiveMinimum: (value, keyword) => (typeof value === "number" ? plain(keyword) : []),
  exclusiveMaximum: (value, keyword) => (typeof value === "number" ? plain(keyword) : []),
  minLength: (value, keyword) => unless(value === 0, keyword),
  maxLength: (_, keyword) => plain(keyword),
  pattern: (_, keyword) => plain(keyword),
  format: (_, keyword) => plain(keyword),
  minItems: (value, keyword) => unless(value === 0, keyword),
  maxItems: (_, keyword) => plain(keyword),
  uniqueItems: (value, keyword) => unless(value === false, keyword),
  minProperties: (value, keyword) => unless(value === 0, keyword),
  maxProperties: (_, keyword) => plain(keyword),
  required: (value, keyword) => missing(value, keyword),
  dependentRequired: (value, keyword) =>
    members(value).flatMap(([name, names]) => missing(names, keyword, name)),
  dependencies: (value, keyword) => members(value).flatMap(([name, names]) => missing(names, keyword, name)),
  additionalProperties: closed,
  unevaluatedProperties: closed,
  unevaluatedItems: closed,
  items: closed,
  additionalItems: (value, keyword, { items }) => (Array.isArray(items) ? closed(value, keyword) : []),
  contains: (_, keyword, { minContains, maxContains }) => [
    ...(minContains === 0 ? [] : [{ stated: keyword, way: "few" as const }]),
    ...(maxContains === undefined ? [] : [{ stated: "maxContains", keyword, way: "many" as const }]),
  ],
  not: (_, keyword) => plain(keyword),
  anyOf: (_, keyword) => [{ stated: keyword, way: "none" }],
  oneOf: (value, keyword) => [
    { stated: keyword, way: "none" },
    ...(list(value).length > 1 ? [{ stated: keyword, way: "several" as const }] : []),
  ],
  [NEVER]: () => [{ stated: NEVER, keyword: "false schema" }],
};

/** The steps from a schema to others whose rules count. */
function stepsFrom(from: SchemaObject, emitted: Emitted): Step[] {
  return Object.keys(from).flatMap((keyword) => stepsBy(from, keyword, emitted));
}

function stepsBy(from: SchemaObject, keyword: string, emitted: Emitted): Step[] {
  if (keyword === "$ref") return [{ keyword, token: "", from, to: targetOf(from, emitted) }];
  if (keywordNamed(keyword)?.appliesTo === undefined || isSilent(from, keyword)) return [];
  return heldBy(keyword, from[keyword]).map(({ token, schema: to }) => ({ keyword, token, from, to }));
}

/** `then` and `else` need an `if`, and `additionalItems` needs a list of items. */
function isSilent(from: SchemaObject, keyword: string): boolean {
  const { silent = false, needs } = keywordNamed(keyword) ?? {};
  if (needs !== undefined && !(needs in from)) return true;
  return silent || (keyword === "additionalItems" && !Array.isArray(from.items));
}

export interface Place {
  holder: SchemaObject;
  route: readonly Step[];
}

/** The most places that are visited in one schema. */
const MAX_PLACES = 3_000;

/** Every reachable schema whose rules count, with the shortest route to it, the nearest first. */
export function placesOf(root: unknown, emitted: Emitted): Place[] {
  const seen = new Set<unknown>();
  const places: Place[] = [];
  const open: { schema: unknown; route: readonly Step[] }[] = [{ schema: root, route: [] }];
  for (const { schema, route } of open) {
    if (!isObject(schema) || seen.has(schema)) continue;
    if (places.length >= MAX_PLACES) break;
    seen.add(schema);
    places.push({ holder: schema, route });
    open.push(...stepsFrom(schema, emitted).map((step) => ({ schema: step.to, route: [...route, step] })));
  }
  return places;
}

/** A rule that can be reached in several ways is listed once, at its first place. */
export function rulesOf(places: readonly Place[], emitted: Emitted): Rule[] {
  const found = new Map<unknown, Rule>();
  for (const place of places)
    for (const rule of rulesAt(place, emitted)) {
      const { schemaPath, stated, name, property, way } = rule;
      const key = schemaPath === "" ? rule : JSON.stringify([schemaPath, stated, name, property, way]);
      if (!found.has(key)) found.set(key, rule);
    }
  return [...found.values()];
}

/** Schemas that were derived for building have no place, so it is empty. */
function rulesAt({ holder, route }: Place, emitted: Emitted): Rule[] {
  const origin = emitted.origins.get(holder);
  return Object.keys(holder).flatMap((stated) =>
    (RULES[stated]?.(holder[stated], stated, holder) ?? []).map((part): Rule => {
      const keyword = part.keyword ?? part.stated;
      return { ...part, keyword, schemaPath: origin ? rulePath(origin, keyword) : "", holder, route };
    }),
  );
}

/** As a finding gives it. */
export function rulePath(
  { document, pointer }: Pick<SchemaNode, "document" | "pointer">,
  keyword: string,
): string {
  return `${document}#${keyword === "false schema" ? pointer : childPointer(pointer, keyword)}`;
}
