/** Labels of samples; a sample that is kept as a case takes its label as its name. */
import { indexOfToken, pointerTokens } from "@/lib/json/pointer";
import type { Side } from "@/lib/protocol/side";
import { quoted } from "@/lib/schema/text/terms";
import type { Rule, Step } from "./rules";

const WORDS: Record<string, string> = {
  type: "wrong type",
  enum: "not in the list",
  const: "different value",
  multipleOf: "not a multiple",
  minimum: "too small",
  exclusiveMinimum: "too small",
  maximum: "too large",
  exclusiveMaximum: "too large",
  minLength: "too short",
  maxLength: "too long",
  pattern: "pattern mismatch",
  minItems: "too few items",
  maxItems: "too many items",
  uniqueItems: "duplicate item",
  minProperties: "too few members",
  maxProperties: "too many members",
  additionalProperties: "unknown member",
  unevaluatedProperties: "unknown member",
  items: "extra item",
  additionalItems: "extra item",
  unevaluatedItems: "extra item",
  not: "matches the schema under not",
  anyOf: "matches no alternative of anyOf",
  "false schema": "not allowed",
};

/** What is wrong with a near miss, without the place. */
export function mutationLabel({ keyword, name, property, way, holder }: Rule): string {
  if (name !== undefined)
    return property === undefined ? `missing ${quoted(name)}` : `${quoted(property)} without ${quoted(name)}`;
  if (keyword === "oneOf")
    return way === "several" ? "matches several alternatives of oneOf" : "matches no alternative of oneOf";
  if (keyword === "contains")
    return way === "many" ? "too many matches for contains" : "too few matches for contains";
  if (keyword === "format") return `not a valid ${holder.format}`;
  return WORDS[keyword] ?? `breaks ${keyword}`;
}

const whole = (direction: Side): string => (direction === "input" ? "the arguments" : "the result");

/** `tags[0].name` for `/tags/0/name`. */
export function subjectAt(instancePath: string, direction: Side): string {
  return subjectOf(
    pointerTokens(instancePath).map((token) => (indexOfToken(token) < 0 ? token : indexOfToken(token))),
    direction,
  );
}

/** What the rules at the end of a route apply to, as far as the route shows. */
export function subjectBy(route: readonly Step[], direction: Side): string {
  return subjectOf(route.flatMap(partsOf), direction);
}

function partsOf({ keyword, token, from }: Step): (string | number)[] {
  switch (keyword) {
    case "properties":
      return [token];
    case "patternProperties":
      return [`/${token}/`];
    case "additionalProperties":
    case "unevaluatedProperties":
      return ["*"];
    case "propertyNames":
      return ["(a name)"];
    case "prefixItems":
      return [Number(token)];
    case "items":
      return [token !== "" ? Number(token) : Array.isArray(from.prefixItems) ? from.prefixItems.length : 0];
    case "additionalItems":
      return [Array.isArray(from.items) ? from.items.length : 0];
    case "unevaluatedItems":
      return [0];
    default:
      return [];
  }
}

function subjectOf(parts: readonly (string | number)[], direction: Side): string {
  const text = parts.reduce<string>((now, part) => {
    if (typeof part === "number") return `${now || whole(direction)}[${part}]`;
    const name = /^[\p{L}\p{N}_$*/()-][\p{L}\p{N}_$*/() -]*$/u.test(part) ? part : quoted(part);
    return now === "" ? name : `${now}.${name}`;
  }, "");
  return text || whole(direction);
}
