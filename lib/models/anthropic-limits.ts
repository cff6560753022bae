/** Tool names that Anthropic's API refuses. One such tool makes every request fail, so it is not sent. */

import { ANTHROPIC } from "@/lib/schema/lint/anthropic";
import { fits } from "@/lib/schema/lint/provider-limits";
import { declareName } from "@/lib/schema/lint/tool-names";
import type { LlmTool } from "../protocol/agent";

/** Why a request with these tools would surely be refused for a tool's name; absent when none would. */
export function nameRefusal(tools: LlmTool[]): string | undefined {
  const errors = tools.flatMap(({ name }) =>
    nameErrors(name, tools).map((message) => `Tool ${JSON.stringify(name)}: ${message}.`),
  );
  return errors.length === 0 ? undefined : [...new Set(errors)].join(" ");
}

function nameErrors(name: string, tools: LlmTool[]): string[] {
  const refused = fits(name, ANTHROPIC.toolName) ? [] : declareName(name).notes.map(({ message }) => message);
  const count = tools.filter((tool) => tool.name === name).length;
  if (count === 1) return refused;
  return [
    ...refused,
    `${count} tools have this name, providers refuse a request with two tools of one name: rename one`,
  ];
}
