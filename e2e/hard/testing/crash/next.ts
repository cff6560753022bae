/**
 * The next action of the test for a session, derived from its facts alone, so that nothing is done twice after a
 * restart.
 */
import type { Fact } from "@/lib/engine/log/facts";
import type { Command } from "../../../../lib/wire/commands";
import type { Random } from "../random";
import type { Plan } from "./plan";
import type { SessionRecord } from "./record";

interface OpenCall {
  attempt: number;
  /** Someone other than the worker must settle it. */
  waits: boolean;
}

/** The state of a session, as far as the test needs it. */
export interface Standing {
  cancelled: boolean;
  turns: number;
  turnRuns: boolean;
  interrupt: { id: string; payload: unknown } | null;
  /** Calls with a running attempt. */
  open: Map<string, OpenCall>;
}

class Reader {
  readonly standing: Standing = {
    cancelled: false,
    turns: 0,
    turnRuns: false,
    interrupt: null,
    open: new Map(),
  };
  /** Decisions about an execution → the call. */
  readonly #executes = new Map<string, string>();
  readonly #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  #executeOver(decision: string): void {
    const open = this.standing.open.get(this.#executes.get(decision) ?? "");
    if (open) open.waits = true;
  }

  read(fact: Fact): void {
    const { standing } = this;
    switch (fact.type) {
      case "turn.started":
        standing.turns += 1;
        standing.turnRuns = true;
        return;
      case "turn.completed":
        standing.turnRuns = false;
        return;
      case "session.cancelled":
        standing.cancelled = true;
        return;
      case "session.interrupted":
        standing.interrupt = { id: fact.interrupt_id, payload: fact.payload };
        return;
      case "session.interrupt_resumed":
        standing.interrupt = null;
        return;
      default:
        this.#readCall(fact);
    }
  }

  #readCall(fact: Fact): void {
    const { open } = this.standing;
    switch (fact.type) {
      case "decision.queued":
        if (fact.trigger.type === "tool.execute") this.#executes.set(fact.decision_id, fact.trigger.id);
        return;
      case "decision.completed":
      case "decision.dropped":
        this.#executeOver(fact.decision_id);
        return;
      case "attempt.started":
        if (fact.kind === "tool_call") {
          const waits = this.#plan.calls.get(fact.id)?.handler === "client";
          open.set(fact.id, { attempt: fact.attempt, waits });
        }
        return;
      case "tool.call.completed":
      case "tool.call.errored":
        open.delete(fact.tool_call_id);
        return;
      case "call.voided":
        open.delete(fact.id);
    }
  }
}

export function standingOf({ plan, facts }: SessionRecord): Standing {
  const reader = new Reader(plan);
  for (const fact of facts) reader.read(fact);
  return reader.standing;
}

/** Nothing follows any more. */
export const isOver = ({ cancelled, turns, turnRuns, open }: Standing, plan: Plan): boolean =>
  cancelled || (turns === plan.turns.length && !turnRuns && open.size === 0);

/** The text of a settle names its attempt, so that it differs from all others. */
function settle(record: SessionRecord, id: string, attempt: number): Command {
  const call = record.plan.calls.get(id);
  const text = JSON.stringify({ ok: `${id} by hand ${record.settles.length + 1}` });
  record.settles.push(text);
  const by = call?.handler === "client" ? "client" : "person";
  return { type: "tool.result", id, attempt, by, result: text };
}

export function nextCommand(record: SessionRecord, standing: Standing, random: Random): Command | null {
  const { plan, facts } = record;
  if (plan.cancelAt !== null && facts.length >= plan.cancelAt)
    return { type: "cancel", reason: "by the plan" };
  if (standing.interrupt) {
    const { id: interrupt_id, payload } = standing.interrupt;
    return { type: "resume", interrupt_id, payload };
  }
  for (const [id, { attempt, waits }] of standing.open) if (waits) return settle(record, id, attempt);
  // Sometimes too early, while the turn is running: then it is refused, otherwise it is as good as any other.
  const next = plan.turns[standing.turns];
  const early = standing.turnRuns && !random.chance(0.02);
  return next && !early ? { type: "message", text: next.text } : null;
}
