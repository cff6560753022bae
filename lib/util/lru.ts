/** A cache with a limit of count and weight. It drops the least recently used entries first. */
export class Lru<V> {
  private readonly entries = new Map<string, { value: V; weight: number }>();
  private weight = 0;

  constructor(
    private readonly maxCount: number,
    private readonly maxWeight: number,
  ) {}

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** The newest entry stays, however heavy. */
  set(key: string, value: V, weight: number): void {
    this.remove(key);
    this.entries.set(key, { value, weight });
    this.weight += weight;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size === 1 || (this.entries.size <= this.maxCount && this.weight <= this.maxWeight))
        return;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    this.weight -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }
}
