/**
 * Decides which fault is injected into a piece of work. This depends on the settings, the log and the work alone, so
 * the same seed picks the same calls. The fault is recorded before the work begins, once for each attempt.
 */

import { ASKING } from "@/lib/engine/state/evolve-entries";
import { changesCalls, workKey } from "@/lib/engine/state/injected";
import { checkedSchema } from "@/lib/engine/state/lineage";
import type { DecisionState, LlmCallState, State, ToolCallState } from "@/lib/engine/state/state";
import type { FaultRule, Faults, FaultWhen } from "@/lib/protocol/fault";
import type { Step } from "./step";

/**
 * What a rule is held against. `nth`: which one of the session it is, from 1. `asking`: which of the answers with calls
 * it will be if it has any.
 */
type Occasion =
  | { at: "tool"; call: ToolCallState; attempt: number }
  | { at: "model"; attempt: number; nth: number; asking: number }
  | { at: "delivery"; attempt: number; nth: number };

/** FNV-1a with a last mixing, as a number from 0 to below 1: spreads texts that differ in one digit. */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** `of`: identifies the rule and attempt, so that two rules with one seed pick different calls. */
function isChosen(when: FaultWhen, nth: number, of: string): boolean {
  if (when.kind === "every") return true;
  if (when.kind === "nth") return nth === when.n;
  return fraction(`${when.seed}/${of}/${nth}`) < when.rate;
}

/** Some faults need a target: a schema, a time limit, a result from the worker. */
function hasTarget(state: State, call: ToolCallState, { what }: FaultRule): boolean {
  switch (what.kind) {
    case "broken result": {
      const from = { llmCallId: call.llm_call_id, name: call.name };
      return checkedSchema(state, from, "output").kind === "text";
    }
    case "late": {
      const { progress } = call;
      const limit = progress.status === "pending" ? progress.deadline_at : undefined;
      return !isPersons(state, call) && (limit ?? call.total_deadline_at) !== undefined;
    }
    case "cut result":
    case "duplicate":
      return !isPersons(state, call);
    default:
      return true;
  }
}

function isPersons({ settings }: State, { name }: ToolCallState): boolean {
  if (settings?.workspace.worker.kind !== "tools") return false;
  return settings.workspace.agent.tools.find((tool) => tool.name === name)?.runner.kind === "person";
}

const countOf = (occasion: Exclude<Occasion, { at: "tool" }>, { what }: FaultRule): number =>
  occasion.at === "model" && changesCalls(what) ? occasion.asking : occasion.nth;

function fits(state: State, rule: FaultRule, occasion: Occasion): boolean {
  const { attempt } = occasion;
  if (rule.at !== occasion.at || (rule.attempt !== undefined && rule.attempt !== attempt)) return false;
  const of = `${rule.at}/${rule.what.kind}/${attempt}`;
  if (occasion.at !== "tool") return isChosen(rule.when, countOf(occasion, rule), of);
  const { call } = occasion;
  const name = rule.at === "tool" ? rule.name : undefined;
  if (name !== undefined && name !== call.name) return false;
  const nth = name === undefined ? call.nth : call.nthOfTool;
  return isChosen(rule.when, nth, `${of}/${name ?? ""}`) && hasTarget(state, call, rule);
}

const NONE: Faults = { on: false, rules: [] };

/** The first rule that matches; `index`: its place in the list. */
function ruleFor(state: State, occasions: Occasion[]): { rule: FaultRule; index: number } | null {
  const { on, rules } = state.settings?.workspace.faults ?? NONE;
  if (!on) return null;
  const index = rules.findIndex((rule) => occasions.some((occasion) => fits(state, rule, occasion)));
  const rule = rules[index];
  return rule ? { rule, index } : null;
}

/** The tool that a decision runs; none when the engine proposes an outcome already, since then nothing is run. */
function runs(state: State, { trigger, proposed }: DecisionState): ToolCallState | undefined {
  if (trigger.type !== "tool.execute" || (proposed?.actions ?? []).length > 0) return undefined;
  return state.tools.get(trigger.id);
}

/** Called after a delivery is recorded. `first`: a tool's fault is injected only into the first delivery of its attempt. */
export function injectDelivery(step: Step, decisionId: string, first: boolean): void {
  const { state } = step;
  const decision = state.decisions.get(decisionId);
  if (!state.settings?.workspace.faults?.on || !decision) return;
  const { attempts, nth, turn_id } = decision;
  const occasions: Occasion[] = [{ at: "delivery", attempt: attempts, nth }];
  const call = first ? runs(state, decision) : undefined;
  if (call) occasions.push({ at: "tool", call, attempt: call.progress.attempt });
  const found = ruleFor(state, occasions);
  if (!found) return;
  const work =
    found.rule.at === "tool" && call
      ? { kind: "tool_call" as const, id: call.id, attempt: call.progress.attempt, decision_id: decisionId }
      : { kind: "decision" as const, id: decisionId, attempt: attempts };
  step.emit({ type: "fault.injected", ...work, ...found }, turn_id);
}

/** Called once an attempt is on record: also one that is made again after a restart, whose fault is known. */
export function injectModel(step: Step, call: LlmCallState): void {
  const { attempt } = call.progress;
  if (step.state.injected.has(workKey(call.id, attempt))) return;
  const asking = (step.state.counts.get(ASKING) ?? 0) + 1;
  const found = ruleFor(step.state, [{ at: "model", attempt, nth: call.nth, asking }]);
  if (!found) return;
  step.emit({ type: "fault.injected", kind: "llm_call", id: call.id, attempt, ...found }, call.turn_id);
}
