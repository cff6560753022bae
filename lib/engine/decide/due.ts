/** `due`: the work that a state asks the shell to have under way now. */

import { must, type State } from "@/lib/engine/state/state";
import { wakeAt } from "./clock-work";

export type Work =
  /** Deliver a decision; `attempts` distinguishes one delivery from the next. */
  | { kind: "decide"; decision_id: string; attempts: number }
  | { kind: "ask"; call_id: string; attempt: number };

/** Names a piece of work: the same piece keeps its key until it is answered. */
export const workKey = (work: Work): string =>
  work.kind === "decide" ? `${work.decision_id}/${work.attempts}` : `${work.call_id}/${work.attempt}`;

export interface DueNow {
  work: Work[];
  /** When to send a `tick`, milliseconds since the epoch; null: never. */
  wake_at: number | null;
}

/** Derived from the state alone, so a restarted server knows what to go on with. */
export function due(state: State): DueNow {
  const work: Work[] = [];
  if (state.cancelled || state.interrupt) return { work, wake_at: null };
  for (const id of state.openDecisions) {
    const decision = must(state.decisions.get(id), "decision");
    if (decision.status === "live")
      work.push({ kind: "decide", decision_id: id, attempts: decision.attempts });
  }
  for (const id of state.openLlm) {
    const { progress } = must(state.llm.get(id), "model call");
    if (progress.status === "pending") work.push({ kind: "ask", call_id: id, attempt: progress.attempt });
  }
  return { work, wake_at: wakeAt(state) };
}
