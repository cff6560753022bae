/** PURE. The state of one tool's schemas, from what the server says of them. */
import type { Side } from "@/lib/protocol/side";
import type { DeclarationNote } from "@/lib/protocol/verdict";
import type { CheckAnswer } from "@/lib/wire/check";

export type ToolState =
  | { kind: "checking" }
  | { kind: "duplicate" }
  /** Calls go through unchecked on that side. */
  | { kind: "unusable"; side: Side; reason: string }
  | { kind: "ok"; warnings: number; schema: boolean };

/** A tool's state; without an answer it is still being checked. */
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
