/** A text that breaks a schema, made from it: likely ones are tried until the checker refuses one. */
import type { CheckRequest } from "../protocol/verdict";
import type { Checker } from "./port";

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const PLAIN: unknown[] = [{}, null, "not what was promised", 0.5, true, []];

/** A value of another type than the schema names first. */
function otherType(schema: unknown): unknown {
  const type = isObject(schema) ? [schema.type].flat()[0] : undefined;
  return type === "string" || type === undefined ? 12345 : "not what was promised";
}

/** How deep members are looked into: a schema may be as deep as it likes. */
const DEPTH = 8;

/** A simple value of the type that the schema names; it need not conform. */
function simple(schema: unknown, depth = 0): unknown {
  if (!isObject(schema)) return "text";
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch ([schema.type].flat()[0]) {
    case "object":
      return depth < DEPTH ? members(schema, (part) => simple(part, depth + 1)) : {};
    case "array":
      return [];
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "text";
  }
}

function members(schema: Members, of: (part: unknown) => unknown): Members {
  const { properties } = schema;
  if (!isObject(properties)) return {};
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, of(part)]));
}

/** The nearest ones first: one member of the wrong type, one missing, one too many, then whatever is another type. */
function* candidates(schema: unknown, direction: CheckRequest["direction"]): Generator<unknown> {
  if (isObject(schema) && isObject(schema.properties)) {
    const whole = members(schema, simple);
    const [first] = Array.isArray(schema.required) ? schema.required : Object.keys(schema.properties);
    if (typeof first === "string") {
      yield { ...whole, [first]: otherType(schema.properties[first]) };
      const { [first]: _, ...rest } = whole;
      yield rest;
    }
    yield { ...whole, not_declared: true };
  }
  // Arguments that are no object are malformed, which is another fault.
  yield* direction === "input" ? PLAIN.filter(isObject) : PLAIN;
}

/** Null: nothing that was tried breaks it, as of a schema that allows everything. */
export async function breakingText(
  checker: Pick<Checker, "check">,
  request: Omit<CheckRequest, "key" | "text"> & { schema: { kind: "text" } },
): Promise<string | null> {
  let schema: unknown;
  try {
    schema = JSON.parse(request.schema.text);
  } catch {
    return null;
  }
  for (const value of candidates(schema, request.direction)) {
    const text = JSON.stringify(value);
    const verdict = await checker.check({ ...request, key: "breaking", text });
    if (verdict.status === "invalid") return text;
  }
  return null;
}
