/** The kept cases of a tool against its schemas as they stand now. */
import type { CaseVerdict } from "../protocol/case";
import type { Verdict } from "../protocol/verdict";
import type { Checker } from "../schema/port";
import { isBlank } from "../util/blank";
import type { CaseOutcome, CaseRun, CaseRunBody } from "../wire/cases";
import { services } from "./compose";
import { json } from "./respond";

/** For all cases of one request; a single check has limits of its own. */
const MAX_MS = 10_000;

/** The answer to a request; ends early when the request is withdrawn. */
export async function answerCases(body: CaseRunBody, withdrawn: AbortSignal): Promise<Response> {
  const { checker } = await services();
  return json(await runCases(checker, body, AbortSignal.any([withdrawn, AbortSignal.timeout(MAX_MS)])));
}

/**
 * One outcome for each case, in their order. Once the signal is given no further case is run, and `stopped` says so.
 *
 * @internal exported for its test
 */
export async function runCases(
  checker: Pick<Checker, "check">,
  { cases, formats = "dialect", ...schemas }: CaseRunBody,
  signal: AbortSignal,
): Promise<CaseRun> {
  const outcomes: CaseOutcome[] = [];
  // One after the other: sessions check by the same threads, and a schema is compiled once.
  for (const { direction, text, expected } of cases) {
    if (signal.aborted) {
      const stopped = `Callscope stopped after ${outcomes.length} of ${cases.length} cases: they took too long`;
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
  const findings = verdict.findings.map(({ keyword, instancePath, schemaPath }) => ({
    keyword,
    instancePath,
    schemaPath,
  }));
  const missing = without(expected.findings, findings);
  const unexpected = without(findings, expected.findings);
  const passed = verdict.status === expected.status && missing.length === 0 && unexpected.length === 0;
  return { passed, actual: { status: verdict.status, findings }, missing, unexpected };
}

/** The findings of `all` that are left when each of `some` takes away one that is like it. */
function without(all: CaseVerdict["findings"], some: CaseVerdict["findings"]): CaseVerdict["findings"] {
  const counts = new Map<string, number>();
  for (const finding of some) counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
  return all.filter((finding) => {
    const left = counts.get(keyOf(finding)) ?? 0;
    counts.set(keyOf(finding), left - 1);
    return left <= 0;
  });
}

const keyOf = ({ keyword, instancePath, schemaPath }: CaseVerdict["findings"][number]) =>
  JSON.stringify([keyword, instancePath, schemaPath]);
