import { expect, test } from "vitest";
import type { FactBody, ForkedFrom } from "@/lib/engine/log/facts";
import type { FaultRule } from "@/lib/protocol/fault";
import type { Workspace } from "@/lib/protocol/workspace";
import { attemptsView } from "@/lib/view/inspector/attempts-view";
import {
  answers,
  asks,
  call,
  created,
  fails,
  log,
  requests,
  runs,
  START,
  turn,
} from "@/lib/view/testing/log";
import { cells, timelineOf } from "@/lib/view/testing/timeline";
import { injectedText } from "./injected-text";

const rule: FaultRule = { at: "tool", when: { kind: "every" }, what: { kind: "silent" } };
const struck = (id: string): FactBody => ({
  type: "fault.injected",
  kind: "tool_call",
  id,
  attempt: 0,
  decision_id: `x-${id}-0`,
  rule,
  index: 1,
});
const [first] = [created()];
const base = first?.type === "session.created" ? first.workspace : undefined;
const workspaceWith = (on: boolean): Workspace => {
  if (!base) throw new Error("No workspace");
  return { ...base, faults: { on, rules: [rule, rule] } };
};
const begun: FactBody = { ...first, workspace: workspaceWith(true) } as FactBody;
const outOfTime = (id: string) => fails(id, "book", { error: "deadline exceeded", cause: "attempt timeout" });

/** One call was struck and timed out, the other one is struck and open when the fork is made, and times out then. */
const forked = (change: Partial<FactBody & { type: "session.forked" }>, origin: Partial<ForkedFrom> = {}) =>
  log(
    [0, begun, turn("t1"), asks("m1"), answers("m1", call("c1", "book"), call("c2", "book"))],
    [1, requests("c1", "book"), runs("c1"), struck("c1"), requests("c2", "book"), runs("c2"), struck("c2")],
    [9, outOfTime("c1")],
    [
      20,
      {
        type: "session.forked",
        origin: { session_id: "ses_0", seq: 17, at: START + 9, edit: "nothing", ...origin },
        ...change,
      },
    ],
    [30, outOfTime("c2")],
  );
const marks = (facts: ReturnType<typeof forked>) =>
  ["c1", "c2"].map((id) => {
    const record = timelineOf(facts).records.get(`call:${id}`);
    if (record?.kind !== "call") throw new Error("No call");
    const cause = attemptsView(record).attempts[0]?.cause;
    return {
      marked: record.injected.map(({ copied }) => copied ?? false),
      blamed: cause?.includes("an injected fault") ?? false,
    };
  });

test("what was struck in the origin is marked as of there, and stays so with faults off", () => {
  for (const on of [true, false]) {
    const facts = forked({ workspace: workspaceWith(on) });
    expect(marks(facts)[0]).toEqual({ marked: [true], blamed: true });
    const chip = cells(facts, "call:c1").chips.find(({ id }) => id === "injected");
    expect(chip?.title).toMatch(/^injected in the original run, rule 2/);
  }
  expect(injectedText({ ...struck("c1"), rule, index: 1, seq: 1, at: 1, copied: true } as never)).toBe(
    "Injected fault in the original run: never answers, by rule 2 of that run's fault rules (any tool).",
  );
});

test("what had not ended is done again: with the fault where faults are on, without it where they are off", () => {
  expect(marks(forked({}))[1]).toEqual({ marked: [true], blamed: true });
  expect(marks(forked({ workspace: workspaceWith(true) }))[1]).toEqual({ marked: [true], blamed: true });
  expect(marks(forked({ workspace: workspaceWith(false) }))[1]).toEqual({ marked: [], blamed: false });
});

test("what was edited is no fault's any more, another call's still is", () => {
  const of = (id: string) => ({ kind: "call" as const, id, name: "book", attempt: 0 });
  expect(marks(forked({}, { edit: "outcome", of: of("c2") }))[1]).toEqual({ marked: [], blamed: false });
  expect(marks(forked({}, { edit: "outcome", of: of("c1") }))[1]).toEqual({ marked: [true], blamed: true });
});
