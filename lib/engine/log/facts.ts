/**
 * The facts of a session: past tense, in order, never changed. The log is the only truth; state, timeline and
 * inspector are folds of it. See docs/contract.md#facts.
 *
 * Every fact carries `seq` (from 1, without gaps), `at` (milliseconds since the epoch) and, inside a turn, `turn_id`.
 * Times inside a fact that end in `_at` are milliseconds since the epoch too. Attempts count from 0.
 */
import type { AgentConfig, Handler } from "@/lib/protocol/agent";
import type { Breakpoint } from "@/lib/protocol/breakpoint";
import type { FaultRule } from "@/lib/protocol/fault";
import type { DraftMessage, ErrorCode, LlmResponse, Message } from "@/lib/protocol/messages";
import type { ResolvedPolicy } from "@/lib/protocol/policy";
import type { Verdict } from "@/lib/protocol/verdict";
import type { Workspace } from "@/lib/protocol/workspace";
import type { PackedResponse, PackedTools, PromptPart } from "./packed";

/** Who settled or tried to: the worker in a decision, a person in the page, the client side, the engine itself. */
export type SettledBy = "worker" | "person" | "client" | "engine";

/** What ended an attempt that failed. */
export type FailureCause =
  | "worker"
  | "person"
  | "client"
  | "attempt timeout"
  | "total timeout"
  | "output"
  | "restart";

/** A trigger as the log keeps it: what other facts hold already is named, not repeated. */
export type TriggerRef =
  | { type: "session.start" }
  | { type: "client.messages"; messages: DraftMessage[] }
  | { type: "tool.execute"; id: string; attempt: number }
  /** `refused`: the call was not run because its id was taken; the model is told why and the turn goes on (D26). */
  | {
      type: "tool.finished";
      id: string;
      refused?: { name: string; error: string; llm_call_id: string };
    }
  | { type: "llm.finished"; id: string }
  | { type: "interrupt.resumed"; interrupt_id: string; payload?: unknown };

/** What one model call was asked with. */
export interface LlmRequest {
  model: string;
  prompt: PromptPart[];
  tools?: PackedTools;
  temperature?: number;
  max_completion_tokens?: number;
  reasoning?: unknown;
  stream: boolean;
}

/** How failed deliveries of a decision are retried (D21). Seconds; null: no limit. */
export interface DeliveryPolicy {
  max_attempts: number;
  total_timeout_secs: number | null;
  backoff_base_secs: number;
  backoff_max_secs: number;
}

/** What answered a decision. `taken`: the proposal as it was; else `returned` is an answer of its own. */
export type PackedAnswer = {
  taken: boolean;
  returned?: PackedResponse;
  ignored_edits?: string[];
};

/** Why a decision is held: a breakpoint it met, or a person who goes step by step. */
export type HeldBy = { breakpoint: Breakpoint } | { step: true };

/**
 * What a fork was made of. `seq`: the newest fact that both share; 0: it runs from the start again. `at`: the moment in
 * the origin that it went back to, milliseconds since the epoch.
 */
export type ForkedFrom = {
  session_id: string;
  seq: number;
  at: number;
  edit: "nothing" | "model answer" | "outcome" | "decision";
  /** Absent when the whole session runs again, and in logs that were written before it was kept. */
  of?: ForkedOf;
  /** Another workspace applies from there on. */
  workspace?: true;
};

/**
 * What a fork went back to. `name`: of the tool, of the model, or the decision's trigger. `to`: the beginning of what was
 * given there in place of what was recorded. Attempts count from 0.
 */
export type ForkedOf = {
  kind: "call" | "model" | "decision";
  id: string;
  name: string;
  attempt?: number;
  to?: string;
};

export type Release = "continue" | "proposal" | "edited";

export interface LogEntry {
  level: "log" | "info" | "warn" | "error" | "debug";
  text: string;
}

export type FactBody =
  // session
  | {
      type: "session.created";
      /** The version of the facts when the session began: `FACTS_VERSION` in upcast.ts. */
      version: number;
      workspace: Workspace;
      workspace_id?: string;
      agent: AgentConfig;
      delivery: DeliveryPolicy;
      parallel: number;
      model_calls_per_turn: number;
    }
  | {
      type: "session.interrupted";
      interrupt_id: string;
      reason: string;
      payload?: unknown;
      by: "worker" | "engine";
    }
  | { type: "session.interrupt_resumed"; interrupt_id: string; payload?: unknown }
  | { type: "session.cancelled"; reason: string }
  /**
   * Everything before this fact was copied from another session; from here on the two differ. Time stood still between
   * them, so what is due moves by as much. A `workspace` applies from now on in place of the recorded one.
   */
  | {
      type: "session.forked";
      origin: ForkedFrom;
      workspace?: Workspace;
      agent?: AgentConfig;
      /** Messages still to be sent, one after each turn. */
      replay?: string[];
    }
  /** The server came back: what was under way is taken up again (D31). */
  | { type: "session.restarted" }
  /** `replayed`: its message is the first of those that a fork still had to send. */
  | { type: "turn.started"; turn_id: string; replayed?: true }
  | {
      type: "turn.completed";
      turn_id: string;
      outcome: "done" | "failed" | "cancelled";
      data?: unknown;
      error?: string;
    }
  /** `from`: its content stands in the log already (packed.ts). */
  | { type: "message.new"; message: Message; from?: "answer" | "outcome"; parent_id?: string }
  | { type: "worker.state.updated"; state: unknown }
  | { type: "agent.updated"; agent: AgentConfig }
  // decisions
  | { type: "decision.queued"; decision_id: string; trigger: TriggerRef }
  /** Delivered to the worker. `proposed` stands on the first delivery; redeliveries carry the same. */
  | {
      type: "decision.dispatched";
      decision_id: string;
      /** Failed deliveries so far. */
      attempts: number;
      proposed?: PackedResponse;
      pending_calls: number;
      deadline_at?: number;
    }
  /** `by`: a person answered in the worker's place, having held it. */
  | ({ type: "decision.completed"; decision_id: string; by?: "person" } & PackedAnswer)
  /** A delivery failed; `due_at`: when it is tried again, absent when it is not. */
  | {
      type: "decision.errored";
      decision_id: string;
      attempts: number;
      error: string;
      retryable: boolean;
      status?: number;
      due_at?: number;
    }
  | { type: "decision.dropped"; decision_id: string; reason: string }
  /**
   * Kept back for a person: `before` it goes to the worker, or `after` the worker has answered, with that answer not
   * applied yet. No limit of its call runs meanwhile.
   */
  | {
      type: "decision.held";
      decision_id: string;
      why: HeldBy;
      /** `before`, the first time: as on `decision.dispatched`, which then leaves them out. */
      proposed?: PackedResponse;
      pending_calls?: number;
      /** `after`: what the worker answered. */
      answer?: PackedAnswer;
    }
  /** A person lets it go on: as it is, by the proposal, or by an answer of their own; these two need no worker. */
  | { type: "decision.released"; decision_id: string; how: Release; step: boolean }
  /** What the session stops at from now on. */
  | { type: "breakpoints.changed"; breakpoints: Breakpoint[] }
  /** A person did not wait for the next attempt, or the next delivery: it is due now. */
  | { type: "wait.skipped"; kind: "tool_call" | "llm_call" | "decision"; id: string }
  | { type: "worker.logged"; decision_id: string; entries: LogEntry[] }
  // tool calls
  | {
      type: "tool.call.requested";
      tool_call_id: string;
      attempt: number;
      name: string;
      /** The raw argument string. */
      arguments: string;
      handler: Handler;
      /** On attempt 0 only. */
      policy?: ResolvedPolicy;
      /** The head message when the call was requested: the branch it belongs to. */
      anchor?: string;
      /** The model call whose answer asked for it; absent when the worker authored it. */
      llm_call_id?: string;
    }
  | {
      type: "input.classified";
      tool_call_id: string;
      verdict: Verdict;
      declared: "yes" | "no" | "unknown";
    }
  | {
      type: "tool.call.completed";
      tool_call_id: string;
      attempt: number;
      name: string;
      result: string;
      by: SettledBy;
      output?: Verdict;
    }
  /** A result that broke the output schema: kept here, never shown to the model (D19). */
  | {
      type: "output.rejected";
      tool_call_id: string;
      attempt: number;
      result: string;
      verdict: Verdict;
    }
  | {
      type: "tool.call.errored";
      tool_call_id: string;
      attempt: number;
      name: string;
      error: string;
      retryable: boolean;
      /** No further attempt follows. */
      terminal: boolean;
      cause: FailureCause;
      code?: ErrorCode;
      detail?: unknown;
    }
  | {
      type: "call.refused";
      tool_call_id: string;
      name: string;
      arguments: string;
      reason: string;
      decision_id: string;
    }
  | {
      type: "settle.refused";
      tool_call_id: string;
      attempt?: number;
      action: "tool.result" | "tool.error";
      reason: string;
      by: SettledBy;
      /** The result or error text that came too late or did not fit. */
      text: string;
      decision_id?: string;
    }
  | { type: "action.refused"; action: string; reason: string; decision_id: string }
  | { type: "call.voided"; kind: "tool_call" | "llm_call"; id: string; reason: string }
  // attempts, of tool and model calls alike
  | {
      type: "attempt.started";
      kind: "tool_call" | "llm_call";
      id: string;
      attempt: number;
      deadline_at?: number;
      total_deadline_at?: number;
    }
  /** `due_at`: when the next attempt starts; absent when none does. */
  | {
      type: "attempt.failed";
      kind: "tool_call" | "llm_call";
      id: string;
      attempt: number;
      error: string;
      due_at?: number;
    }
  /**
   * An injected fault: how that attempt of a call, or that delivery of a decision (counted from 0), goes wrong. Stored
   * before the work begins. `index`: the place of the rule in the workspace's list, from 0.
   */
  | {
      type: "fault.injected";
      kind: "tool_call" | "llm_call" | "decision";
      id: string;
      attempt: number;
      /** Of a tool call: the decision that runs it. */
      decision_id?: string;
      rule: FaultRule;
      index: number;
    }
  // model calls
  | {
      type: "llm.call.requested";
      call_id: string;
      attempt: number;
      /** On attempt 0 only. */
      request?: LlmRequest;
      policy?: ResolvedPolicy;
      anchor?: string;
    }
  | {
      type: "llm.call.completed";
      call_id: string;
      attempt: number;
      response: LlmResponse;
      provider?: unknown;
    }
  | {
      type: "llm.call.errored";
      call_id: string;
      attempt: number;
      error: string;
      retryable: boolean;
      terminal: boolean;
      code?: ErrorCode;
      detail?: unknown;
    };

export type FactType = FactBody["type"];
export type Fact = FactBody & { seq: number; at: number; turn_id?: string };
export type FactOf<T extends FactType> = Extract<Fact, { type: T }>;
