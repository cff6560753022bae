/**
 * A map that can be forked at no cost: the fork reads through to its base and keeps its own writes to itself, until
 * `merge` brings them into the base. Entries are never removed, so what a fork sees is the base's entries with the
 * fork's laid over them.
 */
export class LayerMap<K, V> {
  readonly #base: LayerMap<K, V> | null;
  #own: Map<K, V> | null = null;

  constructor(base: LayerMap<K, V> | null = null) {
    this.#base = base;
  }

  get(key: K): V | undefined {
    return this.#own?.get(key) ?? this.#base?.get(key);
  }

  has(key: K): boolean {
    return this.#own?.has(key) || (this.#base?.has(key) ?? false);
  }

  set(key: K, value: V): void {
    this.#own ??= new Map();
    this.#own.set(key, value);
  }

  overlay(): LayerMap<K, V> {
    return new LayerMap(this);
  }

  /** Writes what the fork has of its own into its base, and gives the base. Not for a map that is no fork. */
  merge(): LayerMap<K, V> {
    const base = this.#base;
    if (!base) throw new Error("Only a fork has a base to merge into");
    if (this.#own) for (const [key, value] of this.#own) base.set(key, value);
    return base;
  }

  /** All values: the base's in its order (as overlaid), then what only the fork has. */
  *values(): IterableIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  *entries(): IterableIterator<[K, V]> {
    if (this.#base)
      for (const [key, value] of this.#base.entries()) yield [key, this.#own?.get(key) ?? value];
    if (this.#own) for (const [key, value] of this.#own) if (!this.#base?.has(key)) yield [key, value];
  }
}
