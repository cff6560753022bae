/** No case is lost: each of the 105 is tested by the one suite that the list names for it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import list from "@/lib/schema/fixtures/case-list.json";

/** Cases that a suite takes from a file beside it. */
const FIXTURES: Record<string, string[]> = {
  "lib/schema/verdict/cases.test.ts": ["lib/schema/fixtures/cases.json"],
  "lib/server/routes/cases.test.ts": ["lib/models/fixtures/stream-cases.json"],
  "lib/models/anthropic-limits.test.ts": ["lib/models/fixtures/provider-limits.json"],
};

const root = path.resolve(import.meta.dirname, "../../..");

function casesIn(suite: string): Set<string> {
  const texts = [suite, ...(FIXTURES[suite] ?? [])].map((file) =>
    readFileSync(path.join(root, file), "utf8"),
  );
  return new Set(texts.flatMap((text) => text.match(/\bC\d{3}\b/g) ?? []));
}

test("lists 105 cases of 20 kinds, each once", () => {
  expect(list).toHaveLength(105);
  expect(new Set(list.map(({ id }) => id)).size).toBe(105);
  expect(new Set(list.map(({ kind }) => kind)).size).toBe(20);
});

test.each([...new Set(list.map(({ suite }) => suite))])("%s tests what the list says", (suite) => {
  const tested = casesIn(suite);
  const claimed = list.filter((one) => one.suite === suite).map(({ id }) => id);
  expect(claimed.filter((id) => !tested.has(id))).toEqual([]);
});

test("no suite speaks of a case that is not on the list", () => {
  const known = new Set(list.map(({ id }) => id));
  const suites = new Set(list.map(({ suite }) => suite));
  expect([...suites].flatMap((suite) => [...casesIn(suite)].filter((id) => !known.has(id)))).toEqual([]);
});
