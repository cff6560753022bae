/**
 * PORT: where workspaces and session logs are kept. Errors of the database itself are thrown (they are faults of the
 * installation); what a caller can get wrong is a returned refusal.
 */
import type { Fact, FactType, ForkedFrom } from "@/lib/engine/log/facts";
import type { Workspace } from "../protocol/workspace";

export interface StoredWorkspace {
  id: string;
  /** From 1, raised by one with each save. */
  revision: number;
  /** Milliseconds since the epoch. */
  updated_at: number;
  workspace: Workspace;
}
export type WorkspaceSummary = Omit<StoredWorkspace, "workspace"> & { name: string; tools: number };

/** `status` as derived from the log: see `sessionStatus` in lib/engine. */
export interface SessionSummary {
  id: string;
  name: string;
  workspace_id: string | null;
  /** The time of its first fact; of a fork, whose first facts are older than itself, when it was forked. */
  created_at: number;
  updated_at: number;
  /** The newest fact's number. */
  seq: number;
  /** False once nothing is due any more until somebody acts. */
  running: boolean;
  status: string;
  /** What it was forked from; null: it is no fork. */
  origin: ForkedFrom | null;
}

/** What the writer of a log knows about the session after an append; kept beside the log for lists and restart. */
export interface SessionHead {
  name: string;
  workspace_id: string | null;
  running: boolean;
  status: string;
  origin: ForkedFrom | null;
  /**
   * The log is a copy that is no session yet, begun at this time (milliseconds since the epoch): nobody is told of it but
   * who reads its log by its id. The first append without this makes it one, created at that time.
   */
  copying_since?: number;
}

export interface Page<T> {
  items: T[];
  /** Hand this in as `before`/`after` for the next page; null at the end. */
  next: string | null;
}

/** A stretch of a log: `limit` facts at most, and with `bytes` about that much text at most, but one fact at least. */
export interface LogPage {
  after: number;
  limit: number;
  bytes?: number;
  /** Only these; the others are not read. */
  types?: readonly FactType[];
}

export interface Store {
  workspaces: {
    list(page: { before?: string; limit: number }): Promise<Page<WorkspaceSummary>>;
    create(id: string, workspace: Workspace, at: number): Promise<StoredWorkspace>;
    read(id: string): Promise<StoredWorkspace | null>;
    /** Refuses to overwrite a revision other than `expected`. */
    save(
      id: string,
      change: { workspace: Workspace; expected: number; at: number },
    ): Promise<
      | { ok: true; stored: StoredWorkspace }
      | { ok: false; reason: "missing" }
      | { ok: false; reason: "conflict"; current: StoredWorkspace }
    >;
    remove(id: string): Promise<boolean>;
  };
  sessions: {
    /**
     * Appends facts in one transaction. The first fact's `seq` must be one after the newest stored; else nothing is
     * written and the answer says what is there. `head` replaces the summary kept beside the log.
     */
    append(
      id: string,
      facts: Fact[],
      head: SessionHead,
    ): Promise<{ ok: true } | { ok: false; reason: "conflict"; seq: number }>;
    /** Facts with `seq` > `after`, oldest first, as of today's version. Throws `UnreadableLog` for a newer one's. */
    read(id: string, page: LogPage): Promise<Fact[]>;
    summary(id: string): Promise<SessionSummary | null>;
    /** Newest first. */
    list(page: { before?: string; limit: number; workspace_id?: string }): Promise<Page<SessionSummary>>;
    /** Ids of sessions whose head says `running`: what to take up again after a restart. */
    running(): Promise<string[]>;
    /**
     * The tree of forks that a session is part of, oldest first: where it comes from, up to the first that is still
     * stored, and all that was forked from any of these. Empty for an unknown id. Beyond `limit` the session itself and
     * where it comes from are kept before others; `more` says that some were left out.
     */
    family(id: string, limit: number): Promise<{ items: SessionSummary[]; more: boolean }>;
    /** Empties the logs that are unfinished still, for a start: who wrote them is gone. How many there were. */
    dropUnfinished(): Promise<number>;
  };
  /** One word for health: the database's kind and version. */
  describe(): Promise<string>;
  close(): Promise<void>;
}
