/**
 * The keywords of JSON Schema 2020-12 as a schema of their own, written for completion and hover in the editor. It
 * judges nothing: the findings shown there are the engine's.
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
/** A place of a snippet that Tab goes to, with what stands there at first. */
const slot = (n: number, text: string): string => `\${${n}:${text}}`;

/** Keyword → what it does, and what its value may be. */
const KEYWORDS: Record<string, [string, Node]> = {
  type: [
    "The JSON type the value must have, or a list of allowed types. `integer` also admits `1.0`.",
    { anyOf: [{ enum: TYPES }, { type: "array", items: { enum: TYPES } }] },
  ],
  enum: ["The value must equal one of these.", { type: "array" }],
  const: ["The value must equal exactly this.", {}],
  title: ["A short name. Checks nothing.", text],
  description: [
    "What the value means. Checks nothing, but the model reads it: write it for the model.",
    text,
  ],
  default: ["The value a reader may assume. Checks nothing, and the engine never fills it in.", {}],
  examples: ["Sample values. Checks nothing.", { type: "array" }],
  deprecated: ["Better not used any more. Checks nothing.", flag],
  readOnly: ["Only ever sent by the owner. Checks nothing.", flag],
  writeOnly: ["Only ever sent to the owner. Checks nothing.", flag],
  $comment: ["A remark for those who edit the schema. Checks nothing.", text],

  properties: [
    "The schema of each named member. A member that is not listed is allowed unless `additionalProperties` says no; a listed one may be missing unless `required` names it.",
    {
      ...map(SELF),
      defaultSnippets: [snippet("one member", { [slot(1, "name")]: { type: slot(2, "string") } })],
    },
  ],
  required: ["The members that must be present.", { ...list(text), uniqueItems: true }],
  additionalProperties: [
    "What members that `properties` and `patternProperties` do not name must satisfy; `false` forbids them.",
    SELF,
  ],
  patternProperties: ["Schemas for the members whose name matches a regular expression.", map(SELF)],
  propertyNames: ["What each member's name must satisfy, as a string.", SELF],
  minProperties: ["The fewest members an object may have.", whole],
  maxProperties: ["The most members an object may have.", whole],
  dependentRequired: ["When the named member is present, these must be too.", map(list(text))],
  dependentSchemas: ["When the named member is present, the whole object must satisfy this too.", map(SELF)],
  unevaluatedProperties: [
    "What members that no keyword here or in a subschema has looked at must satisfy; `false` closes an object made of `allOf` parts.",
    SELF,
  ],

  items: ["What each item must satisfy; with `prefixItems`, each item after those.", SELF],
  prefixItems: ["Schemas by position: the first item, the second, and so on.", list(SELF)],
  contains: ["At least one item must satisfy this. `minContains` and `maxContains` change how many.", SELF],
  minContains: ["How many items must satisfy `contains`, at least.", whole],
  maxContains: ["How many items may satisfy `contains`, at most.", whole],
  minItems: ["The fewest items a list may have.", whole],
  maxItems: ["The most items a list may have.", whole],
  uniqueItems: ["No two items may be equal.", flag],
  unevaluatedItems: ["What items that no keyword has looked at must satisfy.", SELF],

  minLength: ["The fewest characters a string may have.", whole],
  maxLength: ["The most characters a string may have.", whole],
  pattern: [
    "A JavaScript regular expression that must match somewhere in the string. Use ^ and $ to match all of it.",
    { type: "string", format: "regex" },
  ],
  format: [
    "The kind of string. A rule up to draft-07; from 2019-09 on only a remark, unless the workspace asserts formats.",
    { anyOf: [{ enum: FORMATS }, text] },
  ],
  contentEncoding: ["How the string encodes bytes, such as base64. Checks nothing.", text],
  contentMediaType: ["What the string's content is, such as application/json. Checks nothing.", text],
  contentSchema: ["The schema of the string's content. Checks nothing.", SELF],

  minimum: ["The smallest allowed number.", number],
  maximum: ["The largest allowed number.", number],
  exclusiveMinimum: ["The number must be greater than this.", number],
  exclusiveMaximum: ["The number must be less than this.", number],
  multipleOf: ["The number must be a whole multiple of this.", { type: "number", exclusiveMinimum: 0 }],

  allOf: ["The value must satisfy every one of these.", list(SELF)],
  anyOf: ["The value must satisfy at least one of these.", list(SELF)],
  oneOf: ["The value must satisfy exactly one of these, not two.", list(SELF)],
  not: ["The value must not satisfy this.", SELF],
  if: ["Decides between `then` and `else`; on its own it forbids nothing.", SELF],
  then: ["Must be satisfied when `if` is.", SELF],
  else: ["Must be satisfied when `if` is not.", SELF],

  $ref: [
    "Use the schema at this place instead, such as #/$defs/city. Only places in this text: nothing is fetched.",
    { type: "string", defaultSnippets: [snippet("#/$defs/…", `#/\\$defs/${slot(1, "name")}`)] },
  ],
  $defs: ["Schemas to be used by `$ref`. They check nothing by themselves.", map(SELF)],
  $schema: [
    "The dialect of this schema. Left out, it is 2020-12.",
    { type: "string", enum: DIALECT_ADDRESSES },
  ],
  $id: ["The address of this schema. References in it are read relative to it.", text],
  $anchor: ["A name for this place, for `$ref` as #name.", text],
  $dynamicRef: ["Like `$ref`, but the outermost matching `$dynamicAnchor` wins.", text],
  $dynamicAnchor: ["A name that `$dynamicRef` looks for from the outside in.", text],
};

/** The vocabulary as the editor's JSON service wants it. */
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
