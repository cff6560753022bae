/** A worker's answer lands: messages, stranded calls, state, agent, actions, in that order (docs/contract.md#decision-responses). */

import type { PackedAnswer, TriggerRef } from "@/lib/engine/log/facts";
import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import type { PackedAction, PackedMessage, PackedResponse } from "@/lib/engine/log/packed";
import { onPath } from "@/lib/engine/state/lineage";
import { packAnswer } from "@/lib/engine/state/pack";
import { type DecisionState, must, type State } from "@/lib/engine/state/state";
import { unpackToolCall } from "@/lib/engine/state/unpack";
import type { DecisionResponse, ToolErrorAction, ToolResultAction } from "@/lib/protocol/actions";
import { never } from "@/lib/util/never";
import { refuseSettle, requestCall, type Settle, settleCall } from "./calls";
import { dropDecision, failDelivery } from "./deliver";
import { holdReason } from "./hold";
import { interruptSession, requestModel } from "./model-calls";
import type { Step } from "./step";

/** A settle that names no call makes sense only as the answer to that call's own trigger; null: nothing amiss. */
export function answerError(whose: string, trigger: TriggerRef, response: DecisionResponse): string | null {
  if (trigger.type === "tool.execute") return null;
  const stray = response.actions?.find((a) => (a.type === "tool.result" || a.type === "tool.error") && !a.id);
  return stray
    ? `${whose}: ${stray.type} names no id, and ${trigger.type} is not about a call: name the call`
    : null;
}

/**
 * Where an answer's messages hang: under the last known one. An answer that goes on from what its decision was shown
 * goes on from the head of now: siblings answered meanwhile have moved it, and that is no leaving of the branch (D25).
 */
function parentOf(state: State, upto: string | undefined, decision: DecisionState): string | undefined {
  if (upto === undefined) return decision.head === null ? (state.head ?? undefined) : undefined;
  const shown = upto === decision.head || upto === decision.proposed?.messages?.upto;
  return shown && onPath(state, upto) ? (state.head ?? undefined) : upto;
}

/** Records new messages. */
function record(
  step: Step,
  messages: { upto?: string; add: PackedMessage[] },
  decision: DecisionState,
): void {
  const { state, env } = step;
  const before = state.head ?? undefined;
  const place = parentOf(state, messages.upto, decision);
  let parent = place;
  for (const { from, ...draft } of messages.add) {
    const message = { ...draft, id: draft.id ?? env.mint("msg") };
    const under = parent === undefined ? {} : { parent_id: parent };
    step.emit({ type: "message.new", message, ...(from && { from }), ...under });
    parent = message.id;
  }
  if (messages.add.length > 0 && place !== before) voidStranded(step);
}

/** Calls anchored on a branch that was left are voided, and the decisions about its calls dropped (edge 106). */
function voidStranded(step: Step): void {
  const { state } = step;
  const reason = "its branch of the conversation was left";
  const isLeft = (call: { anchor?: string } | undefined) =>
    call?.anchor !== undefined && !onPath(state, call.anchor);
  for (const id of state.openTools) {
    const call = must(state.tools.get(id), "tool call");
    if (isLeft(call)) step.emit({ type: "call.voided", kind: "tool_call", id, reason }, call.turn_id);
  }
  for (const id of state.openLlm) {
    const call = must(state.llm.get(id), "model call");
    if (isLeft(call)) step.emit({ type: "call.voided", kind: "llm_call", id, reason }, call.turn_id);
  }
  for (const id of state.openDecisions) {
    const decision = must(state.decisions.get(id), "decision");
    const { trigger } = decision;
    if ("id" in trigger && isLeft(state.tools.get(trigger.id) ?? state.llm.get(trigger.id))) {
      dropDecision(step, decision, reason);
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

/** Whom a settle of a worker's answer means: without an id or an attempt, those of the trigger (D24). */
function settleOf(action: ToolResultAction | ToolErrorAction, decision: DecisionState): Settle {
  const { trigger } = decision;
  const own =
    trigger.type === "tool.execute" && (action.id === undefined || action.id === trigger.id) ? trigger : null;
  const id = action.id ?? own?.id ?? "";
  const attempt = action.attempt ?? own?.attempt;
  return {
    id,
    attempt,
    by: "worker",
    decision_id: decision.id,
    action:
      action.type === "tool.result"
        ? { type: action.type, result: action.result }
        : { ...action, type: action.type, retryable: action.retryable ?? false },
  };
}

function applyAction(step: Step, action: PackedAction, decision: DecisionState): void {
  switch (action.type) {
    case "tool.call":
      requestCall(step, unpackToolCall(step.state, action), decision.id);
      return;
    case "tool.result":
    case "tool.error":
      settleCall(step, settleOf(action, decision));
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
  if (response.messages) record(step, response.messages, decision);
  if (response.state !== undefined && response.state !== null) {
    step.emit({ type: "worker.state.updated", state: response.state });
  }
  if (response.agent) step.emit({ type: "agent.updated", agent: response.agent });
  for (const [index, action] of (response.actions ?? []).entries()) {
    step.action = index;
    applyAction(step, action, decision);
  }
}

const OVER: Record<Exclude<DecisionState["status"], "live">, string> = {
  queued: "was not delivered yet",
  held: "is held",
  retry_scheduled: "is to be delivered again, after its delivery failed",
  completed: "was answered before",
  failed: "has failed",
  dropped: "was dropped",
};

/** An answer to a decision that takes none (any more): without effect, each of its actions recorded as refused. */
function refuseAnswer(
  step: Step,
  decision: DecisionState & { status: keyof typeof OVER },
  answer: WorkerOutcome,
): void {
  const { id: decision_id, turn_id } = decision;
  const reason = `the decision ${OVER[decision.status]}: this answer changes nothing`;
  const actions = answer.kind === "answered" ? (answer.response.actions ?? []) : [];
  for (const action of actions) {
    if (action.type === "tool.result" || action.type === "tool.error") {
      refuseSettle(step, settleOf(action, decision), reason);
    } else step.emit({ type: "action.refused", action: action.type, reason, decision_id }, turn_id);
  }
  step.refuse("stale", reason);
}

/** The answer to a delivery. Idempotent by decision id: a second one changes nothing and is refused. */
export function answerDecision(step: Step, decisionId: string, answer: WorkerOutcome): void {
  const decision = step.state.decisions.get(decisionId);
  if (!decision) {
    step.refuse("not_found", `there is no decision ${decisionId} in this session`);
    return;
  }
  const { status } = decision;
  if (status !== "live") {
    refuseAnswer(step, { ...decision, status }, answer);
    return;
  }
  if (answer.kind === "failed") {
    failDelivery(step, decision, answer);
    return;
  }
  const fault =
    answer.kind === "answered" ? answerError("the worker's answer", decision.trigger, answer.response) : null;
  if (fault !== null) {
    failDelivery(step, decision, { error: fault, retryable: false });
    return;
  }
  const { state, env } = step;
  const proposed = decision.proposed ?? {};
  const packed: PackedAnswer =
    answer.kind === "proposed"
      ? { taken: true }
      : packAnswer(answer.response, { state, proposed, mint: env.mint });
  const why = holdReason(state, decision, packed.returned ?? proposed);
  if (why)
    step.emit({ type: "decision.held", decision_id: decisionId, why, answer: packed }, decision.turn_id);
  else completeDecision(step, decision, packed);
}

/** Records what answered a decision and carries it out. */
export function completeDecision(
  step: Step,
  decision: DecisionState,
  answer: PackedAnswer & { by?: "person" },
): void {
  step.emit({ type: "decision.completed", decision_id: decision.id, ...answer }, decision.turn_id);
  apply(step, answer.returned ?? decision.proposed ?? {}, decision);
}
