// The tool-call protocol's types for scripts. Written by `npm run generate`; edit the sources instead.

type Handler = "worker" | "client";

interface RetryOverride {
  /** Time for one attempt; null: no limit. */
  attempt_timeout_secs?: number | null;
  /** Time for all attempts and the waits between them; null: no limit. */
  total_timeout_secs?: number | null;
  /** Attempts in total; 0 counts as 1. */
  max_attempts?: number;
  /** The wait before retry n is min(backoff_base_secs to the power of n, backoff_max_secs) seconds. */
  backoff_base_secs?: number;
  /** The longest wait between two attempts. */
  backoff_max_secs?: number;
  /** An older name of attempt_timeout_secs. */
  timeout_secs?: number | null;
  /** An older name of max_attempts. */
  max_retries?: number;
}

interface AgentRetry {
  default?: RetryOverride;
  tool?: RetryOverride;
  llm?: RetryOverride;
  /** Time for one attempt; null: no limit. */
  attempt_timeout_secs?: number | null;
  /** Time for all attempts and the waits between them; null: no limit. */
  total_timeout_secs?: number | null;
  /** Attempts in total; 0 counts as 1. */
  max_attempts?: number;
  /** The wait before retry n is min(backoff_base_secs to the power of n, backoff_max_secs) seconds. */
  backoff_base_secs?: number;
  /** The longest wait between two attempts. */
  backoff_max_secs?: number;
  /** An older name of attempt_timeout_secs. */
  timeout_secs?: number | null;
  /** An older name of max_attempts. */
  max_retries?: number;
}

interface AgentTool {
  /** What the model calls it by. */
  name: string;
  /** The model reads it to decide when to call. */
  description?: string;
  /** JSON Schema of the arguments; absent: unchecked. */
  input?: any;
  /** JSON Schema the result must satisfy; absent: unchecked. */
  output?: any;
  /** The input schema as it was typed; goes before `input`. */
  inputText?: string;
  /** The output schema as it was typed; goes before `output`. */
  outputText?: string;
  /** Where a call runs: with the worker (default) or the client. */
  handler?: Handler;
  /** The tool's own layer of the retry policy. */
  retry?: RetryOverride;
}

interface AgentConfig {
  model: string;
  system?: string;
  stream?: boolean;
  retry?: AgentRetry;
  tools?: AgentTool[];
}

interface LlmTool {
  name: string;
  description?: string;
  input?: any;
  output?: any;
  inputText?: string;
  outputText?: string;
}

type ErrorCode = "provider_error" | "rate_limited" | "refused" | "budget_exceeded" | "deadline_exceeded";

interface ToolCall {
  id: string;
  type?: string;
  function: {
    name: string;
    arguments: string;
  };
}

interface ContentPart {
  type: string;
  text?: string;
  [member: string]: any;
}

interface DraftMessage {
  id?: string;
  role: "system" | "user" | "assistant" | "tool";
  content?: string | ContentPart[];
  tool_calls?: ToolCall[];
  tool_call_id?: string;
  name?: string;
}

interface ToolCallAction {
  type: "tool.call";
  id?: string;
  name: string;
  arguments: any;
  handler?: Handler;
  retry?: RetryOverride;
}

interface ToolResultAction {
  type: "tool.result";
  id?: string;
  attempt?: number;
  result: any;
}

interface ToolErrorAction {
  type: "tool.error";
  id?: string;
  attempt?: number;
  error: string;
  retryable?: boolean;
  code?: ErrorCode;
  detail?: any;
}

interface LlmCallAction {
  type: "llm.call";
  id?: string;
  model?: string;
  messages?: DraftMessage[];
  tools?: LlmTool[];
  temperature?: number;
  max_completion_tokens?: number;
  reasoning?: any;
  stream?: boolean;
  retry?: RetryOverride;
}

interface InterruptAction {
  type: "interrupt";
  interrupt_id?: string;
  reason: string;
  payload?: any;
}

interface DoneAction {
  type: "done";
  data?: any;
}

interface SubAgentSpawnAction {
  type: "sub_agent.spawn";
  [member: string]: any;
}

interface MessageSendAction {
  type: "message.send";
  [member: string]: any;
}

type Action = ToolCallAction | ToolResultAction | ToolErrorAction | LlmCallAction | InterruptAction | DoneAction | SubAgentSpawnAction | MessageSendAction;

interface DecisionResponse {
  messages?: DraftMessage[];
  actions?: Action[];
  state?: any;
  agent?: AgentConfig;
}

type Message = DraftMessage & { id: string };

type ToolInput =
  | { status: "valid"; value: any }
  | { status: "invalid"; value: any; error: string }
  | { status: "malformed"; error: string };

type Trigger =
  | { type: "session.start" }
  | { type: "client.messages"; messages: DraftMessage[]; new_from: number; client: Record<string, any> }
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
      usage?: any;
      cost?: string;
      error?: string;
      code?: ErrorCode;
      detail?: any;
    }
  | { type: "interrupt.resumed"; interrupt_id: string; payload?: any };

/** A pending call, as a worker sees it. */
interface Call {
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

interface DecisionRequest {
  session_id: string;
  decision_id: string;
  agent_id: string;
  identity: { id?: string; metadata?: Record<string, string> };
  trigger: Trigger;
  /** The engine's own proposal; `{}` if it has none. */
  proposed: DecisionResponse;
  /** The state that the worker wrote last; null if none. */
  state: any;
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

interface LogEntry {
  level: "log" | "info" | "warn" | "error" | "debug";
  text: string;
}

/** A whole worker: gets one decision and returns the answer. To return nothing is the empty answer. */
type Decide = (request: DecisionRequest) => DecisionResponse | null | void | Promise<DecisionResponse | null | void>;

/** The call that a tool's function runs for. `attempt` counts from 0. */
interface RunContext {
  id: string;
  name: string;
  attempt: number;
}

/** A tool: gets the parsed arguments, returns the result or throws. `error.retryable = true` asks for another attempt. */
type Run = (args: any, call: RunContext) => any;

declare const console: { [level in LogEntry["level"]]: (...values: any[]) => void };
