import { describe, expect, test } from "vitest";
import { told } from "@/lib/view/testing/story";
import { headOf, targetOf } from "./target";

const { timeline } = told();

describe("what the inspector shows of a row", () => {
  test("are six tabs for a call, with the decision that ran it first", () => {
    const target = targetOf(timeline, "call:c2");
    expect(target?.tabs).toEqual(["call", "decision", "attempts", "result", "model", "raw"]);
    expect(target?.decision).toBe("decision:x-c2-1");
    expect(target?.model?.callId).toBe("m1");
  });

  test("is the attempt and its own decision when an attempt is chosen", () => {
    const target = targetOf(timeline, "call:c2@0");
    expect(target?.tabs[0]).toBe("attempts");
    expect(target?.decision).toBe("decision:x-c2-0");
  });

  test("leaves out what other rows do not have", () => {
    expect(targetOf(timeline, "model:m1")?.tabs).toEqual(["model", "decision", "attempts", "raw"]);
    expect(targetOf(timeline, "decision:f1")?.tabs).toEqual(["decision", "raw"]);
    expect(targetOf(timeline, "turn:t1")?.tabs).toEqual(["about", "raw"]);
  });

  test("is nothing for rows that are not there", () => {
    for (const row of ["call:c9", "call:c2@7", "decision:x-c2-1@0", "", "@", "turn:t1@0"]) {
      expect(targetOf(timeline, row), row).toBeNull();
    }
  });

  test("is headed as in the timeline", () => {
    const call = targetOf(timeline, "call:c1");
    expect(call && headOf(timeline, call.record)).toMatchObject({
      label: "forecast",
      verdict: { word: "invalid" },
    });
  });
});
