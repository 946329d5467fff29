import { isContention, isDatabaseAway } from '@waybill/database/database-errors';
import { Worker } from '@waybill/messaging/worker';

/** Works off what is due in batches, each one transaction; one that fails by itself holds up no other. */
export abstract class BatchWorker extends Worker {
  protected constructor(
    name: string,
    interval: number,
    private readonly batch: number,
  ) {
    super(name, interval);
  }

  /** One batch; true when there may be more. */
  async process(): Promise<boolean> {
    let ids: string[] = [];
    try {
      await this.work(this.batch, null, (taken) => (ids = taken));
    } catch (error) {
      if (isDatabaseAway(error) || isContention(error)) throw error;
      for (const id of ids) await this.alone(id);
    }
    return ids.length === this.batch;
  }

  /** Works off what is due in one transaction: `limit` at most, of `only` these unless null. Tells first which it took. */
  protected abstract work(limit: number, only: string[] | null, taken: (ids: string[]) => void): Promise<void>;

  /** Notes that one failed by itself: it is put off, for longer each time, and given up after its attempts. */
  protected abstract failed(id: string, error: unknown): Promise<void>;

  /** One of a batch that failed: the one at fault fails again, the others do not. */
  private async alone(id: string): Promise<void> {
    try {
      await this.work(1, [id], () => {});
    } catch (error) {
      if (isDatabaseAway(error) || isContention(error)) throw error;
      await this.failed(id, error);
    }
  }
}
