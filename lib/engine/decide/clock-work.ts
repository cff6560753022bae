/** What the clock brings: lapsed deadlines and retries that are due, each at its own moment, oldest first. */

import { isOver } from "@/lib/engine/log/policy";
import {
  type DecisionState,
  isOvertaken,
  type LlmCallState,
  must,
  type State,
  type ToolCallState,
} from "@/lib/engine/state/state";
import { failAttempt, retryCall } from "./calls";
import { dropDecision, failDelivery, LATE_MS, redeliver } from "./deliver";
import { failModel, retryModel } from "./model-calls";
import type { Step } from "./step";

interface Due {
  at: number;
  act: (step: Step) => void;
}

const DEADLINE = "deadline exceeded";
const CODE = "deadline_exceeded" as const;
const NEVER = Number.POSITIVE_INFINITY;

type CallState = ToolCallState | LlmCallState;

/** When the running attempt lapses, or the next one is due. */
function attemptAt({ progress }: CallState): number {
  if (progress.status === "retry_scheduled") return progress.due_at;
  return (progress.status === "pending" ? progress.deadline_at : undefined) ?? NEVER;
}

const totalAt = (call: CallState): number => call.total_deadline_at ?? NEVER;

/** The earlier of a call's two limits; while it waits for a retry the total one still counts (D22). */
const callAt = (call: CallState): number => Math.min(totalAt(call), attemptAt(call));

function decisionAt(state: State, decision: DecisionState): number {
  if (decision.status === "retry_scheduled") return decision.due_at ?? 0;
  if (decision.status !== "live") return NEVER;
  if (isOvertaken(state, decision)) return (decision.dispatched_at ?? 0) + LATE_MS;
  return decision.deadline_at ?? NEVER;
}

/** Which of a call's moments has come. */
function momentOf(step: Step, call: CallState): "attempt timeout" | "total timeout" | "retry" {
  if (totalAt(call) <= attemptAt(call)) return "total timeout";
  if (call.progress.status !== "retry_scheduled") return "attempt timeout";
  return isOver(call.total_deadline_at, step.env.now) ? "total timeout" : "retry";
}

function actOnTool(step: Step, call: ToolCallState): void {
  const cause = momentOf(step, call);
  if (cause === "retry") retryCall(step, call);
  else {
    const retryable = cause === "attempt timeout";
    failAttempt(step, call, { error: DEADLINE, retryable, cause, code: CODE });
  }
}

function actOnModel(step: Step, call: LlmCallState): void {
  const moment = momentOf(step, call);
  if (moment === "retry") retryModel(step, call);
  else failModel(step, call, { error: DEADLINE, retryable: moment === "attempt timeout", code: CODE });
}

function actOnDecision(step: Step, decision: DecisionState): void {
  if (decision.status === "retry_scheduled") redeliver(step, decision);
  else if (isOvertaken(step.state, decision)) dropDecision(step, decision, "no late answer came");
  else failDelivery(step, decision, { error: "the worker did not answer in time", retryable: true });
}

function earliestModel(state: State): Due | null {
  let first: Due | null = null;
  for (const id of state.openLlm) {
    const call = must(state.llm.get(id), "model call");
    const at = callAt(call);
    if (at < (first?.at ?? NEVER)) first = { at, act: (step) => actOnModel(step, call) };
  }
  return first;
}

function earliestTool(state: State): Due | null {
  let first: Due | null = null;
  for (const id of state.openTools) {
    if (state.heldTools.includes(id)) continue;
    const call = must(state.tools.get(id), "tool call");
    const at = callAt(call);
    if (at < (first?.at ?? NEVER)) first = { at, act: (step) => actOnTool(step, call) };
  }
  return first;
}

function earliestDecision(state: State): Due | null {
  let first: Due | null = null;
  for (const id of state.openDecisions) {
    const decision = must(state.decisions.get(id), "decision");
    const at = decisionAt(state, decision);
    if (at < (first?.at ?? NEVER)) first = { at, act: (step) => actOnDecision(step, decision) };
  }
  return first;
}

const sooner = (a: Due | null, b: Due | null): Due | null => (a && b ? (b.at < a.at ? b : a) : (a ?? b));

function earliest(state: State): Due | null {
  if (state.interrupt || state.cancelled) return null;
  return sooner(sooner(earliestModel(state), earliestTool(state)), earliestDecision(state));
}

/** When the clock next brings something; null when it never does. Nothing lapses while a session is interrupted. */
export const wakeAt = (state: State): number | null => earliest(state)?.at ?? null;

/** Does what is due at or before `step.env.now`; `deadline <= now` counts as passed. */
export function tick(step: Step): void {
  for (let due = earliest(step.state); due && due.at <= step.env.now; due = earliest(step.state))
    due.act(step);
}
