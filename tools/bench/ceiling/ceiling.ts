/** What the frameworks alone can do on this machine: two processes, no rules. The real figures are read against it. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../stack/process/ports.ts';
import type { Stores } from '../system/stores.ts';

export interface Ceiling {
  url: string;
  parts: Map<string, number>;
  stop(): Promise<void>;
}

export async function startCeiling(stores: Stores): Promise<Ceiling> {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATABASE_URL: stores.postgres.url,
    NATS_URL: stores.nats.url,
  };
  const children = ['store', 'gateway'].map((name) =>
    fork(join(import.meta.dirname, `${name}.ts`), { env, execArgv: [] }),
  );
  const stop = async (): Promise<void> => void (await Promise.all(children.map(end)));
  try {
    await Promise.all(children.map(ready));
  } catch (error) {
    await stop();
    throw error;
  }
  const [store, gateway] = children.map((child) => child.pid ?? 0);
  const parts = new Map([
    ['gateway', gateway ?? 0],
    ['store', store ?? 0],
    ['postgres', stores.postgres.pid],
    ['nats', stores.nats.pid],
  ]);
  return { url: `http://127.0.0.1:${port}/track`, parts, stop };
}

async function ready(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the ceiling ended (${code})`);
  });
  await Promise.race([once(child, 'message'), ended]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.disconnect();
  await once(child, 'exit');
}
