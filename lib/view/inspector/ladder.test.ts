import { describe, expect, test } from "vitest";
import {
  asks,
  created,
  fails,
  log,
  policy,
  requests,
  requestsAgain,
  runs,
  START,
  turn,
} from "@/lib/view/testing/log";
import { told } from "@/lib/view/testing/story";
import { ladderOf } from "./ladder";

const three = policy({
  max_attempts: 3,
  attempt_timeout_secs: 5,
  backoff_base_secs: 2,
  backoff_max_secs: 60,
});
const busy = (attempt: number, due?: number) =>
  fails("c1", "book", { error: "503", retryable: true, attempt, ...(due === undefined ? {} : { due }) });

const FACTS = log(
  [0, created(), turn("t1"), asks("m1")],
  [100, requests("c1", "book", { policy: three }), runs("c1", 0, { deadline_at: START + 5_100 })],
  [400, busy(0, 2_400)],
  [2_400, requestsAgain("c1", "book", 1), runs("c1", 1, { deadline_at: START + 7_400 })],
  [2_500, busy(1, 6_500)],
);
const at = (ms: number) => {
  const facts = FACTS.filter((fact) => fact.at <= START + ms);
  return ladderOf(told(facts).call("c1"), START + ms);
};
const drawn = (ms: number) =>
  at(ms)?.rungs.map(
    ({ outcome, waitFrom, from, to }) => `${outcome} ${waitFrom ?? "-"} ${from} ${to ?? "…"}`,
  );

describe("the ladder of a call", () => {
  test("draws the attempts still to come behind the running one, each after its wait", () => {
    // Attempt 1 runs for 100 ms; the waits are 2 s and 4 s.
    expect(drawn(200)).toEqual(["running - 0 …", "planned 100 2100 2200", "planned 2200 6200 6324"]);
  });

  test("counts down to what the clock brings first", () => {
    expect(at(200)?.next).toEqual({ what: "the attempt limit ends it", at: START + 5_100 });
    expect(at(400)?.next).toEqual({ what: "attempt 2 of 3 starts", at: START + 2_400 });
  });

  test("a wait that has begun ends when the log says", () => {
    expect(drawn(1_000)).toEqual(["failed - 0 300", "planned 300 2300 2600", "planned 2600 6600 6900"]);
    expect(drawn(3_000)).toEqual(["failed - 0 300", "failed 300 2300 2400", "planned 2400 6400 6700"]);
  });

  test("what was allowed and is not needed any more is drawn, and not counted in the scale", () => {
    const facts = log(
      [0, created(), turn("t1"), asks("m1")],
      [100, requests("c1", "book", { policy: three }), runs("c1")],
      [400, fails("c1", "book", { error: "no such table" })],
    );
    const ladder = ladderOf(told(facts).call("c1"), START + 400);
    expect(ladder?.rungs.map(({ outcome }) => outcome)).toEqual(["failed", "unused", "unused"]);
    expect(ladder).toMatchObject({ length: 300, next: null, more: 0 });
  });

  test("lists eight attempts ahead and counts the others", () => {
    const many = policy({ max_attempts: 20, backoff_base_secs: 1, backoff_max_secs: 1 });
    const facts = log(
      [0, created(), turn("t1"), asks("m1")],
      [100, requests("c1", "book", { policy: many }), runs("c1")],
    );
    const ladder = ladderOf(told(facts).call("c1"), START + 200);
    expect(ladder?.rungs).toHaveLength(9);
    expect(ladder?.more).toBe(11);
  });

  test("while the session is interrupted the clock brings nothing", () => {
    const facts = FACTS.filter((fact) => fact.at <= START + 400);
    expect(ladderOf(told(facts).call("c1"), START + 400, true)?.next).toBeNull();
  });
});
