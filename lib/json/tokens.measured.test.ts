import { expect, test } from "vitest";
import { depthOfText } from "./tokens";

test("the depth of a text takes a string that never closes in one pass", () => {
  const before = performance.now();
  expect(depthOfText(`"${'\\"'.repeat(4_000_000)}`)).toBe(0);
  // A pass takes tens of milliseconds; begun anew at each quote it would take hours.
  expect(performance.now() - before).toBeLessThan(10_000);
});
