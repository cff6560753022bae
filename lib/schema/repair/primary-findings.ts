/** Which findings to fix first. */
import type { Finding } from "@/lib/protocol/verdict";

/** Findings inside alternatives that are tried where no alternative matched. */
const MOST_INSIDE = 8;
const SUMMARIES = new Set(["anyOf", "oneOf"]);
const DISCRIMINATORS = new Set(["const", "enum"]);

/** Whether the finding says that no alternative matched; the findings of the alternatives follow it. */
export const isSummary = (finding: Finding | undefined): boolean =>
  finding !== undefined && SUMMARIES.has(finding.keyword);

const isDiscriminator = (finding: Finding): boolean => DISCRIMINATORS.has(finding.keyword);

/**
 * The first finding alone; for a summary the findings inside its alternatives. Discriminators (`const`, `enum`) come
 * last: changing one chooses another alternative, so everything else is tried before.
 */
export function primaryFindings([first, ...others]: readonly Finding[]): Finding[] {
  if (!first) return [];
  if (!isSummary(first)) return [first];
  const inside = others.slice(0, MOST_INSIDE);
  return inside.sort((a, b) => Number(isDiscriminator(a)) - Number(isDiscriminator(b)));
}
