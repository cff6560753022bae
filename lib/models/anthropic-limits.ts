/** What Anthropic's API refuses about tools, told before anything is sent. One such tool makes every request fail. */

import { lintForProvider } from "@/lib/schema/lint/provider-names";
import { declareName } from "@/lib/schema/lint/tool-names";
import type { LlmTool } from "../protocol/agent";
import type { Declaration, DeclarationNote } from "../protocol/verdict";
import { schemaSent } from "./anthropic-tools";

/** Longer than what other providers take, which is what `declareName` goes by. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/** One entry a tool, in the order of the list; two tools with one name are both marked. Level `error`: never sent. */
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
  const errors = tools.flatMap((tool) =>
    nameNotes(tool.name, tools)
      .filter((note) => note.level === "error")
      .map((note) => `Tool ${JSON.stringify(tool.name)}: ${note.message}.`),
  );
  return errors.length === 0 ? undefined : [...new Set(errors)].join(" ");
}

function nameNotes(name: string, tools: LlmTool[]): DeclarationNote[] {
  const level = TOOL_NAME.test(name) ? "warning" : "error";
  const notes = declareName(name).notes.map((note) => ({ ...note, level }) satisfies DeclarationNote);
  const count = tools.filter((tool) => tool.name === name).length;
  if (count === 1) return notes;
  const message = `${count} tools have this name, providers refuse a request with two tools of one name: rename one`;
  return [...notes, { level: "error", code: "duplicate-tool-name", message }];
}

function schemaNotes(tool: LlmTool): DeclarationNote[] {
  return lintForProvider(schemaSent(tool).schema).map(({ level, code, message, pointer }) => ({
    level,
    code,
    message,
    schemaPath: `#${pointer}`,
  }));
}
