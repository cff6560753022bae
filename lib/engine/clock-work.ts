/** What the clock brings: lapsed deadlines and retries that are due, each at its own moment, oldest first. */
import { failAttempt, retryCall } from "./calls";
import { dropDecision, failDelivery, LATE_MS, redeliver } from "./deliver";
import { failModel, retryModel } from "./model-calls";
import { isOver } from "./policy";
import {
  type DecisionState,
  isOvertaken,
  type LlmCallState,
  must,
  type State,
  type ToolCallState,
} from "./state";
import type { Step } from "./step";

interface Due {
  at: number;
  act: (step: Step) => void;
}

const DEADLINE = "deadline exceeded";

/** The earlier of a call's two limits; while it waits for a retry the total one still counts (D22). */
function callDue(
  call: ToolCallState | LlmCallState,
  acts: { attempt: Due["act"]; total: Due["act"]; retry: Due["act"] },
): Due[] {
  const { progress, total_deadline_at } = call;
  const due: Due[] = [];
  if (total_deadline_at !== undefined) due.push({ at: total_deadline_at, act: acts.total });
  if (progress.status === "retry_scheduled") {
    const act: Due["act"] = (step) =>
      isOver(total_deadline_at, step.env.now) ? acts.total(step) : acts.retry(step);
    due.push({ at: progress.due_at, act });
  }
  if (progress.status === "pending" && progress.deadline_at !== undefined) {
    due.push({ at: progress.deadline_at, act: acts.attempt });
  }
  return due;
}

function toolDue(call: ToolCallState): Due[] {
  const code = "deadline_exceeded" as const;
  return callDue(call, {
    attempt: (step) =>
      failAttempt(step, call, { error: DEADLINE, retryable: true, cause: "attempt timeout", code }),
    total: (step) =>
      failAttempt(step, call, { error: DEADLINE, retryable: false, cause: "total timeout", code }),
    retry: (step) => retryCall(step, call),
  });
}

function modelDue(call: LlmCallState): Due[] {
  const code = "deadline_exceeded" as const;
  return callDue(call, {
    attempt: (step) => failModel(step, call, { error: DEADLINE, retryable: true, code }),
    total: (step) => failModel(step, call, { error: DEADLINE, retryable: false, code }),
    retry: (step) => retryModel(step, call),
  });
}

function decisionDue(state: State, decision: DecisionState): Due[] {
  if (decision.status === "retry_scheduled") {
    return [{ at: decision.due_at ?? 0, act: (step) => redeliver(step, decision) }];
  }
  if (decision.status !== "live") return [];
  if (isOvertaken(state, decision)) {
    const at = (decision.dispatched_at ?? 0) + LATE_MS;
    return [{ at, act: (step) => dropDecision(step, decision, "no late answer came") }];
  }
  if (decision.deadline_at === undefined) return [];
  const error = "the worker did not answer in time";
  return [
    { at: decision.deadline_at, act: (step) => failDelivery(step, decision, { error, retryable: true }) },
  ];
}

function* allDue(state: State): Iterable<Due> {
  for (const id of state.openLlm) yield* modelDue(must(state.llm.get(id), "model call"));
  for (const id of state.openTools) yield* toolDue(must(state.tools.get(id), "tool call"));
  for (const id of state.openDecisions) yield* decisionDue(state, must(state.decisions.get(id), "decision"));
}

function earliest(state: State): Due | null {
  if (state.interrupt || state.cancelled) return null;
  let first: Due | null = null;
  for (const due of allDue(state)) if (!first || due.at < first.at) first = due;
  return first;
}

/** When the clock next brings something; null when it never does. Nothing lapses while a session is interrupted. */
export const wakeAt = (state: State): number | null => earliest(state)?.at ?? null;

/** Does what is due at or before `step.env.now`; `deadline <= now` counts as passed. */
export function tick(step: Step): void {
  for (let due = earliest(step.state); due && due.at <= step.env.now; due = earliest(step.state))
    due.act(step);
}
