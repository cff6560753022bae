/** What Anthropic's API refuses about tools, told before anything is sent. One such tool makes every request fail. */
import type { LlmTool } from "../protocol/agent";
import type { Declaration, DeclarationNote } from "../protocol/verdict";
import { schemaSent } from "./anthropic-tools";
import { isObject } from "./is-object";

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
/** What most other providers take. */
const COMMON_NAME_LENGTH = 64;

/** One entry a tool, in the order of the list; two tools with one name are both marked. */
export function anthropicLimits(tools: LlmTool[]): { tool: string; declaration: Declaration }[] {
  return tools.map((tool) => ({
    tool: tool.name,
    declaration: {
      status: tool.input === undefined && tool.inputText === undefined ? "none" : "ok",
      notes: [...nameNotes(tool.name, tools), ...schemaNotes(tool)],
    },
  }));
}

/** Why a request with these tools would surely be refused for a tool's name; absent when none would. */
export function nameRefusal(tools: LlmTool[]): string | undefined {
  const messages = tools
    .flatMap((tool) => nameNotes(tool.name, tools))
    .filter((note) => note.level === "error");
  return messages.length === 0 ? undefined : [...new Set(messages.map((note) => note.message))].join(" ");
}

function nameNotes(name: string, tools: LlmTool[]): DeclarationNote[] {
  const notes: DeclarationNote[] = [];
  if (!TOOL_NAME.test(name)) {
    notes.push({ level: "error", code: "provider-tool-name", message: badName(name) });
  } else if (name.length > COMMON_NAME_LENGTH) {
    notes.push({
      level: "warning",
      code: "provider-tool-name",
      message: `The tool name is ${name.length} characters long: Anthropic takes up to 128, most other providers up to 64.`,
    });
  }
  const count = tools.filter((tool) => tool.name === name).length;
  if (count > 1) {
    notes.push({
      level: "error",
      code: "duplicate-tool-name",
      message: `${count} tools are named ${JSON.stringify(name)}: the provider refuses a request with two tools of one name. Rename one.`,
    });
  }
  return notes;
}

function badName(name: string): string {
  const subject = `The tool name ${JSON.stringify(name)}`;
  if (name === "") return "A tool has an empty name: the provider refuses the request. Give it a name.";
  const odd = [...new Set(name.match(/[^a-zA-Z0-9_-]/gu))];
  if (odd.length === 0) return `${subject} is ${name.length} characters long: the provider takes up to 128.`;
  const dots = odd.includes(".") ? " (MCP allows dots, this provider does not)" : "";
  const list = odd.map((character) => (character === " " ? "a blank" : character)).join(" ");
  return `${subject} has ${list} in it: the provider takes letters, digits, _ and - only${dots}. Try ${JSON.stringify(name.replace(/[^a-zA-Z0-9_-]/gu, "_").slice(0, 128))}.`;
}

function schemaNotes(tool: LlmTool): DeclarationNote[] {
  const schema = schemaSent(tool).schema;
  if (!isObject(schema) || schema.type !== "object") {
    return [
      {
        level: "error",
        code: "provider-schema-root",
        message: 'The provider takes an input schema only if its root says "type": "object".',
        schemaPath: isObject(schema) && "type" in schema ? "#/type" : "#",
      },
    ];
  }
  return [...combinatorNotes(schema), ...propertyNotes(schema.properties)];
}

function combinatorNotes(schema: Record<string, unknown>): DeclarationNote[] {
  return ["oneOf", "anyOf", "allOf"]
    .filter((keyword) => Object.hasOwn(schema, keyword))
    .map((keyword) => ({
      level: "error",
      code: "provider-schema-root",
      message: `The provider takes no ${keyword} at the root of an input schema; deeper down it does.`,
      schemaPath: `#/${keyword}`,
    }));
}

/** Only the root's members: the provider looks no deeper. */
function propertyNotes(properties: unknown): DeclarationNote[] {
  if (!isObject(properties)) return [];
  return Object.keys(properties)
    .filter((name) => !PROPERTY_NAME.test(name))
    .map((name) => ({
      level: "error",
      code: "provider-property-name",
      message: `The provider refuses the member name ${JSON.stringify(name)}: it takes 1 to 64 letters, digits, _ . and - at the root of an input schema.`,
      schemaPath: `#/properties/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    }));
}
