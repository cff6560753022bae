import { expect, test } from "vitest";
import { forkLabel } from "./fork-label";

const toOf = (result: unknown) => forkLabel([], { at: "call", id: "c", attempt: 0, outcome: { result } })?.to;

test("what is given is told in short: a text as it is, else as JSON, an error as one", () => {
  expect(toOf("Sunny")).toBe("Sunny");
  expect(toOf({ temp: 3 })).toBe('{"temp":3}');
  expect(toOf(undefined)).toBe("null");
  const outcome = { error: "busy", retryable: true };
  expect(forkLabel([], { at: "call", id: "c", attempt: 0, outcome })?.to).toBe("error: busy");
  expect(forkLabel([], { at: "call", id: "c", attempt: 0 })).not.toHaveProperty("to");
  expect(forkLabel([], { at: "start" })).toBeUndefined();
});

test("an answer of the model is told by its calls, else by its text; one of the worker by its actions", () => {
  const response = { model: "m", content: "hello", finish_reason: "stop" as const };
  const call = { id: "c", type: "function" as const, function: { name: "work", arguments: '{"a":1}' } };
  const at = { at: "model" as const, call_id: "m", attempt: 0 };
  expect(forkLabel([], { ...at, response })?.to).toBe("hello");
  expect(forkLabel([], { ...at, response: { ...response, tool_calls: [call, call] } })?.to).toBe(
    'work({"a":1}), work({"a":1})',
  );
  const decision = { at: "decision" as const, decision_id: "d" };
  expect(forkLabel([], { ...decision, response: { actions: [{ type: "done" }] } })?.to).toBe("done");
  expect(forkLabel([], { ...decision, response: {} })?.to).toBe("no action");
});

test("one line of 80 characters at most, and no half of a character", () => {
  expect(toOf("a\n b\t\tc")).toBe("a b c");
  expect(toOf("x".repeat(200))).toBe("x".repeat(80));
  expect(toOf(`${"x".repeat(79)}👩`)).toBe("x".repeat(79));
});
