/** The real stores of a run, in a folder of its own: Postgres with fsync, NATS with JetStream on disk. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '../../stack/stores/nats.ts';
import type { RunningNats } from '../../stack/stores/nats.ts';
import { startPostgres } from '../../stack/stores/postgres.ts';
import type { RunningPostgres } from '../../stack/stores/postgres.ts';

export interface Stores {
  folder: string;
  postgres: RunningPostgres;
  nats: RunningNats;
  /** Ends both and removes their folder. */
  stop(): Promise<void>;
}

const COUNTING = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_utility': 'off' };

/** `counted`: with pg_stat_statements, for cases that say how many statements they take. */
export async function startStores(counted = false): Promise<Stores> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  // As root Postgres runs as nobody, which must get here: else its data would lie elsewhere and stay behind.
  chmodSync(folder, 0o711);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const settings = counted ? COUNTING : undefined;
    const dataDir = join(folder, 'postgres');
    const postgres = await startPostgres({ dataDir, database: 'waybill', durable: true, settings });
    const nats = await startNats({ storeDir: join(folder, 'nats') });
    const stop = async (): Promise<void> => {
      await nats.stop();
      await postgres.stop();
      remove();
    };
    return { folder, postgres, nats, stop };
  } catch (error) {
    remove();
    throw error;
  }
}
