/** Checks the kept cases of a tool against its current schemas. */

import type { CaseVerdict } from "@/lib/protocol/case";
import { type KeptFinding, verdictKept } from "@/lib/protocol/kept-finding";
import type { Verdict } from "@/lib/protocol/verdict";
import type { Services } from "@/lib/server/compose";
import { isBlank } from "@/lib/util/blank";
import type { CaseOutcome, CaseRun, CaseRunBody } from "@/lib/wire/cases";

/** The time limit of one request. Each check has its own limit as well. */
const MAX_MS = 10_000;

/**
 * One outcome for each case, in their order. After 10 s, or when the request is aborted, no further case is run and
 * `stopped` says how far it got.
 */
export async function runCases(
  { checker }: { checker: Pick<Services["checker"], "check"> },
  { cases, formats = "dialect", ...schemas }: CaseRunBody,
  aborted: AbortSignal,
): Promise<CaseRun> {
  const signal = AbortSignal.any([aborted, AbortSignal.timeout(MAX_MS)]);
  const outcomes: CaseOutcome[] = [];
  // One after another: sessions use the same threads, and a schema is compiled once.
  for (const { direction, text, expected } of cases) {
    if (signal.aborted) {
      const stopped = `Callscope stopped after ${outcomes.length} of ${cases.length} cases because they took too long.`;
      return { outcomes, stopped };
    }
    const typed = schemas[direction];
    const schema =
      typed === undefined || isBlank(typed)
        ? ({ kind: "none" } as const)
        : ({ kind: "text", text: typed } as const);
    outcomes.push(
      outcomeOf(expected, await checker.check({ key: "case", direction, text, schema, formats })),
    );
  }
  return { outcomes };
}

function outcomeOf(expected: CaseVerdict, verdict: Verdict): CaseOutcome {
  const actual = verdictKept(verdict);
  const { missing, unexpected } = differences(expected.findings, actual.findings);
  const asMany = expected.more === undefined || expected.more === (actual.more ?? 0);
  const passed =
    verdict.status === expected.status && missing.length === 0 && unexpected.length === 0 && asMany;
  return { passed, actual, missing, unexpected };
}

/** Pairs each expected finding with a matching actual one; those that name their member are paired first. */
function differences(expected: readonly KeptFinding[], actual: readonly KeptFinding[]) {
  const unexpected = [...actual];
  const missing = expected.toSorted(namedFirst).filter((finding) => {
    const at = unexpected.findIndex((other) => isLike(finding, other));
    if (at >= 0) unexpected.splice(at, 1);
    return at < 0;
  });
  return { missing, unexpected };
}

const namedFirst = (a: KeptFinding, b: KeptFinding): number =>
  Number(a.member === undefined) - Number(b.member === undefined);

/** An expected finding without a member matches any finding at the same pointers. */
const isLike = (expected: KeptFinding, actual: KeptFinding): boolean =>
  expected.keyword === actual.keyword &&
  expected.instancePath === actual.instancePath &&
  expected.schemaPath === actual.schemaPath &&
  (expected.member === undefined || expected.member === actual.member);
