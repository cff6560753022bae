/** Faults of results that others ran into in public, made anew: what a worker answers, and what is made of it. */
import { describe, expect, test } from "vitest";
import { canonical } from "@/lib/json/print";
import { checkAnswer } from "./answer";
import { execute } from "./testing/decisions";

const answer = (action: object) => checkAnswer({ actions: [action] }, execute("{}").trigger);

describe("C148 Worker answers without a value", () => {
  test("is refused as a whole, and the message names the field (D18)", () => {
    // What is left of {type, result: undefined} once it is written as JSON.
    const sent = JSON.parse(JSON.stringify({ type: "tool.result", result: undefined }));
    for (const action of [sent, { type: "tool.result", result: undefined }]) {
      const checked = answer(action);
      expect(checked).toMatchObject({ ok: false, error: expect.stringContaining("actions[0].result") });
    }
  });

  test("null is a value: it settles, as the empty text (D17)", () => {
    expect(answer({ type: "tool.result", result: null })).toMatchObject({ ok: true });
    expect(canonical(null)).toBe("");
  });
});
