import { describe, expect, test } from "vitest";
import {
  answers,
  asks,
  call,
  created,
  fails,
  log,
  malformed,
  requests,
  returns,
  runs,
  turn,
} from "@/lib/view/testing/log";
import { timelineOf } from "@/lib/view/testing/timeline";
import { compareSessions } from "./compare";

interface Played {
  raw?: string;
  result?: string;
  calls?: string[];
}

/** One turn in which the model asks for each call and reads its result. */
const played = ({ raw = "{}", result = "ok", calls = ["c1"] }: Played = {}) =>
  timelineOf(
    log(
      [0, created(), turn("t1", "hello"), asks("m1")],
      [100, answers("m1", ...calls.map((id) => call(id, `do_${id}`, raw)))],
      ...calls.map(
        (id) => [200, requests(id, `do_${id}`, { raw }), runs(id), returns(id, `do_${id}`, result)] as const,
      ),
    ),
  );
const told = (...[left, right]: Parameters<typeof compareSessions>) => {
  const { pairs, first } = compareSessions(left, right);
  return {
    first,
    lines: pairs.map(
      (pair) => `${pair.left?.label ?? "-"} | ${pair.right?.label ?? "-"}: ${pair.differs.join(", ")}`,
    ),
  };
};

describe("two sessions side by side", () => {
  test("that did the same do not differ", () => {
    expect(told(played(), played())).toEqual({
      first: null,
      lines: ["user | user: ", "model | model: ", "do_c1 | do_c1: "],
    });
  });

  test("differ first where a model's answer or a result does", () => {
    expect(told(played(), played({ result: "else" }))).toEqual({
      first: 2,
      lines: ["user | user: ", "model | model: ", "do_c1 | do_c1: outcome"],
    });
    expect(told(played(), played({ raw: '{"a":1}' })).lines).toEqual([
      "user | user: ",
      "model | model: outcome",
      "do_c1 | do_c1: asked",
    ]);
  });

  test("what only one of them did stands alone, and the rest is aligned", () => {
    expect(told(played({ calls: ["c1", "c3"] }), played({ calls: ["c1", "c2", "c3"] })).lines).toEqual([
      "user | user: ",
      "model | model: outcome",
      "do_c1 | do_c1: ",
      "- | do_c2: only here",
      "do_c3 | do_c3: ",
    ]);
  });

  test("another verdict is told", () => {
    const bad = timelineOf(
      log(
        [0, created(), turn("t1", "hello"), asks("m1")],
        [100, answers("m1", call("c1", "do_c1"))],
        [
          200,
          requests("c1", "do_c1", { verdict: malformed("no") }),
          runs("c1"),
          fails("c1", "do_c1", { error: "no" }),
        ],
      ),
    );
    expect(told(played(), bad).lines.at(-1)).toBe("do_c1 | do_c1: verdict, outcome");
  });
});

test("an outcome that an injected fault made differs from the same one without it", () => {
  const failed = (onPurpose: boolean) =>
    timelineOf(
      log(
        [0, created(), turn("t1", "hello"), asks("m1")],
        [100, answers("m1", call("c1", "do"))],
        [200, requests("c1", "do"), runs("c1")],
        onPurpose
          ? [
              200,
              {
                type: "fault.injected",
                kind: "tool_call",
                id: "c1",
                attempt: 0,
                decision_id: "x-c1-0",
                rule: {
                  at: "tool",
                  when: { kind: "every" },
                  what: { kind: "error", message: "down", retryable: false },
                },
                index: 0,
              },
            ]
          : [200],
        [300, fails("c1", "do", { error: "down" })],
      ),
    );
  const { pairs, first } = compareSessions(failed(true), failed(false));
  expect(first).toBe(2);
  expect([pairs[2]?.left?.outcome, pairs[2]?.right?.outcome]).toEqual([
    "injected: error: down",
    "error: down",
  ]);
});
