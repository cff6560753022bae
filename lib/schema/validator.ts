/** The compiled path: everything that knows ajv. */

import { createRequire } from "node:module";
import { _, Ajv, type CodeKeywordDefinition, type KeywordCxt, type Name, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { or } from "ajv/dist/compile/codegen/index.js";
import { Type } from "ajv/dist/compile/util.js";
import type AjvCore from "ajv/dist/core.js";
import AjvDraft04 from "ajv-draft-04";
import { addressOf, type Dialect, dialectAt } from "./dialect";
import { type Emitted, NEVER } from "./emit";
import { firstTwins, jsonEqual } from "./equal";
import { ErrorList } from "./error-list";
import { CHECKED_FORMATS } from "./formats";
import { isMultipleOf } from "./numbers";
import type { SchemaObject } from "./subschemas";
import { type Conforms, Evaluation } from "./unevaluated";
import { type Violations, violationsOf } from "./violations";

/** Null: the value conforms. Throws RangeError where value or schema go deeper than the stack. */
export type Validate = (value: unknown) => Violations | null;

/**
 * Compiles an emitted schema whose values have all been found right. A new instance each time: an instance never lets
 * go of what it compiled. Throws what the compiler throws; RangeError where the schema goes deeper than the stack.
 */
export function compile(emitted: Emitted, dialect: Dialect): Validate {
  const ajv = instance(dialect, emitted);
  const evaluation = new Evaluation(emitted, dialect, conformsIn(ajv, emitted));
  for (const definition of [...KEYWORDS, ...unevaluatedKeywords(evaluation)]) {
    if (typeof definition.keyword === "string") ajv.removeKeyword(definition.keyword);
    ajv.addKeyword(definition);
  }
  const check = ajv.compile(emitted.schema);
  return (value) => {
    if (check(value)) return null;
    const found: unknown = check.errors;
    check.errors = null;
    return violationsOf(ErrorList.from(found), emitted);
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

const { Num: NUMBER, Str: TEXT } = Type;
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

/** A few scalars are compared in place. Each function in the compiled scope costs, so all other enums share one. */
function enumCode(cxt: KeywordCxt): void {
  const allowed: unknown[] = cxt.schema;
  if (allowed.length > 0 && allowed.length <= 4 && allowed.every(isScalar)) {
    cxt.pass(or(...allowed.map((value) => _`${cxt.data} === ${value}`)));
    return;
  }
  const isMember = cxt.gen.scopeValue("func", { ref: isMemberOf });
  cxt.fail(_`!${isMember}(${cxt.schemaCode}, ${cxt.data})`);
}

const MEMBERS = new WeakMap<unknown[], { scalars: Set<unknown>; others: unknown[] }>();

function isMemberOf(allowed: unknown[], value: unknown): boolean {
  let members = MEMBERS.get(allowed);
  if (!members) {
    members = {
      scalars: new Set(allowed.filter(isScalar)),
      others: allowed.filter((other) => !isScalar(other)),
    };
    MEMBERS.set(allowed, members);
  }
  return members.scalars.has(value) || members.others.some((other) => jsonEqual(other, value));
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}

/** Ours in place of ajv's, which compare and divide wrongly at the edges; and the schema `false`. */
const KEYWORDS: readonly CodeKeywordDefinition[] = [
  {
    keyword: "const",
    error: { message: "", params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
    code(cxt: KeywordCxt) {
      const equal = cxt.gen.scopeValue("func", { ref: jsonEqual });
      cxt.fail(_`!${equal}(${cxt.data}, ${cxt.schemaCode})`);
    },
  },
  {
    keyword: "enum",
    schemaType: "array",
    error: { message: "", params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}` },
    code: enumCode,
  },
  {
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    error: { message: "", params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
    code(cxt: KeywordCxt) {
      const divides = cxt.gen.scopeValue("func", { ref: isMultipleOf });
      cxt.fail(_`!${divides}(${cxt.data}, ${cxt.schemaCode})`);
    },
  },
  {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "", params: ({ params }) => _`${params.twins}` },
    code(cxt: KeywordCxt) {
      if (cxt.schema !== true) return;
      const find = cxt.gen.scopeValue("func", { ref: firstTwins });
      const twins = cxt.gen.const("twins", _`${find}(${cxt.data})`);
      cxt.setParams({ twins });
      cxt.fail(_`${twins} !== null`);
    },
  },
  {
    keyword: NEVER,
    schemaType: "boolean",
    error: { message: "", params: () => _`{}` },
    code(cxt: KeywordCxt) {
      cxt.fail(_`true`);
    },
  },
];

/** `unevaluatedProperties` and `unevaluatedItems` on our own record of what was looked at. */
function unevaluatedKeywords(evaluation: Evaluation): CodeKeywordDefinition[] {
  const properties = evaluation.properties.bind(evaluation);
  const items = evaluation.items.bind(evaluation);
  return [
    {
      keyword: "unevaluatedProperties",
      type: "object",
      schemaType: ["boolean", "object"],
      error: { message: "", params: ({ params }) => _`{unevaluatedProperty: ${params.left}}` },
      code: (cxt) => eachLeft(cxt, cxt.gen.scopeValue("func", { ref: properties })),
    },
    {
      keyword: "unevaluatedItems",
      type: "array",
      schemaType: ["boolean", "object"],
      error: { message: "", params: ({ params }) => _`{unevaluatedItem: ${params.left}}` },
      code: (cxt) => eachLeft(cxt, cxt.gen.scopeValue("func", { ref: items })),
    },
  ];
}

/** Applies the keyword's schema to each member or item that `find` leaves over. */
function eachLeft(cxt: KeywordCxt, find: Name): void {
  const { gen, schema, keyword, data, it } = cxt;
  if (schema === true) return;
  const parent = _`${it.topSchemaRef}${it.schemaPath}`;
  const dataPropType = keyword === "unevaluatedItems" ? NUMBER : TEXT;
  gen.forOf("left", _`${find}(${parent}, ${data})`, (left) => {
    cxt.setParams({ left });
    if (schema === false) cxt.error();
    else cxt.subschema({ keyword, dataProp: left, dataPropType }, gen.name("valid"));
  });
}
