/** The state of each tool's schemas, before a run starts. */

import { useToolChecks } from "@/lib/client/queries/check";
import type { Side } from "@/lib/protocol/side";
import type { DeclarationNote } from "@/lib/protocol/verdict";
import type { CheckAnswer } from "@/lib/wire/check";
import { useCheckBodies } from "./check-bodies";
import { useDraftPart, useToolNames } from "./draft";

export type ToolState =
  | { kind: "checking" }
  | { kind: "duplicate" }
  /** Calls go through unchecked on that side. */
  | { kind: "unusable"; side: Side; reason: string }
  | { kind: "ok"; warnings: number; schema: boolean };

/**
 * A tool's state; without an answer it is still being checked.
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

/** Tool key → state, for the tools of the draft. */
export function useToolStates(): Map<string, ToolState> {
  const toolKeys = useDraftPart((draft) => draft.toolKeys);
  const names = useToolNames();
  const bodies = useCheckBodies((store) => store.bodies);
  const checks = useToolChecks(bodies);
  const answers = new Map([...bodies.keys()].map((key, i) => [key, checks[i]]));
  return new Map(
    toolKeys.map((key, i) => {
      const duplicate = names.filter((name) => name === names[i]).length > 1;
      return [key, stateOf(answers.get(key), duplicate)];
    }),
  );
}
