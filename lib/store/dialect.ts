/** What differs between databases beyond the SQL that Kysely generates. One value per database. */
import type { Dialect } from "kysely";

export interface StoreDialect {
  kysely: Dialect;
  /** The type of an auto-increment key column. */
  countedKey: "integer" | "serial";
  /** Whether an error reports a violated unique constraint. */
  isUniqueViolation: (error: unknown) => boolean;
  /** A statement that returns one row `{ version }`. */
  versionSql: string;
  name: string;
}
