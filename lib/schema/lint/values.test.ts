/** Our reading of the meta-schemas against the meta-schemas themselves. */
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import draft06 from "ajv/dist/refs/json-schema-draft-06.json";
import AjvDraft04 from "ajv-draft-04";
import { describe, expect, test } from "vitest";
import { addressOf, DIALECTS, type Dialect, since } from "@/lib/schema/language/dialect";
import { keywordsOf } from "@/lib/schema/language/keywords";
import { subschemas } from "@/lib/schema/language/subschemas";
import { lintValues } from "./values";

const options = { strict: false, logger: false } as const;
const META = {
  "draft-04": new AjvDraft04(options),
  "draft-06": new Ajv(options).addMetaSchema(draft06),
  "draft-07": new Ajv(options),
  "2019-09": new Ajv2019(options),
  "2020-12": new Ajv2020(options),
} satisfies Record<Dialect, unknown>;

const VALUES: unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, "", "a", "string", "#", "#frag", "(", [], {}],
  ...[
    ["a"],
    ["a", "a"],
    ["string"],
    ["string", "string"],
    [1],
    [{}],
    [true],
    [{ type: "x" }],
    ["string", "null"],
  ],
  ...[
    { a: {} },
    { a: true },
    { a: 1 },
    { a: ["b"] },
    { a: ["b", "b"] },
    { a: [] },
    { "(": {} },
    { type: "string" },
    { type: 1 },
  ],
];

/** Faults of a schema and of all inside it. */
function faults(schema: Record<string, unknown>, dialect: Dialect): string[] {
  const inner = [...subschemas(schema, "", dialect)].flatMap(({ schema: part }) =>
    typeof part === "object" ? faults(part, dialect) : [],
  );
  return [...lintValues(schema, "", dialect).map((remark) => remark.message), ...inner];
}

/**
 * Where we differ on purpose: an empty or repeating enum is only odd, a pattern or address is tried for real, $defs
 * holds definitions in every dialect. And where the documents at hand leave out what their standard says.
 */
function differs(keyword: string, value: unknown, dialect: Dialect): boolean {
  if (keyword === "enum") return Array.isArray(value);
  if (keyword === "pattern" || keyword === "patternProperties") return JSON.stringify(value).includes("(");
  if (keyword === "$defs") return !since(dialect, "2019-09");
  if (keyword === "format") return dialect === "draft-04";
  if (keyword === "writeOnly") return dialect === "draft-07";
  return ADDRESSES.includes(keyword);
}

const ADDRESSES = [
  "$schema",
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
  "$vocabulary",
  "id",
  "$id",
  "$anchor",
  "$dynamicAnchor",
];

describe.each(DIALECTS)("keyword values of %s", (dialect) => {
  test.each([...keywordsOf(dialect).keys()])("%s", (keyword) => {
    for (const value of VALUES) {
      if (differs(keyword, value, dialect)) continue;
      const schema = { [keyword]: value };
      const right = META[dialect].validateSchema({ $schema: addressOf(dialect), ...schema }) === true;
      expect([schema, faults(schema, dialect).length === 0]).toEqual([schema, right]);
    }
  });
});
