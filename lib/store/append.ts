/** The statements of one append. They are built once, and only their values change. They run inside the writer's transaction. */
import type { CompiledQuery, Kysely } from "kysely";
import type { Fact, ForkedFrom } from "@/lib/engine/log/facts";
import { stamp } from "@/lib/engine/state/upcast";
import { columnText } from "./column-text";
import type { SessionHead } from "./port";
import type { Tables } from "./tables";

type Db = Kysely<Tables>;

/** A prepared append: its facts as rows, without the session's key. */
export interface Append {
  id: string;
  head: SessionHead;
  first: FactRow;
  last: FactRow;
  rows: FactRow[];
}
interface FactRow {
  seq: number;
  at: number;
  type: string;
  turn_id: string | null;
  body: string;
}

export type Appended = { ok: true } | { ok: false; reason: "conflict"; seq: number };

/** Rows in one insert. Databases limit the values of a statement, and few different lengths mean few cached statements. */
const ROWS = 32;

/** Throws when the facts are not consecutive, which is a bug in the caller. */
export function prepareAppend(id: string, facts: Fact[], head: SessionHead): Append | null {
  const rows = facts.map(rowOf);
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return null;
  for (const [index, row] of rows.entries()) {
    if (row.seq !== first.seq + index)
      throw new Error(`Facts of ${id} are not in order: found ${row.seq} at ${index} after ${first.seq}.`);
  }
  return { id, head, first, last, rows };
}

function rowOf(fact: Fact): FactRow {
  const { seq, at, type, turn_id, ...body } = fact;
  return { seq, at, type, turn_id: turn_id ?? null, body: JSON.stringify(stamp(body)) };
}

/**
 * The first statement compares the expected `seq`, so the comparison and the lock are one step. If no row changed, there
 * is a conflict and nothing was written.
 */
export type AppendFacts = (trx: Db, append: Append) => Promise<Appended>;

/** Keys of recently written sessions: an update by key without a returned row costs a quarter of one that looks it up. */
const KEYS = 10_000;

export function appendStatements(db: Db): AppendFacts {
  const start = insertSession(db);
  const advance = updateSession(db);
  const advanceKnown = updateKnownSession(db);
  const insert = insertFacts(db);
  const keys = new Map<string, number>();

  /** Updates the session's row and returns its key; undefined when another fact was expected. */
  async function claim(trx: Db, append: Append): Promise<number | undefined> {
    // A new session's key is not cached: its row may still be rolled back.
    if (append.first.seq === 1) return (await trx.executeQuery(start(append))).rows[0]?.id;
    const known = keys.get(append.id);
    if (known !== undefined) {
      const { numAffectedRows } = await trx.executeQuery(advanceKnown(known, append));
      return numAffectedRows === 1n ? known : undefined;
    }
    const session = (await trx.executeQuery(advance(append))).rows[0]?.id;
    if (session === undefined) return undefined;
    if (keys.size >= KEYS) keys.clear();
    keys.set(append.id, session);
    return session;
  }

  return async (trx, append) => {
    const session = await claim(trx, append);
    if (session === undefined) return { ok: false, reason: "conflict", seq: await newest(trx, append.id) };
    for (let from = 0; from < append.rows.length; from += ROWS)
      await trx.executeQuery(insert(session, append.rows.slice(from, from + ROWS)));
    return { ok: true };
  };
}

/** The newest fact's `seq` in the stored log; 0 when there is no such session. */
export async function newest(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom("facts")
    .select((of) => of.fn.max("facts.seq").as("seq"))
    .where("session", "=", (of) => of.selectFrom("sessions").select("id").where("public_id", "=", id))
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** The columns of a head, in the order of `headValues`. */
const BLANK_HEAD = {
  name: "",
  workspace_id: "",
  running: 0,
  status: "",
  origin_id: "",
  origin: "",
  finished: 0,
};

type WithKey = CompiledQuery<{ id: number }>;

function insertSession(db: Db): (append: Append) => WithKey {
  const blank = {
    public_id: "",
    ...BLANK_HEAD,
    seq: 0,
    created_at: 0,
    updated_at: 0,
  };
  const query = db
    .insertInto("sessions")
    .values(blank)
    .onConflict((conflict) => conflict.column("public_id").doNothing())
    .returning("id")
    .compile();
  return ({ id, head, first, last }) =>
    withValues(query, [id, ...headValues(head), last.seq, head.copying_since ?? first.at, last.at]);
}

function updateSession(db: Db): (append: Append) => WithKey {
  const query = db
    .updateTable("sessions")
    .set({ ...BLANK_HEAD, seq: 0, updated_at: 0 })
    .where("public_id", "=", "")
    .where("seq", "=", 0)
    .returning("id")
    .compile();
  return ({ id, head, first, last }) =>
    withValues(query, [...headValues(head), last.seq, last.at, id, first.seq - 1]);
}

function updateKnownSession(db: Db): (session: number, append: Append) => CompiledQuery {
  const query = db
    .updateTable("sessions")
    .set({ ...BLANK_HEAD, seq: 0, updated_at: 0 })
    .where("id", "=", 0)
    .where("seq", "=", 0)
    .compile();
  return (session, { head, first, last }) =>
    withValues(query, [...headValues(head), last.seq, last.at, session, first.seq - 1]);
}

/** In the order of `BLANK_HEAD`. */
function headValues({ name, workspace_id, running, status, origin, copying_since }: SessionHead): unknown[] {
  return [
    columnText(name),
    workspace_id,
    running ? 1 : 0,
    columnText(status),
    ...originValues(origin),
    copying_since === undefined ? 1 : 0,
  ];
}

/** The values of the columns `origin_id` and `origin`. */
export const originValues = (origin: ForkedFrom | null): [string | null, string | null] =>
  origin ? [origin.session_id, JSON.stringify(origin)] : [null, null];

function insertFacts(db: Db): (session: number, rows: FactRow[]) => CompiledQuery {
  const blank = { session: 0, seq: 0, at: 0, type: "", turn_id: "", body: "" };
  const byLength = new Map<number, CompiledQuery>();
  const queryFor = (length: number) => {
    const known = byLength.get(length);
    if (known) return known;
    const query = db
      .insertInto("facts")
      .values(Array.from({ length }, () => blank))
      .compile();
    byLength.set(length, query);
    return query;
  };
  return (session, rows) =>
    withValues(
      queryFor(rows.length),
      rows.flatMap((row) => [session, row.seq, row.at, row.type, row.turn_id, row.body]),
    );
}

function withValues<R>(query: CompiledQuery<R>, values: unknown[]): CompiledQuery<R> {
  if (values.length !== query.parameters.length)
    throw new Error(
      `A statement takes ${query.parameters.length} values, not ${values.length}: ${query.sql}`,
    );
  return { ...query, parameters: values };
}
