/** Makes a schema that a value breaks, at a given number of places, with the paths of the values and the rules. */
import { childPointer } from "@/lib/json/pointer";
import type { Json } from "./unusual-text";

export interface Expected {
  keyword: string;
  instancePath: string;
  /** Without `#`. */
  schemaPath: string;
  /** The member whose key is marked; undefined: the value at the instance path is. */
  member?: string;
}

export interface BrokenSchema {
  schema: { [key: string]: Json };
  expected: Expected[];
}

type Pick = (bound: number) => number;
type Rule = { keyword: string; rule: { [key: string]: Json }; member?: string };
type JsonObject = { [key: string]: Json };

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ELSEWHERE = "not among them";

/** Rules that every value breaks. */
const ANY: Rule[] = [
  { keyword: "const", rule: { const: { other: [ELSEWHERE] } } },
  { keyword: "enum", rule: { enum: [ELSEWHERE, [ELSEWHERE]] } },
  { keyword: "not", rule: { not: {} } },
  { keyword: "anyOf", rule: { anyOf: [{ const: ELSEWHERE }, { enum: [] }] } },
  { keyword: "oneOf", rule: { oneOf: [{ const: ELSEWHERE }, false] } },
  { keyword: "oneOf", rule: { oneOf: [true, {}] } },
  { keyword: "if", rule: { if: true, then: { not: true } } },
];

function objectRules(value: JsonObject): Rule[] {
  const names = Object.keys(value);
  const [name] = names;
  const rules: Rule[] = [
    { keyword: "type", rule: { type: "array" } },
    { keyword: "required", rule: { required: [...names, ELSEWHERE] } },
    { keyword: "minProperties", rule: { minProperties: names.length + 1 } },
  ];
  if (name === undefined) return rules;
  return [
    ...rules,
    { keyword: "maxProperties", rule: { maxProperties: names.length - 1 } },
    { keyword: "dependentRequired", rule: { dependentRequired: { [name]: [ELSEWHERE] } } },
    { keyword: "additionalProperties", rule: { additionalProperties: false }, member: name },
    { keyword: "unevaluatedProperties", rule: { unevaluatedProperties: false }, member: name },
    { keyword: "propertyNames", rule: { propertyNames: { maxLength: 0, not: {} } }, member: name },
  ];
}

function listRules(items: Json[]): Rule[] {
  const rules: Rule[] = [
    { keyword: "type", rule: { type: ["object", "null"] } },
    { keyword: "minItems", rule: { minItems: items.length + 1 } },
    { keyword: "contains", rule: { contains: { const: ELSEWHERE } } },
  ];
  const texts = items.map((item) => JSON.stringify(item));
  if (new Set(texts).size < texts.length) rules.push({ keyword: "uniqueItems", rule: { uniqueItems: true } });
  if (items.length === 0) return rules;
  return [
    ...rules,
    { keyword: "maxItems", rule: { maxItems: items.length - 1 } },
    { keyword: "unevaluatedItems", rule: { unevaluatedItems: false } },
    ...(items.length > 1 ? [{ keyword: "items", rule: { prefixItems: [true], items: false } }] : []),
  ];
}

function textRules(text: string): Rule[] {
  const { length } = [...text];
  const rules: Rule[] = [
    { keyword: "type", rule: { type: "integer" } },
    { keyword: "minLength", rule: { minLength: length + 1 } },
    { keyword: "pattern", rule: { pattern: "^(?!)" } },
  ];
  return length === 0 ? rules : [...rules, { keyword: "maxLength", rule: { maxLength: length - 1 } }];
}

function numberRules(value: number): Rule[] {
  const rules: Rule[] = [
    { keyword: "type", rule: { type: "string" } },
    { keyword: "exclusiveMinimum", rule: { exclusiveMinimum: value } },
    { keyword: "exclusiveMaximum", rule: { exclusiveMaximum: value } },
    { keyword: "minimum", rule: { minimum: value + Math.abs(value) + 1 } },
    { keyword: "maximum", rule: { maximum: value - Math.abs(value) - 1 } },
  ];
  return value === 0
    ? rules
    : [...rules, { keyword: "multipleOf", rule: { multipleOf: Math.abs(value) * 2 } }];
}

function rulesFor(value: Json): Rule[] {
  if (isObject(value)) return [...objectRules(value), ...ANY];
  if (Array.isArray(value)) return [...listRules(value), ...ANY];
  if (typeof value === "string") return [...textRules(value), ...ANY];
  if (typeof value === "number") return [...numberRules(value), ...ANY];
  return [{ keyword: "type", rule: { type: "string" } }, ...ANY];
}

/** Rules about members or items as a whole. The members and items themselves get no rules beside them. */
const ALONE = new Set(["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems"]);

export function breakRules(value: Json, pick: Pick, at = { instance: "", schema: "" }): BrokenSchema {
  const rules = rulesFor(value);
  const { keyword, rule, member } = rules[pick(rules.length)] ?? { keyword: "not", rule: { not: {} } };
  const inside = ALONE.has(keyword) ? { schema: {}, expected: [] } : breakInside(value, pick, at);
  const own: Expected = {
    keyword,
    instancePath: at.instance,
    schemaPath: childPointer(at.schema, keyword),
    ...(member === undefined ? {} : { member }),
  };
  return { schema: { ...inside.schema, ...rule }, expected: [own, ...inside.expected] };
}

function breakInside(value: Json, pick: Pick, at: { instance: string; schema: string }): BrokenSchema {
  if (Array.isArray(value)) {
    const list = value.map((item, i) =>
      breakPart(item, pick, {
        instance: childPointer(at.instance, i),
        schema: `${at.schema}/prefixItems/${i}`,
      }),
    );
    if (list.length === 0) return { schema: {}, expected: [] };
    return {
      schema: { prefixItems: list.map(({ schema }) => schema) },
      expected: list.flatMap((one) => one.expected),
    };
  }
  if (!isObject(value)) return { schema: {}, expected: [] };
  const parts = Object.entries(value).map(([name, inner]) => {
    const places = {
      instance: childPointer(at.instance, name),
      schema: childPointer(`${at.schema}/properties`, name),
    };
    return [name, breakPart(inner, pick, places)] as const;
  });
  return {
    schema: { properties: Object.fromEntries(parts.map(([name, { schema }]) => [name, schema])) },
    expected: parts.flatMap(([, { expected }]) => expected),
  };
}

/** The schema of a member or item: everything allowed, nothing allowed, or rules to break. */
function breakPart(
  value: Json,
  pick: Pick,
  at: { instance: string; schema: string },
): { schema: Json; expected: Expected[] } {
  const way = pick(6);
  if (way === 0) return { schema: true, expected: [] };
  if (way > 1) return breakRules(value, pick, at);
  return {
    schema: false,
    expected: [{ keyword: "false schema", instancePath: at.instance, schemaPath: at.schema }],
  };
}
