/** `npm run bench [-- case... --json[=file]]`: measures the system on this machine and says which goals it meets. */
import { writeFileSync } from 'node:fs';
import { activityCase } from './cases/activity.ts';
import { campaignsCase } from './cases/campaigns.ts';
import { contactsCase } from './cases/contacts.ts';
import { dashboardCase } from './cases/dashboard.ts';
import { domainsCase } from './cases/domains.ts';
import { httpCases } from './cases/http.ts';
import { idleCase } from './cases/idle.ts';
import { backlogCase, handoverCase, sustainedCase, sustainedSesCase } from './cases/mail.ts';
import { segmentsCase } from './cases/segments.ts';
import { timersCase } from './cases/timers.ts';
import { webhooksCase } from './cases/webhooks.ts';
import { workflowsCase } from './cases/workflows.ts';
import { compare } from './compare.ts';
import { thisMachine } from './figures/machine.ts';
import { readOptions } from './options.ts';
import type { Options } from './options.ts';
import { report } from './figures/report.ts';
import type { Row } from './figures/result.ts';
import { startStores } from './system/stores.ts';
import type { Stores } from './system/stores.ts';
import type { Place } from './system/system.ts';

const say = (line: string): void => console.error(line);

/** The cases that say how many statements they take. */
const COUNTED = ['sustained', 'sustained-ses', 'backlog', 'campaigns', 'workflows', 'timers'];

/** Each group has stores of its own, so that none inherits another's tables and caches. */
async function runCases({ cases, profile, contacts, recipients, waiting }: Options): Promise<Row[]> {
  const root = process.cwd();
  const env = profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` } : {};
  const rows: Row[] = [];
  const routes = cases.filter((name) => name === 'track' || name === 'send');
  if (routes.length > 0 || cases.includes('ceiling')) {
    say(`measures ${['ceiling', ...routes].join(', ')}`);
    rows.push(...(await withStores((stores) => httpCases({ root, stores, env }, routes))));
  }
  for (const [name, run] of [
    ['handover', handoverCase],
    ['sustained', sustainedCase],
    ['sustained-ses', sustainedSesCase],
    ['backlog', backlogCase],
    ['contacts', contactsCase],
    ['domains', domainsCase],
    ['segments', (place: Place) => segmentsCase(place, contacts)],
    ['campaigns', (place: Place) => campaignsCase(place, recipients)],
    ['workflows', workflowsCase],
    ['timers', (place: Place) => timersCase(place, waiting)],
    ['webhooks', webhooksCase],
    ['activity', activityCase],
    ['dashboard', (place: Place) => dashboardCase(place, contacts)],
  ] as const) {
    if (!cases.includes(name)) continue;
    say(`measures ${name}`);
    rows.push(...(await withStores((stores) => run({ root, stores, env }), COUNTED.includes(name))));
  }
  if (cases.includes('idle')) {
    say('measures idle');
    rows.push(...(await idleCase(root)));
  }
  return rows;
}

async function withStores(work: (stores: Stores) => Promise<Row[]>, counted = false): Promise<Row[]> {
  const stores = await startStores(counted);
  try {
    return await work(stores);
  } finally {
    await stores.stop();
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const machine = thisMachine();
  const { against, cases } = options;
  const rows = against ? await compare({ root: process.cwd(), against, cases, say }) : await runCases(options);
  console.log(report(rows, machine));
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exit(1);
  },
);
