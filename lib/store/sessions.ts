/** Statements that read sessions and their logs. */
import { type Kysely, sql } from "kysely";
import type { Fact } from "../engine/facts";
import { upcast } from "../engine/upcast";
import { pageOf, readCursor } from "./cursor";
import type { LogPage, Page, SessionSummary } from "./port";
import type { Tables } from "./tables";

type Db = Kysely<Tables>;

const factsAfter = (db: Db, id: string, { after, limit }: LogPage) =>
  db
    .selectFrom("facts")
    .where("session", "=", (of) => of.selectFrom("sessions").select("id").where("public_id", "=", id))
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(limit);

/** How many facts fit into the page's bytes: the first always does. Their texts are not read for that. */
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
] as const;

interface SummaryRow extends Omit<SessionSummary, "id" | "running"> {
  id: number;
  public_id: string;
  running: number;
}

function summaryOf({ id: _, public_id, running, ...rest }: SummaryRow): SessionSummary {
  return { id: public_id, ...rest, running: running === 1 };
}

export async function summary(db: Db, id: string): Promise<SessionSummary | null> {
  const row = await db.selectFrom("sessions").select(SUMMARY).where("public_id", "=", id).executeTakeFirst();
  return row ? summaryOf(row) : null;
}

/** Newest first: keys grow with each session. */
export async function listSessions(
  db: Db,
  page: { before?: string; limit: number; workspace_id?: string },
): Promise<Page<SessionSummary>> {
  let query = db
    .selectFrom("sessions")
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
  const rows = await db
    .selectFrom("sessions")
    .select("public_id")
    .where("running", "=", 1)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.public_id);
}
