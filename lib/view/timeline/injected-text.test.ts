import { describe, expect, test } from "vitest";
import type { FactBody } from "@/lib/engine/log/facts";
import type { FaultRule } from "@/lib/protocol/fault";
import { filterOf } from "@/lib/view/rows/filter";
import { rowContent } from "@/lib/view/rows/rows";
import {
  answers,
  asks,
  call,
  fails,
  log,
  queued,
  requests,
  requestsAgain,
  returns,
  runs,
  turn,
} from "@/lib/view/testing/log";
import { listOf, refs, timelineOf } from "@/lib/view/testing/timeline";
import { injectedText } from "./injected-text";

const every = { kind: "every" } as const;

describe("a fault on the timeline", () => {
  const rule: FaultRule = { at: "tool", name: "book", attempt: 0, when: every, what: { kind: "silent" } };
  const struck: FactBody = {
    type: "fault.injected",
    kind: "tool_call",
    id: "c1",
    attempt: 0,
    decision_id: "d1",
    rule,
    index: 1,
  };
  const delivery: FactBody = {
    type: "fault.injected",
    kind: "decision",
    id: "d2",
    attempt: 0,
    rule: { at: "delivery", when: every, what: { kind: "unreachable" } },
    index: 0,
  };
  const facts = log(
    [0, turn("t1"), asks("m1")],
    [5, answers("m1", call("c1", "book"), call("c2", "search"), call("c3", "search"))],
    [6, requests("c1", "book"), runs("c1"), struck],
    [7, fails("c1", "book", { error: "timed out", retryable: true, due: 10 })],
    [10, requestsAgain("c1", "book", 1), runs("c1", 1), returns("c1", "book", "ok")],
    [11, requests("c2", "search"), runs("c2"), returns("c2", "search", "sun")],
    [12, requests("c3", "search"), queued("d2", { type: "tool.execute", id: "c3", attempt: 0 }), delivery],
  );
  const timeline = timelineOf(facts);
  const chips = (list: ReturnType<typeof listOf>) =>
    refs(list).flatMap((ref) => {
      const chip = rowContent(ref, { timeline, now: 0, streams: new Map() }).chips.find(
        ({ id }) => id === "injected",
      );
      return chip ? [`${ref.id}: ${chip.word}`] : [];
    });

  test("is a chip on the call, on the attempt it struck, and on a decision that is shown for it", () => {
    const list = listOf(timeline);
    expect(chips(list)).toEqual([
      "call:c1: fault: never answers",
      "call:c1@0: fault: never answers",
      "decision:d2: fault: worker unreachable",
    ]);
  });

  test("is what the filter `injected` asks for; a call whose decision was struck counts once", () => {
    const list = listOf(timeline, { filter: filterOf({ show: "injected", tools: [], verdicts: [] }) });
    expect(list.counts.only.injected).toBe(2);
    const calls = refs(list).flatMap(({ record, attempt }) =>
      record.kind === "call" && attempt === null ? record.callId : [],
    );
    expect(calls).toEqual(["c1", "c3"]);
  });

  test("is said with its rule, as people count", () => {
    const fact = facts.find((each) => each.type === "fault.injected");
    if (fact?.type !== "fault.injected") throw new Error("No fault");
    expect(injectedText(fact)).toBe(
      "Injected fault: never answers, by rule 2 of the workspace's fault rules (book, first attempt).",
    );
  });
});
