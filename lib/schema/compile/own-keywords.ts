/** Our own code for keywords where the validator compares, divides or tracks evaluation wrongly. */

import { _, type CodeKeywordDefinition, type KeywordCxt, type Name } from "ajv";
import { and, or } from "ajv/dist/compile/codegen/index.js";
import { Type } from "ajv/dist/compile/util.js";
import {
  error as dependencyError,
  validatePropertyDeps,
  validateSchemaDeps,
} from "ajv/dist/vocabularies/applicator/dependencies.js";
import { equalJson, firstTwins } from "@/lib/json/equal";
import { isMultipleOf } from "@/lib/json/numbers";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import { type Emitted, NEVER } from "./emit";
import type { Evaluation } from "./unevaluated";

const { Num: NUMBER, Str: TEXT } = Type;

/** A few scalars are compared inline. Each function in the compiled scope has a cost, so all other enums share one. */
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
  return members.scalars.has(value) || members.others.some((other) => equalJson(other, value));
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}

/** The validator's own keyword treats an empty list as if it held the items of the list before it. */
function containsCode(cxt: KeywordCxt): void {
  const { gen, data, it } = cxt;
  const { minContains: min = 1, maxContains: max } = it.opts.next ? cxt.parentSchema : {};
  cxt.setParams({ min, max });
  if (max === undefined && min === 0) return;
  const count = gen.let("count", 0);
  const matches = gen.name("matches");
  const decided = max === undefined ? _`${count} >= ${min}` : _`${count} > ${max}`;
  gen.forRange("i", 0, _`${data}.length`, (i) => {
    cxt.subschema({ keyword: "contains", dataProp: i, dataPropType: NUMBER, compositeRule: true }, matches);
    gen.if(matches, () => gen.code(_`${count}++`).if(decided, () => gen.break()));
  });
  const enough = _`${count} >= ${min}`;
  cxt.result(max === undefined ? enough : and(enough, _`${count} <= ${max}`), () => cxt.reset());
}

/**
 * Inside `not` and `if` the validator stops at the first error, and in that mode it skips the name "" in `required` and
 * everything beside `propertyNames`.
 */
function notCode(cxt: KeywordCxt): void {
  const matches = cxt.gen.name("matches");
  cxt.subschema({ keyword: "not", compositeRule: true, createErrors: false }, matches);
  cxt.failResult(
    matches,
    () => cxt.reset(),
    () => cxt.error(),
  );
}

function ifCode(cxt: KeywordCxt): void {
  const { gen, parentSchema } = cxt;
  const clauses = ["then", "else"].filter((keyword) => parentSchema[keyword] !== undefined);
  if (clauses.length === 0) return;
  const valid = gen.let("valid", true);
  const clause = gen.let("clause");
  const matches = gen.name("matches");
  cxt.subschema({ keyword: "if", compositeRule: true, createErrors: false }, matches);
  cxt.reset();
  cxt.setParams({ clause });
  for (const keyword of clauses) {
    const inForce = gen.const("inForce", keyword === "then" ? _`${matches}` : _`!${matches}`);
    gen.if(inForce, () => {
      gen.assign(clause, _`${keyword}`);
      const holds = gen.name("holds");
      cxt.subschema({ keyword }, holds);
      gen.assign(valid, holds);
    });
  }
  cxt.pass(valid, () => cxt.error(true));
}

type Dependency<T> = [name: string, dependency: T];

function isNames(entry: Dependency<string[] | SchemaObject | boolean>): entry is Dependency<string[]> {
  return Array.isArray(entry[1]);
}

function isOfSchema(
  entry: Dependency<string[] | SchemaObject | boolean>,
): entry is Dependency<SchemaObject | boolean> {
  return !Array.isArray(entry[1]);
}

/** The keywords of every schema, and the schema `false`. */
export const KEYWORDS: readonly CodeKeywordDefinition[] = [
  {
    keyword: "const",
    error: { message: "", params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
    code(cxt: KeywordCxt) {
      const equal = cxt.gen.scopeValue("func", { ref: equalJson });
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
    // The validator's own keyword skips a member called `__proto__`.
    keyword: "dependencies",
    type: "object",
    schemaType: "object",
    error: dependencyError,
    code(cxt: KeywordCxt) {
      const all = Object.entries<string[] | SchemaObject | boolean>(cxt.schema);
      validatePropertyDeps(cxt, Object.fromEntries(all.filter(isNames)));
      validateSchemaDeps(cxt, Object.fromEntries(all.filter(isOfSchema)));
    },
  },
  {
    keyword: "not",
    schemaType: ["object", "boolean"],
    trackErrors: true,
    error: { message: "", params: () => _`{}` },
    code: notCode,
  },
  {
    keyword: "if",
    schemaType: ["object", "boolean"],
    trackErrors: true,
    error: { message: "", params: ({ params }) => _`{failingKeyword: ${params.clause}}` },
    code: ifCode,
  },
  {
    keyword: "contains",
    type: "array",
    schemaType: ["object", "boolean"],
    trackErrors: true,
    error: {
      message: "",
      params: ({ params: { min, max } }) =>
        max === undefined ? _`{minContains: ${min}}` : _`{minContains: ${min}, maxContains: ${max}}`,
    },
    code: containsCode,
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

const OWN = new Set([
  ...KEYWORDS.map(({ keyword }) => String(keyword)),
  ...["unevaluatedProperties", "unevaluatedItems"],
]);

/**
 * The rules of a schema that code of our own checks or settles, by name; all its others are the validator's. A function
 * of the schema alone.
 */
export function ownRules({ origins, dynamic }: Emitted): string[] {
  const used = new Set(dynamic);
  for (const schema of origins.keys())
    for (const keyword of Object.keys(schema)) if (OWN.has(keyword)) used.add(keyword);
  used.delete(NEVER);
  return [...used].sort();
}

/** `unevaluatedProperties` and `unevaluatedItems` on our own record of what was looked at. */
export function unevaluatedKeywords(evaluation: Evaluation): CodeKeywordDefinition[] {
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
