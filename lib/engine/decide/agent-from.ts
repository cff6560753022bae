import type { AgentConfig } from "@/lib/protocol/agent";
import type { Workspace } from "@/lib/protocol/workspace";
import { isBlank } from "@/lib/util/blank";

/** The agent config a workspace declares: schemas as typed are kept beside their values. */
export function agentFrom(workspace: Workspace): AgentConfig {
  const { tools, ...agent } = workspace.agent;
  return {
    ...agent,
    tools: tools.map(({ runner: _, cases: __, input, output, inputText, outputText, ...tool }) => {
      const given = schemaOf(input, inputText);
      const promised = schemaOf(output, outputText);
      return {
        ...tool,
        ...(given && { input: given.value, inputText: given.text }),
        ...(promised && { output: promised.value, outputText: promised.text }),
      };
    }),
  };
}

/**
 * A schema as typed goes before its value; a blank text declares none. A text that does not parse has no value: it
 * stays as it is and is found unusable.
 */
function schemaOf(value: unknown, text: string | undefined): { value?: unknown; text?: string } | null {
  if (text === undefined) return value === undefined ? null : { value };
  if (isBlank(text)) return null;
  try {
    return { value: JSON.parse(text), text };
  } catch {
    return { text };
  }
}
