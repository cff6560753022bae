/**
 * Known errors of the second validator, each with the wording of the specification, an example and a fix. The test
 * beside this file fails when an example is right without its fix.
 */
import { addKeyword, getKeyword, type ValidationContext } from "@hyperjump/json-schema/experimental";
import { type JsonNode, typeOf, value } from "@hyperjump/json-schema/instance/experimental";
import type { Dialect } from "@/lib/schema/language/dialect";
import type { Spelling } from "./link";

export interface OracleFault {
  /** What goes wrong. */
  fault: string;
  /** The wording of the specification, and where it is. */
  rule: string;
  example: { dialect: Dialect; schema: Record<string, unknown>; instance: unknown; right: boolean };
  /** Replaces the wrong implementation. Once is enough, because the keyword registry is global. */
  fix: () => void;
}

interface Context extends ValidationContext {
  evaluatedItems?: Set<number> | undefined;
}

const KEYWORD = "https://json-schema.org/keyword/";

export const ORACLE_FAULTS: readonly OracleFault[] = [
  {
    fault: "multipleOf takes a remainder below 1.2e-7 for none",
    rule: "validation 6.2.1: valid only if division by this keyword's value results in an integer",
    example: { dialect: "2020-12", schema: { multipleOf: 0.01 }, instance: 1e-8, right: false },
    fix: fixMultipleOf,
  },
  {
    fault: "contains counts as evaluating items in 2019-09 too",
    rule: "core 2019-09, 9.3.1.3: the behavior of unevaluatedItems depends on the annotation results of items, additionalItems and unevaluatedItems; contains has no annotation (9.3.1.4)",
    example: {
      dialect: "2019-09",
      schema: { contains: { const: 1 }, unevaluatedItems: false },
      instance: [1],
      right: false,
    },
    fix: fixContains,
  },
];

export function fixOracle(): void {
  for (const { fix } of ORACLE_FAULTS) fix();
}

/** Valid schemas that it cannot read. */
export const UNREADABLE: readonly { rule: string; schema: Record<string, unknown> }[] = [
  {
    rule: "core 4.3.1: unknown keywords should be ignored; it breaks down at one called like what objects inherit",
    schema: { toString: 1 },
  },
  {
    rule: "RFC 6901, 6: the fragment is decoded from its percent-encoding as UTF-8; it takes each byte for a character",
    schema: { $ref: "#/$defs/%C3%A9", $defs: { é: {} } },
  },
  {
    rule: "core 8.2.1: $id identifies a schema resource, which a value under const is not",
    schema: { const: { $id: " " } },
  },
];

/** What it cannot read is written in another way with the same meaning, except in values of `const`: see pools.ts. */
export const ORACLE_SPELLING: Spelling = {
  token: (text) =>
    [...text].map((c) => (/[\u0080-\u{10ffff}]/u.test(c) ? c : encodeURIComponent(c))).join(""),
  without: ["toString", "constructor"],
};

const fixed = new Set<string>();

function once(id: string, fix: (id: string) => void): void {
  if (fixed.has(id)) return;
  fixed.add(id);
  fix(KEYWORD + id);
}

function fixMultipleOf(): void {
  once("multipleOf", (id) => {
    const interpret = (divisor: number, instance: JsonNode): boolean =>
      typeOf(instance) !== "number" || divides(divisor, Number(value(instance)));
    addKeyword({ ...getKeyword<number>(id), interpret });
  });
}

/** Both as whole numbers of the same power of ten. */
function divides(divisor: number, dividend: number): boolean {
  const [a, b] = [decimal(divisor), decimal(dividend)];
  const places = Math.max(a.places, b.places);
  return scaled(b, places) % scaled(a, places) === 0n;
}

interface Decimal {
  digits: bigint;
  places: number;
}

function decimal(number: number): Decimal {
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

function scaled({ digits, places }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - places);
}

function blind(context: Context): Context {
  return { ...context, evaluatedItems: undefined };
}

function fixContains(): void {
  once("contains", (id) => {
    const original = getKeyword<{ evaluates?: boolean }>(id);
    addKeyword<{ evaluates?: boolean }>({
      ...original,
      compile: async (schema, ast, parent) => ({
        ...(await original.compile(schema, ast, parent)),
        evaluates: !schema.document.dialectId.includes("2019-09"),
      }),
      interpret: (contains, instance, context: Context) =>
        original.interpret(contains, instance, contains.evaluates ? context : blind(context)),
    });
  });
}
