import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createThrottle } from "./throttle";

const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", page);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  page.hidden = false;
});

/** Given one thing a key, so many keys a second. */
function held(keys: number, everyMs: number) {
  const done: string[] = [];
  const throttle = createThrottle(200);
  for (let key = 1; key <= keys; key++) {
    throttle.run(() => done.push(`${key} at ${performance.now()}`));
    vi.advanceTimersByTime(everyMs);
  }
  return { done, throttle };
}

describe("what may be done only so often", () => {
  test("the first at once, then the newest in each stretch, the last for certain", () => {
    const start = performance.now();
    const { done } = held(18, 30);
    expect(done).toEqual([1, 7, 14].map((key, i) => `${key} at ${start + i * 200}`));
    vi.advanceTimersByTime(10_000);
    expect(done.at(-1)).toBe(`18 at ${start + 600}`);
    expect(done).toHaveLength(4);
  });

  test("a rest of that length, and the next one goes at once again", () => {
    const { done } = held(3, 200);
    expect(done).toHaveLength(3);
  });

  test("the page goes, or out of sight → now, and what comes of it too", () => {
    for (const event of ["beforeunload", "pagehide", "visibilitychange"]) {
      const { done, throttle } = held(3, 10);
      const after = createThrottle(200);
      after.run(() => done.push("first"));
      throttle.run(() => after.run(() => done.push("what came of it")));
      page.hidden = event === "visibilitychange";
      page.dispatchEvent(new Event(event));
      expect(done.at(-1)).toBe("what came of it");
    }
  });

  test("what is dropped is not done", () => {
    const { done, throttle } = held(3, 10);
    throttle.drop();
    vi.advanceTimersByTime(10_000);
    expect(done).toHaveLength(1);
  });

  test("what wants to be done again from within waits its time", () => {
    const throttle = createThrottle(200);
    let tries = 0;
    const again = () => {
      tries += 1;
      if (tries < 3) throttle.run(again);
    };
    throttle.run(again);
    expect(tries).toBe(1);
    vi.advanceTimersByTime(200);
    expect(tries).toBe(2);
    vi.advanceTimersByTime(10_000);
    expect(tries).toBe(3);
  });
});
