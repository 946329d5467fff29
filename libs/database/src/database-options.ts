import type { EntitySchema } from 'typeorm';
import { SilenceClient } from './silence-client';

/** How a service reaches its database. */
export interface DatabaseOptions {
  /** `postgres://` URL of the login. */
  url: string;
  /** The role whose rights the service has: its own schema, nothing else. */
  role: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Connections of this process. */
  poolSize: number;
  entities?: (Function | EntitySchema)[];
  /** Server settings of every connection, for example `{ enable_seqscan: 'off' }`. */
  settings?: Record<string, string>;
}

/** How often a starting service tries to reach its database, and the milliseconds between two attempts. */
export const connectAttempts = 40;
export const connectPause = 250;

/** Connections that an idle pool keeps open. */
const keptConnections = 2;

/** Options of every connection of a service, in each of its pools. */
export function poolSettings(options: Pick<DatabaseOptions, 'poolSize' | 'role' | 'settings'>) {
  return {
    // Statements begun together are sent without waiting for each other's answer: see Transaction.
    pipeline: true,
    max: options.poolSize,
    connectionTimeoutMillis: 1_500,
    Client: SilenceClient,
    // An idle service keeps few connections: each is a process of the database with memory of its own. It keeps some, as a new
    // one takes seconds on a busy server, and the first call after a quiet hour would fail at the deadline above.
    min: Math.min(keptConnections, options.poolSize),
    idleTimeoutMillis: 10_000,
    options: serverSettings(options),
  };
}

/**
 * Whatever the server's own settings are. Statements are short, and compiling or spreading one takes longer than running it:
 * before Postgres 18, `enable_seqscan = off` makes a plan that must read a table look so dear that it is always compiled,
 * 0.1 to 0.8 s for an empty table.
 */
const ownPlans = { jit: 'off', max_parallel_workers_per_gather: '0' };

function serverSettings({ role, settings }: Pick<DatabaseOptions, 'role' | 'settings'>): string {
  const limits = { statement_timeout: '30000', idle_in_transaction_session_timeout: '30000' };
  const all = { role, ...limits, ...ownPlans, ...settings };
  return Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
