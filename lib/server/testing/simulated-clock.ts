import { setImmediate } from "node:timers/promises";
import type { Clock } from "@/lib/server/process/clock";

/** A clock that stands still until it is told to go on to its next timer. */
export class SimulatedClock implements Clock {
  #now: number;
  #timers = new Set<{ time: number; run: () => void }>();

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  at(time: number, run: () => void): () => void {
    const timer = { time, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets everything that needs no time happen. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 300; turn += 1) await setImmediate();
  }

  /** Goes from one moment with timers to the next, all of a moment at once, until none is left, or past `until` (milliseconds from now). */
  async run(until = Number.POSITIVE_INFINITY): Promise<void> {
    const end = this.#now + until;
    for (await this.settle(); this.#timers.size > 0; await this.settle()) {
      const next = Math.min(...[...this.#timers].map(({ time }) => time));
      if (next > end) break;
      this.#now = Math.max(this.#now, next);
      for (const timer of [...this.#timers].filter(({ time }) => time === next)) {
        if (this.#timers.delete(timer)) timer.run();
      }
    }
    if (Number.isFinite(end)) this.#now = Math.max(this.#now, end);
  }

  /** Time that passes with nobody there to see it: timers that were set are gone. */
  jump(ms: number): void {
    this.#now += ms;
    this.#timers.clear();
  }
}
