/** Less of the same fault: the smallest text that still breaks the same rule at the same place. */

import { withoutMember } from "@/lib/json/cut";
import { pointerTokens } from "@/lib/json/pointer";
import { readJson } from "@/lib/json/read";
import type { Spans } from "@/lib/json/spans";
import type { Finding, Verdict } from "@/lib/protocol/verdict";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";

/** Checks that one search may make. */
const MOST_CHECKS = 200;

/**
 * Takes away, one after another, what the fault does not need: members, and list items behind its place, the largest
 * first; what it needs is for the check to say. The text itself where nothing can go.
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

/** The text without one of the things beside the path, the largest of them first. */
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

/** Numbers of the values in the container at `path` that are not on the way to the place. */
function besides(spans: Spans, path: string[], tokens: string[]): number[] {
  const container = spans.find(path);
  const onTheWay = tokens.length > path.length ? spans.find(tokens.slice(0, path.length + 1)) : -1;
  // An item before the place cannot go: the place would be another one.
  return spans
    .children(container)
    .filter((at) => at !== onTheWay && (spans.keySpan(at) !== null || at > onTheWay));
}
