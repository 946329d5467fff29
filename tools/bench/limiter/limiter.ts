/** What a process of the limiter benchmark is told, and what it answers. */
import type { Pool } from 'pg';

/** One of the limiters compared, in one process, on connections of its own. */
export interface Limiter {
  /** Counts one call of the key: may it pass? */
  take(key: string): boolean | Promise<boolean>;
  stop(): Promise<void>;
}

/** Opens a limiter that lets `limit` calls of a key pass in a minute, counted over all processes. */
export type OpenLimiter = (pool: Pool, limit: number) => Limiter;

/** Which limiter, and where the module stands that opens it. */
export interface LimiterChoice {
  name: string;
  module: string;
}

export interface Opening {
  choice: LimiterChoice;
  databaseUrl: string;
  limit: number;
}

/**
 * Calls of keys in turn. `perSecond` paces them, whatever the answers take; without it `callers` call as fast as they are
 * answered.
 */
export interface Calls {
  keys: string[];
  calls: number;
  callers: number;
  perSecond?: number;
}

export interface Called {
  passed: number;
  /** Milliseconds from the first call to the last answer. */
  took: number;
  /** Milliseconds of each call. */
  times: number[];
}

export type LimiterMessage = { event: 'ready' } | { event: 'called'; called: Called };
