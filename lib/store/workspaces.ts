/** Statements on workspaces. */
import type { Kysely } from "kysely";
import type { Workspace } from "../protocol/workspace";
import { columnText } from "./column-text";
import { pageOf, readCursor } from "./cursor";
import type { Page, Store, StoredWorkspace, WorkspaceSummary } from "./port";
import type { Tables } from "./tables";

type Db = Kysely<Tables>;

export function workspaceStore(db: Db): Store["workspaces"] {
  return {
    list: (page) => list(db, page),
    create: (id, workspace, at) => create(db, { id, revision: 1, updated_at: at, workspace }),
    read: (id) => read(db, id),
    save: (id, change) => save(db, id, change),
    remove: (id) => remove(db, id),
  };
}

function columnsOf(workspace: Workspace) {
  return {
    name: columnText(workspace.name),
    tools: workspace.agent.tools.length,
    body: JSON.stringify(workspace),
  };
}

/** Most recently changed first. */
async function list(db: Db, page: { before?: string; limit: number }): Promise<Page<WorkspaceSummary>> {
  let query = db
    .selectFrom("workspaces")
    .select(["id", "revision", "name", "tools", "updated_at"])
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit + 1);
  if (page.before !== undefined) {
    const before = readCursor(page.before);
    if (before === null) return { items: [], next: null };
    query = query.where((is) =>
      is.or([
        is("updated_at", "<", before.order),
        is.and([is("updated_at", "=", before.order), is("id", "<", before.id)]),
      ]),
    );
  }
  return pageOf(await query.execute(), page.limit, {
    item: (row) => row,
    place: (row) => ({ order: row.updated_at, id: row.id }),
  });
}

async function create(db: Db, stored: StoredWorkspace): Promise<StoredWorkspace> {
  const { workspace, ...columns } = stored;
  await db
    .insertInto("workspaces")
    .values({ ...columns, ...columnsOf(workspace) })
    .execute();
  return stored;
}

async function read(db: Db, id: string): Promise<StoredWorkspace | null> {
  const row = await db
    .selectFrom("workspaces")
    .select(["id", "revision", "updated_at", "body"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { body, ...stored } = row;
  return { ...stored, workspace: JSON.parse(body) as Workspace };
}

/** The statement compares the expected revision. If no row changed, it was not the newest. */
async function save(
  db: Db,
  id: string,
  change: { workspace: Workspace; expected: number; at: number },
): ReturnType<Store["workspaces"]["save"]> {
  const revision = change.expected + 1;
  const changed = await db
    .updateTable("workspaces")
    .set({ revision, updated_at: change.at, ...columnsOf(change.workspace) })
    .where("id", "=", id)
    .where("revision", "=", change.expected)
    .returning("id")
    .executeTakeFirst();
  if (changed)
    return { ok: true, stored: { id, revision, updated_at: change.at, workspace: change.workspace } };
  const current = await read(db, id);
  return current ? { ok: false, reason: "conflict", current } : { ok: false, reason: "missing" };
}

async function remove(db: Db, id: string): Promise<boolean> {
  const removed = await db.deleteFrom("workspaces").where("id", "=", id).returning("id").executeTakeFirst();
  return removed !== undefined;
}
