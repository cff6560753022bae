/** The watcher reads a fact: whether it may stand there, by the contract, and what it changes in the book. */
import type { Fact, FactType } from "@/lib/engine/log/facts";
import { expectThat } from "./expect-that";
import { CALL_FACTS } from "./invariants-calls";
import { DECISION_FACTS } from "./invariants-decisions";
import { FAULT_FACTS } from "./invariants-faults";
import { SESSION_FACTS } from "./invariants-session";
import type { ShadowModel } from "./shadow-model";

export type Watch<T extends FactType> = (book: ShadowModel, fact: Extract<Fact, { type: T }>) => void;
export type Watches<T extends FactType> = { [K in T]: Watch<K> };

const WATCH: { [T in FactType]: Watch<T> } = {
  ...SESSION_FACTS,
  ...CALL_FACTS,
  ...DECISION_FACTS,
  ...FAULT_FACTS,
};

export const FACT_TYPES = Object.keys(WATCH) as FactType[];

/** Records of what had no effect. */
export const RECORDS: ReadonlySet<FactType> = new Set([
  "settle.refused",
  "action.refused",
  "call.refused",
  "worker.logged",
]);

/** What may still be told of a turn that has failed or was stopped: records, and the late end of a delivery. */
const LATE: ReadonlySet<FactType> = new Set([
  ...RECORDS,
  "decision.completed",
  "decision.errored",
  "decision.dropped",
]);

/** What only a running turn brings forth. */
const FRESH: ReadonlySet<FactType> = new Set(["message.new", "turn.started", "turn.completed"]);

function inItsTurn(book: ShadowModel, fact: Fact): void {
  if (fact.turn_id === undefined) return;
  const turn = book.turns.get(fact.turn_id);
  expectThat(turn !== undefined || fact.type === "turn.started", "a fact of an unknown turn", fact);
  if (turn === undefined || turn === "running") return;
  expectThat(!FRESH.has(fact.type), "a finished turn goes on", fact);
  if (turn !== "done") expectThat(LATE.has(fact.type), `something happens in a turn that is ${turn}`, fact);
}

export function watch(book: ShadowModel, fact: Fact): void {
  expectThat(fact.seq === book.seq + 1, `fact ${fact.seq} follows fact ${book.seq}`);
  expectThat(fact.at === book.now, "a fact of another time", fact);
  inItsTurn(book, fact);
  const read = WATCH[fact.type] as (book: ShadowModel, fact: Fact) => void;
  read(book, fact);
  book.seq = fact.seq;
  book.last = fact;
}
