/**
 * The keywords of JSON Schema 2020-12 as a schema of their own, for completion and hover in the editor. It validates
 * nothing: findings come from the engine.
 */
import { addressOf, DIALECTS } from "@/lib/schema/language/dialect";
import { FORMATS } from "@/lib/schema/language/formats";

type Node = Record<string, unknown>;

const SELF: Node = { $ref: "#" };
const list = (items: Node): Node => ({ type: "array", items });
const map = (values: Node): Node => ({ type: "object", additionalProperties: values });
const whole: Node = { type: "integer", minimum: 0 };
const text: Node = { type: "string" };
const flag: Node = { type: "boolean" };
const number: Node = { type: "number" };

const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];
/** The addresses of the dialects, the newest first. */
export const DIALECT_ADDRESSES = DIALECTS.toReversed().map(addressOf);

const snippet = (label: string, body: unknown): Node => ({ label, body });
/** A tab stop of a snippet, with its initial text. */
const slot = (n: number, text: string): string => `\${${n}:${text}}`;

/** Keyword → what it does, and what its value may be. */
const KEYWORDS: Record<string, [string, Node]> = {
  type: [
    "The JSON type the value must have, or a list of allowed types. `integer` also admits `1.0`.",
    { anyOf: [{ enum: TYPES }, { type: "array", items: { enum: TYPES } }] },
  ],
  enum: ["The value must equal one of these.", { type: "array" }],
  const: ["The value must equal exactly this.", {}],
  title: ["A short name. Not validated.", text],
  description: ["What the value means. Not validated, but the model reads it: write it for the model.", text],
  default: ["The value a reader may assume. Not validated, and the engine never fills it in.", {}],
  examples: ["Sample values. Not validated.", { type: "array" }],
  deprecated: ["Should no longer be used. Not validated.", flag],
  readOnly: ["Set by the owner of the data only. Not validated.", flag],
  writeOnly: ["Sent to the owner of the data, never returned. Not validated.", flag],
  $comment: ["A note for people who edit the schema. Not validated.", text],

  properties: [
    "The schema of each named member. A member that is not listed is allowed unless `additionalProperties` forbids it; a listed one may be missing unless `required` names it.",
    {
      ...map(SELF),
      defaultSnippets: [snippet("one member", { [slot(1, "name")]: { type: slot(2, "string") } })],
    },
  ],
  required: ["The members that must be present.", { ...list(text), uniqueItems: true }],
  additionalProperties: [
    "The schema for members that `properties` and `patternProperties` do not name; `false` forbids them.",
    SELF,
  ],
  patternProperties: ["Schemas for the members whose name matches a regular expression.", map(SELF)],
  propertyNames: ["The schema for the name of each member, as a string.", SELF],
  minProperties: ["The fewest members an object may have.", whole],
  maxProperties: ["The most members an object may have.", whole],
  dependentRequired: ["When the named member is present, these must be too.", map(list(text))],
  dependentSchemas: ["When the named member is present, the whole object must satisfy this too.", map(SELF)],
  unevaluatedProperties: [
    "The schema for members that no keyword here or in a subschema has evaluated; `false` closes an object made of `allOf` parts.",
    SELF,
  ],

  items: ["The schema for each item; with `prefixItems`, for each item after those.", SELF],
  prefixItems: ["Schemas by position: the first item, the second, and so on.", list(SELF)],
  contains: ["At least one item must satisfy this. `minContains` and `maxContains` change how many.", SELF],
  minContains: ["The fewest items that must satisfy `contains`.", whole],
  maxContains: ["The most items that may satisfy `contains`.", whole],
  minItems: ["The fewest items a list may have.", whole],
  maxItems: ["The most items a list may have.", whole],
  uniqueItems: ["No two items may be equal.", flag],
  unevaluatedItems: ["The schema for items that no keyword has evaluated.", SELF],

  minLength: ["The fewest characters a string may have.", whole],
  maxLength: ["The most characters a string may have.", whole],
  pattern: [
    "A JavaScript regular expression that must match somewhere in the string. Use ^ and $ to match all of it.",
    { type: "string", format: "regex" },
  ],
  format: [
    "The kind of string. Enforced up to draft-07; an annotation since 2019-09, unless the workspace enforces formats.",
    { anyOf: [{ enum: FORMATS }, text] },
  ],
  contentEncoding: ["How the string encodes bytes, such as base64. Not validated.", text],
  contentMediaType: ["What the string's content is, such as application/json. Not validated.", text],
  contentSchema: ["The schema of the string's content. Not validated.", SELF],

  minimum: ["The smallest allowed number.", number],
  maximum: ["The largest allowed number.", number],
  exclusiveMinimum: ["The number must be greater than this.", number],
  exclusiveMaximum: ["The number must be less than this.", number],
  multipleOf: ["The number must be a whole multiple of this.", { type: "number", exclusiveMinimum: 0 }],

  allOf: ["The value must satisfy every one of these.", list(SELF)],
  anyOf: ["The value must satisfy at least one of these.", list(SELF)],
  oneOf: ["The value must satisfy exactly one of these.", list(SELF)],
  not: ["The value must not satisfy this.", SELF],
  if: ["Decides between `then` and `else`; on its own it forbids nothing.", SELF],
  then: ["Must be satisfied when `if` is.", SELF],
  else: ["Must be satisfied when `if` is not.", SELF],

  $ref: [
    "Uses the schema at this place, such as #/$defs/city. The place must be in this text: nothing is fetched.",
    { type: "string", defaultSnippets: [snippet("#/$defs/…", `#/\\$defs/${slot(1, "name")}`)] },
  ],
  $defs: ["Schemas for use with `$ref`. They validate nothing by themselves.", map(SELF)],
  $schema: [
    "The dialect of this schema. The default is 2020-12.",
    { type: "string", enum: DIALECT_ADDRESSES },
  ],
  $id: ["The address of this schema. References in it are read relative to it.", text],
  $anchor: ["A name for this place, for `$ref` as #name.", text],
  $dynamicRef: ["Like `$ref`, but the outermost matching `$dynamicAnchor` wins.", text],
  $dynamicAnchor: ["A name that `$dynamicRef` looks for from the outside in.", text],
};

/** The vocabulary in the form that the editor's JSON service expects. */
export const SCHEMA_VOCABULARY: Node = {
  title: "JSON Schema",
  type: ["object", "boolean"],
  properties: Object.fromEntries(
    Object.entries(KEYWORDS).map(([keyword, [description, value]]) => [keyword, { ...value, description }]),
  ),
  defaultSnippets: [
    snippet("object with members", {
      type: "object",
      properties: { [slot(1, "name")]: { type: slot(2, "string") } },
      required: [slot(1, "name")],
      additionalProperties: false,
    }),
  ],
};
