import { describe, expect, test } from "vitest";
import { exceedsNodes, isDeeperThan } from "./value";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

describe("isDeeperThan", () => {
  test.each([
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

  test("bears 100,000 levels", () => {
    const value = JSON.parse(nested(100_000));
    expect(isDeeperThan(value, 200)).toBe(true);
    expect(isDeeperThan(value, 99_999)).toBe(true);
    expect(isDeeperThan(value, 100_000)).toBe(false);
  });
});

describe("exceedsNodes", () => {
  test.each([
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

  test("bears 100,000 levels", () => {
    expect(exceedsNodes(JSON.parse(nested(100_000)), 1_000_000, new Set())).toBe(false);
  });
});
