/** Migrates the database step by step; a database from a newer program is refused. */
import type { Kysely } from "kysely";
import { originValues } from "./append";
import type { StoreDialect } from "./dialect";
import type { Tables } from "./tables";

type Step = (db: Kysely<Tables>, dialect: StoreDialect) => Promise<void>;

/** Step n upgrades version n to n + 1. Steps are never changed once released; add one instead. */
const STEPS: Step[] = [createTables, keepOrigins];

/** Upgrades the database to this program's version in one transaction. Throws when it is from a newer program. */
export async function migrate(db: Kysely<Tables>, dialect: StoreDialect): Promise<void> {
  await db.schema
    .createTable("schema_version")
    .ifNotExists()
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("version", "integer", (column) => column.notNull())
    .execute();
  await db.transaction().execute(async (trx) => {
    // The write comes first because it takes the lock: when two programs start together, one waits here.
    await trx
      .insertInto("schema_version")
      .values({ id: 1, version: 0 })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ id: 1 }))
      .execute();
    const { version } = await trx.selectFrom("schema_version").select("version").executeTakeFirstOrThrow();
    if (version > STEPS.length) throw new Error(newerMessage(version));
    for (const step of STEPS.slice(version)) await step(trx, dialect);
    if (version < STEPS.length)
      await trx.updateTable("schema_version").set({ version: STEPS.length }).execute();
  });
}

function newerMessage(version: number): string {
  return (
    `The database was written by a newer version of Callscope (its tables have version ${version}; this program supports up to ` +
    `${STEPS.length}). Update Callscope, or choose another folder with CALLSCOPE_DATA.`
  );
}

async function createTables(db: Kysely<Tables>, dialect: StoreDialect): Promise<void> {
  await db.schema
    .createTable("workspaces")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("tools", "integer", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("workspaces_by_time").on("workspaces").columns(["updated_at", "id"]).execute();
  await db.schema
    .createTable("sessions")
    .addColumn("id", dialect.countedKey, (column) => column.primaryKey())
    .addColumn("public_id", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("workspace_id", "text")
    .addColumn("running", "integer", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("sessions_by_workspace")
    .on("sessions")
    .columns(["workspace_id", "id"])
    .execute();
  await db.schema
    .createTable("facts")
    .addColumn("session", "integer", (column) => column.notNull().references("sessions.id"))
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("turn_id", "text")
    .addColumn("body", "text", (column) => column.notNull())
    .addUniqueConstraint("facts_in_order", ["session", "seq"])
    .execute();
}

/** Older databases do not record forks, so they are found in the logs: the newest seam in a log is its own; older ones were copied. */
async function keepOrigins(db: Kysely<Tables>): Promise<void> {
  for (const column of ["origin_id", "origin"] as const)
    await db.schema.alterTable("sessions").addColumn(column, "text").execute();
  await db.schema
    .alterTable("sessions")
    .addColumn("finished", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex("sessions_by_origin").on("sessions").column("origin_id").execute();
  const seams = await db
    .selectFrom("facts")
    .select(["session", "at", "body"])
    .where("type", "=", "session.forked")
    .orderBy("session")
    .orderBy("seq")
    .execute();
  for (const { session, at, body } of seams) {
    const { origin } = JSON.parse(body);
    const [origin_id, text] = originValues(origin);
    await db
      .updateTable("sessions")
      .set({ origin_id, origin: text, created_at: at })
      .where("id", "=", session)
      .execute();
  }
}
