/** Decides from the verdict on a text whether it breaks a rule, and what else it breaks. */

import { pointerTokens, valueAt } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import type { Finding, Verdict } from "@/lib/protocol/verdict";
import type { Emitted } from "@/lib/schema/compile/emit";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import { placesOf, type Rule, rulePath, rulesOf } from "./rules";

/** The finding for the rule; undefined if the rule is not broken. */
export function breachOf(rule: Rule, { findings }: Pick<Verdict, "findings">): Finding | undefined {
  return findings.find((finding) => breaks(rule, finding));
}

function breaks({ keyword, schemaPath, name, property, way }: Rule, finding: Finding): boolean {
  if (finding.keyword !== keyword || finding.schemaPath !== schemaPath) return false;
  const { missingProperty, property: beside, passingSchemas } = finding.params;
  if (name !== undefined) return missingProperty === name && (property === undefined || beside === property);
  if (keyword === "oneOf") return Array.isArray(passingSchemas) === (way === "several");
  return true;
}

const SUMMARIES = new Set(["anyOf", "oneOf", "then", "else", "propertyNames"]);

/** The paths of rules that always break together with the given one: summaries, and other alternatives. */
export function boundTo(rule: Rule, emitted: Emitted): ReadonlySet<string> {
  const around = rule.route.filter(({ keyword }) => SUMMARIES.has(keyword));
  const own = rule.way === "none" ? [{ from: rule.holder, keyword: rule.keyword }] : [];
  return new Set([...around, ...own].flatMap(({ from, keyword }) => boundBy(from, keyword, emitted)));
}

function boundBy(from: SchemaObject, keyword: string, emitted: Emitted): string[] {
  const origin = emitted.origins.get(from);
  const summary = keyword === "then" || keyword === "else" ? "if" : keyword;
  const inner = keyword === "anyOf" || keyword === "oneOf" ? alternativesOf(from, keyword, emitted) : [];
  return origin ? [rulePath(origin, summary), ...inner] : inner;
}

function alternativesOf(from: SchemaObject, keyword: string, emitted: Emitted): string[] {
  const list = from[keyword];
  if (!Array.isArray(list)) return [];
  const places = list.flatMap((branch: unknown) => placesOf(branch, emitted));
  return [
    ...rulesOf(places, emitted).map(({ schemaPath }) => schemaPath),
    ...places.flatMap(({ holder }) => {
      const origin = emitted.origins.get(holder);
      return origin ? ["if", "propertyNames"].map((summary) => rulePath(origin, summary)) : [];
    }),
  ];
}

/**
 * `contains` with both limits can be broken in two ways that look alike. To distinguish them, the rule must still be
 * broken in the schema without the other limit. Null if there is only one way.
 */
export function withoutOtherWay(schemaText: string, { holder, way }: Rule, emitted: Emitted): string | null {
  if (way !== "few" && way !== "many") return null;
  if (way === "few" ? holder.maxContains === undefined : holder.minContains === 0) return null;
  const origin = emitted.origins.get(holder);
  const schema: unknown = JSON.parse(schemaText);
  const place = origin?.document === "" ? valueAt(schema, pointerTokens(origin.pointer)) : undefined;
  if (!isObject(place)) return null;
  if (way === "few") delete place.maxContains;
  else place.minContains = 0;
  return JSON.stringify(schema);
}
