/** The session routes, as functions from services and a call to a Response. */
import type { Command as EngineCommand } from "@/lib/engine/decide/decide";
import type { Workspace } from "@/lib/protocol/workspace";
import type { Services } from "@/lib/server/compose";
import { type Call, json, refusal } from "@/lib/server/http/respond";
import { eventStream } from "@/lib/server/sessions/event-stream";
import type { Secrets } from "@/lib/server/sessions/sessions";
import { snapshotOf } from "@/lib/server/sessions/snapshot";
import type { SessionSummary } from "@/lib/store/port";
import type { Command } from "@/lib/wire/commands";
import type { Events, EventsQuery } from "@/lib/wire/events";
import type { ForkBody } from "@/lib/wire/forks";
import { readLastEventId } from "@/lib/wire/frames";
import { API_KEY_HEADER, WORKER_SECRET_HEADER } from "@/lib/wire/headers";
import type { SessionListQuery, StartSession } from "@/lib/wire/sessions";

type Needs = Pick<Services, "store" | "sessions" | "hub">;

const secretsOf = (headers: Headers): Secrets => ({
  apiKey: headers.get(API_KEY_HEADER) || null,
  workerSecret: headers.get(WORKER_SECRET_HEADER) || null,
});

const noSession = (id: string): Response =>
  refusal({ status: 404, reason: "not_found", error: `There is no session ${id} on this server.` });

/** The second of two tools with the same name would be dropped silently, so such a workspace cannot start. */
function doubledName({ agent }: Workspace): Response | null {
  const names = agent.tools.map((tool) => tool.name);
  const index = names.findIndex((name, at) => names.indexOf(name) < at);
  if (index < 0) return null;
  const error = `Callscope cannot start a session with two tools called ${names[index]}. Rename one of them.`;
  return refusal(
    { status: 400, reason: "duplicate_tool_name", error },
    { field: `workspace.agent.tools[${index}].name` },
  );
}

export async function startSession(
  { store, sessions }: Needs,
  { body, request }: Call<StartSession>,
): Promise<Response> {
  const { workspace: given, message } = body;
  const found =
    typeof given === "string"
      ? await store.workspaces.read(given)
      : { workspace: given, id: body.workspace_id };
  if (!found) {
    const error = `There is no workspace ${given} on this server.`;
    return refusal({ status: 404, reason: "not_found", error }, { field: "workspace" });
  }
  const { workspace, id: workspaceId } = found;
  const refused = doubledName(workspace);
  if (refused) return refused;
  const id = await sessions.start({ workspace, workspaceId, message, secrets: secretsOf(request.headers) });
  return json({ id }, 201);
}

export async function listSessions(
  { store }: Needs,
  { query }: Call<unknown, SessionListQuery>,
): Promise<Response> {
  const { before, limit, workspace } = query;
  return json(await store.sessions.list({ before, limit, workspace_id: workspace }));
}

/** The maximum number of sessions of a fork tree in one response. */
const FAMILY = 500;

export async function sessionFamily({ store }: Needs, { id }: Call): Promise<Response> {
  const family = await store.sessions.family(id, FAMILY);
  return family.items.length > 0 ? json(family) : noSession(id);
}

export async function sessionSnapshot({ store, sessions }: Needs, { id }: Call): Promise<Response> {
  const state = await sessions.look(id);
  const summary = await store.sessions.summary(id);
  return state && summary ? json(snapshotOf(summary, state)) : noSession(id);
}

function engineCommand(command: Command): EngineCommand {
  switch (command.type) {
    case "message":
    case "resume":
    case "breakpoints":
    case "skip":
      return command;
    case "release":
      return { ...command, how: command.how ?? { kind: "continue" }, step: command.step ?? false };
    case "cancel":
      return { type: "cancel", reason: command.reason ?? "stopped by a person" };
    case "tool.result": {
      const { type, id, attempt, result, by } = command;
      return {
        type: "settle",
        settle: { id, attempt, by: by ?? "person", action: { type, result: result ?? null } },
      };
    }
    case "tool.error": {
      const { type, id, attempt, error, retryable, by } = command;
      const action = { type, error, retryable: retryable ?? false };
      return { type: "settle", settle: { id, attempt, by: by ?? "person", action } };
    }
  }
}

export async function forkSession(
  { sessions }: Needs,
  { id, body, request }: Call<ForkBody>,
): Promise<Response> {
  const { point, workspace } = body;
  const refused = workspace && doubledName(workspace);
  if (refused) return refused;
  const forked = await sessions.fork(id, { point, workspace, secrets: secretsOf(request.headers) });
  if (!forked) return noSession(id);
  if ("id" in forked) return json(forked, 201);
  return refusal({
    status: 409,
    reason: "no_fork",
    error: `Callscope cannot fork the session there: ${forked.error}`,
  });
}

export async function commandSession(
  { sessions }: Needs,
  { id, body, request }: Call<Command>,
): Promise<Response> {
  const done = await sessions.command(id, engineCommand(body), secretsOf(request.headers));
  if (!done) return noSession(id);
  const { seq, refusal: refused } = done;
  return refused ? refusal({ status: 409, ...refused }) : json({ ok: true, seq }, 202);
}

/** The maximum part of a log in one response, whatever the request asks for. A fact is never cut. */
const ANSWER_FACTS = 20_000;
const ANSWER_BYTES = 8 * 1024 * 1024;

async function logOf(
  { store }: Pick<Needs, "store">,
  { id, seq }: SessionSummary,
  { after, limit }: EventsQuery,
): Promise<Events> {
  const most = Math.min(limit ?? ANSWER_FACTS, ANSWER_FACTS);
  const events = await store.sessions.read(id, { after, limit: most, bytes: ANSWER_BYTES });
  const last = events.at(-1)?.seq ?? seq;
  return { events, next: last < seq ? last : null };
}

/** The log as JSON if the request asks for JSON, otherwise as a live event stream. */
export async function sessionEvents(
  { store, hub, sessions }: Needs,
  { id, request, query }: Call<unknown, EventsQuery>,
): Promise<Response> {
  const summary = await store.sessions.summary(id);
  if (!summary) return noSession(id);
  if (request.headers.get("accept")?.includes("application/json"))
    return json(await logOf({ store }, summary, query));
  await sessions.look(id);
  const asked = readLastEventId(request.headers.get("last-event-id")) ?? query.after;
  // A number that this log has not reached belongs to another session, so the log is sent from its start.
  const after = asked > summary.seq ? 0 : asked;
  const stream = eventStream({ store, hub, sessionId: id, after, signal: request.signal });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
