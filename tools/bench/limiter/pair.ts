/** Two processes that share one limiter's store, as two gateways do, and what their calls cost Postgres. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import type { Called, Calls, LimiterChoice, LimiterMessage } from './limiter.ts';
import { cpuOfTree } from '../proc.ts';
import type { Stores } from '../stores.ts';

const PROCESSES = 2;

/** What calls over both processes came to. */
export interface PairResult extends Called {
  statements: number;
  /** Bytes written to the write-ahead log. */
  walBytes: number;
  /** Seconds of CPU of Postgres and of both processes. */
  postgresCpu: number;
  processCpu: number;
}

export class LimiterPair {
  readonly #children: ChildProcess[];
  readonly #stores: Stores;

  private constructor(children: ChildProcess[], stores: Stores) {
    this.#children = children;
    this.#stores = stores;
  }

  static async open(choice: LimiterChoice, stores: Stores, limit: number): Promise<LimiterPair> {
    const program = join(import.meta.dirname, 'worker.ts');
    const children = Array.from({ length: PROCESSES }, () => fork(program, { execArgv: [] }));
    const ready = children.map((child) => heard(child));
    for (const child of children) child.send({ choice, databaseUrl: stores.postgres.url, limit });
    await Promise.all(ready);
    return new LimiterPair(children, stores);
  }

  /** Makes the calls, half of them in each process; the numbers of `calls` are those of one process. */
  async call(calls: Calls): Promise<PairResult> {
    const statements = new pg.Client({ connectionString: this.#stores.postgres.url });
    await statements.connect();
    try {
      await statements.query('SELECT pg_stat_statements_reset()');
      const before = this.#cpu();
      const answers = this.#children.map((child) => heard(child));
      for (const child of this.#children) child.send(calls);
      const called = (await Promise.all(answers)).map((message) => calledOf(message));
      const after = this.#cpu();
      const { rows } = await statements.query<{ calls: number; wal: number }>(
        `SELECT coalesce(sum(calls), 0)::float8 AS calls, coalesce(sum(wal_bytes), 0)::float8 AS wal
         FROM pg_stat_statements WHERE query ~ 'identity"?\\."?(rate_window|limiter_)'`,
      );
      return {
        passed: called.reduce((sum, { passed }) => sum + passed, 0),
        took: Math.max(...called.map(({ took }) => took)),
        times: called.flatMap(({ times }) => times),
        statements: rows[0]?.calls ?? 0,
        walBytes: rows[0]?.wal ?? 0,
        postgresCpu: after.postgres - before.postgres,
        processCpu: after.processes - before.processes,
      };
    } finally {
      await statements.end();
    }
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.disconnect();
        await once(child, 'exit');
      }),
    );
  }

  #cpu(): { postgres: number; processes: number } {
    const processes = this.#children.reduce((sum, child) => sum + cpuOfTree(child.pid ?? 0), 0);
    return { postgres: cpuOfTree(this.#stores.postgres.pid), processes };
  }
}

/** The next message of the process; throws when it ends instead. */
async function heard(child: ChildProcess): Promise<LimiterMessage> {
  const aborted = new AbortController();
  const ended = once(child, 'exit', { signal: aborted.signal }).then(([code]) => {
    throw new Error(`a process of the limiter benchmark ended (${String(code)})`);
  });
  ended.catch(() => undefined);
  try {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [LimiterMessage];
    return message;
  } finally {
    aborted.abort();
  }
}

function calledOf(message: LimiterMessage): Called {
  if (message.event !== 'called') throw new Error('a process of the limiter benchmark answered out of turn');
  return message.called;
}
