/**
 * PORT: a worker. It gets one decision at a time and replies with its own response, accepts the proposal, or fails.
 * `decide` does not throw and does not reject. Adapters only translate: the engine decides whether a failure is retried
 * and what a response does.
 */

import type { LogEntry } from "@/lib/engine/log/facts";
import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import type { DecisionRequest, Trigger } from "../protocol/decision";
import type { StreamDelta } from "../protocol/messages";

/** One decision as a worker gets it. Large parts are built on demand. */
export interface Decision {
  decision_id: string;
  trigger: Trigger;
  /** Whether the engine proposes any action or message. */
  hasProposal: boolean;
  /** The whole request in wire form. */
  request: () => DecisionRequest;
  /**
   * The request as JSON text. On `tool.execute` `input.value` is the raw argument text itself, so numbers keep all
   * their digits (D5).
   */
  json: () => string;
}

export interface DecideContext {
  /** Aborted on cancel, shutdown, or when the delivery's time is up. */
  signal: AbortSignal;
  /** Console output of scripts; shown in the inspector. */
  onLog: (entry: LogEntry) => void;
  /** Streamed pieces (`llm.token.delta`) that a worker sends along. */
  onDelta: (delta: StreamDelta) => void;
}

/** How a delivery can fail, for an injected fault. */
export type DeliveryFailure =
  | { kind: "unreachable" }
  | { kind: "server error"; status: number }
  | { kind: "broken json" };

export interface Worker {
  decide(decision: Decision, context: DecideContext): Promise<WorkerOutcome>;
  /** The outcome that `decide` has when the delivery fails in this way. */
  failure(failure: DeliveryFailure, decision: Decision, context: DecideContext): Promise<WorkerOutcome>;
  /**
   * Whether `decide` would take the proposal of such a decision without looking at it, so that it need not be asked.
   * Absent: never.
   */
  takes?(decision: { trigger: Trigger["type"]; hasProposal: boolean }): boolean;
}
