/**
 * One writer for all sessions of this process. While a transaction runs, further appends collect and go into
 * the next one together, because a commit costs more than the facts in it.
 */
import type { Kysely } from "kysely";
import { type Append, type Appended, type AppendFacts, newest } from "./append";
import type { Tables } from "./tables";

/** How long commits may run back to back before other work in this process gets a turn, in milliseconds. */
const STRETCH_MS = 5;
/** Event-loop turns given to other work in a row. */
const MAX_TURNS = 20;

/** The maximum number of appends in one transaction, so that many writers do not delay all reads. */
const GROUP = 64;

interface Waiting {
  append: Append;
  resolve: (outcome: Appended) => void;
  reject: (error: unknown) => void;
}

interface Writer {
  write(append: Append): Promise<Appended>;
  /** Resolves when everything handed in has been written. */
  idle(): Promise<void>;
}

export function createWriter(
  db: Kysely<Tables>,
  appendFacts: AppendFacts,
  isUniqueViolation: (error: unknown) => boolean,
): Writer {
  const queue: Waiting[] = [];
  let draining: Promise<void> | null = null;

  async function commit(group: Waiting[]): Promise<void> {
    try {
      const outcomes = await db.transaction().execute(async (trx) => {
        const done: Appended[] = [];
        for (const { append } of group) done.push(await appendFacts(trx, append));
        return done;
      });
      for (const [index, outcome] of outcomes.entries()) group[index]?.resolve(outcome);
    } catch (error) {
      await settleFailed(group, error);
    }
  }

  /** Nothing of the group was written. Each append is tried alone, so that one failure does not affect the others. */
  async function settleFailed(group: Waiting[], error: unknown): Promise<void> {
    const [only, ...others] = group;
    if (!only) return;
    if (others.length > 0) {
      for (const waiting of group) await commit([waiting]);
    } else if (isUniqueViolation(error)) {
      await newest(db, only.append.id).then(
        (seq) => only.resolve({ ok: false, reason: "conflict", seq }),
        only.reject,
      );
    } else only.reject(error);
  }

  /** When the first commit since the last event-loop turn started. */
  let since: number | null = null;

  /**
   * Sessions that wait for nothing external go straight from one commit to the next, without an event-loop turn in
   * between. Without this pause, requests would not be answered until all sessions have ended.
   */
  async function letOthers(): Promise<void> {
    if (since === null) {
      since = performance.now();
      setImmediate(() => {
        since = null;
      });
      return;
    }
    // Answering a request takes several turns: after a large commit it gets as many as it missed.
    const missed = Math.min((performance.now() - since) / STRETCH_MS, MAX_TURNS);
    for (let turn = 1; turn <= missed; turn++) await new Promise(setImmediate);
  }

  async function drain(): Promise<void> {
    await Promise.resolve(); // appends of the same tick go together
    while (queue.length > 0) {
      await letOthers();
      await commit(queue.splice(0, GROUP));
    }
    draining = null;
  }

  return {
    write: (append) =>
      new Promise((resolve, reject) => {
        queue.push({ append, resolve, reject });
        draining ??= drain();
      }),
    idle: async () => {
      while (draining) await draining;
    },
  };
}
