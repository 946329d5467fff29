/** The cases under HTTP load: the ceiling, `/v1/track` and `/v1/send` in the same run. */
import { startCeiling } from '../ceiling/ceiling.ts';
import { measure } from '../load.ts';
import type { LoadOrder, Measured } from '../load.ts';
import { atLeast, below, disturbed, exactly, judged } from '../result.ts';
import type { Goal, Row } from '../result.ts';
import type { Stores } from '../stores.ts';
import { SEND_AND_TRACK, startSystem } from '../system.ts';
import type { BenchSystem, Place } from '../system.ts';

export const CONNECTIONS = [32, 128];

/** How many addresses a repeated load takes in turn. */
const REPEATED = 1_000;

interface Route {
  name: 'track' | 'send';
  path: string;
  body: object;
  goals: { ofCeiling: number; perSecond: number };
}

const data = { plan: 'pro', seats: 5, source: 'landing-page', trial: true };
const trackBody = { email: '%ADDRESS%', event: 'signed_up', data };

/** The ceiling by number of connections. */
export type CeilingRates = Map<number, Measured>;

/** What the frameworks alone reach here; measured in the run it is compared with, because other programs change it. */
export async function ceilingCase(stores: Stores): Promise<{ rows: Row[]; rates: CeilingRates }> {
  const ceiling = await startCeiling(stores);
  const rows: Row[] = [];
  const rates: CeilingRates = new Map();
  try {
    for (const connections of CONNECTIONS) {
      const order = { url: ceiling.url, headers: {}, body: JSON.stringify(trackBody), connections, addresses: 0 };
      const measured = await measure(order, ceiling.parts);
      rates.set(connections, measured);
      rows.push(rowOf('ceiling', `${connections} connections`, measured, {}, [noErrors(measured)]));
    }
  } finally {
    await ceiling.stop();
  }
  return { rows, rates };
}

const routes = (senderDomain: string): Route[] => [
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

/** The wanted routes of the real system, new and repeated addresses, at each number of connections. */
export async function routeCases(place: Place, wanted: readonly string[], rates: CeilingRates): Promise<Row[]> {
  const system = await startSystem(place, SEND_AND_TRACK);
  const rows: Row[] = [];
  try {
    for (const route of routes(system.demo.senderDomain).filter(({ name }) => wanted.includes(name))) {
      for (const connections of CONNECTIONS) {
        for (const addresses of [0, REPEATED]) {
          rows.push(await routeRow(system, route, connections, addresses, rates.get(connections)));
        }
      }
    }
  } finally {
    await system.stop();
  }
  return rows;
}

async function routeRow(
  system: BenchSystem,
  route: Route,
  connections: number,
  addresses: number,
  ceiling: Measured | undefined,
): Promise<Row> {
  const headers = { authorization: `Bearer ${system.demo.secretKey}` };
  const body = JSON.stringify(route.body);
  const order: Omit<LoadOrder, 'warmUpSeconds' | 'seconds'> = {
    url: system.url + route.path,
    headers,
    body,
    connections,
    addresses,
  };
  const measured = await measure(order, system.parts);
  const goals = [noErrors(measured), atLeast('req/s', measured.perSecond, route.goals.perSecond)];
  if (connections === 32) goals.push(below('p99 ms', measured.p99, 40));
  const verdicts = judged(goals, measured.usage);
  const share = ceiling ? Math.round((measured.perSecond / ceiling.perSecond) * 100) / 100 : null;
  if (ceiling && share !== null) {
    // A share says something only where both were measured in peace.
    const open = disturbed(ceiling.usage) || disturbed(measured.usage);
    verdicts.push({ ...atLeast('of ceiling', share, route.goals.ofCeiling), open });
  }
  const variant = `${connections} connections, ${addresses === 0 ? 'new' : 'repeated'} addresses`;
  return rowOf(route.name, variant, measured, share === null ? {} : { 'of ceiling': share }, verdicts);
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
