/** A worker's answer lands: messages, stranded calls, state, agent, actions, in that order (protocol.md 3.3). */
import type { DecisionResponse } from "../protocol/actions";
import type { DraftMessage } from "../protocol/messages";
import { never } from "../util/never";
import { requestCall, settleCall } from "./calls";
import { dropDecision, failDelivery } from "./deliver";
import type { TriggerRef } from "./facts";
import { onPath } from "./lineage";
import { interruptSession, requestModel } from "./model-calls";
import { pack } from "./pack";
import type { PackedAction, PackedResponse } from "./packed";
import { type DecisionState, must } from "./state";
import type { Step } from "./step";

export type WorkerAnswer =
  | { kind: "proposed" }
  | { kind: "answered"; response: DecisionResponse }
  | { kind: "failed"; error: string; retryable: boolean; status?: number };

/** A settle that names no call makes sense only as the answer to that call's own trigger; null: nothing amiss. */
function answerFault(trigger: TriggerRef, response: DecisionResponse): string | null {
  if (trigger.type === "tool.execute") return null;
  const stray = response.actions?.find((a) => (a.type === "tool.result" || a.type === "tool.error") && !a.id);
  return stray
    ? `the worker's ${stray.type} names no id, and ${trigger.type} is not about a call: name the call`
    : null;
}

/** Records new messages under the last known one. */
function record(step: Step, messages: { upto?: string; add: DraftMessage[] }): void {
  const { state, env } = step;
  const before = state.head;
  let parent = messages.upto;
  for (const draft of messages.add) {
    const message = { ...draft, id: draft.id ?? env.mint("msg") };
    step.emit({ type: "message.new", message, ...(parent === undefined ? {} : { parent_id: parent }) });
    parent = message.id;
  }
  if (messages.add.length > 0 && (messages.upto ?? null) !== before) voidStranded(step);
}

/** Calls anchored on a branch that was left are voided, and their undelivered decisions dropped (protocol.md 3.8). */
function voidStranded(step: Step): void {
  const { state } = step;
  const reason = "its branch of the conversation was left";
  for (const id of [...state.openTools]) {
    const call = must(state.tools.get(id), "tool call");
    if (!call.anchor || onPath(state, call.anchor)) continue;
    step.emit({ type: "call.voided", kind: "tool_call", id, reason }, call.turn_id);
    for (const decisionId of [...state.openDecisions]) {
      const decision = must(state.decisions.get(decisionId), "decision");
      if ("id" in decision.trigger && decision.trigger.id === id) dropDecision(step, decision, reason);
    }
  }
}

function applyInterrupt(
  step: Step,
  action: PackedAction & { type: "interrupt" },
  decision: DecisionState,
): void {
  if (step.state.interrupt) {
    const reason = "the session is interrupted already";
    step.emit({ type: "action.refused", action: "interrupt", reason, decision_id: decision.id });
    return;
  }
  const { interrupt_id, reason, payload } = action;
  interruptSession(step, { id: interrupt_id, reason, payload, by: "worker" });
}

function applyDone(step: Step, action: PackedAction & { type: "done" }, decision: DecisionState): void {
  const { turn } = step.state;
  if (turn) step.emit({ type: "turn.completed", turn_id: turn.id, outcome: "done", data: action.data });
  else {
    const reason = "no turn is running";
    step.emit({ type: "action.refused", action: "done", reason, decision_id: decision.id });
  }
}

function applySettle(
  step: Step,
  action: PackedAction & { type: "tool.result" | "tool.error" },
  decision: DecisionState,
): void {
  const { trigger } = decision;
  const own =
    trigger.type === "tool.execute" && (action.id === undefined || action.id === trigger.id) ? trigger : null;
  const id = action.id ?? own?.id ?? "";
  const attempt = action.attempt ?? own?.attempt;
  settleCall(step, {
    id,
    attempt,
    by: "worker",
    decision_id: decision.id,
    action:
      action.type === "tool.result"
        ? { type: action.type, result: action.result }
        : { ...action, type: action.type, retryable: action.retryable ?? false },
  });
}

function applyAction(step: Step, action: PackedAction, decision: DecisionState): void {
  switch (action.type) {
    case "tool.call":
      requestCall(step, action, decision.id);
      return;
    case "tool.result":
    case "tool.error":
      applySettle(step, action, decision);
      return;
    case "llm.call":
      requestModel(step, action, decision.id);
      return;
    case "interrupt":
      applyInterrupt(step, action, decision);
      return;
    case "done":
      applyDone(step, action, decision);
      return;
    case "sub_agent.spawn":
    case "message.send": {
      const reason = `this engine runs no sub-agents: ${action.type} does nothing here`;
      step.emit({ type: "action.refused", action: action.type, reason, decision_id: decision.id });
      return;
    }
    default:
      never(action, "action");
  }
}

function apply(step: Step, response: PackedResponse, decision: DecisionState): void {
  if (response.messages) record(step, response.messages);
  if (response.state !== undefined && response.state !== null) {
    step.emit({ type: "worker.state.updated", state: response.state });
  }
  if (response.agent) step.emit({ type: "agent.updated", agent: response.agent });
  for (const action of response.actions ?? []) applyAction(step, action, decision);
}

/** An answer to a decision nobody waits for any more: accepted without effect, its settles recorded as refused. */
function lateAnswer(step: Step, decision: DecisionState, answer: WorkerAnswer): void {
  const actions = answer.kind === "answered" ? (answer.response.actions ?? []) : [];
  for (const action of actions) {
    if (action.type === "tool.result" || action.type === "tool.error") applySettle(step, action, decision);
  }
  step.refuse("stale", `the decision ${decision.id} is ${decision.status} already`);
}

/** The answer to a delivery. Idempotent by decision id: a second one changes nothing and is refused. */
export function answerDecision(step: Step, decisionId: string, answer: WorkerAnswer): void {
  const decision = step.state.decisions.get(decisionId);
  if (!decision) {
    step.refuse("not_found", `there is no decision ${decisionId} in this session`);
    return;
  }
  if (decision.status !== "live") {
    lateAnswer(step, decision, answer);
    return;
  }
  if (answer.kind === "failed") {
    failDelivery(step, decision, answer);
    return;
  }
  const fault = answer.kind === "answered" ? answerFault(decision.trigger, answer.response) : null;
  if (fault !== null) {
    failDelivery(step, decision, { error: fault, retryable: false });
    return;
  }
  const proposed = decision.proposed ?? {};
  const packing =
    answer.kind === "proposed"
      ? { taken: true as const }
      : pack(answer.response, { state: step.state, proposed, mint: step.env.mint });
  const { turn_id } = decision;
  const type = "decision.completed";
  if (packing.taken) step.emit({ type, decision_id: decisionId, taken: true }, turn_id);
  else {
    const ignored = packing.ignored.length > 0 ? { ignored_edits: packing.ignored } : {};
    step.emit(
      { type, decision_id: decisionId, taken: false, returned: packing.returned, ...ignored },
      turn_id,
    );
  }
  apply(step, packing.taken ? proposed : packing.returned, decision);
}
