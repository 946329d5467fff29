import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Db as BossDatabase, PgBoss } from 'pg-boss';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseAway } from './database-errors';
import { connectPause, connectAttempts } from './database-options';
import type { Db, Transaction } from './db';

/** One kind of background job. */
export interface JobQueue<T extends object> {
  name: string;
  /** Jobs of this queue that one process works on at once. */
  concurrency: number;
  /** Of the jobs that share a group, only one runs at a time, across all processes. */
  oneAtATimePerGroup?: boolean;
  /**
   * Does the job, or what is left of it: a job runs again after a crash or a throw, so its progress must be committed with
   * its effects. `signal` is aborted when the process stops: commit, then throw.
   */
  work(data: T, attempt: JobAttempt): Promise<void>;
}

export interface JobAttempt {
  signal: AbortSignal;
  /** Is this the last try? What is thrown now ends the job for good. */
  last: boolean;
}

const retryLimit = 50;
const heartbeatSeconds = 10;
const stopLimit = 15_000;

/**
 * Background jobs of one service in Postgres, by pg-boss: enqueued in the transaction that asks for them, run again when
 * the process that ran them died (no heartbeat for ten seconds) or they threw (after a growing pause).
 */
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Jobs.name);
  private readonly queues: JobQueue<object>[] = [];
  private readonly workers = new Map<string, string[]>();
  private readonly stopping = new AbortController();
  private boss?: PgBoss;

  /** `schema` is owned by the service's role, see `app.create_job_schema`. */
  constructor(
    private readonly db: Db,
    private readonly schema: string,
  ) {}

  /** Registers a queue; called in a provider's constructor. */
  register<T extends object>(queue: JobQueue<T>): void {
    this.queues.push(queue);
  }

  /** Enqueues with `tx`: the job exists when the transaction commits. Call {@link wake} after the commit. */
  async add(tx: Transaction, queue: string, data: object, group?: string): Promise<void> {
    if (!this.boss) throw new Error('jobs are not started');
    await this.boss.send(queue, data, {
      db: { executeSql: async (text, values) => ({ rows: await tx.query(text, values) }) },
      ...(group === undefined ? {} : { group: { id: group } }),
    });
  }

  /** Has the workers of this process look at the queue now; others look within two seconds. */
  wake(queue: string): void {
    for (const worker of this.workers.get(queue) ?? []) this.boss?.notifyWorker(worker);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.queues.length === 0) return;
    // An ES module, which CommonJS loads this way; and a process that only migrates does without it.
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      db: this.adapter(),
      schema: this.schema,
      createSchema: false,
      schedule: false,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      monitorVacuum: false,
    });
    boss.on('error', (error) => this.logger.warn(`jobs: ${error.message}`));
    this.boss = await this.patiently(() => boss.start());
    for (const queue of this.queues) await this.startQueue(this.boss, queue);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.boss?.stop({ graceful: true, timeout: stopLimit, close: false });
  }

  private async startQueue(boss: PgBoss, queue: JobQueue<object>): Promise<void> {
    const options = {
      retryLimit,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 30,
      heartbeatSeconds,
      expireInSeconds: 6 * 60 * 60,
      deleteAfterSeconds: 24 * 60 * 60,
    };
    await this.patiently(() => boss.createQueue(queue.name, options));
    const ids: string[] = [];
    for (let n = 0; n < queue.concurrency; n++) {
      const workOptions = {
        includeMetadata: true,
        pollingIntervalSeconds: 2,
        ...(queue.oneAtATimePerGroup ? { groupConcurrency: 1 } : {}),
      } as const;
      ids.push(
        await boss.work<object, void, typeof workOptions>(queue.name, workOptions, async ([job]) => {
          if (!job) return;
          const signal = AbortSignal.any([job.signal, this.stopping.signal]);
          await queue.work(job.data, { signal, last: job.retryCount >= job.retryLimit });
          // The next job of the queue may be waiting for this one's group.
          setImmediate(() => this.wake(queue.name));
        }),
      );
    }
    this.workers.set(queue.name, ids);
  }

  /** A step of the start, which a database that does not answer for a moment must not end. @throws the last error, as `OwnPool` does */
  private async patiently<T>(step: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await step();
      } catch (error) {
        if (attempts === connectAttempts || !isDatabaseAway(error)) throw error;
        this.logger.warn(`jobs cannot start yet, will retry: ${String(error)}`);
        await delay(connectPause);
      }
    }
  }

  private adapter(): BossDatabase {
    return {
      executeSql: async (text: string, values?: unknown[]) => {
        const result = await this.db.pool.query(text, values);
        // A text of several statements answers several results.
        return Array.isArray(result) ? (result.at(-1) as { rows: unknown[] }) : result;
      },
    };
  }
}
