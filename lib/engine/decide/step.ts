/** One run of `decide`: collects facts, folding each at once so that the next rule sees it. */

import type { Fact, FactBody } from "@/lib/engine/log/facts";
import { evolve } from "@/lib/engine/state/evolve";
import { overlay, type State } from "@/lib/engine/state/state";
import type { CheckRequest, Verdict } from "@/lib/protocol/verdict";

/** What comes into the engine from outside with a command: it never asks for anything itself. */
export interface Env {
  /** Milliseconds since the epoch. */
  now: number;
  /** A fresh id; `prefix` says of what. */
  mint: (prefix: string) => string;
  /** Answers to the checks an earlier run with this command asked for, by key. */
  verdicts: ReadonlyMap<string, Verdict>;
}

export type RefusalReason =
  | "exists"
  | "not_found"
  | "not_pending"
  | "attempt_mismatch"
  | "forbidden"
  | "interrupted"
  | "not_interrupted"
  | "turn_running"
  | "cancelled"
  | "stale"
  | "not_held"
  | "not_waiting"
  | "invalid_answer";

/** A refusal is a value: who refused and why, readable by a person. */
export interface Refusal {
  reason: RefusalReason;
  error: string;
}

export class Step {
  readonly facts: Fact[] = [];
  readonly needs: CheckRequest[] = [];
  /** Calls requested in this very step: an answer may not settle what it asks for. */
  readonly requested = new Set<string>();
  /** Which action of the answer is being applied, from 0. Each needs one check at most, so it names that check. */
  action = 0;
  readonly state: State;
  readonly env: Env;
  refusal: Refusal | null = null;

  constructor(origin: State, env: Env) {
    this.state = overlay(origin);
    this.env = env;
  }

  /**
   * Adds a fact, which the given body becomes: a copy for each would cost more than the rest of the step.
   * `of`: the turn it belongs to, undefined when to none; left out: the running one.
   */
  emit(body: FactBody, ...of: [turn?: string | undefined]): void {
    const turn = of.length === 0 ? this.state.turn?.id : of[0];
    const fact = body as Fact;
    fact.seq = this.state.seq + 1;
    fact.at = this.env.now;
    if (turn !== undefined) fact.turn_id = turn;
    this.facts.push(fact);
    evolve(this.state, fact);
  }

  refuse(reason: RefusalReason, error: string): void {
    this.refusal = { reason, error };
  }

  /**
   * The verdict that came with the command; when it has none yet, the check is noted as needed and null returned.
   * Checks are keyed by the action that needs them: call ids may be minted anew, or used twice in one answer.
   */
  verdict(request: Omit<CheckRequest, "key">): Verdict | null {
    const key = `${request.direction}:${this.action}`;
    const verdict = this.env.verdicts.get(key);
    if (!verdict) this.needs.push({ key, ...request });
    return verdict ?? null;
  }
}
