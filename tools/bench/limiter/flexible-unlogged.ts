/** The package with a table that has no write-ahead log. */
import { openOn, TABLES } from './flexible.ts';
import type { OpenLimiter } from './limiter.ts';

export const open: OpenLimiter = (pool, limit) => openOn(TABLES.unlogged, pool, limit);
