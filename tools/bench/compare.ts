/** `--against=<folder of a built tree>`: this build and that one in turns A B A B, so that both meet the same machine. */
import { mailCases } from './cases/mail.ts';
import { httpRoutes, orderOf } from './cases/http.ts';
import type { Route } from './cases/http.ts';
import { measure, SECONDS } from './load/load.ts';
import { atRest } from './figures/rest.ts';
import { ratioRow } from './figures/pairs.ts';
import type { Pair, Sample } from './figures/pairs.ts';
import type { Row } from './figures/result.ts';
import { startStores } from './system/stores.ts';
import type { Stores } from './system/stores.ts';
import { SEND_AND_TRACK, startSystem } from './system/system.ts';
import type { BenchSystem } from './system/system.ts';
import type { Usage } from './figures/usage-meter.ts';

const PAIRS = 5;
/** Pairs that are measured at most: a pair counts only where the host withheld little of both. */
const MOST_PAIRS = 15;
const CONNECTIONS = 32;
/** Percent of a core that the host may withhold. */
const QUIET = 2;
/** Processes whose work is not the system's. */
const OUTSIDE = ['load', 'bench', 'sink'];

export interface Comparison {
  /** This tree, which is built, and the other one, which must be built already. */
  root: string;
  against: string;
  cases: readonly string[];
  say: (line: string) => void;
}

/** One row for each case that can be compared: `track`, `send` and the mail cases. */
export async function compare({ root, against, cases, say }: Comparison): Promise<Row[]> {
  const rows: Row[] = [];
  const routes = cases.filter((name) => name === 'track' || name === 'send');
  if (routes.length > 0) rows.push(...(await compareRoutes(root, against, routes, say)));
  for (const [name, run] of Object.entries(mailCases)) {
    if (!cases.includes(name)) continue;
    const sample = async (folder: string, isBuilt: boolean): Promise<Sample> => {
      const stores = await startStores(true);
      try {
        const [row] = await run({ root: folder, stores, env: {}, isBuilt });
        if (!row?.usage) throw new Error(`${name} was not measured`);
        return sampleOf(Number(row.figures['emails/s']), row.usage);
      } finally {
        await stores.stop();
      }
    };
    const pairs = await inTurns(
      name,
      say,
      () => sample(root, false),
      () => sample(against, true),
    );
    rows.push(ratioRow(name, 'email', pairs));
  }
  return rows;
}

/** Both systems run all the time, on stores of their own; one of them is under load. */
async function compareRoutes(
  root: string,
  against: string,
  names: string[],
  say: (line: string) => void,
): Promise<Row[]> {
  const started: { system: BenchSystem; stores: Stores }[] = [];
  try {
    for (const [folder, isBuilt] of [
      [root, false],
      [against, true],
    ] as const) {
      const stores = await startStores();
      try {
        started.push({ stores, system: await startSystem({ root: folder, stores, env: {}, isBuilt }, SEND_AND_TRACK) });
      } catch (error) {
        await stores.stop();
        throw error;
      }
    }
    const [ours, other] = started.map(({ system }) => system) as [BenchSystem, BenchSystem];
    const rows: Row[] = [];
    for (const name of names) {
      const sample = async (system: BenchSystem): Promise<Sample> => {
        const route = httpRoutes(system.demo.senderDomain).find((each): each is Route => each.name === name)!;
        await atRest(system.parts);
        const measured = await measure(orderOf(system, route, CONNECTIONS, 0), system.parts);
        if (measured.non2xx + measured.errors > 0) throw new Error(`${name} was refused ${measured.non2xx} times`);
        return sampleOf(measured.answered / SECONDS, measured.usage);
      };
      // Code that runs for the first time is slow for some ten thousand requests.
      await sample(ours);
      await sample(other);
      rows.push(
        ratioRow(
          name,
          'request',
          await inTurns(
            name,
            say,
            () => sample(ours),
            () => sample(other),
          ),
        ),
      );
    }
    return rows;
  } finally {
    for (const { system, stores } of started) {
      await system.stop();
      await stores.stop();
    }
  }
}

async function inTurns(
  name: string,
  say: (line: string) => void,
  ours: () => Promise<Sample>,
  other: () => Promise<Sample>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let n = 0; n < MOST_PAIRS && pairs.filter(isQuiet).length < PAIRS; n++) {
    const pair = { ours: await ours(), other: await other() };
    pairs.push(pair);
    const cpu = (pair.ours.cpuMicroseconds / pair.other.cpuMicroseconds).toFixed(2);
    say(`${name}: pair ${n + 1}, CPU ratio ${cpu}${isQuiet(pair) ? '' : ', the host withheld too much'}`);
  }
  return pairs;
}

const isQuiet = ({ ours, other }: Pair): boolean => Math.max(ours.withheld, other.withheld) <= QUIET;

function sampleOf(perSecond: number, { cpu, withheld, others }: Usage): Sample {
  const percent = Object.entries(cpu).reduce((sum, [part, value]) => sum + (OUTSIDE.includes(part) ? 0 : value), 0);
  return { perSecond, cpuMicroseconds: (percent * 10_000) / perSecond, withheld, others };
}
