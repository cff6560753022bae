import { describe, expect, it } from "vitest";
import type { Fact } from "../engine/facts";
import {
  answers,
  asks,
  call,
  completed,
  created,
  dispatched,
  fails,
  log,
  policy,
  queued,
  requests,
  returns,
  runs,
  START,
  turn,
} from "./testing/log";
import { STORY, told } from "./testing/story";
import { waitLines, waitOf } from "./waits";

const lines = (facts = STORY, now = 0) => {
  const { state, timeline } = told(facts);
  return waitLines(state, timeline, START + now).map(({ action, text }) => `${action ?? "-"}: ${text}`);
};
const upTo = (ms: number) => STORY.filter((fact) => fact.at <= START + ms);

describe("what a session waits for", () => {
  it("names those first that somebody can act on, and how the siblings stand", () => {
    expect(lines(upTo(1_105), 1_605)).toEqual([
      "answer: a person: ask_user is open, 1 of 3 siblings settled",
      "skip: the wait before attempt 2 of 2 of book, ends in 1.5 s",
    ]);
  });

  it("is the model while it is asked, and a message in the end", () => {
    expect(lines(upTo(4))).toEqual(["-: the model"]);
    expect(lines(log([0, created()]))).toEqual(["-: a message"]);
  });

  it("is a resume while the session is interrupted", () => {
    const stop = { type: "session.interrupted", interrupt_id: "i1", reason: "budget", by: "worker" } as const;
    expect(lines(log([0, created(), turn("t1")], [5, stop]))).toEqual(["resume: a resume: budget"]);
  });
});

describe("what holds one thing up", () => {
  const wait = (facts: readonly Fact[], id: string, now = 0): string | null => {
    const { timeline } = told(facts);
    const record = timeline.records.get(id);
    if (!record) throw new Error(`No record ${id}`);
    return waitOf(record, timeline, START + now);
  };
  const asked = (...ids: string[]) => answers("m1", ...ids.map((id) => call(id, "book")));

  it("is a person, the client, the worker or the model", () => {
    const open = log(
      [0, created([], ["ask_user"]), turn("t1"), asks("m1")],
      [1, requests("c1", "ask_user"), runs("c1")],
    );
    expect(wait(open, "model:m1")).toBe("waits for the model");
    expect(wait(open, "call:c1")).toBe("waits for the worker");
    expect(wait(open, "decision:x-c1-0")).toBe("waits for the worker");
    const left = [...open, ...log([2, completed("x-c1-0", {})])].map((fact, i) => ({ ...fact, seq: i + 1 }));
    expect(wait(left, "call:c1")).toBe("waits for a person");
    expect(wait(left, "decision:x-c1-0")).toBeNull();
    const client = log(
      [0, created(), turn("t1"), asks("m1")],
      [
        1,
        requests("c1", "pick", { handler: "client" }),
        { type: "attempt.started", kind: "tool_call", id: "c1", attempt: 0 },
      ],
    );
    expect(wait(client, "call:c1")).toBe("waits for the client");
  });

  it("is the rest of its answer for a call that has settled, until all have", () => {
    const three = [requests("c1", "book"), requests("c2", "book"), requests("c3", "book")];
    const facts = log(
      [0, created(), turn("t1"), asks("m1")],
      [1, asked("c1", "c2", "c3"), ...three, runs("c1"), runs("c2"), runs("c3")],
      [2, returns("c1", "book", "ok")],
      [3, returns("c2", "book", "ok")],
      [4, returns("c3", "book", "ok")],
    );
    const upTo = (ms: number) => facts.filter(({ at }) => at <= START + ms);
    expect(wait(upTo(2), "call:c1")).toBe("waits for 2 of 3 siblings");
    expect(wait(upTo(3), "call:c2")).toBe("waits for 1 of 3 siblings");
    expect(wait(facts, "call:c1")).toBeNull();
  });

  it("is a backoff, counted down", () => {
    const facts = log(
      [0, created(), turn("t1"), asks("m1")],
      [1, requests("c1", "book", { policy: policy({ max_attempts: 3 }) }), runs("c1")],
      [100, completed("x-c1-0"), fails("c1", "book", { error: "503", retryable: true, due: 4_100 })],
    );
    expect(wait(facts, "call:c1", 900)).toBe("backoff, next attempt in 3.2 s");
    expect(wait(facts, "call:c1", 9_000)).toBe("backoff, next attempt in 0.0 s");
  });

  it("is who goes first, as many at a time as may", () => {
    const two = { ...created(), parallel: 2 } as ReturnType<typeof created>;
    const facts = log(
      [0, two, turn("t1"), asks("m1")],
      [1, asked("c1", "c2", "c3"), requests("c1", "book"), requests("c2", "fly"), requests("c3", "book")],
      [2, runs("c1")],
      [3, runs("c2")],
    );
    expect(wait(facts, "call:c3")).toBe("queued behind book and 1 more, 2 at a time");
    // There is room for one more: it goes out with the next step.
    expect(
      wait(
        facts.filter(({ at }) => at <= START + 2),
        "call:c3",
      ),
    ).toBe("queued");
  });

  it("of other decisions is the one before it", () => {
    const facts = log([
      0,
      created(),
      turn("t1"),
      queued("d1", { type: "client.messages", messages: [] }),
      dispatched("d1"),
      queued("d2", { type: "client.messages", messages: [] }),
    ]);
    expect(wait(facts, "decision:d2")).toBe("queued behind client.messages");
  });

  it("is a breakpoint, or a person who goes step by step", () => {
    const held = (why: object): Fact[] =>
      log(
        [0, created(), turn("t1"), asks("m1")],
        [1, requests("c1", "book"), { type: "decision.held", decision_id: "x-c1-0", why } as never],
      );
    expect(wait(held({ breakpoint: { on: "decision" } }), "call:c1")).toBe(
      "held by breakpoint: every decision, before it goes to the worker",
    );
    expect(wait(held({ step: true }), "decision:x-c1-0")).toBe(
      "held step by step, before it goes to the worker",
    );
  });
});
