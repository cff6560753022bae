/** What a person does with a held decision, and with a wait. */

import type { PackedAnswer } from "@/lib/engine/log/facts";
import { packAnswer, packedLater } from "@/lib/engine/state/pack";
import { type DecisionState, must, type State } from "@/lib/engine/state/state";
import type { DecisionResponse } from "@/lib/protocol/actions";
import { answerError, completeDecision } from "./answer";
import { recordDelivery } from "./deliver";
import type { Step } from "./step";

export interface ReleaseCommand {
  decision_id: string;
  /** The `seq` of the fact it is held by, as the person saw it; a decision that is held anew by now is left alone. */
  hold?: number;
  /** As it is, by the proposal, or by an answer of the person's own. */
  how: { kind: "continue" } | { kind: "proposal" } | { kind: "edited"; response: DecisionResponse };
  /** Hold again at the next decision or answer, whatever it is. */
  step: boolean;
}

/** Lets a held decision go on. Only `continue` asks the worker, and only when it was not asked before. */
export function release(step: Step, { decision_id, hold, how, step: again }: ReleaseCommand): void {
  const decision = step.state.decisions.get(decision_id);
  if (decision?.status !== "held" || !decision.held) {
    step.refuse("not_held", `the decision ${decision_id} is not held: it goes on by itself, or is over`);
    return;
  }
  if (hold !== undefined && hold !== decision.held.seq) {
    step.refuse(
      "not_held",
      `the decision ${decision_id} has been let go on since, and is held anew: look again`,
    );
    return;
  }
  const { interrupt } = step.state;
  if (interrupt) {
    step.refuse("interrupted", `the session is interrupted (${interrupt.reason}): resume it first`);
    return;
  }
  const error = how.kind === "edited" ? answerError("your answer", decision.trigger, how.response) : null;
  if (error !== null) {
    step.refuse("invalid_answer", error);
    return;
  }
  const own = personsAnswer(step, decision, how);
  step.emit({ type: "decision.released", decision_id, how: how.kind, step: again }, decision.turn_id);
  const { answer: kept, agents } = decision.held;
  const answer = own ?? (kept && packedLater(kept, { from: agents, to: step.state.agents.length }));
  if (!answer) return; // goes out with the others that there is room for
  if (!decision.held.answer) recordDelivery(step, must(step.state.decisions.get(decision_id), "decision"));
  completeDecision(step, must(step.state.decisions.get(decision_id), "decision"), {
    ...answer,
    ...(own ? { by: "person" as const } : {}),
  });
}

function personsAnswer(step: Step, decision: DecisionState, how: ReleaseCommand["how"]): PackedAnswer | null {
  if (how.kind === "continue") return null;
  if (how.kind === "proposal") return { taken: true };
  return packAnswer(how.response, {
    state: step.state,
    proposed: decision.proposed ?? {},
    mint: step.env.mint,
  });
}

export interface SkipCommand {
  kind: "tool_call" | "llm_call" | "decision";
  id: string;
}

/** What waits for another attempt or delivery, and the turn it belongs to; null when it does not wait. */
function waiting(state: State, { kind, id }: SkipCommand): { turn_id?: string | undefined } | null {
  if (kind === "decision") {
    const decision = state.decisions.get(id);
    return decision?.status === "retry_scheduled" ? decision : null;
  }
  const call = (kind === "tool_call" ? state.tools : state.llm).get(id);
  return call?.progress.status === "retry_scheduled" ? call : null;
}

/** Makes the next attempt, or the next delivery, due now. */
export function skipWait(step: Step, { kind, id }: SkipCommand): void {
  const waits = step.state.interrupt ? null : waiting(step.state, { kind, id });
  if (waits) step.emit({ type: "wait.skipped", kind, id }, waits.turn_id);
  else step.refuse("not_waiting", `${id} does not wait for another attempt`);
}
