/** Mutations: for each rule, schemas whose values break it and, if possible, nothing else. A check decides. */

import { isObject } from "@/lib/json/value";
import { NEVER } from "@/lib/schema/compile/emit";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import { isOneOf, listOf, numberOr, textsOf, typeOf } from "@/lib/schema/sample/schema";
import { both, freeNames, ofTypeFor, requiring, type Tools, withMember, without } from "./derive";
import type { Rule } from "./rules";

type Mutation = (holder: SchemaObject, rule: Rule, tools: Tools) => unknown[];

const only = (holder: SchemaObject, values: readonly unknown[], ...less: string[]): unknown[] =>
  values.map((value) => ({ ...without(holder, ...less, "default", "examples"), const: value }));

/** Values of other types; those that models send most often come first. */
const OTHERS: unknown[] = ["text", "5", 42, 1.5, true, null, ["text"], {}, [], "true"];

const type: Mutation = (holder) => {
  const types = new Set(textsOf(holder.type));
  const own = [...listOf(holder.enum), ...("const" in holder ? [holder.const] : [])];
  const first = types.has("boolean")
    ? ["true"]
    : types.has("integer")
      ? [...betweens(holder), "5"]
      : types.has("number")
        ? ["5"]
        : [];
  const values = [...own, ...first, ...OTHERS].filter((value) => !isOneOf(typeOf(value), types));
  return only(holder, values, "type");
};

/** Fractions close to the limits. */
const betweens = ({ minimum, maximum }: SchemaObject): number[] => [
  numberOr(minimum, 1) + 0.5,
  numberOr(maximum, 2) - 0.5,
];

/** Values that almost match: another case, one more character, the next number. */
function near(value: unknown): unknown[] {
  if (typeof value === "string")
    return [value.toUpperCase(), value.toLowerCase(), `${value}x`, `${value} `, value.slice(0, -1)];
  if (typeof value === "number") return [value + 1, value - 1, String(value)];
  if (typeof value === "boolean") return [!value, String(value)];
  if (Array.isArray(value)) return [[...value, null], value.slice(1)];
  return isObject(value) ? [{ ...value, extra: true }, {}] : ["null", 0, false];
}

const otherValue: Mutation = (holder, { stated }) => {
  const values = stated === "const" ? [holder.const] : listOf(holder.enum);
  return [
    ...only(holder, values.slice(0, 3).flatMap(near), "enum", "const"),
    without(holder, "enum", "const", "default", "examples"),
    ...only(holder, OTHERS, "enum", "const"),
  ];
};

const beyond =
  (sign: 1 | -1): Mutation =>
  (holder, { stated }) => {
    const limit = numberOr(holder[stated], 0);
    const step = numberOr(holder.multipleOf, 1);
    const on = isExclusive(holder, stated) ? [limit, Math.floor(limit), Math.ceil(limit)] : [];
    const steps = [step, 1, 0.5, Math.abs(limit) / 2, Math.abs(limit) * 1e-15, 1e300].map(
      (by) => limit + sign * by,
    );
    const multiple = (sign > 0 ? Math.floor(limit / step) + 1 : Math.ceil(limit / step) - 1) * step;
    return only(holder, [...on, multiple, ...steps].filter(Number.isFinite), stated, "minimum", "maximum");
  };

const isExclusive = (holder: SchemaObject, stated: string): boolean =>
  stated.startsWith("exclusive") ||
  holder[stated === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"] === true;

const multipleOf: Mutation = (holder) => {
  const of = numberOr(holder.multipleOf, 1);
  const { multipleOf: _, ...rest } = holder;
  const from = [holder.minimum, holder.exclusiveMinimum, holder.maximum, 0].map((one) => numberOr(one, 0));
  const near = from.flatMap((one) =>
    [1, -1].flatMap((sign) => [one + sign, one + sign * of * 0.5, one + sign * of * 1.5]),
  );
  return [...only(rest, near.filter(Number.isFinite)), without(rest, "default", "examples")];
};

/** One more or one less than the limit, or any size beyond it. */
const size =
  (least: string, most: string): Mutation =>
  (holder, { stated }) => {
    const limit = numberOr(holder[stated], 0);
    const rest = without(holder, stated, "default", "examples");
    const n = stated === least ? limit - 1 : limit + 1;
    const exact = { [least]: n, [most]: n };
    const open = stated === least ? { [most]: n } : { [least]: n };
    // The last one breaks other rules too, if they require another size.
    return [
      { ...rest, ...exact },
      { ...rest, ...open },
      { ...plainly(holder), ...exact },
    ];
  };

const PLAINLY = ["type", "items", "prefixItems", "properties", "additionalProperties"];
const plainly = (holder: SchemaObject): SchemaObject =>
  Object.fromEntries(Object.entries(holder).filter(([keyword]) => PLAINLY.includes(keyword)));

const WRONG_TEXTS = [
  "",
  "!",
  "a",
  "A",
  "1",
  "ab",
  "-",
  " ",
  "~~~",
  "example",
  "Example 1",
  "12345",
  "é",
  "a\nb",
  "(",
];

/** Changes a matching text a little: at its end, at its start, in its case. */
const text: Mutation = (holder, { stated }, { texts }) => {
  const rest = without(holder, stated, "default", "examples");
  const fitting = texts({ ...rest, [stated]: holder[stated], type: "string" }).slice(0, 2);
  const wrong = fitting.flatMap((one) => [
    `${one}!`,
    one.slice(0, -1),
    `!${one.slice(1)}`,
    one.slice(1),
    one.toUpperCase(),
    one.toLowerCase(),
    `${one} `,
  ]);
  const wide = [{ ...rest, type: "string" }];
  return [
    ...only(rest, [
      ...(stated === "format" ? [`not a valid ${holder.format}`] : []),
      ...wrong,
      ...WRONG_TEXTS,
    ]),
    ...wide,
  ];
};

const missing: Mutation = (holder, { name = "" }) => {
  const names = textsOf(holder.required).filter((one) => one !== name);
  const rest = { ...without(holder, "required", "default", "examples"), required: names };
  return [withMember(rest, name, false), rest];
};

const dependent: Mutation = (holder, { stated, name = "", property = "" }) => {
  const all = isObject(holder[stated]) ? holder[stated] : {};
  const left = listOf(all[property]).filter((one) => one !== name);
  const kept = { ...without(holder, "default", "examples"), [stated]: { ...all, [property]: left } };
  const rest = requiring(kept, property);
  // The name is also required by itself: then both rules break.
  const freed = requiring(
    { ...kept, required: textsOf(kept.required).filter((one) => one !== name) },
    property,
  );
  return [withMember(rest, name, false), rest, withMember(freed, name, false)];
};

const unknownMember: Mutation = (holder, { stated }, { texts }) =>
  freeNames(holder, texts).map((name) => requiring(withMember(without(holder, stated), name, true), name));

/** One more item than have a schema. Other keywords may evaluate further items, so more are tried. */
const furtherItem: Mutation = (holder, { stated }, { negate }) => {
  const known = listOf(holder.prefixItems ?? holder.items).length;
  // Items that match `contains` count as evaluated.
  const further = "contains" in holder ? negate(holder.contains) : true;
  return [1, 2, 3, 4, 6].map((more) => ({
    ...without(holder, stated),
    ...(stated === "items" ? {} : { [stated]: further }),
    minItems: Math.max(known + more, numberOr(holder.minItems, 0)),
  }));
};

const twins: Mutation = (holder) => {
  const rest = without(holder, "uniqueItems", "default", "examples");
  const least = Math.max(2, numberOr(holder.minItems, 0));
  const item = [{ const: "text" }, { const: 1 }, { const: null }].map((one) => ({
    ...rest,
    minItems: 2,
    prefixItems: [one, one],
  }));
  const known = listOf(holder.prefixItems ?? holder.items);
  const same =
    known.length > 1
      ? [
          {
            ...rest,
            minItems: 2,
            prefixItems: [{ allOf: [known[0], known[1]] }, { allOf: [known[0], known[1]] }],
          },
        ]
      : [];
  return [...same, { ...rest, minItems: least }, { ...rest, minItems: known.length + 2 }, ...item];
};

const contains: Mutation = (holder, { way }, { negate }) => {
  if (way === "many") {
    const over = numberOr(holder.maxContains, 0) + 1;
    const rest = without(holder, "maxContains", "contains");
    const item = { allOf: [holder.contains, ...(isObject(holder.items) ? [holder.items] : [])] };
    return [
      {
        ...without(holder, "maxContains"),
        minContains: over,
        minItems: Math.max(over, numberOr(holder.minItems, 0)),
      },
      { ...rest, items: item, minItems: Math.max(over, numberOr(holder.minItems, 0)) },
    ];
  }
  const least = numberOr(holder.minContains, 1);
  const rest = without(holder, "contains", "minContains", "maxContains");
  const fewer = { ...holder, minContains: least - 1, maxContains: least - 1 };
  const others = {
    ...rest,
    items: { allOf: [isObject(holder.items) ? holder.items : true, negate(holder.contains)] },
  };
  const none = { ...rest, minItems: 0, maxItems: 0 };
  return [
    ...(least > 1 ? [fewer] : []),
    { ...others, minItems: Math.max(1, numberOr(holder.minItems, 0)) },
    others,
    none,
  ];
};

const not: Mutation = (holder) => [both(without(holder, "not"), holder.not)];

/** Pairs of alternatives that are tried together. */
const MAX_PAIRS = 15;

const alternatives: Mutation = (holder, { stated, way }, { negate }) => {
  const branches = listOf(holder[stated]);
  const rest = without(holder, stated);
  if (way === "several") {
    const pairs = branches.flatMap((one, i) => branches.slice(i + 1).map((other) => both(rest, one, other)));
    return pairs.slice(0, MAX_PAIRS);
  }
  const values = "const" in holder ? [] : OTHERS;
  return [both(rest, ...branches.map(negate)), ...only(rest, values), rest];
};

/** The schema `false` allows nothing, so any value breaks it. */
const never: Mutation = () => [{}, { type: "object" }];

const MUTATIONS: Record<string, Mutation> = {
  type,
  enum: otherValue,
  const: otherValue,
  minimum: beyond(-1),
  exclusiveMinimum: beyond(-1),
  maximum: beyond(1),
  exclusiveMaximum: beyond(1),
  multipleOf,
  minLength: size("minLength", "maxLength"),
  maxLength: size("minLength", "maxLength"),
  minItems: size("minItems", "maxItems"),
  maxItems: size("minItems", "maxItems"),
  minProperties: size("minProperties", "maxProperties"),
  maxProperties: size("minProperties", "maxProperties"),
  pattern: text,
  format: text,
  required: missing,
  dependentRequired: dependent,
  dependencies: dependent,
  additionalProperties: unknownMember,
  unevaluatedProperties: unknownMember,
  items: furtherItem,
  additionalItems: furtherItem,
  unevaluatedItems: furtherItem,
  uniqueItems: twins,
  contains,
  maxContains: contains,
  not,
  anyOf: alternatives,
  oneOf: alternatives,
  [NEVER]: never,
};

/** The likeliest first. */
export const mutationsOf = (rule: Rule, tools: Tools): unknown[] =>
  MUTATIONS[rule.stated]?.(ofTypeFor(rule.stated, rule.holder), rule, tools) ?? [];

/** Schemas that break the rule, regardless of other rules. */
export function simpleMutationsOf(rule: Rule, tools: Tools): unknown[] {
  const { name, property } = rule;
  if (name === undefined) return mutationsOf(rule, tools);
  const asked = property === undefined ? {} : requiring({}, property);
  return [withMember(asked, name, false)];
}
