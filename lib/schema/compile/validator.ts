/** The compiled path: everything that knows ajv. */

import { createRequire } from "node:module";
import { Ajv, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type AjvCore from "ajv/dist/core.js";
import AjvDraft04 from "ajv-draft-04";
import { addressOf, type Dialect, dialectAt } from "@/lib/schema/language/dialect";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import type { Emitted } from "./emit";
import { ErrorList } from "./error-list";
import { CHECKED_FORMATS } from "./formats";
import { KEYWORDS, unevaluatedKeywords } from "./own-keywords";
import { type Conforms, Evaluation } from "./unevaluated";
import { type Violations, violationsOf } from "./violations";

/** Null if the value conforms. Throws RangeError if the value or the schema is too deep for the stack. */
export type Validate = (value: unknown) => Violations | null;

/** Like `Validate`, but without the violations. */
export type Accepts = (value: unknown) => boolean;

/**
 * Compiles an emitted schema whose keyword values are all correct. It uses a new instance each time, because an
 * instance never releases what it compiled. Throws what the compiler throws, and RangeError if the schema is too deep
 * for the stack.
 */
export function compile(emitted: Emitted, dialect: Dialect): { validate: Validate; accepts: Accepts } {
  const ajv = instance(dialect, emitted);
  const evaluation = new Evaluation(emitted, dialect, conformsIn(ajv, emitted));
  for (const definition of [...KEYWORDS, ...unevaluatedKeywords(evaluation)]) {
    if (typeof definition.keyword === "string") ajv.removeKeyword(definition.keyword);
    ajv.addKeyword(definition);
  }
  const check = ajv.compile(emitted.schema);
  const judge = (value: unknown): unknown => {
    if (check(value)) return null;
    const found: unknown = check.errors;
    check.errors = null;
    return found;
  };
  return {
    validate: (value) => {
      const found = judge(value);
      return found === null ? null : violationsOf(ErrorList.from(found), emitted);
    },
    // Not with a check that ends at the first error: ajv then accepts objects that lack the member named "".
    accepts: (value) => judge(value) === null,
  };
}

/** Compiles the schemas inside the emitted one when they are first asked for. */
function conformsIn(ajv: AjvCore, emitted: Emitted): Conforms {
  const compiled = new Map<SchemaObject, (value: unknown) => boolean>();
  return (schema, value) => {
    const known = compiled.get(schema);
    if (known) return known(value);
    const check = ajv.compile({ ...schema, $defs: emitted.schema.$defs ?? {} });
    const conforms = (other: unknown) => check(other) === true;
    compiled.set(schema, conforms);
    return conforms(value);
  };
}

/**
 * The dialect's own meta-schemas by address, which a reference may lead to outside its text; undefined for any other
 * address.
 */
export function metaSchema(dialect: Dialect, address: string): unknown {
  const isRoot = dialectAt(address) === dialect;
  if (isRoot && dialect === "draft-06") return require("ajv/dist/refs/json-schema-draft-06.json");
  const known = META.get(dialect) ?? classOf(dialect, {}).schemas;
  META.set(dialect, known);
  return known[isRoot ? addressOf(dialect).replace(/#$/, "") : address]?.schema;
}

const require = createRequire(import.meta.url);
const META = new Map<Dialect, AjvCore["schemas"]>();

function instance(dialect: Dialect, emitted: Emitted): AjvCore {
  // A schema that itself speaks of the variable is left alone, so that none of its texts is taken for code.
  const text = JSON.stringify(emitted.schema);
  const process = text.includes("vErrors") ? undefined : countErrors;
  // Not optimized: compiles several times faster, and checks hardly slower.
  const code = { process, listOf: ErrorList.of, optimize: false };
  const ajv = classOf(dialect, {
    strict: false,
    strictNumbers: true,
    // Costs time with each member, and tells only where a member is called like something that objects inherit.
    ownProperties: INHERITED.some((name) => text.includes(`"${name}"`)),
    allErrors: true,
    verbose: true,
    messages: false,
    logger: false,
    // The schema has been checked, and there are no addresses in it.
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    formats: CHECKED_FORMATS,
    code,
  });
  // Its own record of what was evaluated has gaps: see unevaluated.ts.
  ajv.opts.unevaluated = false;
  return ajv;
}

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

function classOf(dialect: Dialect, options: Options): AjvCore {
  switch (dialect) {
    case "draft-04":
      return new AjvDraft04(options);
    case "draft-06":
    case "draft-07":
      return new Ajv(options);
    case "2019-09":
      return new Ajv2019(options);
    case "2020-12":
      return new Ajv2020(options);
  }
}

/** Lets the compiled code collect its errors in an `ErrorList`; `self` is the instance there. */
function countErrors(code: string): string {
  return code.replace(/\bvErrors = \[(err\d+)\];/g, "vErrors = self.opts.code.listOf($1);");
}
