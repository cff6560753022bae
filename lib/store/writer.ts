/**
 * One writer for all sessions of this process. While a transaction is under way, further appends gather and go into
 * the next one together: a commit costs more than the facts in it.
 */
import type { Kysely } from "kysely";
import { type Append, type Appended, type AppendFacts, newest } from "./append";
import type { Tables } from "./tables";

/** How long commits may follow each other before all else in this process has its turn, in milliseconds. */
const STRETCH_MS = 5;
/** Turns that all else has in a row. */
const MAX_TURNS = 20;

/** Appends in one transaction, so that a crowd does not hold up everybody else's reads. */
const GROUP = 64;

interface Waiting {
  append: Append;
  resolve: (outcome: Appended) => void;
  reject: (error: unknown) => void;
}

interface Writer {
  write(append: Append): Promise<Appended>;
  /** Resolves once all that was handed in is written. */
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

  /** Nothing of the group was written. Each is tried by itself, so that one's fault is not the others'. */
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

  /** When the first commit since the event loop's last turn began. */
  let since: number | null = null;

  /**
   * Sessions that wait for nothing outside go from one commit straight to the next, without a turn of the event loop in
   * between; requests would then go unheard until all sessions have ended.
   */
  async function letOthers(): Promise<void> {
    if (since === null) {
      since = performance.now();
      setImmediate(() => {
        since = null;
      });
      return;
    }
    // A request takes several turns to be answered: after a large commit it gets as many as it was kept from.
    const missed = Math.min((performance.now() - since) / STRETCH_MS, MAX_TURNS);
    for (let turn = 1; turn <= missed; turn++) await new Promise(setImmediate);
  }

  async function drain(): Promise<void> {
    await Promise.resolve(); // what is handed in within the same tick goes together
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
