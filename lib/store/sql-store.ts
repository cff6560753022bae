/** The store on a SQL database, embedded in this process. */
import { Kysely, sql } from "kysely";
import { appendStatements, prepareAppend } from "./append";
import type { StoreDialect } from "./dialect";
import { migrate } from "./migrate";
import type { Store } from "./port";
import { dropUnfinished, familyOf, listSessions, readFacts, runningSessions, summary } from "./sessions";
import { openSqlite } from "./sqlite";
import type { Tables } from "./tables";
import { workspaceStore } from "./workspaces";
import { createWriter } from "./writer";

/**
 * Opens the SQLite database at `path` (`:memory:` keeps it in this process), makes it when absent and upgrades it when
 * it is older. Throws with a plain message when the file cannot be used or is from a newer Callscope.
 */
export async function openSqlStore({ path }: { path: string }): Promise<Store> {
  const dialect = openSqlite(path);
  const db = new Kysely<Tables>({ dialect: dialect.kysely });
  try {
    await migrate(db, dialect);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return storeOn(db, dialect);
}

function storeOn(db: Kysely<Tables>, dialect: StoreDialect): Store {
  const writer = createWriter(db, appendStatements(db), dialect.isUniqueViolation);
  return {
    workspaces: workspaceStore(db),
    sessions: {
      append: async (id, facts, head) => {
        const append = prepareAppend(id, facts, head);
        return append ? writer.write(append) : { ok: true };
      },
      read: (id, page) => readFacts(db, id, page),
      summary: (id) => summary(db, id),
      list: (page) => listSessions(db, page),
      running: () => runningSessions(db),
      family: (id, limit) => familyOf(db, id, limit),
      dropUnfinished: () => dropUnfinished(db),
    },
    describe: async () => {
      const answer = await sql.raw<{ version: string }>(dialect.versionSql).execute(db);
      return `${dialect.name} ${answer.rows[0]?.version ?? ""}`.trim();
    },
    close: async () => {
      await writer.idle();
      await db.destroy();
    },
  };
}
