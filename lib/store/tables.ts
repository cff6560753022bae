/** Tables and columns of the database, named here and nowhere else. Times are milliseconds since the epoch. */
import type { Generated } from "kysely";

export interface Tables {
  schema_version: SchemaVersionTable;
  workspaces: WorkspacesTable;
  sessions: SessionsTable;
  facts: FactsTable;
}

/** One row. */
interface SchemaVersionTable {
  id: number;
  version: number;
}

/** `name` and `tools` have their own columns so that lists need not read the body. */
interface WorkspacesTable {
  id: string;
  revision: number;
  name: string;
  tools: number;
  updated_at: number;
  /** The workspace as JSON text. */
  body: string;
}

/** `id` is a small number that grows with each session. Facts refer to it, and lists are ordered by it. */
interface SessionsTable {
  id: Generated<number>;
  public_id: string;
  name: string;
  workspace_id: string | null;
  /** 0 or 1, because not every database has booleans. */
  running: number;
  status: string;
  seq: number;
  created_at: number;
  updated_at: number;
  /** `public_id` of the session it was forked from, which may have been deleted. */
  origin_id: string | null;
  /** The whole origin, as JSON text. */
  origin: string | null;
  /** 0 while its log is being copied. The row of an abandoned copy stays, without facts, so that its key is not reused. */
  finished: Generated<number>;
}

interface FactsTable {
  /** `sessions.id` */
  session: number;
  seq: number;
  at: number;
  type: string;
  turn_id: string | null;
  /** The rest of the fact as JSON text. */
  body: string;
}
