import { describe, expect, test } from "vitest";
import { Lines } from "./lines";

describe("Lines", () => {
  test("counts every kind of line end once", () => {
    const lines = new Lines("a\nbc\r\nd\re");
    const at = (start: number) => lines.place({ start, end: start });
    expect([0, 2, 3, 6, 8].map((start) => [at(start).line, at(start).column])).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
      [3, 1],
      [4, 1],
    ]);
  });
});
