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

/** `name` and `tools` stand beside the body so that lists need not read it. */
interface WorkspacesTable {
  id: string;
  revision: number;
  name: string;
  tools: number;
  updated_at: number;
  /** The workspace as JSON text. */
  body: string;
}

/** `id` is small and grows with each session: facts refer to it, lists are in its order. */
interface SessionsTable {
  id: Generated<number>;
  public_id: string;
  name: string;
  workspace_id: string | null;
  /** 0 or 1: not every database has truth values. */
  running: number;
  status: string;
  seq: number;
  created_at: number;
  updated_at: number;
  /** `public_id` of the session it was forked from: it may be gone. */
  origin_id: string | null;
  /** The same with all that is known of it, as JSON text. */
  origin: string | null;
  /** 0 while its log is being copied. The row of a copy that was given up stays, without facts: its key is not used again. */
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
