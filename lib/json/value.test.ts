import { describe, expect, it } from "vitest";
import { depthOfText } from "./text";
import { exceedsNodes, isDeeperThan } from "./value";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

describe("isDeeperThan", () => {
  it.each([
    [1, 0],
    ["text", 0],
    [null, 0],
    [[], 1],
    [{ a: 1 }, 1],
    [{ a: [1, { b: [] }], c: {} }, 4],
  ])("%j has its depth", (value, levels) => {
    expect(isDeeperThan(value, levels)).toBe(false);
    if (levels > 0) expect(isDeeperThan(value, levels - 1)).toBe(true);
  });

  it("bears 100,000 levels", () => {
    const value = JSON.parse(nested(100_000));
    expect(isDeeperThan(value, 200)).toBe(true);
    expect(isDeeperThan(value, 99_999)).toBe(true);
    expect(isDeeperThan(value, 100_000)).toBe(false);
  });
});

describe("exceedsNodes", () => {
  it.each([
    [1, 1],
    [[], 1],
    [[1, 2], 3],
    [{ a: 1, b: [1, { c: null }] }, 6],
    [{ a: 1, free: [1, 2, 3] }, 2],
    [[{ free: { a: 1 } }, { b: { free: 1 } }], 4],
  ])("counts %j", (value, count) => {
    const free = new Set(["free"]);
    expect(exceedsNodes(value, count, free)).toBe(false);
    expect(exceedsNodes(value, count - 1, free)).toBe(true);
  });

  it("bears 100,000 levels", () => {
    expect(exceedsNodes(JSON.parse(nested(100_000)), 1_000_000, new Set())).toBe(false);
  });
});

describe("depthOfText", () => {
  it.each([
    ["", 0],
    ["1", 0],
    ['{"a":[]}', 2],
    ['"[[["', 0],
    ['["\\"[", "\\\\", [1]]', 2],
    ['"never closed [[', 0],
    ["]]][", 0],
    ["[[", 2],
  ])("%s", (text, depth) => expect(depthOfText(text)).toBe(depth));

  it("takes a string that never closes in one pass", () => {
    const before = performance.now();
    expect(depthOfText(`"${'\\"'.repeat(4_000_000)}`)).toBe(0);
    // A pass takes tens of milliseconds; begun anew at each quote it would take hours.
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});
