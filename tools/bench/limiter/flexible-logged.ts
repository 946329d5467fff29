/** The package with the table that it makes for itself. */
import { openOn, TABLES } from './flexible.ts';
import type { OpenLimiter } from './limiter.ts';

export const open: OpenLimiter = (pool, limit) => openOn(TABLES.logged, pool, limit);
