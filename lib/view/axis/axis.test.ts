import { describe, expect, test } from "vitest";
import { createAxis } from "./axis";

const axis = (to: number, gaps: [number, number][] = [], width = 720) =>
  createAxis({ from: 0, to, origin: 0, gaps: gaps.map(([from, until]) => ({ from, to: until })), width });

describe("the time axis", () => {
  test("is linear where nothing is folded", () => {
    const { x, folds } = axis(8_000);
    expect(x(0)).toBe(0);
    expect(x(2_000)).toBeCloseTo(0.25, 10);
    expect(x(8_000)).toBeCloseTo(1, 10);
    expect(folds).toEqual([]);
  });

  test("puts times outside of the range at its edge", () => {
    const { x } = createAxis({ from: 1_000, to: 2_000, origin: 0, gaps: [], width: 100 });
    expect(x(0)).toBe(0);
    expect(x(9_000)).toBeCloseTo(1, 10);
  });

  test("labels round times, a label's width apart", () => {
    expect(axis(8_000).ticks.map((tick) => tick.label)).toEqual([
      "0",
      "1 s",
      "2 s",
      "3 s",
      "4 s",
      "5 s",
      "6 s",
      "7 s",
      "8 s",
    ]);
    expect(axis(80).ticks.map((tick) => tick.label)).toEqual([
      "0",
      "10 ms",
      "20 ms",
      "30 ms",
      "40 ms",
      "50 ms",
      "60 ms",
      "70 ms",
      "80 ms",
    ]);
    expect(axis(7_200_000).ticks.map((tick) => tick.label)).toEqual([
      "0",
      "15:00",
      "30:00",
      "45:00",
      "1:00:00",
      "1:15:00",
      "1:30:00",
      "1:45:00",
      "2:00:00",
    ]);
  });

  test("folds a long stretch without work to a strip and says where time goes on", () => {
    const { x, folds, ticks } = axis(62_000, [[1_000, 61_000]]);
    expect(folds).toHaveLength(1);
    expect(folds[0]?.ms).toBe(60_000);
    expect(folds[0]?.width).toBeCloseTo(88 / 720, 10);
    // The two seconds of work share what the strip leaves, evenly.
    const half = (1 - 88 / 720) / 2;
    expect(x(1_000)).toBeCloseTo(half, 10);
    expect(x(61_000)).toBeCloseTo(1 - half, 10);
    expect(ticks.filter((tick) => tick.folded).map((tick) => tick.label)).toEqual(["1:01"]);
  });

  test("leaves short stretches and those that take little room as they are", () => {
    expect(axis(10_000, [[1_000, 1_900]]).folds).toEqual([]);
    expect(axis(10_000, [[1_000, 3_000]]).folds).toEqual([]);
  });

  test("folds many equal stretches once they take most of the axis", () => {
    const gaps = Array.from({ length: 20 }, (_, i): [number, number] => [
      i * 10_000 + 1_000,
      i * 10_000 + 10_000,
    ]);
    const { folds, x } = axis(200_000, gaps);
    const idle = gaps.length - folds.length;
    expect(folds.length).toBeGreaterThan(10);
    expect(idle * 9_000).toBeLessThanOrEqual(0.5 * (20_000 + idle * 9_000));
    expect(folds.reduce((sum, fold) => sum + fold.width, 0)).toBeLessThanOrEqual(0.3 + 1e-9);
    expect(x(200_000)).toBeCloseTo(1, 10);
  });

  test("never goes back: later times stand further right, also across folds", () => {
    const { x } = axis(62_000, [[1_000, 61_000]]);
    let last = -1;
    for (let at = 0; at <= 62_000; at += 500) {
      expect(x(at)).toBeGreaterThan(last);
      last = x(at);
    }
  });

  test("folds to a narrower strip where its words would take too much", () => {
    expect(axis(62_000, [[1_000, 61_000]], 300).folds[0]?.width).toBeCloseTo(26 / 300, 10);
  });

  test("leaves a stretch as it is that was unfolded by hand, and names it so that it can be folded again", () => {
    const gaps = [{ from: 1_000, to: 61_000 }];
    const input = { from: 0, to: 62_000, origin: 0, gaps, width: 720 };
    const { folds, open, x } = createAxis({ ...input, unfolded: new Set([1_000]) });
    expect(folds).toEqual([]);
    expect(open).toMatchObject([{ key: 1_000, ms: 60_000 }]);
    expect(open[0]?.x).toBeCloseTo(1 / 62, 10);
    expect(x(31_000)).toBeCloseTo(0.5, 10);
    const cut = createAxis({ ...input, from: 50_000 });
    expect(cut.folds).toMatchObject([{ key: 1_000, ms: 11_000 }]);
  });

  test("tells the time at each place, in folds too", () => {
    const { x, at } = axis(62_000, [[1_000, 61_000]]);
    for (const time of [0, 400, 1_000, 30_000, 61_000, 61_700, 62_000])
      expect(at(x(time))).toBeCloseTo(time, 6);
    expect([at(-1), at(2)]).toEqual([0, 62_000]);
  });

  test("cuts a stretch that begins before the range", () => {
    const { folds } = createAxis({
      from: 50_000,
      to: 62_000,
      origin: 0,
      gaps: [{ from: 1_000, to: 61_000 }],
      width: 500,
    });
    expect(folds[0]?.ms).toBe(11_000);
  });
});
