import { expect, test } from "vitest";
import type { FaultRule } from "@/lib/protocol/fault";
import type { Workspace } from "@/lib/protocol/workspace";
import { injectedRule, workKey } from "./injected";
import { initialState } from "./state";

const rule: FaultRule = { at: "tool", when: { kind: "every" }, what: { kind: "silent" } };
const workspace = (on: boolean): Workspace => ({
  callscope: 1,
  name: "test",
  agent: { model: "scripted", tools: [] },
  model: { kind: "scripted" },
  worker: { kind: "tools" },
  faults: { on, rules: [rule] },
});
const settings = {
  delivery: { max_attempts: 1, total_timeout_secs: null, backoff_base_secs: 0, backoff_max_secs: 0 },
};

test("what was struck strikes no more in a fork whose own workspace has faults off", () => {
  const state = initialState();
  const more = { ...settings, parallel: 8, model_calls_per_turn: 50 };
  state.settings = { workspace: workspace(true), ...more };
  state.injected.set(workKey("c", 0), rule);
  expect(injectedRule(state, workKey("c", 0))).toEqual(rule);
  expect(injectedRule(state, workKey("c", 1))).toBeUndefined();
  state.settings = { workspace: workspace(false), ...more };
  expect(injectedRule(state, workKey("c", 0))).toBeUndefined();
});
