import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputs, READS } from "./inputs.mjs";
import { passedSteps } from "./passed.mjs";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "callscope-passed-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const counts = { passed: 3, failed: 0, skipped: 1 };
const at = "2026-01-01T00:00:00.000Z";

test("a step is found again by the same digest, and by no other one", () => {
  const file = path.join(folder, "deep", "passed.json");
  passedSteps({}, file).add("unit", { digest: "a", at, counts });
  passedSteps({}, file).add("lint", { digest: "b", at, counts });
  expect(passedSteps({}, file).find("unit", "a")).toEqual({ digest: "a", at, counts });
  expect(passedSteps({}, file).find("unit", "b")).toBeNull();
  expect(passedSteps({}, file).find("e2e", "a")).toBeNull();
});

test("with CI set nothing is found and nothing is written", () => {
  const file = path.join(folder, "ci.json");
  passedSteps({ CI: "1" }, file).add("unit", { digest: "a", at, counts });
  expect(passedSteps({}, file).find("unit", "a")).toBeNull();
  passedSteps({}, file).add("unit", { digest: "a", at, counts });
  expect(passedSteps({ CI: "1" }, file).find("unit", "a")).toBeNull();
});

test("the digest of inputs follows the files that are read and the settings, and nothing else", () => {
  const digest = inputs({});
  expect(digest(READS.source)).toBe(inputs({ HOME: "/elsewhere" })(READS.source));
  expect(digest(READS.source)).not.toBe(inputs({ FC_RUNS: "9" })(READS.source));
  expect(digest((file) => file === "package.json")).not.toBe(digest((file) => file === "biome.json"));
});

test.each([
  ["lib/json/read.ts", true, true],
  ["lib/json/read.test.ts", true, false],
  ["README.md", false, false],
  ["docs/contract.md", false, false],
  ["e2e/fork.spec.ts", false, true],
  ["e2e/hard/crash.hard.ts", true, false],
  ["e2e/server.ts", true, true],
  ["package-lock.json", true, true],
  ["public/samples/index.json", true, true],
])("%s is an input of the tests of the source: %s, of the app: %s", (file, source, app) => {
  expect([READS.everything(), READS.source(file), READS.app(file)]).toEqual([true, source, app]);
});
