import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "./clock";

const DAY = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test("calls back at the time and not before, also beyond the reach of one timer", () => {
  const run = vi.fn();
  systemClock.at(1_000 + 60 * DAY, run);
  vi.advanceTimersByTime(60 * DAY - 1);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
  expect(systemClock.now()).toBe(1_000 + 60 * DAY);
});

test("calls back at once for a time that has passed", () => {
  const run = vi.fn();
  systemClock.at(0, run);
  vi.advanceTimersByTime(0);
  expect(run).toHaveBeenCalledTimes(1);
});

test("does not call back once called off", () => {
  const run = vi.fn();
  const callOff = systemClock.at(2_000 + 60 * DAY, run);
  vi.advanceTimersByTime(40 * DAY);
  callOff();
  vi.advanceTimersByTime(60 * DAY);
  expect(run).not.toHaveBeenCalled();
});
