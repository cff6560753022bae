/** What a change of one rule's value does. */

import { equalJson } from "@/lib/json/equal";
import { keywordNamed } from "@/lib/schema/language/keywords";

/**
 * `stricter`: the change accepts nothing new. `looser`: the change rejects nothing new. `both`: it accepts some new
 * values and rejects others. `unknown`: the effect was not determined.
 */
export type Effect = "stricter" | "looser" | "both" | "unknown";

/** Undefined means that the rule is absent. Null if the keyword is not a rule or has no effect. */
export function ruleEffect(keyword: string, from: unknown, to: unknown): Effect | null {
  const compare = compareOf(keyword);
  if (!compare) return null;
  if (from === undefined) return isOff(to) ? null : "stricter";
  if (to === undefined) return isOff(from) ? null : "looser";
  return compare(from, to);
}

/** `uniqueItems: false` and similar values have no effect. */
const isOff = (value: unknown): boolean => value === false;

type Compare = (from: unknown, to: unknown) => Effect | null;

const unknown: Compare = () => "unknown";

const numbers =
  (stricter: (from: number, to: number) => boolean): Compare =>
  (from, to) => {
    if (typeof from === "boolean" && typeof to === "boolean") return to ? "stricter" : "looser";
    if (typeof from !== "number" || typeof to !== "number") return "unknown";
    return stricter(from, to) ? "stricter" : "looser";
  };
const lowerBound = numbers((from, to) => to > from);
const upperBound = numbers((from, to) => to < from);

/** Compares two lists by the values that only one of them has. */
function sets(from: readonly unknown[], to: readonly unknown[], within = equalJson): Effect | null {
  const lost = from.some((one) => !to.some((other) => within(one, other)));
  const won = to.some((one) => !from.some((other) => within(one, other)));
  if (lost && won) return "both";
  return lost ? "stricter" : won ? "looser" : null;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Each additional required name makes it stricter. */
const asked: Compare = (from, to) => (Array.isArray(from) && Array.isArray(to) ? sets(to, from) : "unknown");

const RULES: Record<string, Compare> = {
  type: (from, to) =>
    sets(
      listOf(from),
      listOf(to),
      (one, other) => one === other || (one === "integer" && other === "number"),
    ),
  enum: (from, to) => (Array.isArray(from) && Array.isArray(to) ? sets(from, to) : "unknown"),
  const: () => "both",
  uniqueItems: numbers(() => false),
  multipleOf: (from, to) => {
    if (!Number.isInteger(from) || !Number.isInteger(to)) return "unknown";
    if (Number(to) % Number(from) === 0) return "stricter";
    return Number(from) % Number(to) === 0 ? "looser" : "both";
  },
  required: asked,
  dependentRequired: unknown,
  pattern: unknown,
  format: unknown,
};

/** `minContains` and `maxContains` are compared together with `contains`. */
function compareOf(keyword: string): Compare | undefined {
  if (Object.hasOwn(RULES, keyword)) return RULES[keyword];
  const { bound, needs } = keywordNamed(keyword) ?? {};
  if (bound === undefined || needs !== undefined) return undefined;
  return bound === "lower" ? lowerBound : upperBound;
}
