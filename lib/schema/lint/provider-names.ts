/** What model providers ask of an input schema beyond JSON Schema. */
import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { oneOf, quoted } from "@/lib/schema/text/terms";
import type { Remark } from "./note";

/** The Messages API's rule for the names of top-level members. */
const MEMBER_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

export function lintForProvider(root: unknown): Remark[] {
  if (!isObject(root))
    return [rootType("", 'providers need an object schema with type: "object" at the root')];
  const properties = isObject(root.properties) ? Object.keys(root.properties) : [];
  const combined = ["oneOf", "anyOf", "allOf"].filter((keyword) => Object.hasOwn(root, keyword));
  return [
    ...(root.type === "object" ? [] : [rootTypeOf(root)]),
    ...(combined.length === 0 ? [] : [combinator(combined)]),
    ...properties.filter((name) => !MEMBER_NAME.test(name)).map(memberName),
  ];
}

function rootTypeOf(root: Record<string, unknown>): Remark {
  const words = 'provider needs type: "object" at the root';
  return Object.hasOwn(root, "type") ? { ...rootType("/type", words), part: "member" } : rootType("", words);
}

function rootType(pointer: string, message: string): Remark {
  return { level: "warning", code: "provider-root-type", message, pointer, part: "value" };
}

function combinator(keywords: string[]): Remark {
  const [first = ""] = keywords;
  const message = `Anthropic refuses ${oneOf(keywords)} at the root of an input schema: move it into a member`;
  return { level: "warning", code: "provider-root-combinator", message, pointer: `/${first}`, part: "key" };
}

function memberName(name: string): Remark {
  const why =
    name.length > 64
      ? `it has ${name.length} characters, 64 are allowed`
      : "only letters, digits, _ . and - are allowed";
  const message = `Anthropic refuses the member name ${quoted(name)}: ${name === "" ? "it is empty" : why}`;
  const pointer = childPointer("/properties", name);
  return { level: "warning", code: "provider-property-name", message, pointer, part: "key" };
}
