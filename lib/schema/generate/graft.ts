/** Puts a value into another one, at the place where a route leads. */
import { indexOfToken } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { matches } from "@/lib/schema/sample/schema";
import type { Step } from "./rules";

/** The tokens of the first place that the route leads to in a value; null if there is none. */
export function placeIn(value: unknown, route: readonly Step[]): string[] | null {
  const tokens: string[] = [];
  let now = value;
  for (const step of route) {
    const token = tokenOf(step, now);
    if (token === null) return null;
    if (token === undefined) continue;
    tokens.push(token);
    now = Array.isArray(now) ? now[indexOfToken(token)] : isObject(now) ? now[token] : undefined;
  }
  return tokens;
}

/** Undefined if the step stays at the same value; null if there is no such place. */
function tokenOf({ keyword, token, from }: Step, value: unknown): string | undefined | null {
  const names = isObject(value) ? Object.keys(value) : [];
  switch (keyword) {
    case "properties":
      return names.find((name) => name === token) ?? null;
    case "patternProperties":
      return names.find((name) => matches(token, name)) ?? null;
    case "additionalProperties":
    case "unevaluatedProperties":
      return names.find((name) => !isDeclared(from, name)) ?? null;
    case "prefixItems":
      return itemOf(value, Number(token));
    case "items":
      return itemOf(value, token === "" ? lengthOf(from.prefixItems) : Number(token));
    case "additionalItems":
      return itemOf(value, lengthOf(from.items));
    case "unevaluatedItems":
      return itemOf(value, Array.isArray(value) ? value.length - 1 : 0);
    case "propertyNames":
      return null;
    default:
      return undefined;
  }
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

const itemOf = (value: unknown, at: number): string | null =>
  Array.isArray(value) && at >= 0 && at < value.length ? String(at) : null;

function isDeclared({ properties, patternProperties }: Step["from"], name: string): boolean {
  const patterns = Object.keys(isObject(patternProperties) ? patternProperties : {});
  return (
    (isObject(properties) && Object.hasOwn(properties, name)) ||
    patterns.some((pattern) => matches(pattern, name))
  );
}

/** The value with another one put in the place. */
export function withValueAt(value: unknown, [token, ...rest]: readonly string[], put: unknown): unknown {
  if (token === undefined) return put;
  if (Array.isArray(value)) {
    const at = indexOfToken(token);
    return value.with(at, withValueAt(value[at], rest, put));
  }
  const members = isObject(value) ? value : {};
  return { ...members, [token]: withValueAt(members[token], rest, put) };
}
