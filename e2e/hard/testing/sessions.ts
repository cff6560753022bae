/** Sessions of a running app, by its HTTP API. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Fact } from "@/lib/engine/log/facts";
import type { Workspace } from "../../../lib/protocol/workspace";
import type { SessionSummary } from "../../../lib/store/port";
import type { Events } from "../../../lib/wire/events";
import type { RunningApp } from "../../server";

/** The JSON of a response; throws unless it succeeded. */
async function ask<T>(app: RunningApp, path: string, body?: unknown): Promise<T> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${app.url}${path}`, { headers, ...init });
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A session that waits for its first message; returns its id. */
export const open = async (app: RunningApp, workspace: Workspace): Promise<string> =>
  (await ask<{ id: string }>(app, "/api/sessions", { workspace })).id;

/** A session whose first turn begins at once; returns its id. */
export const start = async (app: RunningApp, workspace: Workspace, message = "go"): Promise<string> =>
  (await ask<{ id: string }>(app, "/api/sessions", { workspace, message })).id;

export const send = (app: RunningApp, id: string, text: string): Promise<{ seq: number }> =>
  ask(app, `/api/sessions/${id}/commands`, { type: "message", text });

export const listed = async (app: RunningApp, query = "?limit=200"): Promise<SessionSummary[]> =>
  (await ask<{ items: SessionSummary[] }>(app, `/api/sessions${query}`)).items;

/** Waits until none of the newest 200 sessions is in progress. */
export async function allEnded(app: RunningApp): Promise<void> {
  while ((await listed(app)).some(({ running }) => running)) await sleep(100);
}

export const summaryOf = (app: RunningApp, id: string): Promise<SessionSummary> =>
  ask(app, `/api/sessions/${id}`);

/** The whole log, read as the page reads it. */
export async function logOf(app: RunningApp, id: string): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (let after = 0; ; ) {
    const page = await ask<Events>(app, `/api/sessions/${id}/events?after=${after}&limit=2000`);
    facts.push(...page.events);
    if (page.next === null) return facts;
    after = page.next;
  }
}
