import { describe, expect, test } from "vitest";
import { RAW, STORY, told } from "@/lib/view/testing/story";
import { forkOffers, reuseText } from "./fork-view";

const { call, model, decision, state } = told();
const offer = (record: Parameters<typeof forkOffers>[0], id: string, attempt: number | null = null) => {
  const found = forkOffers(record, attempt, state).find((one) => one.id === id);
  if (!found) throw new Error(`no offer ${id}`);
  return found;
};

describe("where one can fork", () => {
  test("a call: another outcome, other arguments, the attempt again", () => {
    expect(forkOffers(call("c1"), null, state).map(({ label }) => label)).toEqual([
      "Another outcome",
      "Other arguments",
      "Make attempt 1 again",
    ]);
    const { recorded, point } = offer(call("c1"), "outcome");
    expect(JSON.parse(recorded?.text ?? "")).toMatchObject({ retryable: false });
    expect(point({ result: [1] })).toEqual({ at: "call", id: "c1", attempt: 0, outcome: { result: [1] } });
    expect(point({ outcome: 1 })).toEqual({
      problem: 'An outcome must be {"result": …} or {"error": "…", "retryable": false}',
    });
  });

  test("a retried call: the attempt that was chosen", () => {
    expect(offer(call("c2"), "again", 0).point(null)).toEqual({ at: "call", id: "c2", attempt: 0 });
    expect(offer(call("c2"), "again", 1).label).toBe("Make attempt 2 again");
    // The result that was rejected can be edited as the object it is.
    expect(JSON.parse(offer(call("c2"), "outcome", 1).recorded?.text ?? "")).toEqual({
      result: { table: "four" },
    });
  });

  test("other arguments are another answer of the model: the other calls of it stay", () => {
    const { recorded, point } = offer(call("c1"), "arguments");
    expect(recorded?.text).toBe(RAW);
    const fork = point('{"city": "Oslo"}');
    expect(fork).toMatchObject({ at: "model", call_id: "m1", attempt: 0 });
    const calls = "response" in fork ? fork.response : undefined;
    expect(calls).toMatchObject({
      tool_calls: [
        { id: "c1", function: { arguments: '{"city": "Oslo"}' } },
        { id: "c2", function: { arguments: "{}" } },
        { id: "c3", function: { arguments: "{}" } },
      ],
    });
  });

  test("a model call and a decision: another answer, or the same question again", () => {
    expect(forkOffers(model("m1"), null, state).map(({ id }) => id)).toEqual(["answer", "again"]);
    expect(offer(model("m1"), "answer").point("text")).toHaveProperty("problem");
    expect(offer(decision("f1"), "response").point({ actions: [] })).toEqual({
      at: "decision",
      decision_id: "f1",
      response: { actions: [] },
    });
  });

  test("says what is reused", () => {
    expect(reuseText(STORY, { at: "call", id: "c2", attempt: 1 })).toBe(
      "Reused: 1 answer of the model and 0 results of tools. Unfinished work and everything after it runs again.",
    );
    expect(reuseText(STORY, { at: "start" })).toMatch(/^Nothing is reused/);
    expect(reuseText(STORY, { at: "model", call_id: "m9", attempt: 0 })).toBe(
      "Cannot fork here: the model call m9 had no attempt 1.",
    );
  });
});
