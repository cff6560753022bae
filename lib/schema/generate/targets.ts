/** What valid samples show, each with schemas to build it from, the likeliest first. */

import { isObject } from "@/lib/json/value";
import type { Side } from "@/lib/protocol/side";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import { listOf, numberOr, textsOf } from "@/lib/schema/sample/schema";
import { SMALL, type Wanted } from "@/lib/schema/sample/value";
import { brief } from "@/lib/schema/text/terms";
import { both, ofTypeFor, type Tools, without } from "./derive";
import { subjectBy } from "./labels";
import type { Place } from "./rules";
import type { SampleSpec } from "./search";

export interface Target {
  title: string;
  spec: SampleSpec;
}

/** One aspect to show at a place: its label, and schemas for it. */
interface Aspect {
  label: string;
  leaves: () => unknown[];
}

/** The most values of one `enum` that are shown, and the most alternatives of one `anyOf` or `oneOf`. */
const MAX_VALUES = 5;
const MAX_BRANCHES = 10;
const VARIANTS = [0, 1, 2, 3];

const from = (depth: number): Wanted[] => VARIANTS.map((variant) => ({ depth, variant }));
const small = from(SMALL.depth);

export function targetsOf(places: readonly Place[], tools: Tools, direction: Side): Target[] {
  const whole = { route: [], leaves: () => [places[0]?.holder ?? {}] };
  const first: Target[] = [
    { title: "as small as can be", spec: { ...whole, wanted: small } },
    { title: "with every member", spec: { ...whole, wanted: from(0), all: true } },
  ];
  const others = places.flatMap(({ holder, route }) =>
    aspectsOf(holder, tools).map(({ label, leaves }): Target => {
      const title = `${subjectBy(route, direction)}: ${label}`;
      return { title, spec: { route, leaves, wanted: small } };
    }),
  );
  return [...first, ...others];
}

function aspectsOf(schema: SchemaObject, tools: Tools): Aspect[] {
  return [
    ...values(schema),
    ...types(schema),
    ...sizes(schema),
    ...numbers(schema),
    ...branches(schema, tools),
  ];
}

function values(schema: SchemaObject): Aspect[] {
  const rest = without(schema, "default", "examples");
  return listOf(schema.enum)
    .slice(0, MAX_VALUES)
    .map((value) => ({ label: brief(value), leaves: () => [{ ...rest, const: value }] }));
}

function types(schema: SchemaObject): Aspect[] {
  const all = textsOf(schema.type);
  if (all.length < 2) return [];
  const rest = without(schema, "default", "examples");
  return all.map((type) => ({ label: `of type ${type}`, leaves: () => [{ ...rest, type }] }));
}

const SIZES: [least: string, most: string, label: [string, string]][] = [
  ["minLength", "maxLength", ["as short as can be", "as long as can be"]],
  ["minItems", "maxItems", ["the fewest items", "the most items"]],
  ["minProperties", "maxProperties", ["the fewest members", "the most members"]],
];

function sizes(schema: SchemaObject): Aspect[] {
  const rest = without(schema, "default", "examples");
  return SIZES.flatMap(([least, most, [few, many]]) => {
    const exactly = (n: number) => () => [ofTypeFor(least, { ...rest, [least]: n, [most]: n })];
    const low = schema[least];
    const high = schema[most];
    return [
      ...(typeof low === "number" ? [{ label: few, leaves: exactly(low) }] : []),
      ...(typeof high === "number" ? [{ label: many, leaves: exactly(high) }] : []),
    ];
  });
}

function numbers(schema: SchemaObject): Aspect[] {
  const step = numberOr(schema.multipleOf, 1);
  const rest = without(schema, "default", "examples");
  const to = (label: string, sign: 1 | -1, limits: unknown[]): Aspect[] => {
    const known = limits.filter((one) => typeof one === "number");
    if (known.length === 0) return [];
    const at = sign > 0 ? Math.max(...known) : Math.min(...known);
    const round = (sign > 0 ? Math.ceil(at / step) : Math.floor(at / step)) * step;
    const tried = [at, round, round + sign * step, at + sign * step, at + sign / 2, at + sign * 0.001];
    return [{ label, leaves: () => tried.map((value) => ({ ...rest, const: value })) }];
  };
  return [
    ...to("as small as can be", 1, [schema.minimum, schema.exclusiveMinimum]),
    ...to("as large as can be", -1, [schema.maximum, schema.exclusiveMaximum]),
  ];
}

function branches(schema: SchemaObject, { negate }: Tools): Aspect[] {
  const alternatives = ["anyOf", "oneOf"].flatMap((keyword) =>
    listOf(schema[keyword])
      .slice(0, MAX_BRANCHES)
      .map((branch, i, all) => {
        const rest = without(schema, keyword);
        const alone = () => both(rest, branch, ...all.toSpliced(i, 1).map(negate));
        return { label: `alternative ${i + 1} of ${keyword}`, leaves: () => [alone(), both(rest, branch)] };
      }),
  );
  return [...alternatives, ...conditions(schema), ...beside(schema), ...furtherMembers(schema)];
}

function conditions(schema: SchemaObject): Aspect[] {
  if (!("if" in schema) || !("then" in schema || "else" in schema)) return [];
  const { if: condition, then = true, else: otherwise = true } = schema;
  const rest = without(schema, "if", "then", "else");
  return [
    { label: "where if holds", leaves: () => [both(rest, condition, then)] },
    { label: "where if does not hold", leaves: () => [both(rest, { not: condition }, otherwise)] },
  ];
}

function beside(schema: SchemaObject): Aspect[] {
  return ["dependentSchemas", "dependentRequired", "dependencies"].flatMap((keyword) =>
    Object.keys(isObject(schema[keyword]) ? schema[keyword] : {}).map((name) => ({
      label: `with ${brief(name)} and what goes with it`,
      leaves: () => [{ ...schema, required: [...textsOf(schema.required), name] }],
    })),
  );
}

function furtherMembers(schema: SchemaObject): Aspect[] {
  const { additionalProperties: more } = schema;
  if (!isObject(more)) return [];
  return [
    {
      label: "with a further member",
      leaves: () => [
        {
          ...schema,
          properties: { ...(isObject(schema.properties) ? schema.properties : {}), extra: more },
          required: [...textsOf(schema.required), "extra"],
        },
      ],
    },
  ];
}
