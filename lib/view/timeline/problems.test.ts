import { expect, test } from "vitest";
import {
  answers,
  asks,
  call,
  fails,
  finding,
  invalid,
  log,
  requests,
  requestsAgain,
  returns,
  runs,
  turn,
} from "@/lib/view/testing/log";
import { timelineOf } from "@/lib/view/testing/timeline";
import { firstProblemCall, tellingTab } from "./problems";

const begun: Parameters<typeof log> = [
  [0, turn("t1", "Rain in Oslo?"), asks("m1")],
  [500, answers("m1", call("c1", "forecast"), call("c2", "book"), call("c3", "book"))],
];

test("is null while every call goes well", () => {
  const facts = log(
    ...begun,
    [510, requests("c1", "forecast"), runs("c1")],
    [600, returns("c1", "forecast", "rain")],
  );
  expect(firstProblemCall(timelineOf(facts))).toBeNull();
});

test("is the first call that went wrong, not the first call", () => {
  const verdict = invalid(finding("/days", "days must be an integer"));
  const facts = log(...begun, [
    510,
    requests("c1", "forecast"),
    requests("c2", "book", { verdict }),
    requests("c3", "book", { verdict }),
  ]);
  const first = firstProblemCall(timelineOf(facts));
  expect(first?.id).toBe("call:c2");
  expect(first && tellingTab(first)).toBe("call");
});

test("tells by its result where the tool itself failed, by its attempts where it was tried again", () => {
  const failed = fails("c1", "forecast", { error: "No forecast." });
  const once = log(...begun, [510, requests("c1", "forecast"), runs("c1")], [600, failed]);
  const first = firstProblemCall(timelineOf(once));
  expect(first && tellingTab(first)).toBe("result");
  const again = log(
    ...begun,
    [510, requests("c1", "forecast"), runs("c1")],
    [600, fails("c1", "forecast", { error: "busy", retryable: true, due: 700 })],
    [700, requestsAgain("c1", "forecast", 1), runs("c1", 1)],
  );
  const retried = firstProblemCall(timelineOf(again));
  expect(retried && tellingTab(retried)).toBe("attempts");
});
