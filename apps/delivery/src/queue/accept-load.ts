/** More requests of `/v1/send` under way at once are a high load. */
const highLoad = 16;

/** Callers that are answered together ask again together: the load stays high between two such groups. */
const memoryMs = 100;

/**
 * Whether many callers of `/v1/send` wait for this process. Then handing over goes slower, as it takes more of the processor
 * than accepting: an email in the queue is safe, one that is not accepted yet is not.
 */
export class AcceptLoad {
  private waiting = 0;
  private highAt = -Infinity;

  /** Counts a caller for as long as `accept` takes. */
  async during<T>(accept: () => Promise<T>): Promise<T> {
    this.waiting++;
    this.note();
    try {
      return await accept();
    } finally {
      this.note();
      this.waiting--;
    }
  }

  get isHigh(): boolean {
    return performance.now() - this.highAt < memoryMs;
  }

  private note(): void {
    if (this.waiting > highLoad) this.highAt = performance.now();
  }
}
