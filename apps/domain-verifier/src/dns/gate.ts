/** Lets so many pieces of work run at once; the others wait, urgent ones before the rest. */
export class Gate {
  private running = 0;
  private readonly urgent: (() => void)[] = [];
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly size: number) {}

  async run<T>(work: () => Promise<T>, urgent = false): Promise<T> {
    if (this.running >= this.size) {
      await new Promise<void>((resolve) => (urgent ? this.urgent : this.waiting).push(resolve));
    } else {
      this.running++;
    }
    try {
      return await work();
    } finally {
      // The place goes to the next in line; only when nobody waits it is free.
      const next = this.urgent.shift() ?? this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
