/** Keeps the most recently used values whose weights fit a budget; both are the caller's units. */
export class WeightedCache<V> {
  private readonly entries = new Map<string, { value: V; weight: number }>();
  private readonly budget: number;
  private total = 0;

  constructor(budget: number) {
    this.budget = budget;
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** A value heavier than the whole budget is not kept. */
  set(key: string, value: V, weight: number): void {
    this.drop(key);
    if (weight > this.budget) return;
    this.entries.set(key, { value, weight });
    this.total += weight;
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.budget) return;
      this.drop(oldest);
    }
  }

  get weight(): number {
    return this.total;
  }

  private drop(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.total -= entry.weight;
  }
}
