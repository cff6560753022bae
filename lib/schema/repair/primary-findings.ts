/** Which findings say what to mend first. */
import type { Finding } from "@/lib/protocol/verdict";

/** Rules inside alternatives that are tried for one that nothing matched. */
const MOST_INSIDE = 8;
const SUMS_UP = new Set(["anyOf", "oneOf"]);
const TELLS_APART = new Set(["const", "enum"]);

export const sumsUp = (finding: Finding | undefined): boolean =>
  finding !== undefined && SUMS_UP.has(finding.keyword);

/**
 * The first finding alone; of alternatives that nothing matched those inside of them, which come after their sum. What
 * tells alternatives apart comes last: it is left as it is while anything else will do.
 */
export function telling([first, ...others]: readonly Finding[]): Finding[] {
  if (!first) return [];
  if (!sumsUp(first)) return [first];
  const inside = others.slice(0, MOST_INSIDE);
  return inside.sort((a, b) => Number(TELLS_APART.has(a.keyword)) - Number(TELLS_APART.has(b.keyword)));
}
