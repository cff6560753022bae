import { later } from "./limits";
import {
  type DecisionState,
  type LlmCallState,
  must,
  type Progress,
  type State,
  type ToolCallState,
} from "./state";

/** What a fact about either kind of call changes, in a copy that nobody has seen yet. */
export type CallChange = (call: ToolCallState | LlmCallState) => void;

const isOpen = (progress: Progress<unknown>): boolean =>
  progress.status === "pending" || progress.status === "retry_scheduled";

export const withId = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids : [...ids, id];

const withoutId = (ids: readonly string[], id: string): readonly string[] => ids.filter((one) => one !== id);

export function changeTool(state: State, id: string, change: (call: ToolCallState) => void): void {
  const next = { ...must(state.tools.get(id), "tool call") };
  change(next);
  state.tools.set(id, next);
  if (!isOpen(next.progress)) state.openTools = withoutId(state.openTools, id);
}

export function changeLlm(state: State, id: string, change: (call: LlmCallState) => void): void {
  const next = { ...must(state.llm.get(id), "model call") };
  change(next);
  state.llm.set(id, next);
  if (!isOpen(next.progress)) state.openLlm = withoutId(state.openLlm, id);
}

export function changeDecision(state: State, id: string, change: (decision: DecisionState) => void): void {
  const before = must(state.decisions.get(id), "decision");
  const next = { ...before };
  change(next);
  state.decisions.set(id, next);
  if (next.status === "completed" || next.status === "failed" || next.status === "dropped") {
    state.openDecisions = withoutId(state.openDecisions, id);
  }
  if (next.trigger.type !== "tool.execute") return;
  const { heldTools } = state;
  const call = next.trigger.id;
  if (next.status === "held") state.heldTools = withId(heldTools, call);
  else if (before.status === "held") state.heldTools = withoutId(heldTools, call);
}

function shiftCall(call: ToolCallState | LlmCallState, ms: number): void {
  const { progress } = call;
  call.total_deadline_at = later(call.total_deadline_at, ms);
  if (progress.status === "pending")
    call.progress = { ...progress, deadline_at: later(progress.deadline_at, ms) };
  if (progress.status === "retry_scheduled") call.progress = { ...progress, due_at: progress.due_at + ms };
}

/** Moves a call's limits by `ms`, for which they were paused. */
export const shiftLimits = (state: State, toolCallId: string, ms: number): void =>
  changeTool(state, toolCallId, (call) => shiftCall(call, ms));

/** Moves all future times by `ms`, for which the whole session was paused. */
export function shiftTimes(state: State, ms: number): void {
  for (const id of state.openTools) changeTool(state, id, (call) => shiftCall(call, ms));
  for (const id of state.openLlm) changeLlm(state, id, (call) => shiftCall(call, ms));
  for (const id of state.openDecisions) {
    changeDecision(state, id, (decision) => {
      decision.dispatched_at = later(decision.dispatched_at, ms);
      decision.deadline_at = later(decision.deadline_at, ms);
      decision.due_at = later(decision.due_at, ms);
      if (decision.held) decision.held = { ...decision.held, at: decision.held.at + ms };
    });
  }
}

/** Names the answers that have calls, among what is counted. */
export const ASKING = "asking";

/** Counts one more of what `key` names, and says which one it is, from 1. */
export function tally({ counts }: State, key: string): number {
  const nth = (counts.get(key) ?? 0) + 1;
  counts.set(key, nth);
  return nth;
}
