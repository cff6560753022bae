/**
 * The 122 edge cases of the protocol: each is named by its number in the title of a test in this room, stands in a
 * test of the HTTP worker, or has no meaning here and says why.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const COUNT = 122;

/** Words of the test in `lib/tools/http-worker.test.ts` that shows it. */
const AT_THE_WORKER: Record<number, string> = {
  111: "is signed as the test vector says",
  112: '{ status: 503, headers: text, body: "try later\\n", says: ": try later" }',
  113: "{ status: 404, headers: html,",
  114: '["null", {}],',
  115: `['{"error":"boom"}', "The worker's answer is an error, not a decision: boom"]`,
  116: '["a result", [result]],',
  117: "an unknown event fails",
  118: "an error is retryable unless it says otherwise",
  119: "a stream that ends early is asked again",
  120: "may break a character over two pieces",
};

const WITHOUT_MEANING: Record<number, string> = {
  48: "a client sends no view of the whole conversation here: it settles a call by its id, and that is checked (49)",
  70: "a session belongs to the one person at this machine: there are no other users whose calls could be settled",
  97: "this engine runs no sub-agents: their actions are refused and recorded (settle.test.ts)",
};

const sourceOf = (...names: string[]) => readFileSync(path.join(import.meta.dirname, ...names), "utf8");

function namedInTitles(): number[] {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".test.ts") && name !== "edges.test.ts",
  );
  const titles = files.flatMap((name) => [
    ...sourceOf(name).matchAll(/["`][^"`\n]*\bedges? (\d+(?:, \d+)*)/g),
  ]);
  return titles.flatMap(([, numbers = ""]) => numbers.split(", ").map(Number));
}

test("each edge case has a test or a reason, and only one of them", () => {
  const named = new Set(namedInTitles());
  const elsewhere = [...Object.keys(AT_THE_WORKER), ...Object.keys(WITHOUT_MEANING)].map(Number);
  expect(elsewhere.filter((number) => named.has(number))).toEqual([]);
  const all = [...named, ...elsewhere].toSorted((a, b) => a - b);
  expect(all).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
});

test.each(Object.entries(AT_THE_WORKER))(
  "edge %s stands in the HTTP worker's tests: %s",
  (_number, words) => {
    expect(sourceOf("..", "tools", "http-worker.test.ts")).toContain(words);
  },
);
