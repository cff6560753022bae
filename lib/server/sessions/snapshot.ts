/** The current state of a session, derived from its folded log. */
import type { LlmCallState, State, ToolCallState } from "@/lib/engine/state/state";
import { isRunning, statusOf, waitsOf } from "@/lib/engine/state/status";
import { outcomeOf } from "@/lib/engine/state/unpack";
import type { SessionSummary } from "@/lib/store/port";
import type { Snapshot } from "@/lib/wire/sessions";

type CallSnapshot = Snapshot["calls"][number];

const common = ({ id, progress, policy }: ToolCallState | LlmCallState) => ({
  id,
  status: progress.status,
  attempt: progress.attempt,
  attempts_max: policy.policy.max_attempts,
});

function toolSnapshot(call: ToolCallState): CallSnapshot {
  const settled = call.progress.status === "completed" || call.progress.status === "failed";
  const outcome = settled ? outcomeOf(call) : null;
  return {
    ...common(call),
    kind: "tool_call",
    name: call.name,
    ...(call.verdict ? { verdict: call.verdict.status } : {}),
    ...(outcome === null ? {} : outcome.ok ? { result: outcome.result } : { error: outcome.error }),
  };
}

function modelSnapshot(call: LlmCallState): CallSnapshot {
  const { progress } = call;
  return {
    ...common(call),
    kind: "llm_call",
    ...(progress.status === "failed" ? { error: progress.error } : {}),
  };
}

export function snapshotOf(summary: SessionSummary, state: Readonly<State>): Snapshot {
  const { turn, lastTurn, interrupt } = state;
  const status = statusOf(state);
  const ended = lastTurn ? { id: lastTurn.id, status: lastTurn.outcome } : null;
  return {
    ...summary,
    seq: state.seq,
    updated_at: state.at,
    status,
    running: isRunning(status),
    turn: turn ? { id: turn.id, status: "running" } : ended,
    interrupt: interrupt ? { id: interrupt.id, reason: interrupt.reason } : null,
    waits: waitsOf(state),
    calls: [...[...state.llm.values()].map(modelSnapshot), ...[...state.tools.values()].map(toolSnapshot)],
  };
}
