/** Numbers that look random and are the same for the same seed. */
export class Random {
  #state: number;

  constructor(...seed: number[]) {
    this.#state = seed.reduce(
      (state, part) => Math.imul(state ^ part, 0x9e3779b1) ^ (state >>> 15),
      0x2545f491,
    );
  }

  /** From 0 up to 1. */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.unit() * from.length)];
    if (found === undefined) throw new Error("There is nothing to pick from");
    return found;
  }
}
