import { expect, test } from "vitest";
import { createAxis } from "./axis";
import { binsOf, heightsOf } from "./overview";

const axis = createAxis({ from: 1_000, to: 2_000, origin: 1_000, gaps: [], width: 100 });

test("counts the calls of each part of a run, the last moment and what lies outside included", () => {
  const marks = [1_000, 1_100, 1_249, 1_250, 2_000, 5_000].map((at) => ({ at, problem: at === 1_250 }));
  expect(binsOf(axis, marks, 4)).toEqual([
    { calls: 3, problems: 0 },
    { calls: 1, problems: 1 },
    { calls: 0, problems: 0 },
    { calls: 2, problems: 0 },
  ]);
});

test("draws the root of a count against the largest, and nothing for none", () => {
  const bins = [16, 4, 0].map((calls) => ({ calls, problems: 0 }));
  expect(heightsOf(bins)).toEqual([1, 0.5, 0]);
  expect(heightsOf([])).toEqual([]);
});
