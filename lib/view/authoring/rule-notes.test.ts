import { describe, expect, test } from "vitest";
import type { FaultRule, FaultWhen } from "@/lib/protocol/fault";
import type { Workspace, WorkspaceTool } from "@/lib/protocol/workspace";
import { idleReason } from "./rule-notes";

const every = { kind: "every" } as const;
describe("a rule that strikes nothing", () => {
  const runner = { kind: "responses" as const, rules: [] };
  const workspace = (...tools: WorkspaceTool[]): Workspace => ({
    callscope: 1,
    name: "w",
    agent: { model: "scripted", tools },
    model: { kind: "scripted" },
    worker: { kind: "tools" },
  });
  const rule = (kind: "silent" | "broken result" | "cut result"): FaultRule => ({
    at: "tool",
    name: "t",
    when: every,
    what: { kind },
  });

  test("names no tool that there is", () => {
    expect(idleReason(rule("silent"), workspace())).toBe("There is no tool called t.");
    expect(idleReason(rule("silent"), workspace({ name: "t", runner }))).toBeNull();
  });

  test("names a tool that the client runs", () => {
    expect(idleReason(rule("silent"), workspace({ name: "t", runner, handler: "client" }))).toContain(
      "runs in the client",
    );
  });

  test("breaks an output schema that there is not", () => {
    expect(idleReason(rule("broken result"), workspace({ name: "t", runner }))).toContain("no output schema");
    const outputText = '{"type": "number"}';
    expect(idleReason(rule("broken result"), workspace({ name: "t", runner, outputText }))).toBeNull();
    expect(idleReason(rule("broken result"), workspace({ name: "t", runner, output: {} }))).toBeNull();
  });

  test("cuts the result that a person gives", () => {
    const person = workspace({ name: "t", runner: { kind: "person" } });
    expect(idleReason(rule("cut result"), person)).toContain("answered by a person");
    expect(idleReason(rule("silent"), person)).toBeNull();
  });

  test("has a rate of 0", () => {
    const never: FaultRule = {
      at: "model",
      when: { kind: "rate", rate: 0, seed: 1 },
      what: { kind: "overloaded" },
    };
    expect(idleReason(never, workspace())).toBe("Matches nothing: its rate is 0 %.");
  });

  test("is late for a limit that there is not", () => {
    const late: FaultRule = { at: "tool", name: "t", when: every, what: { kind: "late", ms: 5 } };
    const limits = (attempt_timeout_secs: number | null, total_timeout_secs: number | null) =>
      idleReason(late, workspace({ name: "t", runner, retry: { attempt_timeout_secs, total_timeout_secs } }));
    expect(limits(null, null)).toBe(
      "t has no time limit, so its result cannot be late: set a limit in its policy.",
    );
    expect(limits(null, 5)).toBeNull();
    expect(limits(1, null)).toBeNull();
    // The engine's own limits apply where nothing is set.
    expect(idleReason(late, workspace({ name: "t", runner }))).toBeNull();
    const ofAgent = workspace({ name: "t", runner });
    ofAgent.agent.retry = { tool: { attempt_timeout_secs: null, total_timeout_secs: null } };
    expect(idleReason(late, ofAgent)).toContain("no time limit");
  });

  test("is of any tool, and no tool has what it needs", () => {
    const any: FaultRule = { at: "tool", when: every, what: { kind: "broken result" } };
    expect(idleReason(any, workspace({ name: "a", runner }))).toBe("No tool matches this rule.");
    const outputText = "true";
    expect(idleReason(any, workspace({ name: "a", runner }, { name: "b", runner, outputText }))).toBeNull();
    expect(idleReason(any, workspace())).toBeNull();
  });
});

describe("a rule behind others", () => {
  const runner = { kind: "responses" as const, rules: [] };
  const tools: WorkspaceTool[] = [
    { name: "t", runner, outputText: "true" },
    { name: "u", runner: { kind: "person" } },
  ];
  const workspace: Workspace = {
    callscope: 1,
    name: "w",
    agent: { model: "scripted", tools },
    model: { kind: "scripted" },
    worker: { kind: "tools" },
  };
  type Tool = FaultRule & { at: "tool" };
  const onTool = (more: Partial<Tool> = {}): FaultRule => ({
    at: "tool",
    when: every,
    what: { kind: "silent" },
    ...more,
  });
  const onModel = (when: FaultWhen, kind: "overloaded" | "unknown tool" = "overloaded"): FaultRule => ({
    at: "model",
    when,
    what: { kind },
  });
  const onDelivery = (attempt?: number): FaultRule => ({
    at: "delivery",
    when: every,
    what: { kind: "unreachable" },
    ...(attempt === undefined ? {} : { attempt }),
  });
  const nth = (n: number): FaultWhen => ({ kind: "nth", n });
  const rate = (part: number, seed = 1): FaultWhen => ({ kind: "rate", rate: part, seed });

  test.each<[string, FaultRule, FaultRule]>([
    [
      "every call of any tool, before one of one tool",
      onTool(),
      onTool({ name: "t", attempt: 1, when: nth(2) }),
    ],
    ["the same tool and attempt", onTool({ name: "t", attempt: 0 }), onTool({ name: "t", attempt: 0 })],
    ["the very same n-th", onTool({ name: "t", when: nth(2) }), onTool({ name: "t", when: nth(2) })],
    ["a rate of all", onModel(rate(1)), onModel(nth(3))],
    ["a greater part of the same seed", onModel(rate(0.5)), onModel(rate(0.3))],
    ["every delivery, before a tool's first one", onDelivery(), onTool()],
    ["every first delivery", onDelivery(0), onTool({ name: "t" })],
    [
      "a fault that needs a schema, of a tool that has one",
      onTool({ what: { kind: "broken result" } }),
      onTool({ name: "t" }),
    ],
  ])("is never reached behind %s", (_name, first, rule) => {
    expect(idleReason(rule, workspace, [onModel(nth(9)), first])).toBe("Rule 2 always matches first.");
  });

  test.each<[string, FaultRule, FaultRule]>([
    ["one tool, for any tool", onTool({ name: "t" }), onTool()],
    ["another tool", onTool({ name: "t" }), onTool({ name: "u" })],
    ["another attempt", onTool({ attempt: 0 }), onTool({ attempt: 1 })],
    ["one attempt, for any", onTool({ attempt: 0 }), onTool()],
    [
      "some of all calls, for those of one tool",
      onTool({ when: nth(2) }),
      onTool({ name: "t", when: nth(2) }),
    ],
    ["another n-th", onModel(nth(1)), onModel(nth(2))],
    ["the n-th, counted otherwise", onModel(nth(1)), onModel(nth(1), "unknown tool")],
    ["a smaller part", onModel(rate(0.3)), onModel(rate(0.5))],
    ["a part of another seed", onModel(rate(0.5, 2)), onModel(rate(0.3))],
    ["another place", onModel(every), onTool()],
    ["a tool, for a delivery", onTool(), onDelivery()],
    ["a second delivery", onDelivery(1), onTool()],
    [
      "a fault that a person's tool has no use for",
      onTool({ what: { kind: "cut result" } }),
      onTool({ name: "u" }),
    ],
  ])("has its turn behind %s", (_name, first, rule) => {
    expect(idleReason(rule, workspace, [first])).toBeNull();
  });
});
