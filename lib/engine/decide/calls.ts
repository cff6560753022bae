/** Tool calls: requested, attempted, settled, failed (docs/contract.md#tool-calls, docs/contract.md#settling, D14–D26). */

import type { FailureCause, SettledBy } from "@/lib/engine/log/facts";
import { backoffMs, deadline, isExhausted, isOver, resolvePolicy, toolKind } from "@/lib/engine/log/policy";
import { checkedSchema, findTool, lineageOf } from "@/lib/engine/state/lineage";
import { agentOf, must, type State, type ToolCallState } from "@/lib/engine/state/state";
import { canonical } from "@/lib/json/print";
import type { ToolCallAction } from "@/lib/protocol/actions";
import type { ErrorCode } from "@/lib/protocol/messages";
import type { Verdict } from "@/lib/protocol/verdict";
import type { RefusalReason, Step } from "./step";

const formatsOf = (state: State) => state.settings?.workspace.formats ?? "dialect";

/** Asks for a tool call: recorded, classified, and, unless the client runs it, put before the worker. */
export function requestCall(step: Step, action: ToolCallAction, decisionId: string): void {
  const { state } = step;
  const id = action.id ?? step.env.mint("call");
  const argumentsText = canonical(action.arguments);
  const llmCallId = lineageOf(state, id)?.id;
  const known = state.tools.get(id);
  if (known) {
    const reason = `the call id ${id} was used before in this session`;
    const { name } = action;
    const decision_id = decisionId;
    step.emit({
      type: "call.refused",
      tool_call_id: id,
      name,
      arguments: argumentsText,
      reason,
      decision_id,
    });
    if (llmCallId !== known.llm_call_id) tellRefused(step, id, { name, error: reason, llmCallId });
    return;
  }
  const tool = llmCallId === undefined ? null : findTool(state, llmCallId, action.name);
  const schema = checkedSchema(state, { llmCallId, name: action.name }, "input");
  const verdict = step.verdict({
    direction: "input",
    text: argumentsText,
    schema,
    formats: formatsOf(state),
  });
  if (!verdict) return;
  const handler = action.handler ?? "worker";
  const own = agentOf(state)?.tools?.find((candidate) => candidate.name === action.name)?.retry;
  step.emit({
    type: "tool.call.requested",
    tool_call_id: id,
    attempt: 0,
    name: action.name,
    arguments: argumentsText,
    handler,
    policy: resolvePolicy(toolKind(handler), { agent: agentOf(state), tool: own, action: action.retry }),
    ...(state.head === null ? {} : { anchor: state.head }),
    ...(llmCallId === undefined ? {} : { llm_call_id: llmCallId }),
  });
  step.requested.add(id);
  const declared = tool === null ? "unknown" : tool ? "yes" : "no";
  step.emit({ type: "input.classified", tool_call_id: id, verdict, declared });
  beginAttempt(step, must(step.state.tools.get(id), "tool call"));
}

/**
 * Lets the model read, as the call's outcome, why it was not run: a later answer of its used an id again, and would
 * else wait for ever. A second use within one answer is served by the first one's outcome (D26).
 */
function tellRefused(
  step: Step,
  id: string,
  call: { name: string; error: string; llmCallId: string | undefined },
): void {
  const { name, error, llmCallId } = call;
  if (llmCallId === undefined || wasTold(step.state, id)) return;
  for (const open of step.state.openDecisions) {
    const trigger = step.state.decisions.get(open)?.trigger;
    if (trigger?.type === "tool.finished" && trigger.id === id && trigger.refused) return;
  }
  const refused = { name, error, llm_call_id: llmCallId };
  const trigger = { type: "tool.finished" as const, id, refused };
  step.emit({ type: "decision.queued", decision_id: step.env.mint("dec"), trigger });
}

/** Whether an outcome of the call was recorded since the model asked for it. */
function wasTold(state: State, id: string): boolean {
  const asked = state.askedIn.get(id);
  for (let at = state.head; at !== null && at !== asked; ) {
    const { message, parent_id } = must(state.nodes.get(at), "message");
    if (message.tool_call_id === id) return true;
    at = parent_id ?? null;
  }
  return false;
}

/** A worker's call waits for its delivery; a client's runs from now on. */
function beginAttempt(step: Step, call: ToolCallState): void {
  if (call.handler === "client") {
    startAttempt(step, call);
    return;
  }
  const trigger = { type: "tool.execute" as const, id: call.id, attempt: call.progress.attempt };
  step.emit({ type: "decision.queued", decision_id: step.env.mint("dec"), trigger }, call.turn_id);
}

/** Starts the clocks: the attempt's own, and on the first dispatch the total one. */
export function startAttempt(step: Step, call: ToolCallState): void {
  const { policy } = call.policy;
  const { now } = step.env;
  step.emit(
    {
      type: "attempt.started",
      kind: "tool_call",
      id: call.id,
      attempt: call.progress.attempt,
      deadline_at: deadline(now, policy.attempt_timeout_secs),
      total_deadline_at: call.total_deadline_at ?? deadline(now, policy.total_timeout_secs),
    },
    call.turn_id,
  );
}

/** The next attempt of a call whose wait is over; name, arguments and policy stay. */
export function retryCall(step: Step, call: ToolCallState): void {
  step.emit(
    {
      type: "tool.call.requested",
      tool_call_id: call.id,
      attempt: call.progress.attempt,
      name: call.name,
      arguments: call.arguments,
      handler: call.handler,
    },
    call.turn_id,
  );
  beginAttempt(step, must(step.state.tools.get(call.id), "tool call"));
}

export interface Failure {
  error: string;
  retryable: boolean;
  cause: FailureCause;
  code?: ErrorCode;
  detail?: unknown;
}

function queueFinished(step: Step, call: ToolCallState): void {
  const trigger = { type: "tool.finished" as const, id: call.id };
  step.emit({ type: "decision.queued", decision_id: step.env.mint("dec"), trigger }, call.turn_id);
}

/** Ends the running attempt with a failure: another one is scheduled, or the call has failed for good. */
export function failAttempt(step: Step, call: ToolCallState, failure: Failure): void {
  const { policy } = call.policy;
  const { attempt } = call.progress;
  const outOfTime = isOver(call.total_deadline_at, step.env.now);
  const terminal = outOfTime || isExhausted(policy, attempt, failure.retryable);
  const { error, retryable, cause, code, detail } = failure;
  const extra = { ...(code === undefined ? {} : { code }), ...(detail === undefined ? {} : { detail }) };
  const id = call.id;
  step.emit(
    {
      type: "tool.call.errored",
      tool_call_id: id,
      attempt,
      name: call.name,
      error,
      retryable,
      terminal,
      cause,
      ...extra,
    },
    call.turn_id,
  );
  const due = terminal ? {} : { due_at: step.env.now + backoffMs(policy, attempt + 1) };
  step.emit({ type: "attempt.failed", kind: "tool_call", id, attempt, error, ...due }, call.turn_id);
  if (terminal) queueFinished(step, call);
}

export interface Settle {
  id: string;
  /** Fences the settle to that attempt; absent: whatever runs. */
  attempt?: number;
  by: SettledBy;
  decision_id?: string;
  action:
    | { type: "tool.result"; result: unknown }
    | { type: "tool.error"; error: string; retryable: boolean; code?: ErrorCode; detail?: unknown };
}

function misfit(step: Step, settle: Settle): { reason: RefusalReason; error: string } | null {
  const call = step.state.tools.get(settle.id);
  if (!call) return { reason: "not_found", error: `there is no tool call ${settle.id} in this session` };
  if (settle.by === "client" && call.handler !== "client") {
    return { reason: "forbidden", error: `${call.name} is run by the worker: the client may not settle it` };
  }
  if (step.requested.has(settle.id)) {
    return { reason: "not_pending", error: "requested in the same answer: a call is settled in a later one" };
  }
  const { progress } = call;
  if (progress.status !== "pending") return { reason: "not_pending", error: notPending(progress.status) };
  if (settle.attempt !== undefined && settle.attempt !== progress.attempt) {
    const error = `it is for attempt ${settle.attempt + 1}, and attempt ${progress.attempt + 1} runs`;
    return { reason: "attempt_mismatch", error };
  }
  return null;
}

function notPending(status: "retry_scheduled" | "completed" | "failed" | "voided"): string {
  if (status === "retry_scheduled") return "the attempt is over and the next one is scheduled";
  return status === "voided" ? "the call was voided" : `the call has ${status} already`;
}

/** Records a settle that is not carried out. */
export function refuseSettle(step: Step, settle: Settle, reason: string): void {
  const { action } = settle;
  const call = step.state.tools.get(settle.id);
  step.emit(
    {
      type: "settle.refused",
      tool_call_id: settle.id,
      ...(settle.attempt === undefined ? {} : { attempt: settle.attempt }),
      action: action.type,
      reason,
      by: settle.by,
      text: action.type === "tool.result" ? canonical(action.result) : action.error,
      ...(settle.decision_id === undefined ? {} : { decision_id: settle.decision_id }),
    },
    call ? call.turn_id : step.state.turn?.id,
  );
}

/** Whoever settles a call whose execution is held has decided in that decision's place: its limits go on. */
function endHold(step: Step, callId: string): void {
  const { state } = step;
  if (!state.heldTools.includes(callId)) return;
  for (const decision_id of state.openDecisions) {
    const { status, trigger, turn_id } = must(state.decisions.get(decision_id), "decision");
    if (status !== "held" || trigger.type !== "tool.execute" || trigger.id !== callId) continue;
    const reason = "its call was settled from elsewhere while it was held";
    step.emit({ type: "decision.dropped", decision_id, reason }, turn_id);
  }
}

/** Settles a call, or records why it may not be settled. Returns the refusal, if any. */
export function settleCall(step: Step, settle: Settle): { reason: RefusalReason; error: string } | null {
  const refusal = misfit(step, settle);
  if (refusal) {
    refuseSettle(step, settle, refusal.error);
    return refusal;
  }
  endHold(step, settle.id);
  const call = must(step.state.tools.get(settle.id), "tool call");
  if (settle.action.type === "tool.result")
    completeCall(step, call, { ...settle, result: settle.action.result });
  else {
    const { error, retryable, code, detail } = settle.action;
    const cause = settle.by === "engine" ? "worker" : settle.by;
    failAttempt(step, call, { error, retryable, code, detail, cause });
  }
  return null;
}

/** A result is checked against the output schema of its lineage; a rejected one is terminal (D16, D19). */
function completeCall(step: Step, call: ToolCallState, settle: { by: SettledBy; result: unknown }): void {
  const { state } = step;
  const result = canonical(settle.result);
  const { attempt } = call.progress;
  const output = checkOutput(step, call, result);
  if (output === "needed") return;
  if (output && output.status !== "valid" && output.status !== "unchecked") {
    step.emit(
      { type: "output.rejected", tool_call_id: call.id, attempt, result, verdict: output },
      call.turn_id,
    );
    const error = `tool output violated its declared schema: ${output.error}`;
    failAttempt(step, must(state.tools.get(call.id), "tool call"), {
      error,
      retryable: false,
      cause: "output",
    });
    return;
  }
  step.emit(
    {
      type: "tool.call.completed",
      tool_call_id: call.id,
      attempt,
      name: call.name,
      result,
      by: settle.by,
      ...(output ? { output } : {}),
    },
    call.turn_id,
  );
  queueFinished(step, call);
}

function checkOutput(step: Step, call: ToolCallState, result: string): Verdict | "needed" | null {
  const schema = checkedSchema(step.state, { llmCallId: call.llm_call_id, name: call.name }, "output");
  if (schema.kind !== "text") return null;
  const formats = formatsOf(step.state);
  return step.verdict({ direction: "output", text: result, schema, formats }) ?? "needed";
}
