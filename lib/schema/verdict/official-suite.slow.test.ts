/** Every required test of the official JSON-Schema-Test-Suite comes out right. */
import { describe, expect, test } from "vitest";
import type { Dialect } from "@/lib/schema/language/dialect";
import { countTests, outcomes, testFiles } from "@/lib/schema/testing/official-suite";

/** Each dialect's folder, and the number of its required tests at the suite's commit 44401e0c: none may get lost. */
const FOLDERS: readonly [Dialect, folder: string, count: number][] = [
  ["draft-04", "draft4", 618],
  ["draft-06", "draft6", 839],
  ["draft-07", "draft7", 927],
  ["2019-09", "draft2019-09", 1259],
  ["2020-12", "draft2020-12", 1299],
];

describe.each(FOLDERS)("the required tests of %s", (dialect, folder, count) => {
  const files = testFiles(folder, { recursive: false });

  test.each(files)("%s", (file) => {
    const tests = outcomes(folder, file, { dialect, formats: "dialect" });
    expect(tests.filter(({ passes }) => !passes)).toEqual([]);
  });

  test(`are ${count}`, () => {
    expect(files.reduce((sum, file) => sum + countTests(folder, file), 0)).toBe(count);
  });
});
