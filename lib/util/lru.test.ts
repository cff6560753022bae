import { describe, expect, test } from "vitest";
import { Lru } from "./lru";

describe("Lru", () => {
  test("drops what was not asked for longest, by count and by weight", () => {
    const cache = new Lru<number>(3, 10);
    for (const [i, key] of ["a", "b", "c"].entries()) cache.set(key, i, 3);
    cache.get("a");
    cache.set("d", 3, 1);
    expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3]);
    cache.set("e", 4, 8);
    expect(["a", "c", "d", "e"].map((key) => cache.get(key))).toEqual([undefined, undefined, 3, 4]);
    cache.set("huge", 5, 100);
    expect(["d", "e", "huge"].map((key) => cache.get(key))).toEqual([undefined, undefined, 5]);
  });
});
