/**
 * PORT: where workspaces and session logs are kept. Errors of the database itself are thrown, since they mean a broken
 * installation. What a caller can get wrong is returned as a refusal.
 */
import type { Fact, FactType, ForkedFrom } from "@/lib/engine/log/facts";
import type { Workspace } from "../protocol/workspace";

export interface StoredWorkspace {
  id: string;
  /** From 1; each save adds one. */
  revision: number;
  /** Milliseconds since the epoch. */
  updated_at: number;
  workspace: Workspace;
}
export type WorkspaceSummary = Omit<StoredWorkspace, "workspace"> & { name: string; tools: number };

/** `status` is derived from the log by `sessionStatus` in lib/engine. */
export interface SessionSummary {
  id: string;
  name: string;
  workspace_id: string | null;
  /** The time of its first fact. For a fork, the time it was forked: its first facts are older than the fork itself. */
  created_at: number;
  updated_at: number;
  /** The newest fact's number. */
  seq: number;
  /** False when nothing more happens until someone acts. */
  running: boolean;
  status: string;
  /** Where it was forked from; null if it is not a fork. */
  origin: ForkedFrom | null;
}

/** The state of a session after an append, stored with the log for lists and restarts. */
export interface SessionHead {
  name: string;
  workspace_id: string | null;
  running: boolean;
  status: string;
  origin: ForkedFrom | null;
  /**
   * Set while the log is still being copied for a fork, with the time that began (milliseconds since the epoch). Such a
   * log is not listed; it can only be read by its id. The first append without this makes it a session.
   */
  copying_since?: number;
}

export interface Page<T> {
  items: T[];
  /** Pass this as `before` or `after` for the next page; null at the end. */
  next: string | null;
}

/** A part of a log: at most `limit` facts and, with `bytes`, at most about that much text, but at least one fact. */
export interface LogPage {
  after: number;
  limit: number;
  bytes?: number;
  /** Read only facts of these types. */
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
     * Appends facts in one transaction. The first fact's `seq` must follow the newest stored one; otherwise nothing is
     * written and the stored `seq` is returned. `head` replaces the summary stored with the log.
     */
    append(
      id: string,
      facts: Fact[],
      head: SessionHead,
    ): Promise<{ ok: true } | { ok: false; reason: "conflict"; seq: number }>;
    /** Facts with `seq` > `after`, oldest first, upgraded to the current version. Throws `UnreadableLog` for a newer version. */
    read(id: string, page: LogPage): Promise<Fact[]>;
    summary(id: string): Promise<SessionSummary | null>;
    /** Newest first. */
    list(page: { before?: string; limit: number; workspace_id?: string }): Promise<Page<SessionSummary>>;
    /** Ids of sessions whose head says `running`, to resume after a restart. */
    running(): Promise<string[]>;
    /**
     * The tree of forks that a session belongs to, oldest first: its origins, up to the first one that is still stored,
     * and everything forked from any of these. Empty for an unknown id. If there are more than `limit`, the session and
     * its origins are kept first; `more` says that others were left out.
     */
    family(id: string, limit: number): Promise<{ items: SessionSummary[]; more: boolean }>;
    /** Empties unfinished copies at startup, because their writer is gone. Returns how many there were. */
    dropUnfinished(): Promise<number>;
  };
  /** The database's name and version, for the health route. */
  describe(): Promise<string>;
  close(): Promise<void>;
}
