/** Finds the smallest text that still breaks the same rule at the same place. */

import { withoutMember } from "@/lib/json/cut";
import { pointerTokens } from "@/lib/json/pointer";
import { readJson } from "@/lib/json/read";
import type { Spans } from "@/lib/json/spans";
import type { Finding, Verdict } from "@/lib/protocol/verdict";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";

/** Checks that one search may make. */
const MOST_CHECKS = 200;

/**
 * Removes, one after another, the members and the later list items that the finding does not need, the largest first.
 * The check decides what it needs. Returns the text itself if nothing can be removed.
 */
export async function shrinkOf(
  text: string,
  finding: Finding,
  check: (text: string) => Promise<Verdict>,
): Promise<string> {
  const tokens = pointerTokens(finding.instancePath);
  const stillBreaks = (verdict: Verdict) =>
    verdict.findings.some(
      (other) =>
        other.keyword === finding.keyword &&
        other.instancePath === finding.instancePath &&
        other.schemaPath === finding.schemaPath,
    );
  let smallest = text;
  let left = MOST_CHECKS;
  for (let tried = new Set<string>(); left > 0; ) {
    const next = smallerTexts(smallest, tokens).find((one) => !tried.has(one));
    if (next === undefined) return smallest;
    left -= 1;
    tried.add(next);
    if (!stillBreaks(await check(next))) continue;
    smallest = next;
    tried = new Set();
  }
  return smallest;
}

/** The text without one of the values beside the path, the largest first. */
function smallerTexts(text: string, tokens: string[]): string[] {
  const read = readJson(text, { depth: DEFAULT_LIMITS.depth, portable: true });
  if (!read.ok) return [];
  const { spans } = read;
  return tokens
    .map((_, depth) => tokens.slice(0, depth))
    .concat([tokens])
    .flatMap((path) => besides(spans, path, tokens))
    .map((at) => spans.memberSpan(at))
    .sort((a, b) => b.end - b.start - (a.end - a.start))
    .map((span) => withoutMember(text, span));
}

/** The numbers of the values in the container at `path` that are not on the path to the finding. */
function besides(spans: Spans, path: string[], tokens: string[]): number[] {
  const container = spans.find(path);
  const onTheWay = tokens.length > path.length ? spans.find(tokens.slice(0, path.length + 1)) : -1;
  // An item before the finding cannot be removed, because its path would change.
  return spans
    .children(container)
    .filter((at) => at !== onTheWay && (spans.keySpan(at) !== null || at > onTheWay));
}
