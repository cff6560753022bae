import { describe, expect, test } from "vitest";
import type { Fact } from "@/lib/engine/log/facts";
import { asks, log, malformed, requests, unchecked, valid } from "@/lib/view/testing/log";
import { STORY, told } from "@/lib/view/testing/story";
import { callView } from "./call-view";
import { explainedSteps } from "./verdict-steps";

function says(id: string, facts: Fact[] = STORY): Record<string, string> {
  const { call, state, timeline } = told(facts);
  const steps = explainedSteps(call(id), callView(call(id), state, timeline), state);
  return Object.fromEntries(steps.map((step) => [step.id, step.text]));
}
const alone = (how: Parameters<typeof requests>[2], raw = "{}") =>
  says("c1", log([0, asks("m1")], [1, requests("c1", "forecast", { ...how, raw })]));

describe("what became of a call", () => {
  test("faulty arguments, from the text to what the model reads", () => {
    const error = '“invalid tool arguments: /days: days must be an integer, got the string "3"”';
    expect(says("c1")).toEqual({
      raw: "The model sent 42 bytes of arguments.",
      parsed: "They are a JSON object, as required.",
      checked: 'They break 2 rules of the input schema: days must be an integer, got the string "3".',
      proposed: `The engine proposed to answer with the error ${error}.`,
      taken: "The worker accepted the proposal unchanged.",
      read: "The model reads that error text.",
    });
  });

  test("a result that the engine rejected", () => {
    expect(says("c2")).toMatchObject({
      checked: "They meet the input schema.",
      proposed: "The engine proposed nothing, so the worker runs the tool.",
      taken: "The worker returned a result, and the engine rejected it by the output schema.",
      read: "The model has not read a result yet.",
    });
  });

  test("a call that is open", () => {
    expect(says("c3").taken).toBe("It is waiting for an answer.");
    const fresh = says("c1", log([0, asks("m1")], [1, requests("c1", "forecast").slice(0, 1)]));
    expect(fresh).toMatchObject({
      checked: "They have not been checked yet.",
      proposed: "The worker has not been asked yet.",
      taken: "Nothing has come back yet.",
    });
  });

  test("arguments that are not JSON, and JSON that is no object", () => {
    expect(alone({ verdict: malformed("the text ends inside a string") }, '{"a')).toMatchObject({
      parsed: "They are not valid JSON: the text ends inside a string.",
      checked: "Not validated: the arguments are not a JSON object.",
    });
    expect(alone({ verdict: malformed("arguments must be a JSON object, got an array") }, "[]").parsed).toBe(
      "They are JSON but not an object: arguments must be a JSON object, got an array.",
    );
  });

  test("an unknown tool, a schema that could not be used, a check that was cut off", () => {
    expect(alone({ verdict: valid("no schema: passed unchecked") }).checked).toBe(
      "There is no input schema, so they were not checked.",
    );
    expect(alone({ declared: "no" }).checked).toMatch(/offered no tool of this name/);
    expect(alone({ verdict: unchecked("schema unusable: no such type") }).checked).toBe(
      "Passed unchecked: schema unusable: no such type.",
    );
    const aborted = { ...valid(), status: "aborted" as const, reason: "too deep", error: "" };
    expect(alone({ verdict: aborted }).checked).toBe("The check was cut off: too deep.");
  });

  test("a call of the client, and one that the worker made", () => {
    expect(alone({ handler: "client" }).proposed).toBe(
      "The worker was not asked: the client runs this tool.",
    );
    expect(alone({ llm: null }).raw).toBe("The worker made this call with 2 bytes of arguments.");
    expect(alone({}, "").raw).toBe("The model sent no characters at all.");
  });
});
