import { describe, expect, test } from "vitest";
import { rowsToSpan } from "@/lib/view/rows/rows";
import { START } from "@/lib/view/testing/log";
import { STORY } from "@/lib/view/testing/story";
import { cells, timelineOf } from "@/lib/view/testing/timeline";
import { axisOf } from "./axis-range";

const timeline = timelineOf(STORY);
const span = (input: Partial<Parameters<typeof axisOf>[0]>) => {
  const axis = axisOf({ timeline, status: "idle", now: START + 60_000, width: 600, rows: null, ...input });
  return { from: axis.from - START, to: axis.to - START, folds: axis.folds.length };
};

describe("the stretch of time on screen", () => {
  test("ends with the last fact once nothing goes on", () => {
    expect(span({})).toMatchObject({ from: 0, to: 3_200 });
    expect(span({ status: "interrupted" })).toMatchObject({ to: 3_200 });
  });

  test("ends now while work goes on; a long idle end is folded", () => {
    expect(span({ status: "running", now: START + 3_900 })).toMatchObject({ to: 3_900, folds: 1 });
    expect(span({ status: "running" })).toMatchObject({ to: 60_000, folds: 2 });
  });

  test("stands still while only people are waited for, with room for what they hold open", () => {
    expect(span({ status: "waiting" })).toMatchObject({ to: 3_700 });
    expect(span({ status: "waiting", now: START + 3_300 })).toMatchObject({ to: 3_300 });
  });

  test("can be that of the rows in view, turns left out", () => {
    const rows = [cells(STORY, "turn:t1"), cells(STORY, "call:c1")];
    expect(span({ rows: rowsToSpan(rows) })).toMatchObject({ from: 605, to: 610 });
  });
});
