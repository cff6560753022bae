/** How stored facts of any version become facts of the current one. upcast.ts lists the upgrades. */
import type { Fact } from "@/lib/engine/log/facts";
import { sharedError } from "@/lib/util/shared-error";
import { knowsType } from "./evolve";

/** A fact as it was stored: its members are those of its version. */
export interface StoredFact {
  type: string;
  seq: number;
  at: number;
  turn_id?: string;
  /** The version it was written in; absent: 1. */
  v?: number;
  [member: string]: unknown;
}

/** From one version to the next: pure, one fact for one. */
export type Upgrade = (fact: StoredFact) => StoredFact;

/** Thrown for a log that this program cannot read. */
export class UnreadableLog extends sharedError("UnreadableLog") {}

const UPDATE = "update Callscope, or reload the page if that was done meanwhile";

function refuse(what: string): never {
  throw new UnreadableLog(
    `Callscope cannot read this log: ${what}; it was written by a newer Callscope: ${UPDATE}`,
  );
}

/** A log says in its first fact too in which version it and its workspace were begun. */
function refuseNewer({ type, version, workspace }: StoredFact, newest: number): void {
  if (type !== "session.created") return;
  if (typeof version === "number" && version > newest)
    refuse(
      `it was begun in version ${version} of the facts, and this program knows versions up to ${newest}`,
    );
  const form =
    typeof workspace === "object" && workspace && "callscope" in workspace ? workspace.callscope : 1;
  if (form !== 1) refuse(`its workspace has form ${form}, and this program knows form 1`);
}

const unmarked = ({ v: _, ...fact }: StoredFact): StoredFact => fact;

/** Reads and writes facts of all versions, given one upgrade for each step from one version to the next. */
export function versions(upgrades: readonly Upgrade[]) {
  const newest = upgrades.length + 1;
  return {
    newest,
    /** What a store keeps of a new fact: with its version, from the second on. */
    stamp: <T extends object>(body: T): T => (newest === 1 ? body : { ...body, v: newest }),
    /** A stored fact of any version as today's. Throws `UnreadableLog` for one of a newer program. */
    upcast: (stored: StoredFact): Fact => {
      const { v = 1 } = stored;
      if (v > newest)
        refuse(`fact ${stored.seq} has version ${v}, and this program knows versions up to ${newest}`);
      refuseNewer(stored, newest);
      const now = upgrades.slice(v - 1).reduce((old, upgrade) => upgrade(old), stored);
      const fact = "v" in now ? unmarked(now) : now;
      if (!knowsType(fact.type)) refuse(`fact ${fact.seq} is of an unknown type, ${fact.type}`);
      return fact as Fact;
    },
  };
}
