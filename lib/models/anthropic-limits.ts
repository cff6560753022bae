/** Tool names that Anthropic's API refuses. One such tool makes every request fail, so it is not sent. */

import { declareName } from "@/lib/schema/lint/tool-names";
import type { LlmTool } from "../protocol/agent";
import type { DeclarationNote } from "../protocol/verdict";

/** Longer than what other providers take, which is what `declareName` goes by. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

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
