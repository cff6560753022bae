/** Decisions on their way to the worker: which may go out now, what they carry, what a failed delivery means. */

import { backoffMs, deadline, isExhausted, isOver } from "@/lib/engine/log/policy";
import { type DecisionState, isOvertaken, must, type State } from "@/lib/engine/state/state";
import { startAttempt } from "./calls";
import { holdReason, holdsAny } from "./hold";
import { injectDelivery } from "./inject";
import { pendingCalls, propose } from "./propose";
import type { Step } from "./step";

/** How long an overtaken delivery is still listened to, so that a late answer is seen: as long as any delivery, 300 s. */
export const LATE_MS = 300_000;

const OVERTAKEN = "the attempt was over before it was delivered";

/** Which decisions there is room for now. */
interface Room {
  executes: boolean;
  others: boolean;
}

/**
 * Siblings' executions go out together, up to `parallel`; all other decisions one at a time. With `parallel` 1 there is
 * one live decision at all (D25). A held execution keeps no sibling from running; any other held
 * decision keeps its place, since those are answered in order.
 */
function roomIn(state: State): Room {
  const parallel = state.settings?.parallel ?? 1;
  let executes = 0;
  let others = 0;
  for (const id of state.openDecisions) {
    const decision = must(state.decisions.get(id), "decision");
    if (decision.status === "queued" || isOvertaken(state, decision)) continue;
    const held = decision.status === "held";
    if (decision.trigger.type !== "tool.execute") others += 1;
    else if (!held) executes += 1;
  }
  const free = executes + others === 0;
  return parallel === 1
    ? { executes: free, others: free }
    : { executes: executes < parallel, others: others === 0 };
}

/** In order of arrival, a resumed interrupt first. */
function nextQueued(state: State): DecisionState | null {
  const room = roomIn(state);
  let first: DecisionState | null = null;
  for (const id of state.openDecisions) {
    const decision = must(state.decisions.get(id), "decision");
    if (decision.status !== "queued") continue;
    if (!(decision.trigger.type === "tool.execute" ? room.executes : room.others)) continue;
    if (decision.trigger.type === "interrupt.resumed") return decision;
    first ??= decision;
  }
  return first;
}

export function dropDecision(step: Step, decision: DecisionState, reason: string): void {
  step.emit({ type: "decision.dropped", decision_id: decision.id, reason }, decision.turn_id);
}

/**
 * Puts a delivery on record, the first or a further one, which carries the same proposal; says whether it is the first.
 * The time for all deliveries runs from the first one; it begins anew when it ran out while the server was down, which
 * was not the worker's doing.
 */
export function recordDelivery(step: Step, decision: DecisionState): boolean {
  const { state, env } = step;
  const { deadline_at } = decision;
  const first = decision.proposed === undefined;
  const pending = first ? pendingCalls(state, decision.id) : decision.pending_calls;
  const anew = deadline(env.now, must(state.settings, "session").delivery.total_timeout_secs);
  step.emit(
    {
      type: "decision.dispatched",
      decision_id: decision.id,
      attempts: decision.attempts,
      ...(first ? { proposed: propose(state, decision.trigger, { pending, mint: env.mint }) } : {}),
      pending_calls: pending,
      deadline_at: isOver(deadline_at, env.now) ? anew : (deadline_at ?? anew),
    },
    decision.turn_id,
  );
  const begins = decision.dispatched_at === undefined;
  if (begins && decision.trigger.type === "tool.execute") {
    startAttempt(step, must(state.tools.get(decision.trigger.id), "tool call"));
  }
  return begins;
}

/** Records a delivery and asks the worker; a fault may be injected into it. */
function dispatch(step: Step, decision: DecisionState): void {
  injectDelivery(step, decision.id, recordDelivery(step, decision));
}

/** Keeps a decision from going out when there is reason to. One that was let go is not held again. */
function holdBack(step: Step, decision: DecisionState): boolean {
  const { state, env } = step;
  if (decision.held || !holdsAny(state)) return false;
  const pending = pendingCalls(state, decision.id);
  const proposed = propose(state, decision.trigger, { pending, mint: env.mint });
  const why = holdReason(state, decision, proposed);
  if (!why) return false;
  const { id: decision_id, turn_id } = decision;
  step.emit({ type: "decision.held", decision_id, why, proposed, pending_calls: pending }, turn_id);
  return true;
}

/** A failed delivery is due again. A worker is not asked for an attempt that is over. */
export function redeliver(step: Step, decision: DecisionState): void {
  if (isOvertaken(step.state, decision)) dropDecision(step, decision, OVERTAKEN);
  else dispatch(step, decision);
}

/** Sends out all decisions there is room for. Runs at the end of every step. */
export function promote(step: Step): void {
  const { state } = step;
  if (state.interrupt || state.cancelled) return;
  for (let decision = nextQueued(state); decision; decision = nextQueued(state)) {
    if (isOvertaken(state, decision)) dropDecision(step, decision, OVERTAKEN);
    else if (!holdBack(step, decision)) dispatch(step, decision);
  }
}

/** A delivery failed: it is made again by the delivery policy, or the turn fails visibly (D29). */
export function failDelivery(
  step: Step,
  decision: DecisionState,
  failure: { error: string; retryable: boolean; status?: number },
): void {
  const { state, env } = step;
  const { delivery } = must(state.settings, "session");
  const { error, retryable, status } = failure;
  const late = isOvertaken(state, decision);
  const due_at = env.now + backoffMs(delivery, decision.attempts + 1);
  const beyond = decision.deadline_at !== undefined && due_at >= decision.deadline_at;
  const terminal = late || beyond || isExhausted(delivery, decision.attempts, retryable);
  step.emit(
    {
      type: "decision.errored",
      decision_id: decision.id,
      attempts: decision.attempts + 1,
      error,
      retryable,
      ...(status === undefined ? {} : { status }),
      ...(terminal ? {} : { due_at }),
    },
    decision.turn_id,
  );
  if (terminal && !late) failTurn(step, error);
}

/** Ends the running turn in failure: what is open is voided, what is queued dropped, and nothing hangs. */
function failTurn(step: Step, error: string): void {
  endOpen(step, "the turn failed");
  const { turn } = step.state;
  if (turn) step.emit({ type: "turn.completed", turn_id: turn.id, outcome: "failed", error });
}

export function endOpen(step: Step, reason: string): void {
  const { state } = step;
  for (const id of state.openDecisions) dropDecision(step, must(state.decisions.get(id), "decision"), reason);
  for (const id of state.openTools) {
    const { turn_id } = must(state.tools.get(id), "tool call");
    step.emit({ type: "call.voided", kind: "tool_call", id, reason }, turn_id);
  }
  for (const id of state.openLlm) {
    const { turn_id } = must(state.llm.get(id), "model call");
    step.emit({ type: "call.voided", kind: "llm_call", id, reason }, turn_id);
  }
}
