import { describe, expect, test } from "vitest";
import {
  asks,
  log,
  malformed,
  queued,
  requests,
  returns,
  runs,
  START,
  unchecked,
  valid,
} from "@/lib/view/testing/log";
import { RAW, SCHEMA_TEXT, STORY, told, VERDICT } from "@/lib/view/testing/story";
import { attemptsView } from "./attempts-view";
import { type CallView, callView } from "./call-view";
import { checkView } from "./check-view";
import { decisionView } from "./decision-view";
import { modelView } from "./model-view";
import { resultView } from "./result-view";

const view = (id: string, facts = STORY): CallView => {
  const session = told(facts);
  return callView(session.call(id), session.state, session.timeline);
};
const steps = (id: string, facts = STORY) =>
  view(id, facts).steps.map(({ label, value }) => `${label}: ${value}`);
const upTo = (ms: number) => STORY.filter((fact) => fact.at <= START + ms);
const alone = (how: Parameters<typeof requests>[2], raw = "{}") =>
  log([0, asks("m1")], [1, requests("c1", "forecast", { ...how, raw })]);

describe("the call", () => {
  test("shows the arguments as they came, with the faulty stretches and the rules they break", () => {
    const { argumentsText, check, schema, parsed, size } = view("c1");
    expect(argumentsText).toBe(RAW);
    expect(size).toBe("42 bytes");
    expect(schema).toBe(SCHEMA_TEXT);
    expect(check.marks.map(({ offset, length }) => argumentsText.slice(offset, offset + length))).toEqual([
      '"3"',
      '"unit"',
    ]);
    expect(check.schemaMarks.map(({ offset, length }) => SCHEMA_TEXT.slice(offset, offset + length))).toEqual(
      ['"type": "integer"', '"additionalProperties": false'],
    );
    expect(parsed?.text).toBe('{\n  "city": "Oslo",\n  "days": "3",\n  "unit": "c"\n}');
  });

  test("sets the member apart that a finding is about", () => {
    expect(
      view("c1").check.findings.map(({ subject, message, schemaLine }) => [subject, message, schemaLine]),
    ).toEqual([
      ["days", ' must be an integer, got the string "3"', 5],
      ["unit", " is not a known member", 8],
    ]);
  });

  test("tells six steps, each with its outcome", () => {
    expect(steps("c1")).toEqual([
      "raw: 42 bytes",
      "parsed: object",
      "checked: 2 findings",
      "proposed: tool.error",
      "taken: proposal",
      "model read: error text",
    ]);
    expect(steps("c3")).toEqual([
      "raw: 2 bytes",
      "parsed: object",
      "checked: valid",
      "proposed: nothing",
      "taken: waiting",
      "model read: not yet",
    ]);
    expect(steps("c2").slice(3)).toEqual(["proposed: nothing", "taken: result", "model read: not yet"]);
  });

  test("says of steps that were not reached that they were not", () => {
    const fresh = log([0, asks("m1")], [1, requests("c1", "forecast").slice(0, 1)]);
    expect(view("c1", fresh).steps.map((step) => step.tone)).toEqual(["ok", "ok", null, null, null, null]);
    const broken = alone({ verdict: malformed("the text ends inside a string") }, '{"a');
    expect(steps("c1", broken).slice(0, 3)).toEqual(["raw: 3 bytes", "parsed: not JSON", "checked: skipped"]);
  });

  test("tells texts apart that are JSON and no arguments", () => {
    const parsedStep = (raw: string, how: Parameters<typeof requests>[2] = {}) =>
      view("c1", alone(how, raw)).steps[1];
    expect(parsedStep("[1]", { verdict: malformed("an array") })).toMatchObject({
      value: "array",
      tone: "fail",
    });
    expect(parsedStep("", {})).toMatchObject({ value: "object", tone: "ok" });
    expect(parsedStep('{"x":1e400}', { verdict: malformed("out of range") })).toMatchObject({
      value: "out of limits",
    });
  });
});

describe("a check", () => {
  test("says why there is nothing to find", () => {
    expect(checkView(valid("no schema: passed unchecked"))).toMatchObject({
      summary: "no schema",
      reason: "no schema: passed unchecked",
    });
    expect(checkView(unchecked("schema unusable: type must be …"))).toMatchObject({
      summary: "schema unusable",
    });
    expect(checkView(valid())).toMatchObject({ summary: "valid", reason: null, marks: [] });
    expect(checkView(undefined)).toMatchObject({ summary: "not checked yet", verdict: null });
  });

  test("counts findings beyond those listed", () => {
    expect(checkView({ ...VERDICT, more: 40 }).summary).toBe("42 findings");
  });

  test("tells the rules that our own code checked, where there are any", () => {
    expect(checkView({ ...valid(), ownRules: ["enum", "not"] }).checkedBy).toBe(
      "checked by ajv, by Callscope itself: enum, not",
    );
    expect(checkView(valid()).checkedBy).toBeNull();
  });

  test("has its notes in words", () => {
    const notes = [
      { code: "blank" },
      { code: "precision", path: "/id" },
      { code: "odd", message: "as it says" },
    ];
    expect(checkView({ ...valid(), notes }).notes.map((note) => note.text)).toEqual([
      "blank, read as {}",
      "/id: the checked value was rounded, the raw text keeps all digits",
      "as it says",
    ]);
  });
});

describe("the decision", () => {
  test("has proposed and returned in wire form, the same when the proposal was taken", () => {
    const { state, decision } = told();
    const taken = decisionView(decision("x-c1-0"), state);
    expect(taken).toMatchObject({ outcome: "taken", taken: true, diff: [], pendingCalls: 0 });
    expect(taken.returned).toBe(taken.proposed);
    expect(taken.proposed?.messages?.map((message) => message.id)).toEqual(["u1", "m1"]);
    expect(taken.trigger).toMatchObject({
      type: "tool.execute",
      arguments: RAW,
      input: { status: "invalid" },
    });
    expect(taken.log).toEqual([{ level: "warn", text: "bad days" }]);
  });

  test("has what was changed when the worker gave its own answer", () => {
    const { state, decision } = told();
    const own = decisionView(decision("x-c2-1"), state);
    expect(own).toMatchObject({ outcome: "own answer", taken: false, proposed: {} });
    expect(own.diff.filter((line) => line.kind === "added").length).toBeGreaterThan(3);
  });

  test("tells a dropped one, and one that is not answered yet", () => {
    const { state, decision } = told();
    expect(decisionView(decision("x-c2-0"), state)).toMatchObject({
      outcome: "dropped",
      dropped: "its attempt is over",
      returned: null,
    });
    const early = told(upTo(605));
    expect(decisionView(early.decision("x-c2-0"), early.state)).toMatchObject({
      outcome: null,
      proposed: {},
      returned: null,
      took: null,
    });
    const waiting = told(log([0, asks("m1"), queued("d9", { type: "llm.finished", id: "m1" })]));
    expect(decisionView(waiting.decision("d9"), waiting.state)).toMatchObject({
      proposed: null,
      deliveries: [],
    });
  });
});

describe("the attempts", () => {
  test("name the limit that ended one, the wait after it and the layer that set it", () => {
    const { attempts, policy, formula } = attemptsView(told().call("c2"));
    expect(attempts[0]).toMatchObject({
      label: "attempt 1 of 2",
      outcome: "failed",
      took: 500,
      cause: "deadline exceeded (attempt limit 0.5 s, set by tool)",
      wait: { ms: 2_000, dueAt: START + 3_105 },
    });
    expect(attempts[1]).toMatchObject({
      outcome: "rejected",
      took: 95,
      cause: "the result broke the output schema",
      wait: null,
    });
    expect(policy.find((line) => line.field === "attempt_timeout_secs")).toMatchObject({
      value: "0.5 s",
      layer: "tool",
    });
    expect(formula).toBe("before retry n: the smaller of 2ⁿ s and 60 s");
  });

  test("show one that runs", () => {
    const { attempts } = attemptsView(told(upTo(605)).call("c2"));
    expect(attempts).toMatchObject([
      { outcome: "running", took: null, queued: 0, deadlineAt: START + 1_105 },
    ]);
  });
});

describe("the result", () => {
  test("that was rejected is kept beside what the model gets instead", () => {
    const { state, call } = told();
    expect(resultView(call("c2"), state)).toMatchObject({
      outcome: "rejected",
      returned: { value: { table: "four" } },
      canonical: '{"table":"four"}',
      readAs: "json",
      error: { text: "tool output violated its declared schema: /table: table must be an integer" },
      modelRead: null,
      unread: "Not recorded: no tool message for this call has been written.",
    });
  });

  test("of a failed call is its error, as the model reads it", () => {
    const { state, call } = told();
    const { outcome, by, canonical, modelRead, error } = resultView(call("c1"), state);
    expect([outcome, by, canonical]).toEqual(["failed", "worker", null]);
    expect(modelRead).toBe(error?.text);
  });

  test("says that an open call has none yet", () => {
    const { state, call } = told();
    expect(resultView(call("c3"), state)).toMatchObject({
      outcome: "open",
      unread: "Nothing yet: the call is open.",
    });
  });

  test("that is a text needs no second form", () => {
    const facts = log(
      [0, asks("m1")],
      [1, requests("c1", "forecast"), runs("c1")],
      [9, returns("c1", "forecast", "42")],
    );
    const session = told(facts);
    expect(resultView(session.call("c1"), session.state)).toMatchObject({
      returned: null,
      canonical: "42",
      language: "json",
      by: "worker",
    });
  });
});

describe("the model call", () => {
  test("shows the whole prompt, the tools sent along and the answer", () => {
    const { state, model } = told();
    const shown = modelView(model("m1"), state);
    expect(shown.messages.map(({ role, text }) => [role, text])).toEqual([
      ["system", "Be brief."],
      ["user", "Rain?"],
    ]);
    expect(shown.tools.map((tool) => tool.name)).toEqual(["forecast", "book", "ask_user"]);
    expect(shown.params).toEqual([
      { name: "stream", value: "true" },
      { name: "temperature", value: "0.2" },
    ]);
    expect(shown.answer?.tool_calls?.[0]?.function.arguments).toBe(RAW);
  });
});
