/** One of the processes that share a limit: stands for a gateway and does nothing but ask its limiter. */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { poolSettings } from '../../../libs/database/src/database-options.ts';
import type { Called, Calls, Limiter, LimiterMessage, Opening, OpenLimiter } from './limiter.ts';

const WARM_UP_KEYS = 100;
const WARM_UP_CALLS = 3_000;

async function callAll(limiter: Limiter, { keys, calls, callers, perSecond }: Calls): Promise<Called> {
  const times: number[] = [];
  let passed = 0;
  let next = 0;
  const call = async (): Promise<void> => {
    const key = keys[next++ % keys.length] as string;
    const began = performance.now();
    const verdict = limiter.take(key);
    if (verdict instanceof Promise ? await verdict : verdict) passed++;
    times.push(performance.now() - began);
  };
  const caller = async (): Promise<void> => {
    while (next < calls) {
      await call();
      // A request comes out of the event loop: an answer at once must not keep the loop from everything else.
      await nextTurn();
    }
  };
  const began = performance.now();
  if (perSecond === undefined) await Promise.all(Array.from({ length: callers }, caller));
  else await pace(calls, perSecond, call);
  return { passed, took: performance.now() - began, times };
}

/** Begins calls at their time, however many are unanswered, and waits for all answers. */
async function pace(calls: number, perSecond: number, call: () => Promise<void>): Promise<void> {
  const began = performance.now();
  const all: Promise<void>[] = [];
  while (all.length < calls) {
    const due = Math.min(calls, Math.ceil(((performance.now() - began) / 1_000) * perSecond));
    while (all.length < due) all.push(call());
    await delay(1);
  }
  await Promise.all(all);
}

const tell = (message: LimiterMessage): void => void process.send?.(message);

async function serve({ choice, databaseUrl, limit }: Opening): Promise<void> {
  // A busy machine may be slow to open connections, which is no matter of the limiters.
  const settings = { ...poolSettings({ role: 'waybill_gateway', poolSize: 10 }), connectionTimeoutMillis: 30_000 };
  const pool = new pg.Pool({ connectionString: databaseUrl, ...settings });
  pool.on('error', () => undefined);
  const { open } = (await import(choice.module)) as { open: OpenLimiter };
  const limiter = open(pool, limit);
  const keys = Array.from({ length: WARM_UP_KEYS }, (_, index) => `${choice.name} ${process.pid} ${index}`);
  await callAll(limiter, { keys, calls: WARM_UP_CALLS, callers: 32 });
  process.on('message', (calls: Calls) => {
    callAll(limiter, calls).then((called) => tell({ event: 'called', called }), fail);
  });
  process.once('disconnect', () => {
    void limiter
      .stop()
      .then(() => pool.end())
      .catch(fail);
  });
  tell({ event: 'ready' });
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

process.once('message', (opening: Opening) => void serve(opening).catch(fail));
