/** Changes to the cases that a tool keeps, as pure functions: tool in, new tool out. */

import type { CaseFile, ToolCase } from "@/lib/protocol/case";
import { schemaText } from "@/lib/protocol/schema-text";
import type { Formats } from "@/lib/protocol/verdict";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import type { CaseRunBody } from "@/lib/wire/cases";
import { freeName } from "./edits";

/** A name has up to 200 characters; the rest is for a number. */
const NAME = 190;

/** Adds a case at the end, or at `at`. A name that is taken gets a number. */
export function withCase(tool: WorkspaceTool, kept: ToolCase, at?: number): WorkspaceTool {
  const cases = tool.cases ?? [];
  const taken = cases.map(({ name }) => name);
  const name = taken.includes(kept.name) ? freeName(kept.name.slice(0, NAME), taken, " ") : kept.name;
  const named = { ...kept, name };
  return { ...tool, cases: cases.toSpliced(at ?? cases.length, 0, named) };
}

export function withChangedCase(
  tool: WorkspaceTool,
  index: number,
  change: Partial<ToolCase>,
): WorkspaceTool {
  return {
    ...tool,
    cases: tool.cases?.map((kept, i) => (i === index ? { ...kept, ...change } : kept)),
  };
}

/** Removes the case at `index`. Without cases the member is left out of the file. */
export function withoutCase(tool: WorkspaceTool, index: number): WorkspaceTool {
  const { cases = [], ...rest } = tool;
  const left = cases.toSpliced(index, 1);
  return left.length === 0 ? rest : { ...rest, cases: left };
}

/** Why a text cannot be kept with the tool; null if it can. The limits are those of the file format. */
export function whyNotKept(tool: WorkspaceTool, text: string): string | null {
  const cases = tool.cases ?? [];
  if (cases.length >= 200) return "A tool keeps up to 200 cases";
  if (text.length > 100_000) return "A case's text has up to 100000 characters";
  const all = cases.reduce((sum, kept) => sum + kept.text.length, text.length);
  return all > 2_000_000 ? "The cases of a tool have up to 2000000 characters together" : null;
}

/** The request that runs a tool's cases. It leaves out their names, so renaming a case does not run them again. */
export const caseRunBody = (tool: WorkspaceTool, formats: Formats | undefined): CaseRunBody => ({
  input: schemaText(tool, "input"),
  output: schemaText(tool, "output"),
  ...(formats && { formats }),
  cases: (tool.cases ?? []).map((kept) => ({ ...kept, name: "case" })),
});

export const caseFileOf = ({ name, cases = [] }: WorkspaceTool): CaseFile => ({
  callscopeCases: 1,
  tool: name,
  cases,
});

/** The tool with all of the file's cases, or why they do not fit. */
export function withCaseFile(
  tool: WorkspaceTool,
  { cases }: CaseFile,
): { tool: WorkspaceTool } | { why: string } {
  let now = tool;
  for (const kept of cases) {
    const why = whyNotKept(now, kept.text);
    if (why !== null) return { why };
    now = withCase(now, kept);
  }
  return { tool: now };
}
