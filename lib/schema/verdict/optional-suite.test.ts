/** The optional tests of the official JSON-Schema-Test-Suite: right, or listed with the reason why not. */
import { describe, expect, test } from "vitest";
import listed from "@/lib/schema/fixtures/optional-tests.json";
import type { Dialect } from "@/lib/schema/language/dialect";
import { outcomes, type SuiteTest, testFiles } from "@/lib/schema/testing/official-suite";

/** Each dialect's folder, and the number of its optional tests at the suite's commit 44401e0c: none may get lost. */
const FOLDERS: readonly [Dialect, folder: string, count: number][] = [
  ["draft-04", "draft4", 319],
  ["draft-06", "draft6", 431],
  ["draft-07", "draft7", 794],
  ["2019-09", "draft2019-09", 915],
  ["2020-12", "draft2020-12", 926],
];

const FAILING = new Set(listed.flatMap(({ tests }) => tests));

/** Formats are rules in the suite's folder of formats, and what the dialect makes of them anywhere else. */
function run(folder: string, dialect: Dialect): SuiteTest[] {
  return testFiles(`${folder}/optional`, { recursive: true }).flatMap((file) =>
    outcomes(`${folder}/optional`, file, {
      dialect,
      formats: file.startsWith("format/") ? "always" : "dialect",
    }),
  );
}

describe.each(FOLDERS)("the optional tests of %s", (dialect, folder, count) => {
  const tests = run(folder, dialect);

  test(`are ${count}`, () => {
    expect(tests).toHaveLength(count);
  });

  test("come out right, but for those listed", () => {
    const unlisted = tests.filter(({ name, passes }) => !passes && !FAILING.has(name));
    expect(unlisted).toEqual([]);
  });

  test("fail where they are listed", () => {
    const failing = new Set(tests.filter(({ passes }) => !passes).map(({ name }) => name));
    const stale = [...FAILING].filter((name) => name.startsWith(`${folder}/`) && !failing.has(name));
    expect(stale).toEqual([]);
  });
});

describe("the list of optional tests that fail", () => {
  test("has a reason for each, and each once", () => {
    expect(listed.filter(({ reason }) => reason.length < 20)).toEqual([]);
    expect(listed.flatMap(({ tests }) => tests)).toHaveLength(FAILING.size);
  });
});
