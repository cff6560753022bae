/** What model providers ask of an input schema beyond JSON Schema. */
import { childPointer } from "@/lib/json/pointer";
import { isObject } from "@/lib/json/value";
import { oneOf, quoted } from "@/lib/schema/text/terms";
import type { Remark } from "./note";
import { fits, type NameLimits, type ProviderLimits } from "./provider-limits";
import { PROVIDERS } from "./providers";

export function lintForProvider(root: unknown): Remark[] {
  if (!isObject(root))
    return [rootType("", 'providers need an object schema with type: "object" at the root')];
  return [
    ...(root.type === "object" ? [] : [rootTypeOf(root)]),
    ...PROVIDERS.flatMap((provider) => [...combinators(root, provider), ...memberNames(root, provider)]),
  ];
}

function rootTypeOf(root: Record<string, unknown>): Remark {
  const words = 'provider needs type: "object" at the root';
  return Object.hasOwn(root, "type") ? { ...rootType("/type", words), part: "member" } : rootType("", words);
}

function rootType(pointer: string, message: string): Remark {
  return { level: "warning", code: "provider-root-type", message, pointer, part: "value" };
}

function combinators(root: Record<string, unknown>, { name, refusedAtRoot }: ProviderLimits): Remark[] {
  const refused = refusedAtRoot.filter((keyword) => Object.hasOwn(root, keyword));
  const [first] = refused;
  if (first === undefined) return [];
  const message = `${name} refuses ${oneOf(refused)} at the root of an input schema: move it into a member`;
  return [{ level: "warning", code: "provider-root-combinator", message, pointer: `/${first}`, part: "key" }];
}

function memberNames(root: Record<string, unknown>, { name, memberName: limits }: ProviderLimits): Remark[] {
  if (!limits || !isObject(root.properties)) return [];
  const refused = Object.keys(root.properties).filter((member) => !fits(member, limits));
  return refused.map((member) => ({
    level: "warning",
    code: "provider-property-name",
    message: `${name} refuses the member name ${quoted(member)}: ${whyRefused(member, limits)}`,
    pointer: childPointer("/properties", member),
    part: "key",
  }));
}

function whyRefused(member: string, { longest }: NameLimits): string {
  if (member === "") return "it is empty";
  return member.length > longest
    ? `it has ${member.length} characters, ${longest} are allowed`
    : "only letters, digits, _ . and - are allowed";
}
