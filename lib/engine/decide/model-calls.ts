/** Model calls: requested, answered, failed, retried. */

import type { PackedLlmCall } from "@/lib/engine/log/packed";
import { backoffMs, deadline, isExhausted, isOver, resolvePolicy } from "@/lib/engine/log/policy";
import { agentOf, type LlmCallState, must } from "@/lib/engine/state/state";
import type { ErrorCode, LlmResponse } from "@/lib/protocol/messages";
import { injectModel } from "./inject";
import type { Step } from "./step";

/** Asks the model, unless the turn has used up its calls: then a person is asked first (D28). */
export function requestModel(step: Step, action: PackedLlmCall, decisionId: string): void {
  const { state } = step;
  const { made, limit } = state.modelCalls;
  const id = action.id ?? step.env.mint("llm");
  if (state.llm.has(id)) {
    const reason = `the model call id ${id} was used before in this session`;
    step.emit({ type: "action.refused", action: "llm.call", reason, decision_id: decisionId });
    return;
  }
  if (made >= limit) {
    if (state.interrupt) {
      const reason = "the turn has used up its model calls, and the session is interrupted already";
      step.emit({ type: "action.refused", action: "llm.call", reason, decision_id: decisionId });
      return;
    }
    const reason = `the turn has made ${made} model calls, its limit: resume to allow as many again`;
    const payload = { type: "turn.limit", limit, held: action };
    interruptSession(step, { reason, payload, by: "engine" });
    return;
  }
  const { type: _, id: __, retry, prompt, tools, model, stream, ...rest } = action;
  step.emit({
    type: "llm.call.requested",
    call_id: id,
    attempt: 0,
    request: {
      ...rest,
      model: model ?? agentOf(state)?.model ?? "",
      prompt,
      ...(tools ? { tools } : {}),
      stream: stream ?? true,
    },
    policy: resolvePolicy("model call", { agent: agentOf(state), action: retry }),
    ...(state.head === null ? {} : { anchor: state.head }),
  });
  startModelAttempt(step, must(state.llm.get(id), "model call"));
}

export function startModelAttempt(step: Step, call: LlmCallState): void {
  const { policy } = call.policy;
  const { now } = step.env;
  step.emit(
    {
      type: "attempt.started",
      kind: "llm_call",
      id: call.id,
      attempt: call.progress.attempt,
      deadline_at: deadline(now, policy.attempt_timeout_secs),
      total_deadline_at: call.total_deadline_at ?? deadline(now, policy.total_timeout_secs),
    },
    call.turn_id,
  );
  injectModel(step, call);
}

export function retryModel(step: Step, call: LlmCallState): void {
  step.emit({ type: "llm.call.requested", call_id: call.id, attempt: call.progress.attempt }, call.turn_id);
  startModelAttempt(step, must(step.state.llm.get(call.id), "model call"));
}

function queueFinished(step: Step, call: LlmCallState): void {
  const trigger = { type: "llm.finished" as const, id: call.id };
  step.emit({ type: "decision.queued", decision_id: step.env.mint("dec"), trigger }, call.turn_id);
}

export function completeModel(
  step: Step,
  call: LlmCallState,
  answer: { response: LlmResponse; provider?: unknown },
): void {
  const { response, provider } = answer;
  step.emit(
    {
      type: "llm.call.completed",
      call_id: call.id,
      attempt: call.progress.attempt,
      response,
      ...(provider === undefined ? {} : { provider }),
    },
    call.turn_id,
  );
  queueFinished(step, call);
}

export interface ModelFailure {
  error: string;
  retryable: boolean;
  code?: ErrorCode;
  detail?: unknown;
}

export function failModel(step: Step, call: LlmCallState, failure: ModelFailure): void {
  const { attempt } = call.progress;
  const outOfTime = isOver(call.total_deadline_at, step.env.now);
  const terminal = outOfTime || isExhausted(call.policy.policy, attempt, failure.retryable);
  const { error, retryable, code, detail } = failure;
  const extra = { ...(code === undefined ? {} : { code }), ...(detail === undefined ? {} : { detail }) };
  step.emit(
    { type: "llm.call.errored", call_id: call.id, attempt, error, retryable, terminal, ...extra },
    call.turn_id,
  );
  const due = terminal ? {} : { due_at: step.env.now + backoffMs(call.policy.policy, attempt + 1) };
  step.emit({ type: "attempt.failed", kind: "llm_call", id: call.id, attempt, error, ...due }, call.turn_id);
  if (terminal) queueFinished(step, call);
}

/**
 * Drops the decisions that are out. A settled call's outcome is told again after the resume, or the model would never
 * read it; those queued behind it step back too, so that outcomes stay in the order of settling (D25).
 */
function dropLive(step: Step): void {
  const { state } = step;
  let toldAgain = false;
  for (const decisionId of state.openDecisions) {
    const { status, trigger, turn_id, held } = must(state.decisions.get(decisionId), "decision");
    const tells = trigger.type === "tool.finished";
    const atHome = status === "queued" || (status === "held" && !held?.answer);
    if (atHome && !(toldAgain && tells)) continue;
    const reason = "the session was interrupted";
    step.emit({ type: "decision.dropped", decision_id: decisionId, reason }, turn_id);
    if (!tells) continue;
    toldAgain = true;
    step.emit({ type: "decision.queued", decision_id: step.env.mint("dec"), trigger }, turn_id);
  }
}

/**
 * Pauses the loop: live decisions are dropped, pending model calls voided, tool calls spared (docs/contract.md#interrupts). A second interrupt while one
 * is open changes nothing and is recorded as refused by the caller.
 */
export function interruptSession(
  step: Step,
  interrupt: { id?: string; reason: string; payload?: unknown; by: "worker" | "engine" },
): void {
  const { state } = step;
  const { id, reason, payload, by } = interrupt;
  step.emit({
    type: "session.interrupted",
    interrupt_id: id ?? step.env.mint("int"),
    reason,
    ...(payload === undefined ? {} : { payload }),
    by,
  });
  dropLive(step);
  for (const callId of state.openLlm) {
    const { turn_id } = must(state.llm.get(callId), "model call");
    const why = "the session was interrupted";
    step.emit({ type: "call.voided", kind: "llm_call", id: callId, reason: why }, turn_id);
  }
}
