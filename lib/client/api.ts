/** The engine's HTTP API as the page calls it. Every failure is an `ApiError` that can say who refused. */
import type { Declaration, Formats, Verdict } from "../protocol/verdict";
import type { Workspace } from "../protocol/workspace";

export interface StoredWorkspace {
  id: string;
  revision: number;
  /** Milliseconds since the epoch. */
  updated_at: number;
  workspace: Workspace;
}
export type WorkspaceSummary = Omit<StoredWorkspace, "workspace"> & { name: string; tools: number };

export interface SessionSummary {
  id: string;
  name: string;
  workspace_id: string | null;
  created_at: number;
  updated_at: number;
  seq: number;
  running: boolean;
  status: string;
}

export interface ServerSettings {
  /** Whether the server has a key for the provider in its environment. */
  anthropic_key: boolean;
  worker_secret: boolean;
  listens: string;
  version: string;
}

export interface CheckBody {
  tool: { name: string; input?: unknown; output?: unknown; inputText?: string; outputText?: string };
  /** Raw text. */
  arguments?: string;
  result?: string;
  formats?: Formats;
}
export interface CheckAnswer {
  declaration: { input: Declaration; output: Declaration; name: Declaration };
  input?: Verdict;
  output?: Verdict;
}

export type Command =
  | { type: "message"; text: string }
  | { type: "tool.result"; id: string; attempt?: number; result?: unknown; by?: "person" | "client" }
  | {
      type: "tool.error";
      id: string;
      attempt?: number;
      error: string;
      retryable?: boolean;
      by?: "person" | "client";
    }
  | { type: "resume"; interrupt_id: string; payload?: unknown }
  | { type: "cancel"; reason?: string };

/** Secrets typed into this tab. They travel with the two requests that need them and nowhere else. */
export interface Secrets {
  apiKey?: string;
  workerSecret?: string;
}

interface Refused {
  /** 0: the server did not answer at all. */
  status: number;
  reason?: string;
  /** The member of the body that was refused. */
  field?: string;
  /** The whole answer, where it is JSON. */
  body?: unknown;
}

export class ApiError extends Error {
  constructor(
    message: string,
    readonly refused: Refused,
  ) {
    super(message);
  }
}

const UNREACHABLE = "The Callscope server does not answer. Is it still running?";

/** One sentence for the screen that names who refused. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const { status, field } = error.refused;
  if (status === 0) return UNREACHABLE;
  return field ? `The server refused ${field}: ${error.message}` : `The server refused: ${error.message}`;
}

interface Call {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function call<T>(path: string, { method = "GET", body, headers, signal }: Call = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(UNREACHABLE, { status: 0 });
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response, answer);
  return answer as T;
}

function refusal(response: Response, answer: unknown): ApiError {
  const told = (answer ?? {}) as { error?: string; reason?: string; field?: string };
  const message = told.error ?? `${response.status} ${response.statusText}`.trim();
  return new ApiError(message, {
    status: response.status,
    reason: told.reason,
    field: told.field,
    body: answer,
  });
}

function secretHeaders({ apiKey, workerSecret }: Secrets): Record<string, string> {
  return {
    ...(apiKey ? { "x-callscope-api-key": apiKey } : {}),
    ...(workerSecret ? { "x-callscope-worker-secret": workerSecret } : {}),
  };
}

const at = (...parts: string[]) => `/api/${parts.map(encodeURIComponent).join("/")}`;

export const api = {
  settings: () => call<ServerSettings>(at("settings")),

  check: (body: CheckBody, signal?: AbortSignal) =>
    call<CheckAnswer>(at("check"), { method: "POST", body, signal }),

  workspaces: {
    list: () => call<{ items: WorkspaceSummary[]; next: string | null }>(at("workspaces")),
    read: (id: string) => call<StoredWorkspace>(at("workspaces", id)),
    create: (workspace: Workspace) =>
      call<StoredWorkspace>(at("workspaces"), { method: "POST", body: workspace }),
    /** 409 with `body.current` when someone saved a newer revision. */
    save: (id: string, workspace: Workspace, revision: number) =>
      call<StoredWorkspace>(at("workspaces", id), { method: "PUT", body: { workspace, revision } }),
    remove: (id: string) => call<void>(at("workspaces", id), { method: "DELETE" }),
  },

  sessions: {
    list: (workspace?: string | null) =>
      call<{ items: SessionSummary[]; next: string | null }>(
        `${at("sessions")}?limit=50${workspace ? `&workspace=${encodeURIComponent(workspace)}` : ""}`,
      ),
    read: (id: string) => call<SessionSummary & { workspace?: Workspace }>(at("sessions", id)),
    start: (body: { workspace: Workspace; workspace_id?: string; message?: string }, secrets: Secrets) =>
      call<{ id: string }>(at("sessions"), { method: "POST", body, headers: secretHeaders(secrets) }),
    command: (id: string, command: Command, secrets: Secrets) =>
      call<{ ok: true; seq: number }>(at("sessions", id, "commands"), {
        method: "POST",
        body: command,
        headers: secretHeaders(secrets),
      }),
  },

  samples: {
    list: () => call<{ items: SampleSummary[] }>("/samples/index.json"),
    read: (file: string) => call<Workspace>(`/samples/${encodeURIComponent(file)}`),
  },
};

export interface SampleSummary {
  file: string;
  name: string;
  about: string;
}
