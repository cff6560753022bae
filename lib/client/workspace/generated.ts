/** Generated samples and the cases that they become, as pure functions. */

import type { ToolCase } from "@/lib/protocol/case";
import { schemaText } from "@/lib/protocol/schema-text";
import type { Side } from "@/lib/protocol/side";
import type { Formats } from "@/lib/protocol/verdict";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { isBlank } from "@/lib/util/blank";
import type { GenerateBody, GeneratedSample } from "@/lib/wire/generate";
import { whyNotKept, withCase } from "./kept-cases";

/** The sides that have a schema to make samples from. */
export const sidesOf = (tool: WorkspaceTool): Side[] =>
  (["input", "output"] as const).filter((side) => !isBlank(schemaText(tool, side)));

export const generateBody = (
  tool: WorkspaceTool,
  direction: Side,
  formats: Formats | undefined,
): GenerateBody => ({ schema: schemaText(tool, direction), direction, ...(formats && { formats }) });

/** The texts that are cases already. */
export const keptTexts = (tool: WorkspaceTool, side: Side): ReadonlySet<string> =>
  new Set((tool.cases ?? []).filter(({ direction }) => direction === side).map(({ text }) => text));

/** A case's name has up to 200 characters; the rest is for a number. */
const NAME = 190;

const caseOf = ({ title, text, verdict }: GeneratedSample, direction: Side): ToolCase => ({
  name: title.slice(0, NAME),
  direction,
  text,
  expected: verdict,
});

/** The tool with as many of the samples as fit, without duplicates, and why the others do not fit. */
export function withSamples(
  tool: WorkspaceTool,
  samples: readonly GeneratedSample[],
  side: Side,
): { tool: WorkspaceTool; why: string | null } {
  let now = tool;
  for (const sample of samples) {
    if (keptTexts(now, side).has(sample.text)) continue;
    const why = whyNotKept(now, sample.text);
    if (why !== null) return { tool: now, why };
    now = withCase(now, caseOf(sample, side));
  }
  return { tool: now, why: null };
}
