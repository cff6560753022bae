/** What a change of a schema does to what it accepts, rule by rule. */

import { equalJson } from "@/lib/json/equal";
import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import type { Formats } from "@/lib/protocol/verdict";
import { type Dialect, dialectOf, since } from "@/lib/schema/language/dialect";
import { formatsAreRules } from "@/lib/schema/language/formats";
import { graphOf, type SchemaGraph } from "@/lib/schema/language/graph";
import { isSchema, refShutsOut, type SchemaObject } from "@/lib/schema/language/subschemas";
import { brief, cut } from "@/lib/schema/text/terms";
import { type Effect, ruleEffect } from "./rule-effect";

export interface SchemaChange {
  /** The place of the rule in the newer schema, or in the older one if it was removed: `#/properties/a/maxLength`. */
  schemaPath: string;
  /** The part of the value that the rule applies to: "city", "stops[].name"; empty for the whole value. */
  member: string;
  effect: Effect;
  /** "maxLength 50 → 20". */
  text: string;
}

type Schema = SchemaObject | boolean;

/** More are not listed. */
const MAX_CHANGES = 200;

/** The comparison gives up after so many schemas: references can turn a short text into very many. */
const MAX_STEPS = 20_000;

/** Evaluated members and items, and references whose target depends on the dynamic scope, are not followed. */
const ENTANGLED = /"(unevaluatedProperties|unevaluatedItems|\$dynamicRef|\$recursiveRef)"\s*:/;
/** Addresses inside a schema are not followed either. */
const ADDRESSED = /"(\$id|id)"\s*:\s*"/;

function isEntangled(schema: Schema): boolean {
  if (!isObject(schema)) return false;
  const { $id: _, id: __, ...rest } = schema;
  const text = JSON.stringify(rest);
  return ENTANGLED.test(text) || ADDRESSED.test(text);
}

/**
 * All changes between two schemas that can affect a verdict. Both are values read from their texts; a value that is not
 * a schema gives a single unknown change. Annotations are ignored.
 */
export function schemaDiff(before: unknown, after: unknown, formats: Formats = "dialect"): SchemaChange[] {
  if (equalJson(before, after)) return [];
  const whole = (text: string): SchemaChange[] => [{ schemaPath: "#", member: "", effect: "unknown", text }];
  if (!isSchema(before) || !isSchema(after)) return whole("one of the two is not a schema");
  const [dialect, other] = [dialectOf(before), dialectOf(after)];
  if (!dialect || dialect !== other) return whole("they are written in different dialects");
  const formatIsRule = formatsAreRules(dialect, formats);
  const graphs = { before: graphOf(before), after: graphOf(after) };
  const comparison = new Comparison({ before, after, graphs, dialect, formatIsRule, steps: MAX_STEPS });
  comparison.roots();
  const { changes } = comparison;
  if (comparison.gaveUp)
    return [...changes, ...whole("too many schemas refer to each other to follow them all")];
  if (!isEntangled(before) && !isEntangled(after)) return changes;
  if (changes.length === 0) return whole("it is unknown whether this makes a difference");
  return changes.map((change) => ({ ...change, effect: "unknown" }));
}

interface Pair {
  before: Schema;
  after: Schema;
}

interface Spot {
  pointer: string;
  member: string;
  /** Inside a `not`, where a stricter rule makes the whole looser. */
  flipped: boolean;
  /** What a rule applies to if it names no member. */
  whose?: string;
}

const TOP: Spot = { pointer: "", member: "", flipped: false };

/** Two references are compared once, wherever they are; a schema without a reference is identified by its place. */
const pairKey = (before: unknown, after: unknown, { flipped, pointer }: Spot): string =>
  [before, after, flipped, before !== undefined && after !== undefined ? "" : pointer].join(" ");

const under = (spot: Spot, ...tokens: (string | number)[]): Spot => ({
  ...spot,
  whose: undefined,
  pointer: tokens.reduce<string>(childPointer, spot.pointer),
});
const inMember = (spot: Spot, name: string): Spot => ({
  ...spot,
  member: spot.member === "" ? name : `${spot.member}.${name}`,
});
const inItem = (spot: Spot, index: number | ""): Spot => ({ ...spot, member: `${spot.member}[${index}]` });

const isTrivial = (schema: Schema): boolean =>
  schema === true || (isObject(schema) && Object.keys(schema).length === 0);
const schemaOr = (value: unknown, otherwise: Schema): Schema => (isSchema(value) ? value : otherwise);
const tableOf = (value: unknown): SchemaObject => (isObject(value) ? value : {});
const keysOf = (...tables: SchemaObject[]): string[] => [...new Set(tables.flatMap(Object.keys))];
const own = (table: SchemaObject, key: string): unknown =>
  Object.hasOwn(table, key) ? table[key] : undefined;

interface Setting extends Pair {
  graphs: Record<"before" | "after", SchemaGraph>;
  dialect: Dialect;
  formatIsRule: boolean;
  /** How many more schemas may be looked at. */
  steps: number;
}

type Objects = Record<"before" | "after", SchemaObject>;

class Comparison {
  readonly changes: SchemaChange[] = [];
  /** Pairs of references that are under way or done, so that a schema that refers to itself ends. */
  private readonly seen = new Set<string>();

  /** `mere`: only whether there are changes matters, not their effect. */
  constructor(
    private readonly setting: Setting,
    private readonly mere = false,
  ) {}

  roots(): void {
    this.seen.add(pairKey("#", "#", TOP));
    this.schemas(this.setting, TOP);
  }

  get gaveUp(): boolean {
    return this.setting.steps < 0;
  }

  private add(spot: Spot, effect: Effect, text: string): void {
    if (this.changes.length >= MAX_CHANGES) return;
    const turned = spot.flipped ? FLIPPED[effect] : effect;
    this.changes.push({ schemaPath: `#${spot.pointer}`, member: spot.member, effect: turned, text });
  }

  schemas({ before, after }: Pair, spot: Spot): void {
    this.setting.steps--;
    if (this.gaveUp || (equalJson(before, after) && !refers(before))) return;
    if (isTrivial(before) || isTrivial(after) || before === false || after === false) {
      this.extremes({ before, after }, spot);
      return;
    }
    if (!isObject(before) || !isObject(after)) return;
    const pair = { before, after };
    if (before.$ref !== undefined || after.$ref !== undefined) this.references(pair, spot);
    const { dialect } = this.setting;
    if (refShutsOut(before, dialect) || refShutsOut(after, dialect)) return;
    this.rules(pair, spot);
    this.members(pair, spot);
    this.items(pair, spot);
    this.branches(pair, spot);
  }

  private extremes({ before, after }: Pair, spot: Spot): void {
    const words = (schema: Schema) =>
      schema === false ? "nothing" : isTrivial(schema) ? "anything" : cut(JSON.stringify(schema));
    const [from, to] = [words(before), words(after)];
    if (from === to) return;
    const stricter = before !== false && (isTrivial(before) || after === false);
    const whose = spot.whose === undefined ? "" : `${spot.whose}: `;
    this.add(spot, stricter ? "stricter" : "looser", `${whose}${from} → ${to}`);
  }

  /** Compares the targets of references. Up to draft-07 a schema with a reference has nothing else. */
  private references({ before, after }: Objects, spot: Spot): void {
    const key = pairKey(before.$ref, after.$ref, spot);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const { dialect } = this.setting;
    const alone = (schema: SchemaObject) =>
      refShutsOut(schema, dialect) ? false : schema.$ref === undefined;
    const shut = refShutsOut(before, dialect) || refShutsOut(after, dialect);
    const from = shut && alone(before) ? before : this.target(this.setting.graphs.before, before);
    const to = shut && alone(after) ? after : this.target(this.setting.graphs.after, after);
    if (from !== undefined && to !== undefined) this.schemas({ before: from, after: to }, spot);
    else this.add(under(spot, "$ref"), "unknown", `$ref ${change(before.$ref, after.$ref)}`);
  }

  /** Undefined if the reference leads nowhere in this text; `true` without a reference. */
  private target(graph: SchemaGraph, schema: SchemaObject): Schema | undefined {
    const { $ref } = schema;
    if ($ref === undefined) return true;
    return typeof $ref === "string" ? graph.follow(schema, $ref)?.schema : undefined;
  }

  /** Rules that do not depend on others. */
  private rules({ before, after }: Objects, spot: Spot): void {
    for (const keyword of keysOf(before, after)) {
      const [from, to] = [own(before, keyword), own(after, keyword)];
      if (equalJson(from, to)) continue;
      if (keyword === "format" && !this.setting.formatIsRule) continue;
      const effect = ruleEffect(keyword, from, to);
      if (effect) this.add(under(spot, keyword), effect, `${keyword} ${change(from, to)}`);
    }
  }

  private members({ before, after }: Objects, spot: Spot): void {
    const patterns = [before, after].map((schema) => tableOf(schema.patternProperties));
    const [from = {}, to = {}] = [before, after].map((schema) => tableOf(schema.properties));
    const rest = {
      before: schemaOr(before.additionalProperties, true),
      after: schemaOr(after.additionalProperties, true),
    };
    const patterned = patterns.some((table) => Object.keys(table).length > 0);
    for (const name of keysOf(from, to)) {
      const place = inMember(under(spot, "properties", name), name);
      const [old, now] = [own(from, name), own(to, name)];
      // A name in only one list may match a pattern, and then `additionalProperties` does not apply to it.
      if (patterned && (old === undefined || now === undefined))
        this.add(place, "unknown", old === undefined ? "now declared" : "no longer declared");
      else this.schemas({ before: schemaOr(old, rest.before), after: schemaOr(now, rest.after) }, place);
    }
    this.schemas(rest, { ...under(spot, "additionalProperties"), whose: "other members" });
    this.patterns(patterns, { spot, rest });
    this.schemas(
      { before: schemaOr(before.propertyNames, true), after: schemaOr(after.propertyNames, true) },
      { ...under(spot, "propertyNames"), whose: "names of members" },
    );
  }

  private patterns([from = {}, to = {}]: SchemaObject[], { spot, rest }: { spot: Spot; rest: Pair }): void {
    const free = isTrivial(rest.before) && isTrivial(rest.after);
    for (const pattern of keysOf(from, to)) {
      const place = inMember(under(spot, "patternProperties", pattern), `/${pattern}/`);
      const [old, now] = [own(from, pattern), own(to, pattern)];
      if (!free && (old === undefined || now === undefined))
        this.add(place, "unknown", old === undefined ? "now declared" : "no longer declared");
      else this.schemas({ before: schemaOr(old, true), after: schemaOr(now, true) }, place);
    }
  }

  private items({ before, after }: Objects, spot: Spot): void {
    const [from, to] = [this.listOf(before), this.listOf(after)];
    const length = Math.max(from.first.length, to.first.length);
    for (let at = 0; at < length; at++) {
      const pair = {
        before: schemaOr(from.first[at], from.rest),
        after: schemaOr(to.first[at], to.rest),
      };
      this.schemas(pair, inItem(under(spot, to.firstKey, at), at));
    }
    const rest = { before: from.rest, after: to.rest };
    this.schemas(rest, inItem(under(spot, to.restKey), ""));
    this.contains({ before, after }, spot);
  }

  /** The schemas of the first items, and the schema of all others. */
  private listOf(schema: SchemaObject): {
    first: unknown[];
    firstKey: string;
    rest: Schema;
    restKey: string;
  } {
    const { items, prefixItems, additionalItems } = schema;
    if (since(this.setting.dialect, "2020-12")) {
      const first = Array.isArray(prefixItems) ? prefixItems : [];
      return { first, firstKey: "prefixItems", rest: schemaOr(items, true), restKey: "items" };
    }
    if (!Array.isArray(items))
      return { first: [], firstKey: "items", rest: schemaOr(items, true), restKey: "items" };
    const rest = schemaOr(additionalItems, true);
    return { first: items, firstKey: "items", rest, restKey: "additionalItems" };
  }

  private contains({ before, after }: Objects, spot: Spot): void {
    const keys = ["contains", "minContains", "maxContains"];
    const changed = keys.filter((key) => this.differ(own(before, key), own(after, key)));
    for (const key of changed) {
      const [from, to] = [own(before, key), own(after, key)];
      const effect = changed.length === 1 && key !== "contains" ? containsEffect(key, from, to) : "unknown";
      this.add(inItem(under(spot, key), ""), effect, `${key} ${change(from, to)}`);
    }
  }

  private branches({ before, after }: Objects, spot: Spot): void {
    this.lists({ before, after }, spot, "allOf");
    this.lists({ before, after }, spot, "anyOf");
    this.whole({ before, after }, spot, "oneOf");
    if (isSchema(before.not) && isSchema(after.not))
      this.schemas(
        { before: before.not, after: after.not },
        { ...under({ ...spot, flipped: !spot.flipped }, "not"), whose: "not" },
      );
    else this.whole({ before, after }, spot, "not");
    this.conditions({ before, after }, spot);
    for (const keyword of ["dependentSchemas", "dependencies"])
      this.dependents(
        [before, after].map((schema) => tableOf(schema[keyword])),
        under(spot, keyword),
      );
  }

  private dependents([from = {}, to = {}]: SchemaObject[], spot: Spot): void {
    for (const name of keysOf(from, to)) {
      const [old, now] = [own(from, name) ?? true, own(to, name) ?? true];
      if (isSchema(old) && isSchema(now)) this.schemas({ before: old, after: now }, under(spot, name));
      else if (!equalJson(old, now))
        this.add(under(spot, name), "unknown", `requirements of ${name}: ${change(old, now)}`);
    }
  }

  /** A list of alternatives: one more is stricter in `allOf` and looser in `anyOf`. */
  private lists(pair: Objects, spot: Spot, keyword: "allOf" | "anyOf"): void {
    const [from, to] = [pair.before[keyword], pair.after[keyword]];
    if (!Array.isArray(from) || !Array.isArray(to)) {
      this.whole(pair, spot, keyword);
      return;
    }
    const common = Math.min(from.length, to.length);
    for (let at = 0; at < common; at++)
      this.schemas(
        { before: schemaOr(from[at], true), after: schemaOr(to[at], true) },
        under(spot, keyword, at),
      );
    const more = to.length > from.length;
    if (to.length === from.length) return;
    const stricter = more === (keyword === "allOf");
    this.add(
      under(spot, keyword, common),
      stricter ? "stricter" : "looser",
      `${keyword}: ${from.length} → ${to.length} branches`,
    );
  }

  /** A keyword that is present or absent; the effect of a changed value is not determined. */
  private whole(pair: Objects, spot: Spot, keyword: string): void {
    const [from, to] = [own(pair.before, keyword), own(pair.after, keyword)];
    if (!this.differ(from, to)) return;
    const effect = from === undefined ? "stricter" : to === undefined ? "looser" : "unknown";
    this.add(under(spot, keyword), effect, `${keyword} ${change(from, to)}`);
  }

  /** Whether a keyword's value changed; equal texts can refer to definitions that differ. */
  private differ(from: unknown, to: unknown): boolean {
    if (!equalJson(from, to)) return true;
    if (!refers(from)) return false;
    // A stricter definition can make a `oneOf` looser, so it is compared again even if it was seen before.
    const inside = this.mere ? this : new Comparison(this.setting, true);
    for (const schema of Array.isArray(from) ? from : [from])
      if (isSchema(schema)) inside.schemas({ before: schema, after: schema }, TOP);
    return !this.mere && inside.changes.length > 0;
  }

  private conditions({ before, after }: Objects, spot: Spot): void {
    if (before.if === undefined && after.if === undefined) return;
    if (this.differ(before.if, after.if)) {
      this.add(under(spot, "if"), "unknown", `if ${change(before.if, after.if)}`);
      return;
    }
    for (const keyword of ["then", "else"])
      this.schemas(
        { before: schemaOr(before[keyword], true), after: schemaOr(after[keyword], true) },
        { ...under(spot, keyword), whose: keyword },
      );
  }
}

const FLIPPED: Record<Effect, Effect> = {
  stricter: "looser",
  looser: "stricter",
  both: "both",
  unknown: "unknown",
};

function containsEffect(key: string, from: unknown, to: unknown): Effect {
  const [old, now] =
    key === "minContains" ? [from ?? 1, to ?? 1] : [from ?? Number.MAX_VALUE, to ?? Number.MAX_VALUE];
  if (typeof old !== "number" || typeof now !== "number") return "unknown";
  return now > old === (key === "minContains") ? "stricter" : "looser";
}

const refers = (value: unknown): boolean => value !== undefined && JSON.stringify(value).includes('"$ref"');
const shown = (value: unknown): string => (value === undefined ? "none" : brief(value));
const change = (from: unknown, to: unknown): string => `${shown(from)} → ${shown(to)}`;
