/**
 * The state of a session: a fold of its facts and nothing else. `evolve` writes into the state it is given (a fold owns
 * its state), replacing entries and never changing them in place, so an overlay of a state never changes the state below it.
 */

import type {
  DeliveryPolicy,
  ForkedFrom,
  HeldBy,
  LlmRequest,
  PackedAnswer,
  TriggerRef,
} from "@/lib/engine/log/facts";
import type { PackedResponse } from "@/lib/engine/log/packed";
import type { AgentConfig, Handler } from "@/lib/protocol/agent";
import type { Breakpoint } from "@/lib/protocol/breakpoint";
import type { FaultRule } from "@/lib/protocol/fault";
import type { ErrorCode, LlmResponse, Message } from "@/lib/protocol/messages";
import type { ResolvedPolicy } from "@/lib/protocol/policy";
import type { Verdict } from "@/lib/protocol/verdict";
import type { Workspace } from "@/lib/protocol/workspace";
import { LayerMap } from "@/lib/util/layer-map";

export interface Node {
  message: Message;
  parent_id?: string;
}

/** The progress of a call. `attempt` counts from 0 and names the try that runs, is due, or ended the call. */
export type Progress<Done> =
  | { status: "pending"; attempt: number; started_at?: number; deadline_at?: number }
  | { status: "retry_scheduled"; attempt: number; due_at: number }
  | ({ status: "completed"; attempt: number } & Done)
  | { status: "failed"; attempt: number; error: string; code?: ErrorCode; detail?: unknown }
  | { status: "voided"; attempt: number; reason: string };

interface CallState<Done> {
  id: string;
  /** Which one of the session it is, tool and model calls counted apart, from 1. */
  nth: number;
  policy: ResolvedPolicy;
  anchor?: string;
  turn_id?: string;
  /** Runs from the first dispatch over all attempts and waits. */
  total_deadline_at?: number;
  progress: Progress<Done>;
}

export interface ToolCallState extends CallState<{ result: string }> {
  name: string;
  /** Which call of that tool it is, from 1. */
  nthOfTool: number;
  arguments: string;
  handler: Handler;
  /** The model call it descends from; absent when the worker authored it. */
  llm_call_id?: string;
  /** Whether that model call's tool list has its name; `unknown` without lineage or list. */
  declared: "yes" | "no" | "unknown";
  verdict?: Verdict;
  /** A result of it broke the output schema. */
  rejected: boolean;
}

export interface LlmCallState extends CallState<{ response: LlmResponse }> {
  request: LlmRequest;
}

export interface DecisionState {
  id: string;
  /** Which decision of the session it is, from 1. */
  nth: number;
  trigger: TriggerRef;
  turn_id?: string;
  status: "queued" | "held" | "live" | "retry_scheduled" | "completed" | "failed" | "dropped";
  /** Failed deliveries so far. */
  attempts: number;
  proposed?: PackedResponse;
  pending_calls: number;
  /** The head of the conversation as the worker was shown it. */
  head: string | null;
  dispatched_at?: number;
  deadline_at?: number;
  due_at?: number;
  error?: string;
  /** While held, and afterwards, so that what met a breakpoint before it was sent meets it again when answered. */
  held?: {
    seq: number;
    at: number;
    why: HeldBy;
    answer?: PackedAnswer;
    /** How many configs there were, which `answer` counts on. */
    agents: number;
  };
}

export interface Turn {
  id: string;
}

export interface Interrupt {
  id: string;
  reason: string;
  payload?: unknown;
  by: "worker" | "engine";
}

export interface Settings {
  workspace: Workspace;
  workspace_id?: string;
  delivery: DeliveryPolicy;
  parallel: number;
  model_calls_per_turn: number;
}

export interface State {
  seq: number;
  /** When the newest fact happened, milliseconds since the epoch. */
  at: number;
  settings: Settings | null;
  cancelled: boolean;
  turn: Turn | null;
  /** Made since the newest turn began, and allowed before a person is asked; each lift of the limit raises it (D28). */
  modelCalls: { made: number; limit: number };
  /** How the newest finished turn ended. */
  lastTurn: { id: string; outcome: "done" | "failed" | "cancelled"; data?: unknown; error?: string } | null;
  interrupt: Interrupt | null;
  /** Interrupts that are over, so that a resumed decision can look its interrupt up. */
  pastInterrupts: LayerMap<string, Interrupt>;
  /** All configs there were; the last one applies. */
  agents: readonly AgentConfig[];
  workerState: unknown;
  nodes: LayerMap<string, Node>;
  head: string | null;
  /** Tool call id → the assistant message that asked for it. */
  askedIn: LayerMap<string, string>;
  tools: LayerMap<string, ToolCallState>;
  llm: LayerMap<string, LlmCallState>;
  decisions: LayerMap<string, DecisionState>;
  /** Ids of what is not settled, in order of arrival; few, so a change replaces the list. */
  openTools: readonly string[];
  openLlm: readonly string[];
  /** Decisions queued, live or waiting for redelivery. */
  openDecisions: readonly string[];
  /** Tool calls whose execution is held: their limits are paused. */
  heldTools: readonly string[];
  breakpoints: readonly Breakpoint[];
  /** The next decision is held, whatever it is. */
  stepping: boolean;
  origin: ForkedFrom | null;
  /** Messages to send when a turn has ended, in order. */
  replay: readonly string[];
  /** Injected faults, by the work they were injected into. */
  injected: LayerMap<string, FaultRule>;
  /** How many calls and decisions there were, by what is counted. */
  counts: LayerMap<string, number>;
  /** Model asks that ended: the place in a scripted model's list. */
  asks: number;
}

export function initialState(): State {
  return {
    seq: 0,
    at: 0,
    settings: null,
    cancelled: false,
    turn: null,
    modelCalls: { made: 0, limit: 0 },
    lastTurn: null,
    interrupt: null,
    pastInterrupts: new LayerMap(),
    agents: [],
    workerState: null,
    nodes: new LayerMap(),
    head: null,
    askedIn: new LayerMap(),
    tools: new LayerMap(),
    llm: new LayerMap(),
    decisions: new LayerMap(),
    openTools: [],
    openLlm: [],
    openDecisions: [],
    heldTools: [],
    breakpoints: [],
    stepping: false,
    origin: null,
    replay: [],
    injected: new LayerMap(),
    counts: new LayerMap(),
    asks: 0,
  };
}

/** A copy that can be folded further without touching `state`. Its cost does not grow with the session. */
export function overlay(state: State): State {
  return {
    ...state,
    pastInterrupts: state.pastInterrupts.overlay(),
    nodes: state.nodes.overlay(),
    askedIn: state.askedIn.overlay(),
    tools: state.tools.overlay(),
    llm: state.llm.overlay(),
    decisions: state.decisions.overlay(),
    injected: state.injected.overlay(),
    counts: state.counts.overlay(),
  };
}

/** Writes an overlay's changes into `state`: the same as folding the facts in between. The overlay is not used any more. */
export function commit(state: State, overlaid: State): void {
  Object.assign(state, overlaid);
  state.pastInterrupts = overlaid.pastInterrupts.merge();
  state.nodes = overlaid.nodes.merge();
  state.askedIn = overlaid.askedIn.merge();
  state.tools = overlaid.tools.merge();
  state.llm = overlaid.llm.merge();
  state.decisions = overlaid.decisions.merge();
  state.injected = overlaid.injected.merge();
  state.counts = overlaid.counts.merge();
}

/** The config in force; null before the session exists. */
export const agentOf = (state: State): AgentConfig | null => state.agents.at(-1) ?? null;

/** Looks up what the log says must exist; its absence is a bug. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`The log names an unknown ${what}`);
  return value;
}

/**
 * Whether a decision was made to run an attempt that is over: it timed out, or the call was settled from elsewhere.
 * `running`: the attempt of the call that runs; null when none does.
 */
export const runsPastAttempt = (trigger: TriggerRef, running: number | null): boolean =>
  trigger.type === "tool.execute" && trigger.attempt !== running;

/** A live decision whose tool call went on without it. A late answer is still listened to and changes nothing. */
export function isOvertaken(state: State, { trigger }: DecisionState): boolean {
  const progress = trigger.type === "tool.execute" ? state.tools.get(trigger.id)?.progress : undefined;
  return runsPastAttempt(trigger, progress?.status === "pending" ? progress.attempt : null);
}

/** Whether nothing is open in the turn and nobody will act: the worker left it without an action. */
export function isStalled(state: State): boolean {
  if (state.turn === null || state.openTools.length + state.openLlm.length > 0) return false;
  for (const id of state.openDecisions) {
    if (!isOvertaken(state, must(state.decisions.get(id), "decision"))) return false;
  }
  return true;
}
