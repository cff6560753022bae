import { describe, expect, test } from "vitest";
import type { FaultRule } from "@/lib/protocol/fault";
import { type Workspace, workspaceSchema } from "@/lib/protocol/workspace";
import { blankWorkspace } from "./edits";
import { mentionsOf, renameTool, withoutTool } from "./tool-names";

const ruleOf = (name?: string): FaultRule => ({
  at: "tool",
  ...(name === undefined ? {} : { name }),
  when: { kind: "every" },
  what: { kind: "silent" },
});
const onModel: FaultRule = { at: "model", when: { kind: "every" }, what: { kind: "overloaded" } };

/** Tools `a` and `b`, and everything that can name a tool. */
const full = (...names: string[]): Workspace => {
  const blank = blankWorkspace("w");
  return {
    ...blank,
    agent: { ...blank.agent, tools: names.map((name) => ({ name, runner: { kind: "person" as const } })) },
    script: [{ calls: [{ name: "a", arguments: "{}" }] }, { text: "done" }],
    faults: { on: true, rules: [ruleOf("a"), ruleOf(), onModel, ruleOf("b")] },
    breakpoints: [{ on: "tool", name: "a" }, { on: "decision" }, { on: "tool", name: "b" }],
  };
};
const namesIn = ({ faults, breakpoints }: Workspace) => ({
  rules: faults?.rules.map((rule) => (rule.at === "tool" ? (rule.name ?? "any") : rule.at)),
  breakpoints: breakpoints?.map((stop) => (stop.on === "tool" ? stop.name : stop.on)),
});

describe("a tool that is renamed", () => {
  test("takes its fault rules and breakpoints along, whether or not the scripted calls follow", () => {
    for (const inScript of [true, false]) {
      const after = renameTool(full("a", "b"), 0, { name: "c", inScript });
      expect(namesIn(after)).toEqual({
        rules: ["c", "any", "model", "b"],
        breakpoints: ["c", "decision", "b"],
      });
      expect(mentionsOf(after, "a")).toMatchObject({ rules: 0, breakpoints: 0, calls: inScript ? 0 : 1 });
      expect(workspaceSchema.safeParse(after).success).toBe(true);
    }
  });

  test("leaves them to another tool of its old name", () => {
    const after = renameTool(full("a", "a"), 1, { name: "c", inScript: false });
    expect(namesIn(after)).toEqual(namesIn(full("a", "a")));
  });

  test("has one breakpoint where there was one of its new name already", () => {
    expect(namesIn(renameTool(full("a"), 0, { name: "b", inScript: false })).breakpoints).toEqual([
      "b",
      "decision",
    ]);
  });

  test("leaves no trace in a file that had none", () => {
    const blank = blankWorkspace("w");
    expect(renameTool(blank, 0, { name: "x", inScript: false })).toEqual({
      ...blank,
      agent: { ...blank.agent, tools: [{ ...blank.agent.tools[0], name: "x" }] },
    });
    expect(Object.keys(renameTool(blank, 0, { name: "x", inScript: false }))).toEqual(Object.keys(blank));
  });
});

describe("a tool that is removed", () => {
  test("takes its fault rules and breakpoints with it, not the scripted calls", () => {
    const after = withoutTool(full("a", "b"), 0);
    expect(namesIn(after)).toEqual({ rules: ["any", "model", "b"], breakpoints: ["decision", "b"] });
    expect(mentionsOf(after, "a")).toEqual({ rules: 0, breakpoints: 0, calls: 1, inWorker: false });
  });

  test("leaves them to another tool of its name", () => {
    expect(namesIn(withoutTool(full("a", "a"), 0))).toEqual(namesIn(full("a", "a")));
  });

  test("leaves no empty lists behind", () => {
    const one: Workspace = {
      ...full("a"),
      faults: { on: true, rules: [ruleOf("a")] },
      breakpoints: [{ on: "tool", name: "a" }],
    };
    expect(Object.keys(withoutTool(one, 0))).not.toContain("faults");
    expect(Object.keys(withoutTool(one, 0))).not.toContain("breakpoints");
  });
});

test("a worker's script that names a tool is told: nobody else can change it", () => {
  const source = "function decide({ trigger }) { if (trigger.name === 'a') return {}; }";
  const scripted = { ...full("a", "b"), worker: { kind: "script" as const, source } };
  expect(mentionsOf(scripted, "a").inWorker).toBe(true);
  expect(mentionsOf(scripted, "b").inWorker).toBe(false);
});
