import { describe, expect, test } from "vitest";
import type { FactBody } from "@/lib/engine/log/facts";
import type { FaultRule } from "@/lib/protocol/fault";
import { attemptsView } from "@/lib/view/inspector/attempts-view";
import { callView } from "@/lib/view/inspector/call-view";
import { ladderOf } from "@/lib/view/inspector/ladder";
import { loopOf } from "@/lib/view/inspector/loops";
import { resultView } from "@/lib/view/inspector/result-view";
import { explainedSteps } from "@/lib/view/inspector/verdict-steps";
import {
  answers,
  asks,
  call,
  completed,
  created,
  fails,
  finding,
  invalid,
  log,
  malformed,
  policy,
  requests,
  requestsAgain,
  returns,
  runs,
  START,
  turn,
} from "@/lib/view/testing/log";
import { told } from "@/lib/view/testing/story";
import { cells, timelineOf } from "@/lib/view/testing/timeline";
import { noEffectText } from "./injected-faults";

const every = { kind: "every" } as const;
type ToolFault = (FaultRule & { at: "tool" })["what"];
type ModelFault = (FaultRule & { at: "model" })["what"];

const onCall = (what: ToolFault, id = "c1", attempt = 0): FactBody => ({
  type: "fault.injected",
  kind: "tool_call",
  id,
  attempt,
  decision_id: `x-${id}-${attempt}`,
  rule: { at: "tool", when: every, what },
  index: 0,
});
const onModel = (what: ModelFault): FactBody => ({
  type: "fault.injected",
  kind: "llm_call",
  id: "m1",
  attempt: 0,
  rule: { at: "model", when: every, what },
  index: 0,
});
const DOWN: ToolFault = { kind: "error", message: "down", retryable: true };
const rejected: FactBody = {
  type: "output.rejected",
  tool_call_id: "c1",
  attempt: 0,
  result: "null",
  verdict: invalid(finding("", "must be an object")),
};
const undelivered = (due_at?: number): FactBody => ({
  type: "decision.errored",
  decision_id: "x-c1-0",
  attempts: 1,
  error: "The worker answered 503.",
  retryable: true,
  ...(due_at === undefined ? {} : { due_at }),
});
const voided: FactBody = { type: "call.voided", kind: "tool_call", id: "c1", reason: "the turn failed" };
const over: FactBody = { type: "turn.completed", turn_id: "t1", outcome: "failed", error: "no answer" };
const limits = policy({ attempt_timeout_secs: 10, max_attempts: 2 });

/** One call that a fault strikes as it begins, and what then happens to it at 10 s. */
const struck = (what: ToolFault | null, ...end: (FactBody | FactBody[])[]) =>
  log(
    [0, created(), turn("t1"), asks("m1")],
    [5, answers("m1", call("c1", "book"))],
    [6, requests("c1", "book", { policy: limits }), runs("c1", 0), what ? onCall(what) : []],
    [10_006, ...end],
  );
const late = (cause: "attempt timeout" | "worker") =>
  fails("c1", "book", { error: "deadline exceeded", retryable: true, cause });
const timedOut = "deadline exceeded (attempt limit 10 s, set by tool)";

describe("what ended an attempt, where a fault struck it", () => {
  test.each<[string, { what: ToolFault | null; end: (FactBody | FactBody[])[] }, string]>([
    ["its error", { what: DOWN, end: [late("worker")] }, "an injected fault (error, retryable)"],
    ["an error of the worker's", { what: null, end: [late("worker")] }, "the worker reported an error"],
    [
      "the same, only begun later",
      { what: { kind: "slow", ms: 5 }, end: [late("worker")] },
      "the worker reported an error",
    ],
    [
      "silence",
      { what: { kind: "silent" }, end: [late("attempt timeout")] },
      `${timedOut}: an injected fault (never answers)`,
    ],
    [
      "lateness",
      { what: { kind: "late", ms: 9 }, end: [late("attempt timeout")] },
      `${timedOut}: an injected fault (result late by 9 ms)`,
    ],
    [
      "slowness to the end",
      { what: { kind: "slow", ms: 10_000 }, end: [late("attempt timeout")] },
      `${timedOut}: an injected fault (slow by 10,000 ms)`,
    ],
    [
      "perhaps slowness",
      { what: { kind: "slow", ms: 9_000 }, end: [late("attempt timeout")] },
      `${timedOut}; 9,000 ms of it passed in an injected fault`,
    ],
    [
      "a made result",
      { what: { kind: "broken result" }, end: [rejected] },
      "the result broke the output schema: an injected fault (result breaks its schema)",
    ],
    [
      "a result of the worker's",
      { what: { kind: "slow", ms: 5 }, end: [rejected] },
      "the result broke the output schema",
    ],
    [
      "a delivery that was kept from the worker",
      { what: { kind: "server error", status: 503 }, end: [undelivered(), voided] },
      "the turn failed: an injected fault (HTTP 503)",
    ],
    [
      "another one's failure, before it went out again",
      { what: { kind: "server error", status: 503 }, end: [undelivered(START + 20_000), voided] },
      "the turn failed",
    ],
  ])("%s", (_name, { what, end }, cause) => {
    const record = told(struck(what, ...end)).call("c1");
    expect(attemptsView(record).attempts[0]?.cause).toBe(cause);
  });

  test("is the model's fault or an injected fault", () => {
    const errored: FactBody = {
      type: "llm.call.errored",
      call_id: "m1",
      attempt: 0,
      error: "busy",
      retryable: true,
      terminal: false,
      code: "rate_limited",
    };
    const causeOf = (...facts: FactBody[]) =>
      attemptsView(told(log([0, created(), turn("t1"), asks("m1"), facts])).model("m1")).attempts[0]?.cause;
    expect(causeOf(errored)).toBe("the model reported an error");
    expect(causeOf(onModel({ kind: "slow", ms: 1 }), errored)).toBe("the model reported an error");
    expect(causeOf(onModel({ kind: "rate limited" }), errored)).toBe("an injected fault (rate limited)");
  });

  test("is told on the ladder and beside the row's bar", () => {
    const facts = struck(DOWN, late("worker"));
    const ladder = ladderOf(told(facts).call("c1"), START + 10_100);
    expect(ladder?.rungs[0]?.fault).toBe("an injected fault (error, retryable)");
    expect(cells(facts, "call:c1").text).toBe("injected: deadline exceeded · retryable");
    expect(cells(struck(null, late("worker")), "call:c1").text).toBe("deadline exceeded · retryable");
    const out = struck({ kind: "unreachable" }, undelivered(), voided, over);
    expect(cells(out, "call:c1").text).toBe("injected: the turn failed");
    expect(cells(out, "decision:x-c1-0").text).toBe("not delivered · injected: The worker answered 503.");
    expect(cells(out, `fact:${out.length}`).text).toBe("injected: no answer");
  });

  test("of the next attempt is not what struck the one before", () => {
    const facts = log(
      [0, created(), turn("t1"), asks("m1")],
      [5, answers("m1", call("c1", "book"))],
      [6, requests("c1", "book"), runs("c1"), onCall(DOWN)],
      [7, fails("c1", "book", { error: "down", retryable: true, due: 8 })],
      [8, requestsAgain("c1", "book", 1), runs("c1", 1)],
      [9, fails("c1", "book", { error: "full", attempt: 1 })],
    );
    const { attempts } = attemptsView(told(facts).call("c1"));
    expect(attempts.map(({ cause }) => cause)).toEqual([
      "an injected fault (error, retryable)",
      "the worker reported an error",
    ]);
    expect(cells(facts, "call:c1").text).toBe("full");
  });
});

describe("who settled a call", () => {
  const taken = (facts: Parameters<typeof told>[0]) => {
    const { call: of, state, timeline } = told(facts);
    const steps = explainedSteps(of("c1"), callView(of("c1"), state, timeline), state);
    return [resultView(of("c1"), state).fault, steps.find(({ id }) => id === "taken")?.text];
  };

  test("is said of a fault as of the worker", () => {
    const answered = completed("x-c1-0", { actions: [{ type: "tool.error", error: "down" }] });
    expect(taken(struck(DOWN, answered, fails("c1", "book", { error: "down" })))).toEqual([
      "an injected fault (error, retryable)",
      "Not run, answered by an injected fault (error, retryable): the error “down”.",
    ]);
    expect(taken(struck({ kind: "broken result" }, rejected))).toEqual([
      "an injected fault (result breaks its schema)",
      "The result was made by an injected fault (result breaks its schema), and the engine rejected it by the output schema.",
    ]);
    expect(taken(struck({ kind: "cut result" }, returns("c1", "book", "sun")))).toEqual([
      "the worker, cut off by an injected fault (result cut off)",
      "The worker answered, cut off by an injected fault (result cut off): the result “sun”.",
    ]);
    expect(taken(struck({ kind: "unreachable" }, undelivered(), voided))).toEqual([
      "an injected fault (worker unreachable)",
      "The worker could not be reached because of an injected fault (worker unreachable): the call was voided (the turn failed).",
    ]);
    expect(taken(struck({ kind: "duplicate" }, returns("c1", "book", "sun")))).toEqual([
      null,
      "The worker answered: the result “sun”.",
    ]);
  });

  test("a refused result says that it was to be refused", () => {
    const refused = (reason: string, attempt = 0): FactBody => ({
      type: "settle.refused",
      tool_call_id: "c1",
      attempt,
      action: "tool.result",
      reason,
      by: "worker",
      text: "sun",
    });
    const facts = struck({ kind: "duplicate" }, returns("c1", "book", "sun"), refused("it has settled"));
    const own = struck(null, returns("c1", "book", "sun"), refused("it has settled"));
    expect(cells(facts, `fact:${facts.length}`).text).toBe("injected: from the worker: it has settled");
    expect(cells(own, `fact:${own.length}`).text).toBe("from the worker: it has settled");
  });
});

describe("a call that a fault spoiled before it was made", () => {
  const verdict = malformed("trailing comma");
  const asked = (what: ModelFault | null, id = "c1") =>
    log(
      [0, created(), turn("t1"), asks("m1"), what ? onModel(what) : []],
      [5, answers("m1", call("c1", "book", "{,}"), call("c2", "book", "{,}"))],
      [6, requests(id, "book", { raw: "{,}", verdict })],
    );
  const raw = (facts: Parameters<typeof told>[0], id = "c1") => {
    const { call: of, state, timeline } = told(facts);
    const shown = callView(of(id), state, timeline);
    return explainedSteps(of(id), shown, state)[0]?.text;
  };

  test("is not as the model sent it", () => {
    expect(raw(asked({ kind: "malformed arguments" }))).toBe(
      "Not as the model sent it, but as changed by an injected fault (malformed arguments): 3 bytes of arguments.",
    );
    expect(raw(asked(null))).toBe("The model sent 3 bytes of arguments.");
    expect(raw(asked({ kind: "malformed arguments" }, "c2"), "c2")).toBe(
      "The model sent 3 bytes of arguments.",
    );
    expect(raw(asked({ kind: "slow", ms: 3 }))).toBe("The model sent 3 bytes of arguments.");
  });

  test("has the fault's mark, and is no mistake that the model made again", () => {
    const twice = (what: ModelFault) =>
      log(
        [0, created(), turn("t1"), asks("m1"), onModel(what)],
        [5, answers("m1", call("c1", "book", "{,}"), call("c2", "book", "{,}"))],
        [6, requests("c1", "book", { verdict }), requests("c2", "book", { verdict })],
      );
    const spoiled = twice({ kind: "malformed arguments" });
    const chips = (facts: typeof spoiled, id: string) => cells(facts, id).chips.map(({ id: chip }) => chip);
    expect(chips(spoiled, "call:c1")).toContain("injected");
    expect(chips(spoiled, "call:c2")).toEqual([]);
    const { call: of, state } = told(spoiled);
    expect(loopOf(of("c2"), timelineOf(spoiled), state)).toBeNull();
    expect(chips(twice({ kind: "slow", ms: 3 }), "call:c2")).toContain("loop");
  });
});

describe("a fault that struck for nothing", () => {
  type Answer = Parameters<typeof answers>[1];
  const nth = { kind: "nth", n: 1 } as const;
  const said = (what: ModelFault, when: FaultRule["when"], ...answer: Answer[]) => {
    const fault = onModel(what);
    if (fault.type === "fault.injected") fault.rule = { at: "model", when, what };
    const facts = log([0, created(), turn("t1"), asks("m1"), fault], [5, answers("m1", ...answer)]);
    return [
      ...facts,
      ...answer.flatMap((part) => (typeof part === "string" ? [] : classified(facts.length))),
    ];
  };
  const classified = (seq: number) =>
    log([6, requests("c1", "book")]).map((fact) => ({ ...fact, seq: fact.seq + seq, turn_id: "t1" }));
  const why = (facts: Parameters<typeof told>[0]) => {
    const { model } = told(facts);
    const [fact] = model("m1").injected;
    return fact && noEffectText(model("m1"), fact);
  };

  test("had no calls to strike", () => {
    const none = "The answer had no calls, so nothing changed";
    const facts = said({ kind: "malformed arguments" }, nth, "hello");
    expect(why(facts)).toBe(`${none}, and the rule applies to the next answer with calls.`);
    expect(why(said({ kind: "duplicate ids" }, every, "hello"))).toBe(`${none}.`);
    expect(why(said({ kind: "slow", ms: 5 }, every, "hello"))).toBeNull();
    expect(why(said({ kind: "malformed arguments" }, every, call("c1", "book")))).toBeNull();
    const [chip] = cells(facts, "model:m1").chips;
    expect([chip?.word, chip?.tone]).toEqual(["fault: malformed arguments, no effect", "mute"]);
    expect(chip?.title).toContain(none);
  });

  test("had arguments to break that nothing breaks", () => {
    expect(why(said({ kind: "invalid arguments" }, every, call("c1", "book")))).toBe(
      "No arguments were found that break the input schema, so nothing changed.",
    );
  });

  test("is not known before the answer has come", () => {
    const open = log([0, created(), turn("t1"), asks("m1"), onModel({ kind: "unknown tool" })]);
    expect(why(open)).toBeNull();
  });

  test.each<[ToolFault, (FactBody | FactBody[])[], string | null]>([
    [{ kind: "broken result" }, [returns("c1", "book", "sun")], "the tool ran, and nothing changed"],
    [{ kind: "broken result" }, [rejected], null],
    [{ kind: "cut result" }, [late("worker")], "No result came that it could change"],
    [{ kind: "cut result" }, [returns("c1", "book", "sun")], null],
    [{ kind: "duplicate" }, [late("attempt timeout")], "No result came that it could change"],
    [{ kind: "duplicate" }, [rejected], null],
    [DOWN, [late("worker")], null],
  ])("%j of a tool", (what, end, expected) => {
    const record = told(struck(what, ...end)).call("c1");
    const [fact] = record.injected;
    const words = fact && noEffectText(record, fact);
    if (expected === null) expect(words).toBeNull();
    else expect(words).toContain(expected);
  });
});

describe("what is still out", () => {
  const out = (what: ToolFault) =>
    log(
      [0, created(), turn("t1"), asks("m1")],
      [5, answers("m1", call("c1", "book"))],
      [6, requests("c1", "book"), runs("c1"), onCall(what)],
    );

  test.each<[ToolFault, number, string]>([
    [{ kind: "silent" }, 60_000, "waits for the worker, held up by an injected fault (never answers)"],
    [{ kind: "slow", ms: 100 }, 50, "waits for the worker, held up by an injected fault (slow by 100 ms)"],
    [{ kind: "slow", ms: 100 }, 106, "waits for the worker"],
    [{ kind: "cut result" }, 50, "waits for the worker"],
  ])("%j at %i ms", (what, now, words) => {
    expect(cells(out(what), "call:c1", { now }).text).toBe(words);
  });

  test("of the model too", () => {
    const facts = log([0, created(), turn("t1"), asks("m1"), onModel({ kind: "silent" })]);
    expect(cells(facts, "model:m1", { now: 9 }).text).toBe(
      "waits for the model, held up by an injected fault (never answers)",
    );
  });
});
