/** The status of a session, and what it waits for. */

import type { ForkedFrom, HeldBy } from "@/lib/engine/log/facts";
import { never } from "@/lib/util/never";
import {
  type DecisionState,
  isOvertaken,
  isStalled,
  type LlmCallState,
  must,
  type State,
  type ToolCallState,
} from "./state";

export type SessionStatus = "running" | "waiting" | "interrupted" | "idle" | "failed" | "cancelled";

/** What a session waits for. `until`: when the wait ends by itself, milliseconds since the epoch. */
export interface Wait {
  kind: "model" | "worker" | "retry" | "hold" | "person" | "client" | "resume" | "message";
  id?: string;
  text: string;
  until?: number;
}

const liveDecisions = (state: State): DecisionState[] =>
  state.openDecisions
    .map((id) => must(state.decisions.get(id), "decision"))
    .filter((decision) => !isOvertaken(state, decision) || decision.status === "queued");

const openCalls = (state: State): ToolCallState[] =>
  state.openTools.map((id) => must(state.tools.get(id), "tool call"));

/** `executing`: ids of the calls that the worker has, or is about to get. Any other started call somebody has to settle. */
function callWait(call: ToolCallState, executing: ReadonlySet<string>): Wait | null {
  const { progress } = call;
  if (progress.status === "retry_scheduled") {
    const text = `the wait before attempt ${progress.attempt + 1} of ${call.policy.policy.max_attempts} of ${call.name}`;
    return { kind: "retry", id: call.id, text, until: progress.due_at };
  }
  if (progress.status !== "pending" || executing.has(call.id)) return null;
  const until = progress.deadline_at === undefined ? {} : { until: progress.deadline_at };
  return call.handler === "client"
    ? { kind: "client", id: call.id, text: `the client: ${call.name} is open`, ...until }
    : { kind: "person", id: call.id, text: `a person: ${call.name} is open`, ...until };
}

/** "breakpoint: every decision", or that a person goes step by step. */
export function heldLabel(why: HeldBy): string {
  if ("step" in why) return "step by step";
  const { breakpoint } = why;
  switch (breakpoint.on) {
    case "decision":
      return "breakpoint: every decision";
    case "tool":
      return `breakpoint: ${breakpoint.name}`;
    case "verdict":
      return breakpoint.verdict === "unknown tool"
        ? "breakpoint: unknown tool"
        : `breakpoint: ${breakpoint.verdict} call`;
    case "output rejected":
      return "breakpoint: output rejected";
    case "retry":
      return "breakpoint: retry";
    case "turn end":
      return "breakpoint: turn end";
    default:
      return never(breakpoint, "breakpoint");
  }
}

/** Whether what a decision is answered with is the edit that the fork was made for, and not the worker's answer. */
export const isForksAnswer = (origin: ForkedFrom | null | undefined, decisionId: string): boolean =>
  origin?.edit === "decision" && origin.of?.id === decisionId;

/** "the worker's answer", of a decision that is held with one. */
export const heldAnswerLabel = (origin: ForkedFrom | null | undefined, decisionId: string): string =>
  isForksAnswer(origin, decisionId) ? "the fork's own answer" : "the worker's answer";

function decisionWait({ origin }: State, decision: DecisionState): Wait {
  if (decision.status === "held" && decision.held) {
    const { why, answer } = decision.held;
    const stage = answer
      ? `${heldAnswerLabel(origin, decision.id)} is not applied yet`
      : "it has not gone to the worker";
    const text = `a person: ${decision.trigger.type} is held, ${stage} (${heldLabel(why)})`;
    return { kind: "hold", id: decision.id, text };
  }
  const text = `the worker: ${decision.trigger.type}`;
  return decision.status === "retry_scheduled"
    ? { kind: "worker", id: decision.id, text: `${text}, to be delivered again`, until: decision.due_at }
    : { kind: "worker", id: decision.id, text };
}

function modelWait(call: LlmCallState): Wait {
  const { id, progress, policy } = call;
  if (progress.status !== "retry_scheduled") return { kind: "model", id, text: "the model" };
  const text = `the wait before attempt ${progress.attempt + 1} of ${policy.policy.max_attempts} of the model call`;
  return { kind: "retry", id, text, until: progress.due_at };
}

/** Everything the session waits for now, or the one thing that would wake it. */
export function waitsOf(state: State): Wait[] {
  if (state.cancelled || !state.settings) return [];
  if (state.interrupt)
    return [{ kind: "resume", id: state.interrupt.id, text: `a resume: ${state.interrupt.reason}` }];
  const decisions = liveDecisions(state);
  const executing = new Set(
    decisions.flatMap(({ trigger }) => (trigger.type === "tool.execute" ? trigger.id : [])),
  );
  const waits: Wait[] = [
    ...state.openLlm.map((id) => modelWait(must(state.llm.get(id), "model call"))),
    ...openCalls(state).flatMap((call) => callWait(call, executing) ?? []),
    ...decisions.flatMap((decision) => (decision.status === "queued" ? [] : decisionWait(state, decision))),
  ];
  if (waits.length > 0) return waits;
  const text = isStalled(state) ? "a message: the worker left the turn without an action" : "a message";
  return [{ kind: "message", text }];
}

const isForSomebody = ({ kind }: Wait): boolean => kind === "person" || kind === "client" || kind === "hold";

/** Whether the model, the worker or a retry is waited for. Asked after each step, so no waits are spelled out for it. */
function goesOnByItself(state: State): boolean {
  if (state.openLlm.length > 0) return true;
  for (const id of state.openDecisions) {
    const decision = must(state.decisions.get(id), "decision");
    const { status } = decision;
    if (status !== "queued" && status !== "held" && !isOvertaken(state, decision)) return true;
  }
  return state.openTools.some((id) => state.tools.get(id)?.progress.status === "retry_scheduled");
}

export function statusOf(state: State): SessionStatus {
  if (state.cancelled) return "cancelled";
  if (state.interrupt) return "interrupted";
  if (goesOnByItself(state)) return "running";
  if (waitsOf(state).some(isForSomebody)) return "waiting";
  if (isStalled(state) || state.lastTurn?.outcome === "failed") return "failed";
  return "idle";
}

/** Whether the session goes on by itself, now or by its clocks: what a restarted server has to take up. */
export const isRunning = (status: SessionStatus): boolean => status === "running" || status === "waiting";
