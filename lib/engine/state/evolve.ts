import type { Fact, FactOf, FactType } from "@/lib/engine/log/facts";
import { settingsFrom } from "@/lib/engine/log/policy";
import {
  ASKING,
  type CallChange,
  changeDecision,
  changeLlm,
  changeTool,
  shiftLimits,
  shiftTimes,
  tally,
  withId,
} from "./evolve-entries";
import { injectedRule, withholdsAnswer, workKey, workOf } from "./injected";
import { heldTime } from "./limits";
import { must, type State } from "./state";
import { unpackMessage } from "./unpack";

type Evolver<T extends FactType> = (state: State, fact: FactOf<T>) => void;

/** One entry a fact type; the compiler sees to it that none is missing. */
const EVOLVE: { [T in FactType]: Evolver<T> } = {
  "session.created": (state, fact) => {
    state.settings = {
      workspace: fact.workspace,
      workspace_id: fact.workspace_id,
      delivery: fact.delivery,
      parallel: fact.parallel,
      model_calls_per_turn: fact.model_calls_per_turn,
    };
    state.agents = [fact.agent];
    state.breakpoints = fact.workspace.breakpoints ?? [];
    state.modelCalls = { made: 0, limit: fact.model_calls_per_turn };
  },
  "session.interrupted": (state, fact) => {
    state.interrupt = { id: fact.interrupt_id, reason: fact.reason, payload: fact.payload, by: fact.by };
  },
  "session.interrupt_resumed": (state, fact) => {
    const interrupt = must(state.interrupt, "interrupt");
    state.pastInterrupts.set(fact.interrupt_id, interrupt);
    state.interrupt = null;
    if (interrupt.by !== "engine") return;
    const { made, limit } = state.modelCalls;
    state.modelCalls = { made, limit: limit + must(state.settings, "session").model_calls_per_turn };
  },
  "session.cancelled": (state) => {
    state.cancelled = true;
    state.interrupt = null;
  },
  "session.forked": (state, fact) => {
    shiftTimes(state, fact.at - fact.origin.at);
    state.origin = fact.origin;
    state.replay = fact.replay ?? [];
    const settings = must(state.settings, "session");
    const { workspace } = fact;
    if (workspace) {
      state.settings = { ...settings, workspace, ...settingsFrom(workspace) };
      state.breakpoints = workspace.breakpoints ?? [];
    }
    if (fact.agent) state.agents = [...state.agents, fact.agent];
  },
  "session.restarted": () => {},
  "turn.started": (state, fact) => {
    state.turn = { id: fact.turn_id };
    state.modelCalls = { made: 0, limit: must(state.settings, "session").model_calls_per_turn };
    if (fact.replayed) state.replay = state.replay.slice(1);
  },
  "turn.completed": (state, fact) => {
    state.turn = null;
    state.lastTurn = { id: fact.turn_id, outcome: fact.outcome, data: fact.data, error: fact.error };
  },
  "message.new": (state, fact) => {
    const message = unpackMessage(state, fact.from, fact.message);
    state.nodes.set(message.id, { message, parent_id: fact.parent_id });
    state.head = message.id;
    for (const call of message.tool_calls ?? []) state.askedIn.set(call.id, message.id);
  },
  "worker.state.updated": (state, fact) => {
    state.workerState = fact.state;
  },
  "agent.updated": (state, fact) => {
    state.agents = [...state.agents, fact.agent];
  },
  "decision.queued": (state, fact) => {
    // All members are set from the start: objects of one shape make a step twice as fast.
    state.decisions.set(fact.decision_id, {
      id: fact.decision_id,
      nth: tally(state, "decision"),
      trigger: fact.trigger,
      turn_id: fact.turn_id,
      status: "queued",
      attempts: 0,
      proposed: undefined,
      pending_calls: 0,
      head: null,
      dispatched_at: undefined,
      deadline_at: undefined,
      due_at: undefined,
      error: undefined,
      held: undefined,
    });
    state.openDecisions = [...state.openDecisions, fact.decision_id];
  },
  "decision.dispatched": (state, fact) => {
    changeDecision(state, fact.decision_id, (decision) => {
      decision.status = "live";
      decision.attempts = fact.attempts;
      decision.proposed = fact.proposed ?? decision.proposed;
      decision.pending_calls = fact.pending_calls;
      decision.head = state.head;
      decision.dispatched_at = fact.at;
      decision.deadline_at = fact.deadline_at;
      decision.due_at = undefined;
    });
  },
  "decision.completed": (state, fact) => {
    changeDecision(state, fact.decision_id, (decision) => {
      decision.status = "completed";
    });
  },
  "decision.errored": (state, fact) => {
    changeDecision(state, fact.decision_id, (decision) => {
      decision.status = fact.due_at === undefined ? "failed" : "retry_scheduled";
      decision.attempts = fact.attempts;
      decision.due_at = fact.due_at;
      decision.error = fact.error;
    });
  },
  "decision.dropped": (state, fact) => {
    endHold(state, fact);
    changeDecision(state, fact.decision_id, (decision) => {
      decision.status = "dropped";
    });
  },
  "decision.held": (state, fact) => {
    changeDecision(state, fact.decision_id, (decision) => {
      decision.status = "held";
      decision.proposed = fact.proposed ?? decision.proposed;
      decision.pending_calls = fact.pending_calls ?? decision.pending_calls;
      decision.held = {
        seq: fact.seq,
        at: fact.at,
        why: fact.why,
        answer: fact.answer,
        agents: state.agents.length,
      };
    });
    state.stepping = false;
  },
  "decision.released": (state, fact) => {
    endHold(state, fact);
    const { held } = must(state.decisions.get(fact.decision_id), "decision");
    changeDecision(state, fact.decision_id, (decision) => {
      decision.status = held?.answer ? "live" : "queued";
    });
    state.stepping = fact.step;
  },
  "breakpoints.changed": (state, fact) => {
    state.breakpoints = fact.breakpoints;
  },
  "wait.skipped": (state, fact) => {
    if (fact.kind === "decision") {
      changeDecision(state, fact.id, (decision) => {
        decision.due_at = fact.at;
      });
      return;
    }
    change(state, { kind: fact.kind, id: fact.id }, (call) => {
      call.progress = { status: "retry_scheduled", attempt: call.progress.attempt, due_at: fact.at };
    });
  },
  "worker.logged": () => {},
  "tool.call.requested": (state, fact) => {
    if (fact.policy) {
      state.tools.set(fact.tool_call_id, {
        id: fact.tool_call_id,
        nth: tally(state, "tool"),
        nthOfTool: tally(state, `tool:${fact.name}`),
        name: fact.name,
        arguments: fact.arguments,
        handler: fact.handler,
        policy: fact.policy,
        anchor: fact.anchor,
        llm_call_id: fact.llm_call_id,
        declared: "unknown",
        verdict: undefined,
        rejected: false,
        turn_id: fact.turn_id,
        total_deadline_at: undefined,
        progress: { status: "pending", attempt: fact.attempt },
      });
    } else
      changeTool(state, fact.tool_call_id, (call) => {
        call.progress = { status: "pending", attempt: fact.attempt };
      });
    state.openTools = withId(state.openTools, fact.tool_call_id);
  },
  "input.classified": (state, fact) => {
    changeTool(state, fact.tool_call_id, (call) => {
      call.verdict = fact.verdict;
      call.declared = fact.declared;
    });
  },
  "tool.call.completed": (state, fact) => {
    changeTool(state, fact.tool_call_id, (call) => {
      call.progress = { status: "completed", attempt: fact.attempt, result: fact.result };
    });
  },
  "output.rejected": (state, fact) => {
    changeTool(state, fact.tool_call_id, (call) => {
      call.rejected = true;
    });
  },
  "tool.call.errored": (state, fact) => {
    const { terminal, attempt, error, code, detail } = fact;
    if (!terminal) return;
    changeTool(state, fact.tool_call_id, (call) => {
      call.progress = { status: "failed", attempt, error, code, detail };
    });
  },
  "call.refused": () => {},
  "settle.refused": () => {},
  "action.refused": () => {},
  "call.voided": (state, fact) => {
    change(state, fact, (call) => {
      call.progress = { status: "voided", attempt: call.progress.attempt, reason: fact.reason };
    });
  },
  "attempt.started": (state, fact) => {
    change(state, fact, (call) => {
      call.total_deadline_at ??= fact.total_deadline_at;
      const { attempt, at: started_at, deadline_at } = fact;
      call.progress = { status: "pending", attempt, started_at, deadline_at };
    });
  },
  "attempt.failed": (state, fact) => {
    const due_at = fact.due_at;
    if (due_at === undefined) return;
    change(state, fact, (call) => {
      call.progress = { status: "retry_scheduled", attempt: fact.attempt + 1, due_at };
    });
  },
  "fault.injected": (state, fact) => {
    state.injected.set(workOf(fact), fact.rule);
  },
  "llm.call.requested": (state, fact) => {
    if (fact.request && fact.policy) {
      state.llm.set(fact.call_id, {
        id: fact.call_id,
        nth: tally(state, "model"),
        request: fact.request,
        policy: fact.policy,
        anchor: fact.anchor,
        turn_id: fact.turn_id,
        total_deadline_at: undefined,
        progress: { status: "pending", attempt: fact.attempt },
      });
      state.modelCalls = { ...state.modelCalls, made: state.modelCalls.made + 1 };
    } else
      changeLlm(state, fact.call_id, (call) => {
        call.progress = { status: "pending", attempt: fact.attempt };
      });
    state.openLlm = withId(state.openLlm, fact.call_id);
  },
  "llm.call.completed": (state, fact) => {
    state.asks += 1;
    if (fact.response.tool_calls?.length) tally(state, ASKING);
    changeLlm(state, fact.call_id, (call) => {
      call.progress = { status: "completed", attempt: fact.attempt, response: fact.response };
    });
  },
  "llm.call.errored": (state, fact) => {
    const { terminal, attempt, error, code, detail } = fact;
    const rule = injectedRule(state, workKey(fact.call_id, attempt));
    // The total limit may lapse between two attempts: then no ask has ended.
    const ended = state.llm.get(fact.call_id)?.progress.status === "pending";
    if (ended && !(rule && withholdsAnswer(rule.what, code))) state.asks += 1;
    if (!terminal) return;
    changeLlm(state, fact.call_id, (call) => {
      call.progress = { status: "failed", attempt, error, code, detail };
    });
  },
};

/** Ends a hold: the limits of the held call were paused until now. */
function endHold(state: State, end: { decision_id: string; at: number }): void {
  const { status, trigger, held } = must(state.decisions.get(end.decision_id), "decision");
  if (status !== "held" || !held || trigger.type !== "tool.execute") return;
  shiftLimits(state, trigger.id, heldTime(trigger, held, end));
}

function change(state: State, fact: { kind: "tool_call" | "llm_call"; id: string }, to: CallChange): void {
  if (fact.kind === "tool_call") changeTool(state, fact.id, to);
  else changeLlm(state, fact.id, to);
}

/** Whether this version knows a fact's type: stored and sent facts may come from a newer one. */
export const knowsType = (type: string): type is FactType => Object.hasOwn(EVOLVE, type);

/**
 * Folds one fact into the state and returns that same state. Facts must come in order of `seq` without gaps: anything
 * else is a bug and thrown.
 */
export function evolve(state: State, fact: Fact): State {
  if (fact.seq !== state.seq + 1)
    throw new Error(`Fact ${fact.seq} follows fact ${state.seq}: the log has a gap`);
  const evolver = EVOLVE[fact.type] as (state: State, fact: Fact) => void;
  evolver(state, fact);
  state.seq = fact.seq;
  state.at = fact.at;
  return state;
}
