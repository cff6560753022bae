/**
 * A text that breaks a schema, made from it: likely ones are tried until the checker refuses one. What a schema means is
 * the checker's to say, here it is only read for hints, so hints of other dialects do no harm.
 */

import { pointerTokens, valueAt } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import type { CheckRequest } from "@/lib/protocol/verdict";
import type { SchemaObject } from "@/lib/schema/language/subschemas";
import type { Checker } from "@/lib/schema/port";

/** Values of every type, at the ends of what rules allow. */
const VALUES: readonly unknown[] = [
  {},
  null,
  "not what was promised",
  0.5,
  true,
  [],
  12345,
  -12345,
  "",
  [null, null],
  { not_declared: true },
  "x".repeat(5_000),
];

/** How deep members are looked into, and how many parts of a schema: it may be as deep and as large as it likes. */
const DEPTH = 8;
const PARTS = 60;
/** How many schemas are looked at for a value to begin with: by references a few lead to any number. */
const LOOKS = 1_000;
/** How many members are tried, and how many texts in all. */
const MEMBERS = 12;
const TRIES = 400;
/** A check that is cut off takes long: so many are borne with. */
const CUT_OFF = 3;

const DIRECT = ["$ref", "$dynamicRef", "$recursiveRef"];
const APPLIED = ["allOf", "anyOf", "oneOf", "if", "then", "else", "not"];

/** Where a reference leads inside the text; undefined where nowhere near. */
function resolve(root: unknown, reference: unknown): unknown {
  if (typeof reference !== "string") return undefined;
  const at = reference.indexOf("#");
  const [address, fragment] =
    at < 0 ? [reference, ""] : [reference.slice(0, at), safeDecode(reference.slice(at + 1))];
  const base = address === "" ? root : named(root, (schema) => isAt(schema.$id ?? schema.id, address));
  if (fragment === "") return base;
  if (!fragment.startsWith("/"))
    return named(base, (schema) =>
      [schema.$anchor, schema.$dynamicAnchor, String(schema.$id ?? schema.id).replace(/^#/, "")].includes(
        fragment,
      ),
    );
  return valueAt(base, pointerTokens(fragment));
}

const isAt = (id: unknown, address: string): boolean =>
  typeof id === "string" && (id === address || id.replace(/#$/, "").endsWith(`/${address}`));

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first object in a text that meets a condition, near the top before further down. */
function named(root: unknown, is: (schema: SchemaObject) => boolean): unknown {
  const todo: unknown[] = [root];
  for (const value of todo) {
    if (typeof value !== "object" || value === null || todo.length > 20_000) continue;
    if (isObject(value) && is(value)) return value;
    todo.push(...Object.values(value));
  }
  return undefined;
}

/** A schema and all that it has the very same value held against, through references and branches. */
function partsOf(root: unknown, schema: unknown): SchemaObject[] {
  const parts = new Set<SchemaObject>();
  const todo: unknown[] = [schema];
  for (const part of todo) {
    if (!isObject(part) || parts.has(part) || parts.size >= PARTS) continue;
    parts.add(part);
    todo.push(...DIRECT.map((keyword) => resolve(root, part[keyword])));
    todo.push(...APPLIED.flatMap((keyword) => part[keyword]));
    for (const keyword of ["dependentSchemas", "dependencies"])
      if (isObject(part[keyword])) todo.push(...Object.values(part[keyword]));
  }
  return [...parts];
}

/** A value of another type than the schema names first. */
function otherType(root: unknown, schema: unknown): unknown {
  const type = partsOf(root, schema).flatMap((part) => part.type ?? [])[0];
  return type === "string" || type === undefined ? 12345 : "not what was promised";
}

interface Source {
  root: unknown;
  /** Looks that are left. */
  looks: number;
}

/** A simple value of the type that the schema names; it need not conform. */
function simple(source: Source, schema: unknown, depth: number): unknown {
  source.looks -= 1;
  if (source.looks < 0) return "text";
  const parts = partsOf(source.root, schema);
  const fixed = parts.find((part) => "const" in part || Array.isArray(part.enum));
  if (fixed) return "const" in fixed ? fixed.const : [fixed.enum].flat()[0];
  const typed = parts.find(({ type, properties }) => type !== undefined || isObject(properties));
  switch ([typed?.type ?? (typed && "object")].flat()[0]) {
    case "object":
      return depth < DEPTH ? whole(source, parts, depth) : {};
    case "array":
      return [];
    case "integer":
    case "number":
      return typeof typed?.minimum === "number" ? typed.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "text";
  }
}

/** The members that the parts of a schema name, the required ones first. */
function membersOf(parts: SchemaObject[]): Map<string, unknown> {
  const members = new Map<string, unknown>();
  const named = parts.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : []));
  for (const name of parts.flatMap(({ required }) => (Array.isArray(required) ? required : [])))
    if (typeof name === "string") members.set(name, named.find(([known]) => known === name)?.[1]);
  for (const [name, schema] of named) if (!members.has(name)) members.set(name, schema);
  return members;
}

const whole = (source: Source, parts: SchemaObject[], depth: number): SchemaObject =>
  Object.fromEntries(
    [...membersOf(parts)].slice(0, 100).map(([name, part]) => [name, simple(source, part, depth + 1)]),
  );

/** Names that rules about members are likely to be about. */
const oddNames = (parts: SchemaObject[]): string[] => [
  "not_declared",
  ...["patternProperties", "dependentRequired", "dependentSchemas", "dependencies"]
    .flatMap((keyword) => parts.flatMap(({ [keyword]: by }) => (isObject(by) ? Object.keys(by) : [])))
    .map((name) => name.replace(/^\^|\$$/g, "")),
  "",
  "not a name!",
];

/** One more than any of the parts allows, within reason. */
function many(parts: SchemaObject[]): SchemaObject {
  const limits = parts.flatMap(({ maxProperties }) =>
    typeof maxProperties === "number" ? maxProperties : [],
  );
  const count = Math.min(1_000, Math.max(0, ...limits)) + 1;
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`member_${i + 1}`, i]));
}

/** The nearest ones first: one member of the wrong type, one missing, one too many; then other values, far from it. */
function* objects(root: unknown): Generator<SchemaObject> {
  const parts = partsOf(root, root);
  const full = whole({ root, looks: LOOKS }, parts, 0);
  const members = [...membersOf(parts)].slice(0, MEMBERS);
  for (const [name, part] of members) {
    yield { ...full, [name]: otherType(root, part) };
    const { [name]: _, ...rest } = full;
    yield rest;
  }
  yield { ...full, not_declared: true };
  yield {};
  const wrong = members.map(([name, part]): [string, unknown] => [name, otherType(root, part)]);
  for (const [name, value] of wrong) yield { [name]: value };
  yield Object.fromEntries(wrong);
  for (const name of oddNames(parts)) for (const value of VALUES) yield { ...full, [name]: value };
  for (const [name] of members) for (const value of VALUES) yield { ...full, [name]: value };
  for (const name of oddNames(parts)) yield { [name]: "text" };
  yield many(parts);
}

/** Arguments that are no object are malformed, which is another fault. */
function* candidates(root: unknown, direction: CheckRequest["direction"]): Generator<unknown> {
  const isPlain =
    direction === "output" && partsOf(root, root).every(({ properties }) => !isObject(properties));
  if (isPlain) yield* VALUES;
  yield* objects(root);
  if (direction === "output" && !isPlain) yield* VALUES;
}

/** Null: nothing that was tried breaks it, as of a schema that allows everything. */
export async function findCounterexample(
  checker: Pick<Checker, "check">,
  request: Omit<CheckRequest, "key" | "text"> & { schema: { kind: "text" } },
): Promise<string | null> {
  let root: unknown;
  try {
    root = JSON.parse(request.schema.text);
  } catch {
    return null;
  }
  let tries = 0;
  let cutOff = 0;
  for (const value of candidates(root, request.direction)) {
    const text = JSON.stringify(value);
    const verdict = await checker.check({ ...request, key: "counterexample", text });
    if (verdict.status === "invalid") return text;
    tries += 1;
    if (verdict.status === "aborted") cutOff += 1;
    // Where nothing is checked at all, no text is refused.
    if (tries >= TRIES || cutOff >= CUT_OFF || verdict.status === "unchecked") return null;
  }
  return null;
}
