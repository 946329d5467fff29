/** `webhooks`: two hundred webhooks a second to a server that answers in 50 ms, with and without a host beside it that never answers. */
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../figures/quantile.ts';
import { atLeast, below, exactly, judged } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';
import { UsageMeter } from '../figures/usage-meter.ts';
import { Api } from '../system/api.ts';
import { SEND_AND_TRACK, startSystem } from '../system/system.ts';
import type { Place } from '../system/system.ts';

const PER_SECOND = 200;
const ANSWER_MS = 50;
/** More than the host may have at once, as each call lasts for ten seconds. */
const HANGING_PER_SECOND = 10;
const SECONDS = 15;
const ROUNDS = 3;
const LIMIT_MS = 20_000;
const CALLED = 'bench called';
const HANGS = 'bench hangs';

export async function webhooksCase(place: Place): Promise<Row[]> {
  const env = { ...place.env, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const system = await startSystem({ ...place, env }, [...SEND_AND_TRACK, 'workflow-engine']);
  const api = new Api(system);
  const answering = new HookServer(ANSWER_MS);
  const hanging = new HookServer(null);
  try {
    await caller(api, CALLED, await answering.listen());
    await caller(api, HANGS, await hanging.listen());
    await round(api, answering, 'warm', null);
    const meter = new UsageMeter(system.parts);
    meter.start();
    const alone: Round[] = [];
    const beside: Round[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      alone.push(await round(api, answering, `alone${n}`, null));
      beside.push(await round(api, answering, `beside${n}`, hanging));
    }
    const usage = meter.stop();
    const waits = (rounds: Round[]): number[] => rounds.flatMap((each) => each.waits);
    const p99 = (rounds: Round[]): number => quantile(waits(rounds), 0.99);
    const perSecond = Math.round(Math.min(...[...alone, ...beside].map((each) => each.perSecond)));
    const figures = {
      'webhooks/s': perSecond,
      'alone p50 ms': quantile(waits(alone), 0.5),
      'alone p99 ms': p99(alone),
      'beside p50 ms': quantile(waits(beside), 0.5),
      'beside p99 ms': p99(beside),
      ratio: p99(beside) / p99(alone),
      'hanging at once': Math.max(...beside.map((each) => each.hanging)),
      called: waits(alone).length + waits(beside).length,
    };
    const goals = [
      atLeast('webhooks/s', perSecond, PER_SECOND * 0.95),
      below('ratio', figures.ratio, 1.1),
      exactly('called', figures.called, 2 * ROUNDS * SECONDS * PER_SECOND),
    ];
    const variant = `${PER_SECOND}/s to a host that answers in ${ANSWER_MS} ms, alone and beside one that hangs`;
    console.error(`${variant}: ${JSON.stringify(figures)}`);
    return [{ case: 'webhooks', variant, figures, goals: judged(goals, usage), usage }];
  } finally {
    api.close();
    await Promise.all([answering.close(), hanging.close()]);
    await system.stop();
  }
}

/** An enabled workflow that answers an event with one call. */
async function caller(api: Api, eventName: string, url: string): Promise<void> {
  const { id } = await api.call<{ id: string }>('POST', '/workflows', { name: eventName, eventName });
  const config = { url, method: 'POST', body: { n: '{{event.n}}' } };
  await api.call('POST', `/workflows/${id}/steps`, { type: 'WEBHOOK', config });
  await api.call('PATCH', `/workflows/${id}`, { enabled: true });
}

interface Round {
  /** Milliseconds from the answer to the event until its webhook arrived. */
  waits: number[];
  perSecond: number;
  /** Most calls that the hanging host had at once. */
  hanging: number;
}

/** Tracks the events of new contacts at a steady rate; waits until each has called, and the hanging host is left. */
async function round(api: Api, answering: HookServer, name: string, hanging: HookServer | null): Promise<Round> {
  const [arrivals, trackedAt] = [answering.begin(), new Map<string, number>()];
  hanging?.begin();
  const total = PER_SECOND * SECONDS;
  const calls: Promise<unknown>[] = [];
  const track = async (event: string, n: string): Promise<void> => {
    await api.burst('/v1/track', { email: `${n}@bench.example`, event, data: { n } });
    trackedAt.set(n, performance.now());
  };
  const began = performance.now();
  for (let n = 0; n < total; n += 1) {
    calls.push(track(CALLED, `${name}-${n}`));
    if (hanging && n % (PER_SECOND / HANGING_PER_SECOND) === 0) calls.push(track(HANGS, `${name}-hangs-${n}`));
    const ahead = (n * 1000) / PER_SECOND - (performance.now() - began);
    if (ahead > 5) await delay(ahead);
  }
  await Promise.all(calls);
  for (const limit = Date.now() + LIMIT_MS; arrivals.size < total && Date.now() < limit; ) await delay(10);
  const perSecond = (arrivals.size * 1000) / (performance.now() - began);
  const most = hanging?.most ?? 0;
  await hanging?.leave((total * HANGING_PER_SECOND) / PER_SECOND);
  // A webhook may arrive before the answer to its event.
  const waits = [...arrivals].map(([n, at]) => Math.max(0, at - (trackedAt.get(n) ?? at)));
  console.error(`${name}: ${arrivals.size} called, p99 ${Math.round(quantile(waits, 0.99))} ms`);
  return { waits, perSecond, hanging: most };
}

/** An HTTP server on loopback that answers after some milliseconds; with null it does not until it is left. */
class HookServer {
  /** Most calls at once since the round began. */
  most = 0;
  readonly #server: Server;
  readonly #waiting = new Set<ServerResponse>();
  #arrivals = new Map<string, number>();
  #isLeft = false;

  constructor(answerMs: number | null) {
    this.#server = createServer((request, response) => {
      const parts: string[] = [];
      request.setEncoding('utf8');
      request.on('data', (part: string) => parts.push(part));
      request.on('end', () => {
        const { n } = JSON.parse(parts.join('')) as { n: string };
        this.#arrivals.set(n, performance.now());
        if (answerMs !== null) setTimeout(() => response.end('{}'), answerMs);
        else if (this.#isLeft) response.end('{}');
        else this.#hold(response);
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** The arrivals of a new round by number: milliseconds as of `performance.now()`. */
  begin(): ReadonlyMap<string, number> {
    [this.most, this.#isLeft] = [0, false];
    return (this.#arrivals = new Map<string, number>());
  }

  /** Answers whatever waits, and what comes, until every call of the round has come. */
  async leave(calls: number): Promise<void> {
    this.#isLeft = true;
    for (const response of this.#waiting) response.end('{}');
    for (const limit = Date.now() + LIMIT_MS; this.#arrivals.size < calls && Date.now() < limit; ) await delay(50);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close').catch(() => undefined);
  }

  #hold(response: ServerResponse): void {
    this.#waiting.add(response);
    this.most = Math.max(this.most, this.#waiting.size);
    response.once('close', () => this.#waiting.delete(response));
  }
}
