/** Statements that read sessions and their logs. */
import { type Kysely, sql } from "kysely";
import type { Fact } from "@/lib/engine/log/facts";
import { upcast } from "@/lib/engine/state/upcast";
import { pageOf, readCursor } from "./cursor";
import type { LogPage, Page, SessionSummary } from "./port";
import type { Tables } from "./tables";

type Db = Kysely<Tables>;

function factsAfter(db: Db, id: string, { after, limit, types }: LogPage) {
  const facts = db
    .selectFrom("facts")
    .where("session", "=", (of) => of.selectFrom("sessions").select("id").where("public_id", "=", id))
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(limit);
  return types ? facts.where("type", "in", types) : facts;
}

/** How many facts fit into the page's bytes; at least one. Computed from stored lengths, without reading the texts. */
async function countWithin(db: Db, id: string, page: LogPage & { bytes: number }): Promise<number> {
  const sizes = await factsAfter(db, id, page).select(sql<number>`octet_length(body)`.as("bytes")).execute();
  let left = page.bytes;
  const beyond = sizes.findIndex(({ bytes }, index) => {
    left -= bytes;
    return left < 0 && index > 0;
  });
  return beyond < 0 ? page.limit : beyond;
}

export async function readFacts(db: Db, id: string, page: LogPage): Promise<Fact[]> {
  const { bytes } = page;
  const limit = bytes === undefined ? page.limit : await countWithin(db, id, { ...page, bytes });
  const rows = await factsAfter(db, id, { ...page, limit })
    .select(["seq", "at", "type", "turn_id", "body"])
    .execute();
  return rows.map(factOf);
}

function factOf(row: { seq: number; at: number; type: string; turn_id: string | null; body: string }): Fact {
  const { seq, at, type, turn_id } = row;
  const common = turn_id === null ? { seq, at, type } : { seq, at, turn_id, type };
  return upcast(Object.assign(common, JSON.parse(row.body)));
}

const SUMMARY = [
  "id",
  "public_id",
  "name",
  "workspace_id",
  "created_at",
  "updated_at",
  "seq",
  "running",
  "status",
  "origin",
] as const;

interface SummaryRow extends Omit<SessionSummary, "id" | "running" | "origin"> {
  id: number;
  public_id: string;
  running: number;
  origin: string | null;
}

function summaryOf({ id: _, public_id, running, origin, ...rest }: SummaryRow): SessionSummary {
  return {
    id: public_id,
    ...rest,
    running: running === 1,
    origin: origin === null ? null : JSON.parse(origin),
  };
}

/** Sessions only, without unfinished copies. */
const sessionsOf = (db: Db) => db.selectFrom("sessions").where("finished", "=", 1);

export async function summary(db: Db, id: string): Promise<SessionSummary | null> {
  const row = await sessionsOf(db).select(SUMMARY).where("public_id", "=", id).executeTakeFirst();
  return row ? summaryOf(row) : null;
}

/** Newest first, because each session gets a larger key. */
export async function listSessions(
  db: Db,
  page: { before?: string; limit: number; workspace_id?: string },
): Promise<Page<SessionSummary>> {
  let query = sessionsOf(db)
    .select(SUMMARY)
    .orderBy("id", "desc")
    .limit(page.limit + 1);
  if (page.workspace_id !== undefined) query = query.where("workspace_id", "=", page.workspace_id);
  if (page.before !== undefined) {
    const before = readCursor(page.before);
    if (before === null) return { items: [], next: null };
    query = query.where("id", "<", before.order);
  }
  return pageOf(await query.execute(), page.limit, {
    item: summaryOf,
    place: (row) => ({ order: row.id, id: row.public_id }),
  });
}

export async function runningSessions(db: Db): Promise<string[]> {
  const rows = await sessionsOf(db).select("public_id").where("running", "=", 1).orderBy("id").execute();
  return rows.map((row) => row.public_id);
}

/** `union` instead of `union all`, so that the query ends even if origins form a circle (no program writes one). */
export async function familyOf(
  db: Db,
  id: string,
  limit: number,
): Promise<{ items: SessionSummary[]; more: boolean }> {
  const rows = await db
    .withRecursive("line(public_id, origin_id)", (of) =>
      of
        .selectFrom("sessions")
        .select(["public_id", "origin_id"])
        .where("public_id", "=", id)
        .where("finished", "=", 1)
        .union(
          of
            .selectFrom("sessions")
            .where("finished", "=", 1)
            .innerJoin("line", "line.origin_id", "sessions.public_id")
            .select(["sessions.public_id", "sessions.origin_id"]),
        ),
    )
    .withRecursive("tree(public_id)", (of) =>
      of
        .selectFrom("line")
        .select("line.public_id")
        .union(
          of
            .selectFrom("sessions")
            .where("finished", "=", 1)
            .innerJoin("tree", "tree.public_id", "sessions.origin_id")
            .select("sessions.public_id"),
        ),
    )
    .selectFrom("sessions")
    .innerJoin("tree", "tree.public_id", "sessions.public_id")
    .leftJoin("line", "line.public_id", "sessions.public_id")
    .select(SUMMARY.map((name) => `sessions.${name}` as const))
    .orderBy(sql`case when line.public_id is null then 1 else 0 end`)
    .orderBy("sessions.id")
    .limit(limit + 1)
    .execute();
  const kept = rows.slice(0, limit).toSorted((a, b) => a.id - b.id);
  return { items: kept.map(summaryOf), more: rows.length > limit };
}

export async function dropUnfinished(db: Db): Promise<number> {
  const rows = await db
    .selectFrom("sessions")
    .select("id")
    .where("finished", "=", 0)
    .where("seq", ">", 0)
    .execute();
  for (const { id } of rows) {
    await db.transaction().execute(async (trx) => {
      // Another program that still writes this log finds an unexpected number and stops.
      await trx
        .updateTable("sessions")
        .set({ seq: 0 })
        .where("id", "=", id)
        .where("finished", "=", 0)
        .execute();
      await trx
        .deleteFrom("facts")
        .where("session", "=", (of) =>
          of.selectFrom("sessions").select("id").where("id", "=", id).where("finished", "=", 0),
        )
        .execute();
    });
  }
  return rows.length;
}
