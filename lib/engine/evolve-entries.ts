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
  const next = { ...must(state.decisions.get(id), "decision") };
  change(next);
  state.decisions.set(id, next);
  if (next.status === "completed" || next.status === "failed" || next.status === "dropped") {
    state.openDecisions = withoutId(state.openDecisions, id);
  }
  if (next.trigger.type !== "tool.execute") return;
  const { heldTools } = state;
  const call = next.trigger.id;
  if (next.status === "held") state.heldTools = withId(heldTools, call);
  else if (heldTools.includes(call)) state.heldTools = withoutId(heldTools, call);
}

/** Moves what is left of a call's limits by `ms`: they stood still so long. */
export function shiftLimits(state: State, toolCallId: string, ms: number): void {
  changeTool(state, toolCallId, (call) => {
    const { progress, total_deadline_at } = call;
    if (total_deadline_at !== undefined) call.total_deadline_at = total_deadline_at + ms;
    if (progress.status === "pending" && progress.deadline_at !== undefined) {
      call.progress = { ...progress, deadline_at: progress.deadline_at + ms };
    }
  });
}
