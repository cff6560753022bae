import {
  type DecisionState,
  type LlmCallState,
  must,
  type Progress,
  type State,
  type ToolCallState,
} from "./state";

/** What a fact about either kind of call changes. */
export type CallChange = (call: { progress: Progress<unknown>; total_deadline_at?: number }) => {
  total_deadline_at?: number;
  progress: Extract<Progress<unknown>, { status: "pending" | "retry_scheduled" | "voided" }>;
};

const isOpen = (progress: Progress<unknown>): boolean =>
  progress.status === "pending" || progress.status === "retry_scheduled";

export function changeTool(state: State, id: string, to: Partial<ToolCallState>): void {
  const next = { ...must(state.tools.get(id), "tool call"), ...to };
  state.tools.set(id, next);
  if (!isOpen(next.progress)) state.openTools.delete(id);
}

export function changeLlm(state: State, id: string, to: Partial<LlmCallState>): void {
  const next = { ...must(state.llm.get(id), "model call"), ...to };
  state.llm.set(id, next);
  if (!isOpen(next.progress)) state.openLlm.delete(id);
}

export function changeDecision(state: State, id: string, to: (was: DecisionState) => DecisionState): void {
  const next = to(must(state.decisions.get(id), "decision"));
  state.decisions.set(id, next);
  if (next.status === "completed" || next.status === "failed" || next.status === "dropped") {
    state.openDecisions.delete(id);
  }
}
