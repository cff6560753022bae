/**
 * Ready-made calls for the script: from a tool's input schema, a call of each kind that models get right or wrong.
 * Where a schema asks for more than building can do, or a kind makes no sense for it, the reason is given instead.
 */

import { isObject } from "@/lib/json/value";
import { isOneOf, type Json, SampleSchema, textsOf, typeOf, Unbuildable } from "@/lib/schema/sample/schema";
import { SampleValue } from "@/lib/schema/sample/value";
import { never } from "@/lib/util/never";

export const readyMadeKinds = [
  "valid",
  "missing member",
  "wrong type",
  "malformed",
  "unknown tool",
  "cut off",
] as const;
export type ReadyMadeKind = (typeof readyMadeKinds)[number];

export type ReadyMade =
  /** `arguments` is raw text; `stop` is set if the answer is cut off. */
  | { ok: true; call: { name: string; arguments: string }; stop?: "length" }
  /** Why this tool has no call of this kind. */
  | { ok: false; reason: string };

interface Tool {
  name: string;
  input?: unknown;
}

/** The same tool and kind give the same call. */
export function readyMadeCall(kind: ReadyMadeKind, tool: Tool): ReadyMade {
  try {
    return build(kind, tool);
  } catch (error) {
    if (error instanceof Unbuildable) return { ok: false, reason: error.message };
    throw error;
  }
}

function build(kind: ReadyMadeKind, { name, input }: Tool): ReadyMade {
  const call = (text: string): ReadyMade => ({ ok: true, call: { name, arguments: text } });
  switch (kind) {
    case "valid":
      return call(JSON.stringify(valid(input)));
    case "missing member":
      return call(JSON.stringify(withoutMember(input)));
    case "wrong type":
      return call(JSON.stringify(withWrongType(input)));
    case "malformed":
      return call(withComma(JSON.stringify(validOrEmpty(input))));
    case "unknown tool": {
      const unknown = `no_such_${name}`.slice(0, 64);
      return { ok: true, call: { name: unknown, arguments: JSON.stringify(validOrEmpty(input)) } };
    }
    case "cut off":
      return {
        ok: true,
        call: { name, arguments: cut(JSON.stringify(validOrEmpty(input))) },
        stop: "length",
      };
    default:
      return never(kind, "kind of ready-made call");
  }
}

/** Arguments are objects, whatever else the schema says. */
const asArguments = (input: unknown): unknown => ({ allOf: [input ?? true, { type: "object" }] });

/** References are looked up from the schema itself, which is why it is both root and part here. */
function valid(input: unknown): Json {
  const value = new SampleValue(new SampleSchema(input)).of(asArguments(input));
  return isObject(value) ? value : {};
}

function validOrEmpty(input: unknown): Json {
  try {
    return valid(input);
  } catch (error) {
    if (error instanceof Unbuildable) return {};
    throw error;
  }
}

/** The valid arguments without the first member that is required in any case, nearest to the root. */
function withoutMember(input: unknown): Json {
  if (input === undefined) throw new Unbuildable("the tool has no input schema");
  const found = without(new SampleSchema(input), asArguments(input), valid(input));
  if (isObject(found)) return found;
  throw new Unbuildable("its input schema requires no member");
}

/** Undefined where no member of the value, or of what it holds, is required. */
function without(schemas: SampleSchema, schema: unknown, value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const { base } = schemas.flatten(schema);
  const required = textsOf(base.required).find((name) => Object.hasOwn(value, name));
  if (required !== undefined) {
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== required));
  }
  for (const [name, member] of Object.entries(value)) {
    const changed = without(schemas, schemas.property(base, name), member);
    if (changed !== undefined) return Object.fromEntries([...Object.entries(value), [name, changed]]);
  }
  return undefined;
}

/** The valid arguments with one member, if possible one of theirs, of a type its schema does not allow. */
function withWrongType(input: unknown): Json {
  if (input === undefined) throw new Unbuildable("the tool has no input schema");
  const schemas = new SampleSchema(input);
  const { base } = schemas.flatten(asArguments(input));
  const value = validOrEmpty(input);
  const declared = isObject(base.properties) ? Object.keys(base.properties) : [];
  for (const name of new Set([...Object.keys(value), ...declared])) {
    const types = schemas.types(schemas.property(base, name));
    const wrong = wrongValues(value[name]).filter((one) => types !== null && !isOneOf(typeOf(one), types));
    if (wrong.length > 0) return Object.fromEntries([...Object.entries(value), [name, wrong[0]]]);
  }
  throw new Unbuildable("no member of its input schema has a type that a value could break");
}

/** What models send in place of the right type: a number as text, a list's only item, a number for a text. */
function wrongValues(value: unknown): unknown[] {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : "example";
  return [text, 42, 1.5, true, null, [], {}];
}

/** The commonest fault of hand-written JSON: a comma after the last member. */
const withComma = (text: string): string => `${text.slice(0, -1)},}`;

/** Two thirds of the text, with no half of a surrogate pair at its end; never all of it. */
const cut = (text: string): string =>
  text.slice(0, Math.max(1, Math.floor((text.length * 2) / 3))).replace(/[\ud800-\udbff]$/, "");
