/** Turns a JSON Schema, as zod writes it, into TypeScript. */
import type { z } from "zod";

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * The type that a schema describes. A reference becomes the name of its type; a schema that allows everything becomes
 * `any`.
 */
export function typeText(schema: Schema | boolean, indent = ""): string {
  if (typeof schema === "boolean") return schema ? "any" : "never";
  if (schema.$ref !== undefined) return schema.$ref;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeText(choice, indent)))].join(" | ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(" | ");
  switch (schema.type) {
    case undefined:
      return "any";
    case "integer":
      return "number";
    case "array":
      return arrayText(schema, indent);
    case "object":
      return objectText(schema, indent);
    case "string":
    case "number":
    case "boolean":
    case "null":
      return schema.type;
    default:
      throw new Error(`This schema cannot be written as TypeScript: ${JSON.stringify(schema)}`);
  }
}

function arrayText({ items }: Schema, indent: string): string {
  if (Array.isArray(items)) throw new Error("Tuples cannot be written as TypeScript");
  const item = typeText(items ?? true, indent);
  return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function objectText(schema: Schema, indent: string): string {
  const inner = `${indent}  `;
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const doc = typeof member === "object" && member.description ? docText(member.description, inner) : "";
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${doc}${inner}${key}${required.has(name) ? "" : "?"}: ${typeText(member, inner)};\n`;
  });
  const others = schema.additionalProperties;
  if (others !== undefined && others !== false)
    members.push(`${inner}[member: string]: ${typeText(others, inner)};\n`);
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}

export const docText = (text: string, indent = ""): string => `${indent}/** ${text} */\n`;
