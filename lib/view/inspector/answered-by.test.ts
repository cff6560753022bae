import { describe, expect, test } from "vitest";
import type { Runner, Workspace } from "@/lib/protocol/workspace";
import { told } from "@/lib/view/testing/story";
import { answeredBy, fixPlace } from "./answered-by";

const workspace = (runner: Runner, more: Partial<Workspace> = {}): Workspace => ({
  callscope: 1,
  name: "w",
  agent: { model: "scripted", tools: [{ name: "book", runner }] },
  model: { kind: "scripted" },
  worker: { kind: "tools" },
  ...more,
});
const rules = (...list: Extract<Runner, { kind: "responses" }>["rules"]): Runner => ({
  kind: "responses",
  rules: list,
});
const REJECTED = { name: "book", by: "tool", attempt: 1, result: '{"table":"four"}' } as const;

describe("who gave a result", () => {
  test("is the tool, with the attempt and the string that was checked", () => {
    const { call, state } = told();
    expect(answeredBy(call("c2"), state)).toEqual(REJECTED);
    expect(answeredBy(call("c1"), state)).toBeNull();
  });

  test.each([
    ["http worker", { worker: { kind: "http", url: "http://127.0.0.1:1/" } }],
    ["script worker", { worker: { kind: "script", source: "" } }],
    ["person", { agent: { model: "scripted", tools: [{ name: "book", runner: { kind: "person" } }] } }],
  ] as const)("is the %s that the session's own workspace has", (by, change) => {
    const { call, state } = told();
    const settings = state.settings && {
      ...state.settings,
      workspace: { ...state.settings.workspace, ...(change as Partial<Workspace>) },
    };
    expect(answeredBy(call("c2"), { ...state, settings })?.by).toBe(by);
  });

  test("is the client for a tool of its own", () => {
    const { call, state } = told();
    const record = call("c2");
    const requested = { ...record.requested, handler: "client" as const };
    expect(answeredBy({ ...record, requested }, state)?.by).toBe("client");
  });
});

describe("where a rejected result can be fixed", () => {
  test("is the first rule for the attempt that gives this very result", () => {
    const given = { table: "four" };
    const of = rules(
      { then: { error: { message: "down" } }, when: { attempt: 0 } },
      { then: { result: given }, when: { attempt: 0 } },
      { then: { result: { table: 4 } } },
      { then: { result: given } },
      { then: { result: given } },
    );
    expect(fixPlace(REJECTED, workspace(of))).toEqual({ opens: "rules", rule: 3 });
    expect(fixPlace({ ...REJECTED, attempt: 0 }, workspace(of))).toEqual({ opens: "rules", rule: 1 });
  });

  test("knows a text and an empty result", () => {
    const of = rules({ then: { result: "four" } }, { then: {} });
    expect(fixPlace({ ...REJECTED, result: "four" }, workspace(of))).toMatchObject({ rule: 0 });
    expect(fixPlace({ ...REJECTED, result: "" }, workspace(of))).toMatchObject({ rule: 1 });
  });

  test("is the rules without one of them where none gives it any more, and the script", () => {
    expect(fixPlace(REJECTED, workspace(rules({ then: { result: 1 } })))).toEqual({
      opens: "rules",
      rule: null,
    });
    expect(fixPlace(REJECTED, workspace({ kind: "script", source: "" }))).toEqual({ opens: "script" });
  });

  test.each(["client", "http worker", "script worker", "person"] as const)("is not here for the %s", (by) => {
    expect(fixPlace({ ...REJECTED, by }, workspace(rules()))).toEqual({ why: expect.any(String) });
  });

  test("is not here for a tool that is gone or that a person answers now", () => {
    expect(fixPlace({ ...REJECTED, name: "gone" }, workspace(rules()))).toEqual({
      why: "The workspace has no tool called gone any more",
    });
    expect(fixPlace(REJECTED, workspace({ kind: "person" }))).toHaveProperty("why");
  });
});
