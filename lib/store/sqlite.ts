/** SQLite through libsql: everything that is specific to this database and its driver. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import Database from "libsql";
import type { StoreDialect } from "./dialect";

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the file at `file` (created with its folder when absent), or an in-memory database for `:memory:`.
 * Throws with a plain message when the file cannot be used.
 */
export function openSqlite(file: string): StoreDialect {
  try {
    return {
      kysely: new SqliteDialect({ database: keepStatements(connect(file)) }),
      countedKey: "integer",
      isUniqueViolation,
      versionSql: "select sqlite_version() as version",
      name: "SQLite",
    };
  } catch (error) {
    throw new Error(
      `The database ${file} cannot be opened: ${messageOf(error)}. ` +
        "Check that the folder can be written to, or choose another with CALLSCOPE_DATA.",
      { cause: error },
    );
  }
}

/** An absolute path, so that the driver never mistakes a name for a remote address. */
function connect(file: string): Database.Database {
  const memory = file === ":memory:";
  if (!memory) mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const database = new Database(memory ? file : path.resolve(file));
  try {
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    database.pragma("foreign_keys = ON");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Kysely prepares each statement again, which costs more than running it. Statements are cached by their text instead;
 * there are few texts, since values are always parameters.
 */
function keepStatements(database: Database.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => {
      kept.clear();
      database.pragma("wal_checkpoint(TRUNCATE)"); // afterwards the file is complete and can be copied
      database.close();
    },
    prepare: (sql) => {
      const known = kept.get(sql);
      if (known) return known;
      const statement = prepare(database, sql);
      kept.set(sql, statement);
      return statement;
    },
  };
}

/** Rows are read as arrays and turned into objects here: the driver's own row objects take twice as long. */
function prepare(database: Database.Database, sql: string): SqliteStatement {
  const statement = database.prepare<unknown[]>(sql);
  const reader = statement.reader;
  const names = reader
    ? statement
        .raw()
        .columns()
        .map((column) => column.name)
    : [];
  const all = (parameters: readonly unknown[]) =>
    statement.all([...parameters]).map((row) => named(names, row as unknown[]));
  return {
    reader,
    all,
    run: (parameters) => statement.run([...parameters]),
    iterate: (parameters) => all(parameters).values(),
  };
}

function named(names: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) row[name] = values[index];
  return row;
}

function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
