/**
 * A map that can be forked at no cost: the fork reads through to its base and keeps its own writes to itself.
 * Entries are never removed, so what a fork sees is the base's entries with the fork's laid over them.
 */
export class LayerMap<K, V> {
  readonly #base: LayerMap<K, V> | null;
  readonly #own = new Map<K, V>();

  constructor(base: LayerMap<K, V> | null = null) {
    this.#base = base;
  }

  get(key: K): V | undefined {
    return this.#own.get(key) ?? this.#base?.get(key);
  }

  has(key: K): boolean {
    return this.#own.has(key) || (this.#base?.has(key) ?? false);
  }

  set(key: K, value: V): void {
    this.#own.set(key, value);
  }

  fork(): LayerMap<K, V> {
    return new LayerMap(this);
  }

  /** All values: the base's in its order (as overlaid), then what only the fork has. */
  *values(): IterableIterator<V> {
    if (this.#base) for (const [key, value] of this.#base.entries()) yield this.#own.get(key) ?? value;
    for (const [key, value] of this.#own) if (!this.#base?.has(key)) yield value;
  }

  *entries(): IterableIterator<[K, V]> {
    if (this.#base) for (const [key, value] of this.#base.entries()) yield [key, this.#own.get(key) ?? value];
    for (const [key, value] of this.#own) if (!this.#base?.has(key)) yield [key, value];
  }
}
