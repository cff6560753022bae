import { describe, expect, test } from "vitest";
import { isMultipleOf } from "./numbers";

describe("isMultipleOf", () => {
  test.each([
    [19.99, 0.01, true],
    [143.48, 0.01, true],
    [8.695, 0.01, false],
    [0.0075, 0.0001, true],
    [0.00751, 0.0001, false],
    [1e308, 0.123456789, false],
    [1e308, 0.5, true],
    [0, 0.3, true],
    [-9, 4.5, true],
    [9007199254740992, 3, false],
    [1e-9, 1e-10, true],
    [Number.POSITIVE_INFINITY, 0.01, false],
  ])("%s of %s: %s", (value, divisor, expected) => {
    expect(isMultipleOf(value, divisor)).toBe(expected);
  });
});
