import { readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

const fromVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
});

const fromPlaywright = ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
});

/**
 * What a step adds to the sum. A check counts as one; a runner's report gives its tests. A step that failed without a
 * failed test (a file that does not load, no report) is one failure.
 *
 * @param {{ kind: "check" | "vitest" | "playwright", code: number, report?: string }} step
 * @returns {Counts}
 */
export function countsOf({ kind, code, report }) {
  if (kind === "check") return { ...NOTHING, [code === 0 ? "passed" : "failed"]: 1 };
  const read = report ? readReport(report) : null;
  const counts = read === null ? NOTHING : (kind === "vitest" ? fromVitest : fromPlaywright)(read);
  const silent = (code !== 0 || read === null) && counts.failed === 0;
  return silent ? { ...counts, failed: 1 } : counts;
}

/** The last line of the output. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
