/**
 * A map with cheap overlays: an overlay reads from its base and keeps its own writes until `merge` copies them into the
 * base. Entries are never removed, so an overlay has the entries of its base, some of them replaced, and then its own.
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

  /** Copies the entries of an overlay into its base and returns the base. Throws for a map without a base. */
  merge(): LayerMap<K, V> {
    const base = this.#base;
    if (!base) throw new Error("Only an overlay has a base to merge into");
    if (this.#own) for (const [key, value] of this.#own) base.set(key, value);
    return base;
  }

  /** All values: those of the base in its order, replaced where the overlay has its own, then the new ones. */
  *values(): IterableIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  *entries(): IterableIterator<[K, V]> {
    if (this.#base)
      for (const [key, value] of this.#base.entries()) yield [key, this.#own?.get(key) ?? value];
    if (this.#own) for (const [key, value] of this.#own) if (!this.#base?.has(key)) yield [key, value];
  }
}
