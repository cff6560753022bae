import { describe, expect, test } from "vitest";
import { createAxis } from "./axis";
import { centred, formatZoom, moved, parseZoom, scaled, stretchOf, viewOf } from "./zoom";

describe("the part of a run that is shown", () => {
  test("stands in the address in milliseconds, and nothing else is one", () => {
    expect(parseZoom("1200-3400")).toEqual({ from: 1_200, to: 3_400 });
    for (const text of [null, "", "5", "9-3", "4-4", "-3-5", "1e3-2e3", "1.5-2.5", "a-b"])
      expect(parseZoom(text)).toBeNull();
    expect(formatZoom({ from: 1_200.4, to: 3_399.6 })).toBe("1200-3400");
    expect(formatZoom({ from: -3, to: 2 })).toBe("0-10");
  });

  test("moves by parts of its width and stops at the ends", () => {
    expect(moved({ left: 0.25, right: 0.5 }, 1)).toEqual({ left: 0.5, right: 0.75 });
    expect(moved({ left: 0.25, right: 0.5 }, -9)).toEqual({ left: 0, right: 0.25 });
    expect(moved({ left: 0.25, right: 0.5 }, 9)).toEqual({ left: 0.75, right: 1 });
    expect(centred({ left: 0.25, right: 0.5 }, 0.875)).toEqual({ left: 0.75, right: 1 });
    expect(centred({ left: 0.3, right: 0.3 }, 0.5)).toEqual({ left: 0.3, right: 0.3 });
  });

  test("grows and shrinks about its middle until it is all", () => {
    expect(scaled({ left: 0.25, right: 0.75 }, 0.5)).toEqual({ left: 0.375, right: 0.625 });
    expect(scaled({ left: 0, right: 0.25 }, 2)).toEqual({ left: 0, right: 0.5 });
    expect(scaled({ left: 0.25, right: 0.75 }, 2)).toBeNull();
  });

  test("is chosen on the axis between two places, in either order, across what is folded", () => {
    const axis = createAxis({
      from: 100,
      to: 62_100,
      origin: 100,
      gaps: [{ from: 1_100, to: 61_100 }],
      width: 300,
    });
    const { from, to } = stretchOf(axis, 100, [axis.x(61_600), axis.x(600)]);
    expect([Math.round(from), Math.round(to)]).toEqual([500, 61_500]);
    const view = viewOf(axis, { from: 600, to: 61_600 });
    expect(view.left + view.right).toBeCloseTo(1, 10);
  });
});
