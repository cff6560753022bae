import { describe, expect, test } from "vitest";
import type { Fact, FactBody } from "@/lib/engine/log/facts";
import {
  answers,
  asks,
  call,
  created,
  dispatched,
  log,
  policy,
  requests,
  START,
  turn,
} from "@/lib/view/testing/log";
import { told } from "@/lib/view/testing/story";
import { cells, timelineOf } from "@/lib/view/testing/timeline";
import { waitLines, waitOf } from "@/lib/view/timeline/waits";
import { heldDecisions, heldView } from "./held-view";
import { ladderOf } from "./ladder";

const why = { breakpoint: { on: "tool", name: "book" } } as const;
const proposed = { actions: [{ type: "tool.error" as const, id: "c1", error: "no" }] };
const held = (more: Partial<FactBody & { type: "decision.held" }> = {}): FactBody => ({
  type: "decision.held",
  decision_id: "x-c1-0",
  why,
  ...more,
});
const released: FactBody = { type: "decision.released", decision_id: "x-c1-0", how: "continue", step: false };
const limited = policy({ attempt_timeout_secs: 10 });

const BEFORE = log(
  [0, created(), turn("t1"), asks("m1")],
  [100, answers("m1", call("c1", "book"))],
  [200, requests("c1", "book", { policy: limited }), held({ proposed, pending_calls: 1 })],
);
const AFTER = log(
  [0, created(), turn("t1"), asks("m1")],
  [100, answers("m1", call("c1", "book"))],
  [
    200,
    requests("c1", "book", { policy: limited }),
    dispatched("x-c1-0"),
    { type: "attempt.started", kind: "tool_call", id: "c1", attempt: 0, deadline_at: START + 10_200 },
  ],
  [1_000, held({ answer: { taken: false, returned: { actions: [{ type: "tool.result", result: "ok" }] } } })],
);

describe("a held decision", () => {
  test("tells why, and what would go to the worker", () => {
    const { decision, state } = told(BEFORE);
    expect(heldView(decision("x-c1-0"), state)).toEqual({
      id: "x-c1-0",
      hold: BEFORE.length,
      label: "tool.execute book",
      stage: "before",
      why: "breakpoint: book",
      proposed,
      answer: null,
    });
  });

  test("tells what the worker has answered", () => {
    const { decision, state } = told(AFTER);
    expect(heldView(decision("x-c1-0"), state)).toMatchObject({
      stage: "after",
      proposed: {},
      answer: { actions: [{ type: "tool.result", result: "ok" }] },
    });
  });

  test("tells the answer that a fork was made with from the worker's", () => {
    const forkedWith = (edit: "decision" | "nothing") => {
      const origin = {
        ...{ session_id: "s0", seq: 4, at: START, edit },
        of: { kind: "decision", id: "x-c1-0", name: "tool.execute" },
      } as const;
      const forked = { type: "session.forked", origin, at: START + 250 } as const;
      const facts = [...AFTER.slice(0, -1), forked, ...AFTER.slice(-1)];
      return facts.map((fact, i): Fact => ({ ...fact, seq: i + 1 }));
    };
    const said = (edit: "decision" | "nothing") => {
      const { decision, state, timeline } = told(forkedWith(edit));
      return [
        heldView(decision("x-c1-0"), state)?.edited,
        waitOf(decision("x-c1-0"), timeline, START + 2_000),
        waitLines(state, timeline, START + 2_000)[0]?.text,
      ];
    };
    expect(said("decision")).toEqual([
      true,
      "held by breakpoint: book, with the fork's own answer",
      "a person: tool.execute is held, the fork's own answer is not applied yet (breakpoint: book)",
    ]);
    expect(said("nothing")).toEqual([
      undefined,
      "held by breakpoint: book, with the worker's answer",
      "a person: tool.execute is held, the worker's answer is not applied yet (breakpoint: book)",
    ]);
  });

  test("is no more held once it was let go", () => {
    const facts = [...BEFORE, { ...released, seq: BEFORE.length + 1, at: START + 5_000, turn_id: "t1" }];
    const { decision, state, timeline } = told(facts);
    expect(heldView(decision("x-c1-0"), state)).toBeNull();
    expect(heldDecisions(timeline, state)).toEqual([]);
    expect(heldDecisions(told(BEFORE).timeline, told(BEFORE).state)).toHaveLength(1);
  });

  test("stands on its row and on its call's, with the stop over what it holds up", () => {
    const row = cells(BEFORE, "call:c1", { now: 3_200 });
    expect(row).toMatchObject({
      status: "waiting",
      text: "by breakpoint: book, before it goes to the worker",
    });
    expect(row.chips.map(({ word }) => word)).toContain("held");
    expect(row.segments).toContainEqual({ kind: "hold", tone: "accent", from: START + 200, to: null });
    expect(cells(AFTER, "decision:x-c1-0", { now: 3_200 })).toMatchObject({
      status: "waiting",
      text: "held by breakpoint: book, with the worker's answer",
    });
  });

  test("is waited for, before anything else", () => {
    const { state, timeline } = told(BEFORE);
    expect(waitLines(state, timeline, START + 300)).toEqual([
      {
        action: "release",
        kind: "hold",
        id: "x-c1-0",
        text: "a person: tool.execute is held, it has not gone to the worker (breakpoint: book)",
      },
    ]);
  });

  test("moves the limit of its attempt by as long as its answer was held", () => {
    const facts = [...AFTER, { ...released, seq: AFTER.length + 1, at: START + 31_000, turn_id: "t1" }];
    expect(cells(facts, "call:c1", { now: 31_000 }).deadline).toBe(START + 40_200);
    expect(ladderOf(told(facts).call("c1"), START + 31_000)?.next).toEqual({
      what: "the attempt limit ends it",
      at: START + 40_200,
    });
    expect(ladderOf(told(AFTER).call("c1"), START + 31_000)?.next).toBeNull();
  });

  test("moves it as well when an interrupt drops the held decision: the call is still open", () => {
    const dropped = { type: "decision.dropped", decision_id: "x-c1-0", reason: "interrupted" } as const;
    const facts = [...AFTER, { ...dropped, seq: AFTER.length + 1, at: START + 31_000, turn_id: "t1" }];
    expect(told(facts).state.tools.get("c1")?.progress).toMatchObject({ deadline_at: START + 40_200 });
    expect(cells(facts, "call:c1", { now: 31_000 }).deadline).toBe(START + 40_200);
  });

  test("leaves no idle gap in the timeline unseen: nothing ran while it was held", () => {
    const facts = [...AFTER, { ...released, seq: AFTER.length + 1, at: START + 31_000, turn_id: "t1" }];
    expect(timelineOf(facts).gaps).toContainEqual({ from: START + 1_000, to: START + 31_000 });
  });
});
