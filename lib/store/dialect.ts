/** What the store must know about a database beyond the SQL that Kysely writes for it. One value per database. */
import type { Dialect } from "kysely";

export interface StoreDialect {
  kysely: Dialect;
  /** Type of a key column that the database counts up by itself. */
  countedKey: "integer" | "serial";
  /** Whether a thrown error says that a unique constraint was broken. */
  isUniqueViolation: (error: unknown) => boolean;
  /** A statement that answers one row `{ version }`. */
  versionSql: string;
  name: string;
}
