/** Our limiter as a gateway has it. Runs as a bundle with the sources of the gateway: see `bundleModule`. */
import 'reflect-metadata';
import { Db } from '@waybill/database/db';
import { RateLimits } from '../../../apps/gateway/src/rate-limit/rate-limits';
import { WindowStore } from '../../../apps/gateway/src/rate-limit/window.store';
import type { Limiter, OpenLimiter } from './limiter.ts';

export const open: OpenLimiter = (pool, limit): Limiter => {
  const limits = new RateLimits(new WindowStore(new Db(pool)));
  const limiter = limits.open('project', { limit, seconds: 60, exact: true });
  if (!limiter) throw new Error('a limit of 0 limits nothing');
  limits.onApplicationBootstrap();
  return {
    take: (key) => {
      const verdict = limiter.take(key);
      return verdict instanceof Promise ? verdict.then(({ allowed }) => allowed) : verdict.allowed;
    },
    stop: () => limits.beforeApplicationShutdown(),
  };
};
