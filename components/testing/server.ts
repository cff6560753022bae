/** The server as a component test gives it: answers by address, and sessions by their facts. */
import { vi } from "vitest";
import type { Fact } from "@/lib/engine/log/facts";

/** A request that the component under test sent. */
export interface Asked {
  method: string;
  path: string;
  body: unknown;
}

type Answer = unknown | ((asked: Asked) => unknown);

const answers = new Map<string, Answer>();
let asked: Asked[] = [];
let sessions = 0;

/** What was asked of the server so far in this test, oldest first. */
export const requests = (): readonly Asked[] => asked;

/** Sets the answer to `GET /api/settings` or the like; a function is given the request. A `Response` is sent as it is. */
export const answer = (to: string, with_: Answer): void => void answers.set(to, with_);

/** Stores a session with these facts and gives its id. */
export function storeSession(facts: readonly Fact[]): string {
  sessions += 1;
  const id = `session-${sessions}`;
  answer(`GET /api/sessions/${id}/events`, { events: facts, next: null });
  return id;
}

async function respond(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(String(url), window.location.href);
  const request: Asked = {
    method: init.method ?? "GET",
    path: pathname,
    body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
  };
  asked.push(request);
  const key = `${request.method} ${pathname}`;
  if (!answers.has(key))
    return Response.json({ error: `The test gives no answer to ${key}` }, { status: 404 });
  const found = answers.get(key);
  const value = typeof found === "function" ? await found(request) : found;
  return value instanceof Response ? value : Response.json(value);
}

/** A stream that stays open and brings nothing: a test gives all facts at once. */
class QuietStream {
  onopen: (() => void) | null = null;
  constructor() {
    queueMicrotask(() => this.onopen?.());
  }
  addEventListener(): void {}
  close(): void {}
}

/** Puts the test's server in the place of the real one; no answers are set yet. */
export function startServer(): void {
  answers.clear();
  asked = [];
  vi.stubGlobal("fetch", respond);
  vi.stubGlobal("EventSource", QuietStream);
}
