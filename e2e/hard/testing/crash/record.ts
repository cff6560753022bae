/** What one session has reported so far: every fact that reached the test and every command that was answered. */
import { isDeepStrictEqual } from "node:util";
import type { Fact } from "@/lib/engine/log/facts";
import type { Command } from "../../../../lib/wire/commands";
import type { Plan } from "./plan";

export interface Acknowledged {
  command: Command;
  status: number;
  /** The newest fact's number, as promised with 202. */
  seq: number;
}

export class SessionRecord {
  readonly facts: Fact[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** Texts of settles that were sent, with or without a response. */
  readonly settles: string[] = [];
  id: string | null = null;
  /** Ends its event stream. */
  readonly left = new AbortController();
  /** It was requested and may exist: the response may have been lost. */
  asked = false;
  readonly plan: Plan;
  readonly #fault: (words: string) => void;
  #wake: (() => void)[] = [];

  constructor(plan: Plan, fault: (words: string) => void) {
    this.plan = plan;
    this.#fault = (words) => fault(`${plan.name} (${this.id}): ${words}`);
  }

  fault(words: string): void {
    this.#fault(words);
  }

  /** A fact that the app reported: the next one, or one that was reported before and has not changed. */
  accept(fact: Fact): void {
    const known = this.facts[fact.seq - 1];
    if (known) {
      if (!isDeepStrictEqual(known, fact))
        this.fault(`fact ${fact.seq} was ${JSON.stringify(known)} and is now ${JSON.stringify(fact)}`);
      return;
    }
    if (fact.seq !== this.facts.length + 1)
      this.fault(`fact ${fact.seq} was told right after ${this.facts.length}`);
    this.facts.push(fact);
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** The log as read after a restart: it must contain everything that was reported before. */
  recheck(log: Fact[]): void {
    if (log.length < this.facts.length)
      this.fault(`${this.facts.length} facts were told, and the log has ${log.length}`);
    for (const fact of log) this.accept(fact);
  }

  /** Resolves with the next new fact, or after `ms`. */
  changed(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Resolves once the fact `seq` was reported, or when `goesOn` returns false. */
  async reached(seq: number, goesOn: () => boolean): Promise<void> {
    while (this.facts.length < seq && goesOn()) await this.changed(50);
  }
}
