/** Calls of the HTTP API. Every failure is an `ApiError`, which records whether the server refused or did not respond. */
import type { Fact } from "@/lib/engine/log/facts";
import type { Workspace } from "@/lib/protocol/workspace";
import type { CaseFileAnswer, CaseFileBody, CaseRun, CaseRunBody } from "@/lib/wire/cases";
import type { CheckAnswer, CheckBody } from "@/lib/wire/check";
import type { Accepted, Command } from "@/lib/wire/commands";
import type { Counterexample, CounterexampleBody } from "@/lib/wire/counterexample";
import type { Events } from "@/lib/wire/events";
import type { Fixes, FixesBody } from "@/lib/wire/fixes";
import type { ForkBody } from "@/lib/wire/forks";
import type { GenerateBody, GeneratedSamples } from "@/lib/wire/generate";
import { API_KEY_HEADER, WORKER_SECRET_HEADER } from "@/lib/wire/headers";
import type { Impact, ImpactBody, ImpactProgress } from "@/lib/wire/impact";
import { LINES_TYPE } from "@/lib/wire/ndjson";
import type { Settings } from "@/lib/wire/service";
import type { Family, SessionList, Started, StartSession } from "@/lib/wire/sessions";
import type { StoredWorkspace, WorkspaceList } from "@/lib/wire/workspaces";
import { hasLines, readLines } from "./ndjson";
import { setReachable } from "./reachable";

/** Secrets typed into this tab. They are sent only with the requests that need them. */
export interface Secrets {
  apiKey?: string;
  workerSecret?: string;
}

interface Refused {
  /** 0: the server did not respond. */
  status: number;
  reason?: string;
  /** The response body, if it is JSON. */
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

/** One sentence for the page that says what failed. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.refused.status === 0) return UNREACHABLE;
  return `The server refused: ${error.message}`;
}

interface Call {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function ask(path: string, { method = "GET", body, headers, signal }: Call): Promise<Response> {
  const response = await reaching(signal, () =>
    fetch(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    }),
  );
  setReachable(true);
  return response;
}

/** Reports a rejection as an unreachable server, unless the request was aborted. */
async function reaching<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted) throw error;
    setReachable(false);
    throw new ApiError(UNREACHABLE, { status: 0 });
  }
}

async function call<T>(path: string, asked: Call = {}): Promise<T> {
  const response = await ask(path, asked);
  return answerOf<T>(response);
}

/** The same for a request that may take a while; `onProgress` receives its progress. */
async function callLong<T, P>(path: string, asked: Call, onProgress: (progress: P) => void): Promise<T> {
  const headers = { ...asked.headers, accept: `${LINES_TYPE}, application/json` };
  const response = await ask(path, { ...asked, headers });
  if (!hasLines(response)) return answerOf<T>(response);
  const tell = (progress: unknown) => onProgress(progress as P);
  const { answer, refused } = await reaching(asked.signal, () => readLines(response, tell));
  if (refused !== undefined) throw refusal({ status: 500, statusText: "" }, refused);
  return answer as T;
}

async function answerOf<T>(response: Response): Promise<T> {
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response, answer);
  return answer as T;
}

function refusal(response: Pick<Response, "status" | "statusText">, answer: unknown): ApiError {
  const told = (answer ?? {}) as { error?: string; reason?: string };
  const message = told.error ?? `${response.status} ${response.statusText}`.trim();
  return new ApiError(message, {
    status: response.status,
    reason: told.reason,
    body: answer,
  });
}

function secretHeaders({ apiKey, workerSecret }: Secrets): Record<string, string> {
  return {
    ...(apiKey ? { [API_KEY_HEADER]: apiKey } : {}),
    ...(workerSecret ? { [WORKER_SECRET_HEADER]: workerSecret } : {}),
  };
}

const at = (...parts: string[]) => `/api/${parts.map(encodeURIComponent).join("/")}`;

export const api = {
  settings: () => call<Settings>(at("settings")),

  check: (body: CheckBody, signal?: AbortSignal) =>
    call<CheckAnswer>(at("check"), { method: "POST", body, signal }),

  counterexample: (body: CounterexampleBody, signal?: AbortSignal) =>
    call<Counterexample>(at("counterexample"), { method: "POST", body, signal }),

  caseFile: (body: CaseFileBody) => call<CaseFileAnswer>("/api/cases/file", { method: "POST", body }),
  cases: (body: CaseRunBody, signal?: AbortSignal) =>
    call<CaseRun>(at("cases"), { method: "POST", body, signal }),

  generate: (body: GenerateBody, signal?: AbortSignal) =>
    call<GeneratedSamples>("/api/cases/generate", { method: "POST", body, signal }),

  impact: (body: ImpactBody, signal: AbortSignal, onProgress: (progress: ImpactProgress) => void) =>
    callLong<Impact, ImpactProgress>("/api/impact", { method: "POST", body, signal }, onProgress),
  fixes: (body: FixesBody) => call<Fixes>(at("fixes"), { method: "POST", body }),

  answerSchema: async () => JSON.stringify(await call<object>("/answer.schema.json"), null, 2),

  workspaces: {
    list: () => call<WorkspaceList>(`${at("workspaces")}?limit=200`),
    read: (id: string) => call<StoredWorkspace>(at("workspaces", id)),
    create: (workspace: Workspace) =>
      call<StoredWorkspace>(at("workspaces"), { method: "POST", body: workspace }),
    /** 409 with `body.current` when someone saved a newer revision. */
    save: (id: string, workspace: Workspace, revision: number) =>
      call<StoredWorkspace>(at("workspaces", id), { method: "PUT", body: { workspace, revision } }),
    remove: (id: string) => call<void>(at("workspaces", id), { method: "DELETE" }),
  },

  sessions: {
    /** The newest runs, of one stored workspace or of all. */
    list: (workspace: string | null) =>
      call<SessionList>(
        `${at("sessions")}?limit=50${workspace ? `&workspace=${encodeURIComponent(workspace)}` : ""}`,
      ),
    /** A session's first fact, which contains the workspace at that time. */
    created: async (id: string): Promise<Fact | undefined> => {
      const path = `${at("sessions", id, "events")}?after=0&limit=1`;
      const answer = await call<{ events: Fact[] }>(path, { headers: { accept: "application/json" } });
      return answer.events[0];
    },
    /** The whole log, page by page. */
    log: async (id: string): Promise<Fact[]> => {
      const facts: Fact[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const path = `${at("sessions", id, "events")}?after=${after}`;
        const page: Events = await call<Events>(path, { headers: { accept: "application/json" } });
        facts.push(...page.events);
        after = page.next;
      }
      return facts;
    },
    /** The tree of forks that contains the session. */
    family: (id: string) => call<Family>(at("sessions", id, "forks")),
    start: (body: StartSession, secrets: Secrets) =>
      call<Started>(at("sessions"), { method: "POST", body, headers: secretHeaders(secrets) }),
    fork: (id: string, body: ForkBody, secrets: Secrets) =>
      call<Started>(at("sessions", id, "forks"), {
        method: "POST",
        body,
        headers: secretHeaders(secrets),
      }),
    command: (id: string, command: Command, secrets: Secrets) =>
      call<Accepted>(at("sessions", id, "commands"), {
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

interface SampleSummary {
  file: string;
  name: string;
  about: string;
}
