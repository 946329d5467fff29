/** HTTP load from a process of its own, so that its work is not counted as the system's. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Usage } from '../figures/usage-meter.ts';
import { UsageMeter } from '../figures/usage-meter.ts';

/** What the load process is told. `%ADDRESS%` in the body stands for the address of each request. */
export interface LoadOrder {
  url: string;
  headers: Record<string, string>;
  body: string;
  connections: number;
  /** How many addresses are taken in turn; 0 makes a new one for every request. */
  addresses: number;
  warmUpSeconds: number;
  seconds: number;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  max: number;
  answered: number;
  non2xx: number;
  /** Connections that failed or did not answer in time. */
  errors: number;
}

export type LoadMessage = { event: 'measuring' } | { event: 'done'; result: LoadResult };

export interface Measured extends LoadResult {
  usage: Usage;
}

export const WARM_UP_SECONDS = 2;
export const SECONDS = 6;

/** Warms up, measures, and tells what the parts of the system took meanwhile. */
export async function measure(
  order: Omit<LoadOrder, 'warmUpSeconds' | 'seconds'>,
  parts: Map<string, number>,
): Promise<Measured> {
  const child = fork(join(import.meta.dirname, 'load-worker.ts'), { execArgv: [] });
  const meter = new UsageMeter(new Map([...parts, ['load', child.pid ?? 0]]));
  const done = new Promise<Measured>((resolve, reject) => {
    child.on('message', (message: LoadMessage) => {
      if (message.event === 'measuring') meter.start();
      else resolve({ ...message.result, usage: meter.stop() });
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load process ended (${code})`)));
  });
  child.send({ ...order, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS } satisfies LoadOrder);
  try {
    return await done;
  } finally {
    if (child.connected) child.disconnect();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
