import { describe, expect, test } from "vitest";
import type { Fact, TriggerRef } from "@/lib/engine/log/facts";
import { rowContent } from "@/lib/view/rows/rows";
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
} from "@/lib/view/testing/log";
import { STORY, told } from "@/lib/view/testing/story";
import type { AnyRecord } from "./records";
import { waitLines, waitOf } from "./waits";

const SAID: TriggerRef = { type: "client.messages", messages: [] };

const lines = (facts = STORY, now = 0) => {
  const { state, timeline } = told(facts);
  return waitLines(state, timeline, START + now).map(({ action, text }) => `${action ?? "-"}: ${text}`);
};
const upTo = (ms: number) => STORY.filter((fact) => fact.at <= START + ms);

describe("what a session waits for", () => {
  test("names those first that somebody can act on, and how the siblings stand", () => {
    expect(lines(upTo(1_105), 1_605)).toEqual([
      "answer: a person: ask_user is open, 1 of 3 siblings settled",
      "skip: the wait before attempt 2 of 2 of book, ends in 1.5 s",
    ]);
  });

  test("is the model while it is asked, and a message in the end", () => {
    expect(lines(upTo(4))).toEqual(["-: the model"]);
    expect(lines(log([0, created()]))).toEqual(["-: a message"]);
  });

  test("is a resume while the session is interrupted", () => {
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

  test("is a person, the client, the worker or the model", () => {
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

  test("is the rest of its answer for a call that has settled, until all have", () => {
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

  test("is a backoff, counted down", () => {
    const facts = log(
      [0, created(), turn("t1"), asks("m1")],
      [1, requests("c1", "book", { policy: policy({ max_attempts: 3 }) }), runs("c1")],
      [100, completed("x-c1-0"), fails("c1", "book", { error: "503", retryable: true, due: 4_100 })],
    );
    expect(wait(facts, "call:c1", 900)).toBe("backoff, next attempt in 3.2 s");
    expect(wait(facts, "call:c1", 9_000)).toBe("backoff, next attempt in 0.0 s");
  });

  test("is who goes first, as many at a time as may", () => {
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

  test("of other decisions is the one before it", () => {
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

  test("is a breakpoint, or a person who goes step by step", () => {
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

  test("of other decisions is a held one, told as such: nothing goes out before a person lets it go on", () => {
    const held = {
      type: "decision.held",
      decision_id: "f1",
      why: { breakpoint: { on: "tool", name: "book" } },
    };
    const facts = log(
      [0, created(), turn("t1"), asks("m1")],
      [1, asked("c1", "c2"), requests("c1", "book"), requests("c2", "book"), runs("c1"), runs("c2")],
      [2, returns("c1", "book", "ok"), queued("f1", { type: "tool.finished", id: "c1" }), held as never],
      [3, returns("c2", "book", "ok"), queued("f2", { type: "tool.finished", id: "c2" })],
    );
    expect(wait(facts, "decision:f2")).toBe("queued behind tool.finished book, held by breakpoint: book");
    const released = { type: "decision.released", decision_id: "f1", how: "continue", step: false } as const;
    const gone = [...facts, ...log([4, released, dispatched("f1")])].map((fact, i) => ({
      ...fact,
      seq: i + 1,
    }));
    expect(wait(gone, "decision:f2")).toBe("queued behind tool.finished");
  });

  test("of siblings is no held one: they run beside it", () => {
    const two = { ...created(), parallel: 2 } as ReturnType<typeof created>;
    const held = { type: "decision.held", decision_id: "x-c1-0", why: { step: true } } as never;
    const facts = log(
      [0, two, turn("t1"), asks("m1")],
      [
        1,
        asked("c1", "c2", "c3"),
        requests("c1", "hotel"),
        requests("c2", "fly"),
        requests("c3", "book"),
        held,
      ],
      [2, runs("c2")],
    );
    expect(wait(facts, "call:c3")).toBe("queued");
    const one = facts.map((fact) => (fact.type === "session.created" ? { ...fact, parallel: 1 } : fact));
    expect(wait(one, "call:c3")).toBe("queued behind fly");
  });

  test("is one whose delivery failed, until it is delivered again; none whose attempt is over", () => {
    const errored = {
      type: "decision.errored",
      decision_id: "d1",
      attempts: 1,
      error: "502",
      retryable: true,
      due_at: START + 2_000,
    } as const;
    const facts = log(
      [0, created(), turn("t1"), queued("d1", SAID), dispatched("d1")],
      [1, errored, queued("d2", SAID)],
    );
    expect(wait(facts, "decision:d1", 500)).toBe("backoff, delivered again in 1.5 s");
    expect(wait(facts, "decision:d2")).toBe("queued behind client.messages, to be delivered again");
    const late = log(
      [0, { ...created(), parallel: 1 } as ReturnType<typeof created>, turn("t1"), asks("m1")],
      [1, requests("c1", "book"), requests("c2", "fly"), runs("c1")],
      [2, fails("c1", "book", { error: "deadline exceeded", cause: "attempt timeout" })],
    );
    expect(wait(late, "decision:x-c1-0")).toBe("its attempt is over; a late answer changes nothing");
    expect(wait(late, "call:c2")).toBe("queued");
  });
});

describe("while the session is interrupted", () => {
  const dropped = (id: string) =>
    ({ type: "decision.dropped", decision_id: id, reason: "the session was interrupted" }) as const;
  const held = { type: "decision.held", decision_id: "x-c5-0", why: { step: true } } as never;
  const RETRIED = policy({ max_attempts: 3 });
  const STOPPED = log(
    [0, created([], ["ask_user"]), turn("t1"), asks("m1")],
    [
      1,
      answers("m1", ...["c1", "c2", "c3", "c4", "c5"].map((id) => call(id, "book"))),
      requests("c1", "book"),
      requests("c2", "book", { policy: RETRIED }),
      requests("c3", "ask_user"),
      requests("c4", "book"),
      requests("c5", "book"),
      held,
      runs("c1"),
      runs("c2"),
      runs("c3"),
    ],
    [2, completed("x-c3-0", {}), completed("x-c2-0")],
    [3, fails("c2", "book", { error: "503", retryable: true, due: 2_000 })],
    [
      4,
      { type: "session.interrupted", interrupt_id: "i1", reason: "may I?", by: "worker" },
      dropped("x-c1-0"),
      queued("d1", SAID),
      asks("m2"),
    ],
  );
  const RESUMED = [...STOPPED, ...log([5, { type: "session.interrupt_resumed", interrupt_id: "i1" }])].map(
    (fact, i) => ({ ...fact, seq: i + 1 }),
  );
  const OPEN = ["c1", "c2", "c3", "c4", "c5"].map((id) => `call:${id}`).concat("decision:d1", "model:m2");
  const waits = (facts: readonly Fact[]) => {
    const { timeline } = told(facts);
    return OPEN.map((id) => waitOf(timeline.records.get(id) as AnyRecord, timeline, START + 1_000));
  };

  test("nothing is with the worker or the model, no wait runs, and what a person may settle says so", () => {
    expect(waits(STOPPED)).toEqual([
      "left open by an interrupt, waits for a person or the worker; the session is interrupted",
      "interrupted, waits for a resume",
      "waits for a person; the session is interrupted",
      "interrupted, waits for a resume",
      "held step by step, before it goes to the worker; the session is interrupted",
      "interrupted, waits for a resume",
      "interrupted, waits for a resume",
    ]);
  });

  test("once it is resumed each waits for its own again; what was dropped is not with the worker", () => {
    expect(waits(RESUMED)).toEqual([
      "left open by an interrupt, waits for a person or the worker",
      "backoff, next attempt in 1.0 s",
      "waits for a person",
      "queued",
      "held step by step, before it goes to the worker",
      "queued",
      "waits for the model",
    ]);
  });

  test("the rows say the same, and none of them runs", () => {
    const { timeline } = told(STOPPED);
    const cells = (id: string) => {
      const record = timeline.records.get(id) as AnyRecord;
      return rowContent({ record, attempt: null }, { timeline, now: START + 1_000, streams: new Map() });
    };
    const rows = [...OPEN, "turn:t1"].map(cells);
    expect(rows.map(({ status }) => status)).toEqual([
      "waiting",
      "waiting",
      "waiting",
      "queued",
      "waiting",
      "queued",
      "waiting",
      "waiting",
    ]);
    expect(rows.flatMap(({ segments }) => segments).filter(({ kind }) => kind === "open")).toEqual([]);
    expect(cells("call:c2").text).toBe("503 · interrupted, waits for a resume");
    expect(cells("call:c5").text).toBe(
      "step by step, before it goes to the worker; the session is interrupted",
    );
  });

  test("what was cancelled, or failed with its turn, waits for nothing", () => {
    const ends = (why: string): Fact[] => {
      const voided = ["c1", "c2", "c3", "c4", "c5"].map(
        (id) => ({ type: "call.voided", kind: "tool_call", id, reason: why }) as const,
      );
      const rest = log([
        6,
        ...["x-c4-0", "x-c5-0", "d1"].map(dropped),
        ...voided,
        { type: "call.voided", kind: "llm_call", id: "m2", reason: why },
        { type: "session.cancelled", reason: why },
      ]);
      return [...STOPPED, ...rest].map((fact, i) => ({ ...fact, seq: i + 1 }));
    };
    expect(waits(ends("the session was cancelled"))).toEqual(OPEN.map(() => null));
  });
});
