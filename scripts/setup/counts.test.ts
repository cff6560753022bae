import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closingLine, countsOf } from "./counts.mjs";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "callscope-counts-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function reportOf(content: unknown): string {
  const file = path.join(folder, "report.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}
const unit = (numPassedTests: number, numFailedTests: number) =>
  reportOf({ numPassedTests, numFailedTests, numPendingTests: 2, numTodoTests: 1 });
const browser = (expected: number, unexpected: number, flaky: number) =>
  reportOf({ stats: { expected, unexpected, flaky, skipped: 4 } });

test("counts a check as one", () => {
  expect(countsOf({ kind: "check", code: 0 })).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(countsOf({ kind: "check", code: 2 })).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("counts the tests of a runner's report", () => {
  expect(countsOf({ kind: "vitest", code: 0, report: unit(40, 0) })).toEqual({
    passed: 40,
    failed: 0,
    skipped: 3,
  });
  expect(countsOf({ kind: "vitest", code: 1, report: unit(38, 2) })).toEqual({
    passed: 38,
    failed: 2,
    skipped: 3,
  });
  expect(countsOf({ kind: "playwright", code: 0, report: browser(9, 0, 0) })).toEqual({
    passed: 9,
    failed: 0,
    skipped: 4,
  });
});

test("counts a test that passed only when tried again as failed", () => {
  expect(countsOf({ kind: "playwright", code: 0, report: browser(9, 1, 1) }).failed).toBe(2);
});

test("never takes a run that failed, or left no report, for a good one", () => {
  expect(countsOf({ kind: "vitest", code: 1, report: unit(40, 0) }).failed).toBe(1);
  expect(countsOf({ kind: "vitest", code: 0, report: path.join(folder, "absent.json") }).failed).toBe(1);
  expect(countsOf({ kind: "playwright", code: 0, report: reportOf("{cut") }).failed).toBe(1);
  expect(countsOf({ kind: "playwright", code: 1, report: browser(0, 0, 0) }).failed).toBe(1);
});

test("closes with the sum", () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe("12 passed, 0 failed");
  expect(closingLine({ passed: 12, failed: 3, skipped: 1 })).toBe("12 passed, 3 failed, 1 skipped");
});
