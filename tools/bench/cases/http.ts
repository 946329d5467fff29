/** The cases under HTTP load: the ceiling, `/v1/track` and `/v1/send` in the same run. */
import { startCeiling } from '../ceiling/ceiling.ts';
import { measure } from '../load/load.ts';
import type { Measured } from '../load/load.ts';
import { atRest } from '../figures/rest.ts';
import { atLeast, below, disturbance, disturbed, exactly, judged } from '../figures/result.ts';
import type { Goal, Row } from '../figures/result.ts';
import { SEND_AND_TRACK, startSystem } from '../system/system.ts';
import type { BenchSystem, Place } from '../system/system.ts';

export const CONNECTIONS = [32, 128];

/** How many addresses a repeated load takes in turn. */
const REPEATED = 1_000;

export interface Route {
  name: 'track' | 'send';
  path: string;
  body: object;
  goals: { ofCeiling: number; perSecond: number };
}

const data = { plan: 'pro', seats: 5, source: 'landing-page', trial: true };
const trackBody = { email: '%ADDRESS%', event: 'signed_up', data };

/** A measurement on a machine that did other things is made again, so often at most; the quietest one counts. */
const ATTEMPTS = 4;

/**
 * The wanted routes of the real system, new and repeated addresses, at each number of connections, each beside what the
 * frameworks alone reach here: measured right before it, because other programs and the host change that by the minute.
 */
export async function httpCases(place: Place, wanted: readonly string[]): Promise<Row[]> {
  const ceiling = await startCeiling(place.stores);
  const ceilings: Measured[][] = CONNECTIONS.map(() => []);
  const rows: Row[] = [];
  const system = wanted.length > 0 ? await startSystem(place, SEND_AND_TRACK) : null;
  try {
    const some = system ? httpRoutes(system.demo.senderDomain).filter(({ name }) => wanted.includes(name)) : [];
    // Code that runs for the first time is slow for some ten thousand requests; a service in use is past that.
    if (system) for (const route of some) await measure(orderOf(system, route, 128, 0), system.parts);
    for (const [index, connections] of CONNECTIONS.entries()) {
      const alone = async () => {
        if (system) await atRest(system.parts);
        const order = { url: ceiling.url, headers: {}, body: JSON.stringify(trackBody), connections, addresses: 0 };
        const measured = await measure(order, ceiling.parts);
        ceilings[index]?.push(measured);
        return measured;
      };
      if (some.length === 0) await alone();
      for (const route of some) {
        for (const addresses of [0, REPEATED]) {
          if (system) rows.push(await routeRow(system, route, connections, addresses, alone));
        }
      }
    }
  } finally {
    await system?.stop();
    await ceiling.stop();
  }
  return [...CONNECTIONS.map((connections, index) => ceilingRow(connections, ceilings[index] ?? [])), ...rows];
}

function ceilingRow(connections: number, all: Measured[]): Row {
  const [quietest] = all.toSorted((a, b) => disturbance(a.usage) - disturbance(b.usage));
  if (!quietest) throw new Error('the ceiling was not measured');
  return rowOf('ceiling', `${connections} connections`, quietest, {}, [noErrors(quietest)]);
}

export const httpRoutes = (senderDomain: string): Route[] => [
  { name: 'track', path: '/v1/track', body: trackBody, goals: { ofCeiling: 0.45, perSecond: 3_500 } },
  {
    name: 'send',
    path: '/v1/send',
    body: {
      to: '%ADDRESS%',
      from: `hello@${senderDomain}`,
      subject: 'Welcome, {{name ?? friend}}',
      body: '<p>Hello {{name}},</p><p>your plan is {{plan}}.</p>',
      data: { name: 'Ada', plan: 'pro' },
    },
    goals: { ofCeiling: 0.3, perSecond: 2_500 },
  },
];

async function routeRow(
  system: BenchSystem,
  route: Route,
  connections: number,
  addresses: number,
  ceilingNow: () => Promise<Measured>,
): Promise<Row> {
  const order = orderOf(system, route, connections, addresses);
  const { ceiling, measured } = await quietestPair(ceilingNow, () => measure(order, system.parts));
  const goals = [noErrors(measured), atLeast('req/s', measured.perSecond, route.goals.perSecond)];
  if (connections === 32) goals.push(below('p99 ms', measured.p99, 40));
  const verdicts = judged(goals, measured.usage);
  const share = Math.round((measured.perSecond / ceiling.perSecond) * 100) / 100;
  // A share says something only where both were measured in peace.
  const open = disturbed(ceiling.usage) || disturbed(measured.usage);
  verdicts.push({ ...atLeast('of ceiling', share, route.goals.ofCeiling), open });
  const variant = `${connections} connections, ${addresses === 0 ? 'new' : 'repeated'} addresses`;
  const figures = { 'of ceiling': share, 'ceiling then': ceiling.perSecond };
  return rowOf(route.name, variant, measured, figures, verdicts);
}

export function orderOf({ url, demo }: BenchSystem, { path, body }: Route, connections: number, addresses: number) {
  const headers = { authorization: `Bearer ${demo.secretKey}` };
  return { url: url + path, headers, body: JSON.stringify(body), connections, addresses };
}

/** Ceiling and route, one right after the other, until both were measured in peace; else the pair that was disturbed least. */
async function quietestPair(ceilingNow: () => Promise<Measured>, routeNow: () => Promise<Measured>) {
  let best: { ceiling: Measured; measured: Measured; noise: number } | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const ceiling = await ceilingNow();
    const measured = await routeNow();
    const noise = Math.max(disturbance(ceiling.usage), disturbance(measured.usage));
    if (!best || noise < best.noise) best = { ceiling, measured, noise };
    if (!disturbed(ceiling.usage) && !disturbed(measured.usage)) break;
  }
  return best!;
}

const noErrors = (measured: Measured): Goal => exactly('not 2xx', measured.non2xx + measured.errors, 0);

function rowOf(name: string, variant: string, measured: Measured, more: Row['figures'], goals: Goal[]): Row {
  const { perSecond, p50, p99, max, non2xx, errors, usage } = measured;
  const figures = {
    'req/s': perSecond,
    ...more,
    'p50 ms': p50,
    'p99 ms': p99,
    'max ms': max,
    'not 2xx': non2xx + errors,
  };
  return { case: name, variant, figures, goals, usage };
}
