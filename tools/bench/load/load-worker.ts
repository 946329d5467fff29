/** The load process: one order, one answer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from './connection.ts';
import type { LoadMessage, LoadOrder, LoadResult } from './load.ts';
import { quantile } from '../figures/quantile.ts';

/** Runs the order on its connections; what was answered outside the measured seconds does not count. */
async function load(order: LoadOrder): Promise<LoadResult> {
  const { hostname, port, pathname } = new URL(order.url);
  const headers = Object.entries({ host: `${hostname}:${port}`, 'content-type': 'application/json', ...order.headers });
  const head = `POST ${pathname} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
  const nextBody = bodies(order);
  let times: number[] = [];
  let non2xx = 0;
  let errors = 0;
  const target = {
    host: hostname,
    port: Number(port),
    next: (): string => {
      const body = nextBody();
      return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    },
    answered: (status: number, milliseconds: number): void => {
      times.push(milliseconds);
      if (status < 200 || status > 299) non2xx += 1;
    },
    failed: (): void => void (errors += 1),
  };
  const connections = Array.from({ length: order.connections }, () => new Connection(target));
  await delay(order.warmUpSeconds * 1000);
  times = [];
  non2xx = errors = 0;
  tell({ event: 'measuring' });
  const began = performance.now();
  await delay(order.seconds * 1000);
  const seconds = (performance.now() - began) / 1000;
  connections.forEach((connection) => connection.stop());
  const [p50, p99, max] = [0.5, 0.99, 1].map((q) => Math.round(quantile(times, q) * 10) / 10);
  const perSecond = Math.round(times.length / seconds);
  return { perSecond, p50: p50 ?? 0, p99: p99 ?? 0, max: max ?? 0, answered: times.length, non2xx, errors };
}

/** Bodies with addresses in turn: a fixed number of them again and again, or each one new. */
function bodies(order: LoadOrder): () => string {
  const [before = '', after = ''] = order.body.split('%ADDRESS%');
  const run = randomUUID().slice(0, 8);
  let sent = 0;
  return () => {
    const number = sent++;
    const local = order.addresses > 0 ? `person${number % order.addresses}` : `${run}-${number}`;
    return `${before}${local}@bench.example${after}`;
  };
}

const tell = (message: LoadMessage): void => void process.send?.(message);

process.once('message', (order: LoadOrder) => {
  load(order).then(
    (result) => tell({ event: 'done', result }),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
