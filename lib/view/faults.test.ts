import { expect, it } from "vitest";
import { firstFaultyCall } from "./faults";
import { answers, asks, call, finding, invalid, log, requests, returns, runs, turn } from "./testing/log";
import { timelineOf } from "./testing/timeline";

const begun: Parameters<typeof log> = [
  [0, turn("t1", "Rain in Oslo?"), asks("m1")],
  [500, answers("m1", call("c1", "forecast"), call("c2", "book"), call("c3", "book"))],
];

it("is null while every call goes well", () => {
  const facts = log(
    ...begun,
    [510, requests("c1", "forecast"), runs("c1")],
    [600, returns("c1", "forecast", "rain")],
  );
  expect(firstFaultyCall(timelineOf(facts))).toBeNull();
});

it("is the first call that went wrong, not the first call", () => {
  const verdict = invalid(finding("/days", "days must be an integer"));
  const facts = log(...begun, [
    510,
    requests("c1", "forecast"),
    requests("c2", "book", { verdict }),
    requests("c3", "book", { verdict }),
  ]);
  expect(firstFaultyCall(timelineOf(facts))).toBe("call:c2");
});
