/**
 * What the engine asks a worker (docs/contract.md#triggers, docs/contract.md#decision-requests). Types without schemas,
 * because Callscope writes these messages and never reads them.
 */
import type { DecisionResponse } from "./actions";
import type { AgentConfig, Handler } from "./agent";
import type { DraftMessage, ErrorCode, Message } from "./messages";

export type ToolInput =
  | { status: "valid"; value: unknown }
  | { status: "invalid"; value: unknown; error: string }
  | { status: "malformed"; error: string };

export type Trigger =
  | { type: "session.start" }
  | { type: "client.messages"; messages: DraftMessage[]; new_from: number; client: Record<string, unknown> }
  | {
      type: "tool.execute";
      id: string;
      name: string;
      /** The raw argument string, untouched. */
      arguments: string;
      input: ToolInput;
      /** From 0. */
      attempt: number;
      /** RFC 3339. */
      deadline?: string;
    }
  | { type: "tool.finished"; id: string; ok: boolean; name: string; result?: string; error?: string }
  | {
      type: "llm.finished";
      id: string;
      ok: boolean;
      message?: DraftMessage;
      truncated: boolean;
      usage?: unknown;
      cost?: string;
      error?: string;
      code?: ErrorCode;
      detail?: unknown;
    }
  | { type: "interrupt.resumed"; interrupt_id: string; payload?: unknown };

/** A pending call, as a worker sees it. */
export interface Call {
  id: string;
  kind: "tool_call" | "llm_call";
  status: "pending" | "retry_scheduled";
  attempt: number;
  deadline?: string;
  anchor?: string;
  name?: string;
  arguments?: string;
  handler?: Handler | "server";
}

export interface DecisionRequest {
  session_id: string;
  decision_id: string;
  agent_id: string;
  identity: { id?: string; metadata?: Record<string, string> };
  trigger: Trigger;
  /** The engine's own proposal; `{}` if it has none. */
  proposed: DecisionResponse;
  /** The state that the worker wrote last; null if none. */
  state: unknown;
  agent: AgentConfig | null;
  calls: Call[];
  pending_calls: number;
  messages: Message[];
  message_tree: { nodes: { message: Message; parent_id?: string }[]; head_id?: string };
  ancestry: string[];
  /** Failed deliveries so far. */
  attempts: number;
  deadline: string | null;
  turn_id: string | null;
}
