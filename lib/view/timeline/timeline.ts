import type { Fact, FactOf, FactType } from "@/lib/engine/log/facts";
import {
  endAttempt,
  endHold,
  noteInjected,
  noteMessage,
  notice,
  onAttempt,
  onCall,
  onDecision,
  onModel,
  queueDecision,
  requestCall,
  requestModel,
  settle,
  skipWait,
  startTurn,
  turnOf,
} from "./fold-records";
import { takeOverFaults } from "./fork-faults";
import { corruptedBy, endedBy, undeliveredBy } from "./injected-faults";
import type { Timeline } from "./records";
import { countFinding } from "./repeats";

/** The shortest stretch without work that the axis may fold, in milliseconds. */
const MIN_GAP = 500;

export function createTimeline(): Timeline {
  return {
    blocks: [],
    records: new Map(),
    turns: [],
    scripted: false,
    parallel: 1,
    personTools: new Set(),
    gaps: [],
    busy: new Set(),
    stopped: new Set(),
    injectsFaults: false,
    undelivered: null,
    findings: new Map(),
    from: 0,
    to: 0,
    version: 0,
  };
}

/** Folds facts into the timeline: they must follow those folded before. Costs the new facts, not the old ones. */
export function addFacts(timeline: Timeline, facts: readonly Fact[]): void {
  for (const fact of facts) {
    noteTime(timeline, fact);
    const fold = FOLD[fact.type] as (timeline: Timeline, fact: Fact) => void;
    fold(timeline, fact);
    timeline.version += 1;
  }
}

/** While the server was down nothing ran, whatever was under way before. */
function noteTime(timeline: Timeline, fact: Fact): void {
  if (fact.type === "session.restarted") timeline.busy.clear();
  if (timeline.from === 0) timeline.from = fact.at;
  else if (timeline.busy.size === 0 && fact.at - timeline.to >= MIN_GAP) {
    timeline.gaps.push({ from: timeline.to, to: fact.at });
  }
  timeline.to = Math.max(timeline.to, fact.at);
}

/** `free`: it takes no place. One that is let go takes it again with its next delivery. */
function occupy(
  { busy, stopped }: Timeline,
  { decision_id }: { decision_id: string },
  how: "busy" | "stopped" | "free",
): void {
  busy.delete(decision_id);
  stopped.delete(decision_id);
  if (how === "busy") busy.add(decision_id);
  else if (how === "stopped") stopped.add(decision_id);
}

type Folder<T extends FactType> = (timeline: Timeline, fact: FactOf<T>) => void;
const ignore = (): void => {};

/** One entry a fact type; the compiler sees to it that none is missing. */
const FOLD: { [T in FactType]: Folder<T> } = {
  "session.created": (timeline, fact) => {
    const { agent, worker, model } = fact.workspace;
    timeline.scripted = model.kind === "scripted";
    timeline.injectsFaults = fact.workspace.faults?.on ?? false;
    timeline.parallel = fact.parallel;
    if (worker.kind !== "tools") return;
    for (const tool of agent.tools) if (tool.runner.kind === "person") timeline.personTools.add(tool.name);
  },
  "session.interrupted": (timeline, fact) => {
    timeline.interrupt = fact;
    notice(timeline, fact);
  },
  "session.interrupt_resumed": (timeline, fact) => {
    timeline.interrupt = undefined;
    notice(timeline, fact);
  },
  "session.cancelled": (timeline, fact) => {
    timeline.busy.clear();
    timeline.interrupt = undefined;
    notice(timeline, fact);
  },
  "session.restarted": (timeline, fact) => notice(timeline, fact),
  "session.forked": (timeline, fact) => {
    timeline.origin = fact;
    if (fact.workspace) timeline.injectsFaults = fact.workspace.faults?.on ?? false;
    takeOverFaults(timeline, fact);
    notice(timeline, fact);
  },
  "turn.started": (timeline, fact) => {
    timeline.findings.clear();
    startTurn(timeline, fact);
  },
  "turn.completed": (timeline, fact) => {
    const turn = turnOf(timeline, fact);
    if (turn) turn.end = fact;
    if (fact.outcome === "failed") notice(timeline, fact);
  },
  "message.new": noteMessage,
  "worker.state.updated": ignore,
  "agent.updated": ignore,
  "decision.queued": queueDecision,
  "decision.dispatched": (timeline, fact) => {
    onDecision(timeline, fact)?.deliveries.push({ dispatched: fact });
    occupy(timeline, fact, "busy");
  },
  "decision.completed": (timeline, fact) => {
    const decision = onDecision(timeline, fact);
    if (decision) decision.completed = fact;
    occupy(timeline, fact, "free");
  },
  "decision.errored": (timeline, fact) => {
    const decision = onDecision(timeline, fact);
    const delivery = decision?.deliveries.at(-1);
    if (delivery) delivery.errored = fact;
    timeline.undelivered = decision ? undeliveredBy(decision) : null;
    occupy(timeline, fact, fact.due_at === undefined ? "free" : "stopped");
  },
  "decision.held": (timeline, fact) => {
    onDecision(timeline, fact)?.holds.push({ held: fact });
    occupy(timeline, fact, "stopped");
  },
  "decision.released": (timeline, fact) => {
    endHold(timeline, fact);
    occupy(timeline, fact, "free");
  },
  "breakpoints.changed": ignore,
  "wait.skipped": skipWait,
  "decision.dropped": (timeline, fact) => {
    endHold(timeline, fact);
    occupy(timeline, fact, "free");
  },
  "worker.logged": (timeline, fact) => {
    onDecision(timeline, fact)?.logs.push(fact);
  },
  "tool.call.requested": requestCall,
  "input.classified": (timeline, fact) => {
    const call = onCall(timeline, fact);
    if (!call) return;
    call.classified = fact;
    if (!corruptedBy(call)) countFinding(timeline, call, fact.verdict);
  },
  "tool.call.completed": (timeline, fact) => {
    const call = onCall(timeline, fact);
    if (call) settle(call, { completed: fact });
    endAttempt(call, fact);
  },
  "output.rejected": (timeline, fact) => {
    const call = onCall(timeline, fact);
    if (call) settle(call, { rejected: fact });
    endAttempt(call, fact);
    const attempt = call?.attempts.find((one) => one.attempt === fact.attempt);
    if (call && attempt && !endedBy(call, attempt)) countFinding(timeline, call, fact.verdict);
  },
  "tool.call.errored": (timeline, fact) => {
    const call = onCall(timeline, fact);
    if (call && fact.terminal) settle(call, { failed: fact });
    endAttempt(call, fact);
  },
  "call.refused": (timeline, fact) => {
    const decision = onDecision(timeline, fact);
    decision?.refusals.push(fact);
    notice(timeline, fact, decision?.owner);
  },
  "settle.refused": (timeline, fact) => {
    onDecision(timeline, fact)?.refusals.push(fact);
    notice(timeline, fact, onCall(timeline, fact));
  },
  "action.refused": (timeline, fact) => {
    const decision = onDecision(timeline, fact);
    decision?.refusals.push(fact);
    notice(timeline, fact, decision?.owner);
  },
  "call.voided": (timeline, fact) => {
    const call = onAttempt(timeline, fact);
    if (call) settle(call.record, { voided: fact });
    endAttempt(call?.record, fact);
    timeline.busy.delete(fact.id);
  },
  "attempt.started": (timeline, fact) => {
    const found = onAttempt(timeline, fact);
    if (found?.attempt) found.attempt.started = fact;
    if (fact.kind === "llm_call") timeline.busy.add(fact.id);
  },
  "fault.injected": noteInjected,
  "attempt.failed": (timeline, fact) => {
    const found = onAttempt(timeline, fact);
    if (found?.attempt) found.attempt.failed = fact;
    timeline.busy.delete(fact.id);
  },
  "llm.call.requested": requestModel,
  "llm.call.completed": (timeline, fact) => {
    const model = onModel(timeline, fact);
    if (model) model.completed = fact;
    endAttempt(model, fact);
    timeline.busy.delete(fact.call_id);
  },
  "llm.call.errored": (timeline, fact) => {
    const model = onModel(timeline, fact);
    if (model && fact.terminal) model.failed = fact;
    endAttempt(model, fact);
    timeline.busy.delete(fact.call_id);
  },
};
