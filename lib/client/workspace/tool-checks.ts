/** What the tools list and the run button need to know of each tool before anything runs. */

import { useChecks } from "@/lib/client/queries/queries";
import { schemaText } from "@/lib/protocol/schema-text";
import type { DeclarationNote } from "@/lib/protocol/verdict";
import type { Workspace, WorkspaceTool } from "@/lib/protocol/workspace";
import type { CheckAnswer, CheckBody } from "@/lib/wire/check";
import type { Draft } from "./draft";
import { duplicateNames } from "./edits";

export type ToolState =
  | { kind: "checking" }
  | { kind: "duplicate" }
  /** Calls go through unchecked on that side. */
  | { kind: "unusable"; side: "input" | "output"; reason: string }
  | { kind: "ok"; warnings: number; schema: boolean };

/** What the engine is asked about a tool's schemas: the texts as they stand in the editor. */
export function checkBody(tool: WorkspaceTool, workspace: Workspace): CheckBody {
  const inputText = schemaText(tool, "input");
  const outputText = schemaText(tool, "output");
  return {
    tool: {
      name: tool.name,
      ...(inputText && { inputText }),
      ...(outputText && { outputText }),
    },
    ...(workspace.formats && { formats: workspace.formats }),
  };
}

/**
 * What the list says of a tool; without an answer it is still being checked.
 *
 * @internal exported for its test
 */
export function stateOf(answer: CheckAnswer | undefined, duplicate: boolean): ToolState {
  if (duplicate) return { kind: "duplicate" };
  if (!answer) return { kind: "checking" };
  const { input, output, name } = answer.declaration;
  for (const [side, declaration] of [
    ["input", input],
    ["output", output],
  ] as const) {
    if (declaration.status === "unusable")
      return { kind: "unusable", side, reason: firstFault(declaration.notes) };
  }
  const notes = [...input.notes, ...output.notes, ...name.notes];
  return {
    kind: "ok",
    warnings: notes.filter((note) => note.level !== "info").length,
    schema: input.status !== "none",
  };
}

const firstFault = (notes: DeclarationNote[]): string =>
  notes.find((note) => note.level === "error")?.message ?? "the schema cannot be used";

/** Key → state, for the tools of the draft. */
export function useToolStates(draft: Draft): Map<string, ToolState> {
  const { workspace, toolKeys } = draft;
  const duplicates = duplicateNames(workspace);
  const tools = toolKeys.flatMap((key, i) => {
    const tool = workspace.agent.tools[i];
    return tool ? [{ key, tool }] : [];
  });
  const answers = useChecks(
    draft.key,
    tools.map(({ key, tool }) => ({ key, body: checkBody(tool, workspace) })),
  );
  return new Map(
    tools.map(({ key, tool }) => [key, stateOf(answers.get(key), duplicates.includes(tool.name))]),
  );
}
