/** The routes under `/api/workspaces`. */
import type { Workspace } from "@/lib/protocol/workspace";
import type { Services } from "@/lib/server/compose";
import { json, refusal } from "@/lib/server/http/respond";
import { mintId } from "@/lib/server/process/ids";
import type { SaveWorkspace } from "@/lib/wire/workspaces";

type Needs = Pick<Services, "store" | "clock">;

const missing = (id: string) =>
  refusal({
    status: 404,
    reason: "not_found",
    error: `There is no workspace ${id}. It may have been deleted.`,
  });

export async function createWorkspace({ store, clock }: Needs, workspace: Workspace): Promise<Response> {
  return json(await store.workspaces.create(mintId("ws"), workspace, clock.now()), 201);
}

export async function readWorkspace({ store }: Needs, id: string): Promise<Response> {
  const stored = await store.workspaces.read(id);
  return stored ? json(stored) : missing(id);
}

/** Never overwrites a revision that the sender has not seen; the response is then a 409 with that revision. */
export async function saveWorkspace(
  { store, clock }: Needs,
  id: string,
  body: SaveWorkspace,
): Promise<Response> {
  const change = { workspace: body.workspace, expected: body.revision, at: clock.now() };
  const saved = await store.workspaces.save(id, change);
  if (saved.ok) return json(saved.stored);
  if (saved.reason === "missing") return missing(id);
  const error = `This workspace was saved elsewhere in the meantime. It is at revision ${saved.current.revision}; your edit started from ${body.revision}.`;
  return refusal({ status: 409, reason: "conflict", error }, { current: saved.current });
}

export async function removeWorkspace({ store }: Needs, id: string): Promise<Response> {
  const removed = await store.workspaces.remove(id);
  return removed
    ? new Response(null, { status: 204, headers: { "cache-control": "no-store" } })
    : missing(id);
}
