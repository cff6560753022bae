import { describe, expect, test } from "vitest";
import type { Trigger } from "../protocol/decision";
import { checkAnswer } from "./answer";
import { execute, sessionStart } from "./testing/decisions";

const onExecute = (value: unknown) => checkAnswer(value, execute('{"city":"Tokyo"}').trigger);
const onStart = (value: unknown) => checkAnswer(value, sessionStart().trigger);
const errorOf = (checked: ReturnType<typeof checkAnswer>) => (checked.ok ? null : checked.error);

describe("checkAnswer", () => {
  test.each([null, undefined, {}, { messages: [], actions: [] }, { state: null }])(
    "takes %j as nothing done",
    (value) => {
      expect(onExecute(value)).toMatchObject({ ok: true });
    },
  );

  test("takes an answer and leaves unknown members out", () => {
    expect(onExecute({ actions: [{ type: "tool.result", result: null, note: 1 }], session_id: "s" })).toEqual(
      {
        ok: true,
        response: { actions: [{ type: "tool.result", result: null }] },
      },
    );
  });

  test.each([
    [5, "is refused: expected object, received number"],
    [[], "is refused: expected object, received array"],
    [{ actions: null }, "is refused at actions: expected array, received null"],
    [{ actions: [{}] }, "is refused at actions[0].type: is required"],
    [
      { actions: [{ type: "tool.answer" }] },
      'is refused at actions[0].type: no action is called "tool.answer"',
    ],
    [
      { actions: [{ type: "tool.result" }] },
      "is refused at actions[0].result: is required (null is allowed)",
    ],
    [
      { actions: [{ type: "tool.error" }] },
      "is refused at actions[0].error: expected string (it is missing)",
    ],
    [
      { actions: [{ type: "tool.error", error: 5, attempt: "1" }] },
      "is refused at actions[0].attempt: expected number, received string (and 1 more)",
    ],
    [
      { messages: [{ role: "user", content: 5 }] },
      "is refused at messages[0].content: expected string, received number, or expected array, received number",
    ],
    [{ agent: {} }, "is refused at agent.model: expected string (it is missing)"],
  ])("names the field of %j", (value, error) => {
    expect(errorOf(onExecute(value))).toBe(error);
  });

  test.each([
    [{ error: "boom" }, "boom"],
    [{ message: " late " }, "late"],
    [{ detail: "no route" }, "no route"],
    [{ error: { code: 7, message: "nested" } }, "nested"],
    [{ error: "", message: "second" }, "second"],
    [{ error: "e".repeat(400), actions: [] }, "e".repeat(300)],
  ])("refuses %j, which says only what went wrong", (value, message) => {
    expect(errorOf(onExecute(value))).toBe(`is an error, not a decision: ${message}`);
  });

  test("takes a decision that also has a message", () => {
    expect(onExecute({ actions: [{ type: "done" }], message: "bye" }).ok).toBe(true);
    expect(onExecute({ error: 5 }).ok).toBe(true);
  });

  describe("a settle without id", () => {
    const settle = { actions: [{ type: "done" }, { type: "tool.error", error: "no" }] };
    const others: Trigger[] = [
      { type: "session.start" },
      { type: "interrupt.resumed", interrupt_id: "i" },
      { type: "tool.finished", id: "call_1", ok: true, name: "a", result: "" },
    ];

    test("answers tool.execute", () => {
      expect(onExecute(settle).ok).toBe(true);
    });

    test.each(others)("is refused on $type", (trigger) => {
      expect(errorOf(checkAnswer(settle, trigger))).toBe(
        `needs actions[1].id: ${trigger.type} is not about a call, so the action must name one`,
      );
    });

    test("is fine with an id", () => {
      expect(onStart({ actions: [{ type: "tool.result", id: "call_9", result: 1 }] }).ok).toBe(true);
    });
  });
});
