import { expect, test } from "vitest";
import { type Announced, announcement } from "./announce";

const told = (change: Partial<Announced> = {}): Announced => ({
  calls: 2,
  problems: 1,
  injected: 0,
  verdicts: new Map([
    ["valid", 1],
    ["invalid", 1],
  ]),
  status: "running",
  ...change,
});

test("says how many calls came and what was wrong with them", () => {
  const verdicts = new Map([
    ["valid", 3],
    ["invalid", 2],
    ["malformed", 1],
  ]);
  expect(announcement(told(), told({ calls: 6, problems: 3, verdicts }))).toBe(
    "4 new calls, 1 invalid, 1 malformed",
  );
  expect(announcement(told(), told({ calls: 3 }))).toBe("1 new call");
});

test("says that something else went wrong, and how the session stands now", () => {
  expect(announcement(told(), told({ problems: 3 }))).toBe("2 problems");
  expect(announcement(told(), told({ calls: 4, status: "idle" }))).toBe("2 new calls. Session idle");
});

test("says what went wrong on purpose as such", () => {
  expect(announcement(told(), told({ calls: 4, problems: 2, injected: 2 }))).toBe(
    "2 new calls, 1 problem, 2 injected faults",
  );
  expect(announcement(told({ injected: 1 }), told({ injected: 2, status: "idle" }))).toBe(
    "1 injected fault. Session idle",
  );
});

test("has nothing to say when nothing changed, or when less is counted than before", () => {
  expect(announcement(told(), told())).toBe("");
  expect(announcement(told(), told({ calls: 1, problems: 0, verdicts: new Map() }))).toBe("");
});
