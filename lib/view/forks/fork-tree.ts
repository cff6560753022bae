/** The tree of forks: the origin of each run, and the row that each fork starts from. */
import type { Fact, ForkedFrom, ForkedOf } from "@/lib/engine/log/facts";
import {
  callRow,
  decisionRow,
  modelRow,
  type RowId,
  type Timeline,
  turnRow,
} from "@/lib/view/timeline/records";

/** A session as its list has it; times in milliseconds since the epoch. */
export interface TreeSession {
  id: string;
  status: string;
  created_at: number;
  updated_at: number;
  origin: ForkedFrom | null;
}

export interface TreeRow<S extends TreeSession> {
  id: string;
  /** Null: other sessions come from it, and it is not stored any more. */
  session: S | null;
  /** From 0. */
  depth: number;
  parent: string | null;
  /** Its direct forks. */
  forks: number;
  /** Its place among those with the same parent, from 1, and how many these are. */
  place: number;
  siblings: number;
}

interface TreeOptions {
  /** Origins that are not among the sessions have a row too: they were deleted. Otherwise their forks become roots. */
  gone: boolean;
  /** Which of those without an origin comes first; forks of one session are in order of creation. */
  roots: "newest first" | "oldest first";
}

/** Forks by the id of their origin, and the roots, both in the order of `sessions`. */
function childrenOf(sessions: readonly TreeSession[], gone: boolean) {
  const known = new Set(sessions.map(({ id }) => id));
  const forks = new Map<string, string[]>();
  const roots = new Set<string>();
  for (const { id, origin } of sessions) {
    const from = origin?.session_id;
    if (from === undefined || (!known.has(from) && !gone)) {
      roots.add(id);
      continue;
    }
    if (!known.has(from)) roots.add(from);
    forks.set(from, [...(forks.get(from) ?? []), id]);
  }
  return { forks, roots: [...roots] };
}

/**
 * Sessions as a tree, flattened: in the order they are drawn, each before its forks; ties in time keep their order. What
 * is no proper tree (an origin that comes from its own fork) is still all there.
 */
export function forkTree<S extends TreeSession>(sessions: readonly S[], options: TreeOptions): TreeRow<S>[] {
  const known = new Map(sessions.map((session) => [session.id, session]));
  const byTime = sessions.toSorted((a, b) => a.created_at - b.created_at);
  const { forks, roots } = childrenOf(byTime, options.gone);
  const rows: TreeRow<S>[] = [];
  const seen = new Set<string>();
  const walk = (ids: readonly string[], parent: TreeRow<S> | null): void => {
    for (const [i, id] of ids.entries()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const own = forks.get(id) ?? [];
      const row = {
        id,
        session: known.get(id) ?? null,
        depth: parent ? parent.depth + 1 : 0,
        parent: parent?.id ?? null,
        forks: own.length,
        place: i + 1,
        siblings: ids.length,
      };
      rows.push(row);
      walk(own, row);
    }
  };
  walk(options.roots === "newest first" ? roots.toReversed() : roots, null);
  const circles = byTime.map(({ id }) => id).filter((id) => !seen.has(id));
  walk(circles, null);
  return rows;
}

/** From the first origin to the session itself; empty when the tree does not have it. */
export function lineageOf<S extends TreeSession>(rows: readonly TreeRow<S>[], id: string): TreeRow<S>[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const line: TreeRow<S>[] = [];
  for (let at = byId.get(id); at; at = at.parent === null ? undefined : byId.get(at.parent)) line.unshift(at);
  return line;
}

/** "Run 3"; a place counts from 0, the newest first, and only where all are known is it a number. */
export function runName(
  runs: readonly { id: string; created_at: number }[],
  run: { id: string; created_at: number },
  { numbered, clock }: { numbered: boolean; clock: (at: number) => string },
): string {
  const place = runs.findIndex(({ id }) => id === run.id);
  const { created_at } = runs[place] ?? run;
  return numbered && place >= 0 ? `Run ${runs.length - place}` : `Run of ${clock(created_at)}`;
}

/** A run by its own log, with the time that the list of runs has of it: a fork began when it was made, whatever it took over. */
export const runOf = (
  id: string,
  { from, origin }: { from: number; origin?: { at: number } },
): { id: string; created_at: number } => ({ id, created_at: origin?.at ?? from });

interface Log {
  timeline: Timeline;
  facts: readonly Fact[];
}

/** The forks of a run by the row they go back to; those whose place is not in the log yet are left out. */
export function forksByRow<S extends TreeSession>(log: Log, forks: readonly S[]): Map<RowId, S[]> {
  const rows = new Map<RowId, S[]>();
  for (const fork of forks) {
    const row = fork.origin && rowOfFork(log, fork.origin);
    if (row) rows.set(row, [...(rows.get(row) ?? []), fork]);
  }
  return rows;
}

function rowOfFork({ timeline, facts }: Log, { seq, of }: ForkedFrom): RowId | null {
  if (seq === 0) return timeline.turns[0]?.id ?? null;
  const row = of ? rowOf(of) : rowOfFact(facts[seq]);
  const record = row === null ? undefined : timeline.records.get(row);
  if (record?.kind !== "decision") return record ? record.id : null;
  return record.owner?.id ?? (record.facts[0]?.turn_id ? turnRow(record.facts[0].turn_id) : record.id);
}

function rowOf({ kind, id }: ForkedOf): RowId {
  if (kind === "call") return callRow(id);
  return kind === "model" ? modelRow(id) : decisionRow(id);
}

/** For forks without a recorded place: found by the first fact they do not share. */
function rowOfFact(fact: Fact | undefined): RowId | null {
  if (!fact) return null;
  if ("tool_call_id" in fact && fact.tool_call_id !== undefined) return callRow(fact.tool_call_id);
  if ("call_id" in fact && fact.call_id !== undefined) return modelRow(fact.call_id);
  return "decision_id" in fact && fact.decision_id !== undefined ? decisionRow(fact.decision_id) : null;
}
