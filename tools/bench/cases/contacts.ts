/** `contacts`: lists, search, import, bulk jobs and new addresses in a project of a million contacts. */
import { peakBytes } from '../figures/proc.ts';
import { megabytes } from '../figures/report.ts';
import { atLeast, below, exactly, judged } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';
import { startStores } from '../system/stores.ts';
import { Api } from '../system/api.ts';
import { startSystem } from '../system/system.ts';
import type { BenchSystem, Place } from '../system/system.ts';
import { UsageMeter } from '../figures/usage-meter.ts';
import { loadContacts, queryValue } from './contacts-load.ts';
import { measurePages } from './contacts-pages.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const BURST = 2_000;
const IMPORT_BYTES = 5 * 1024 * 1024;

const say = (line: string): void => console.error(line);

export async function contactsCase(place: Place): Promise<Row[]> {
  const system = await startSystem(place, ['gateway', 'contacts']);
  const api = new Api(system);
  const database = place.stores.postgres.url;
  try {
    await fill(system, database, LARGE);
    const rows = await pagesCase(place, system);
    for (const measure of [bulkCase, burstCase, importCase]) {
      const meter = new UsageMeter(system.parts);
      meter.start();
      const row = await measure(api, database, system);
      const usage = meter.stop();
      rows.push({ ...row, usage, goals: judged(row.goals, usage) });
      say(JSON.stringify(rows.at(-1)?.figures));
    }
    return rows;
  } finally {
    api.close();
    await system.stop();
  }
}

/** The pages of the large project, each right after the same page of a system that has a small one: clocks change by the minute. */
async function pagesCase(place: Place, large: BenchSystem): Promise<Row[]> {
  const stores = await startStores();
  try {
    const small = await startSystem({ ...place, stores }, ['gateway', 'contacts']);
    try {
      await fill(small, stores.postgres.url, SMALL);
      const side = (system: BenchSystem, database: string) => ({ system, database });
      return await measurePages(side(small, stores.postgres.url), side(large, place.stores.postgres.url));
    } finally {
      await small.stop();
    }
  } finally {
    await stores.stop();
  }
}

async function fill({ demo }: BenchSystem, database: string, count: number): Promise<void> {
  say(`loads ${count} contacts`);
  await loadContacts(database, demo.projectId, count);
}

async function bulkCase(api: Api, database: string, { demo }: BenchSystem): Promise<Row> {
  const sql = `SELECT json_agg(id) FROM (SELECT id FROM contacts.contact WHERE project_id = $1 AND subscribed
    ORDER BY md5(id::text) LIMIT 1000) AS counted`;
  const contactIds = await queryValue<string[]>(database, sql, [demo.projectId]);
  const began = performance.now();
  const { jobId } = await api.call<{ jobId: string }>('POST', '/contacts/bulk-unsubscribe', { contactIds });
  const job = await api.finished(`/contacts/bulk/${jobId}`);
  const seconds = round((performance.now() - began) / 1000);
  const changed = job.result.successCount ?? 0;
  const goals = [below('s', seconds, 1), exactly('changed, each with its event', changed, 1_000)];
  return { case: 'contacts', variant: 'bulk unsubscribe of 1,000', figures: { s: seconds, changed }, goals };
}

/** New addresses at the same moment: the transactions are told apart by the id Postgres wrote into their rows. */
async function burstCase(api: Api, database: string): Promise<Row> {
  const sent = Array.from({ length: BURST }, (_, n) =>
    api.burst('/v1/track', { email: `burst${n}@new.example`, event: 'burst', data: { n } }),
  );
  const began = performance.now();
  await Promise.all(sent);
  const seconds = round((performance.now() - began) / 1000);
  const sql = `SELECT count(DISTINCT xmin::text)::int FROM contacts.event WHERE name = 'burst'`;
  const transactions = await queryValue<number>(database, sql);
  const events = await queryValue<number>(database, `SELECT count(*)::int FROM contacts.event WHERE name = 'burst'`);
  const figures = { events, transactions, s: seconds };
  const goals = [exactly('events', events, BURST), below('transactions', transactions, BURST / 4)];
  return { case: 'contacts', variant: '2,000 tracks at once', figures, goals };
}

async function importCase(api: Api, _database: string, system: BenchSystem): Promise<Row> {
  const pid = system.parts.get('contacts') ?? 0;
  const { csv, rows } = importFile();
  const form = new FormData();
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'contacts.csv');
  const began = performance.now();
  const answer = await fetch(`${system.url}/contacts/import`, { method: 'POST', body: form, headers: api.headers });
  const { jobId } = (await answer.json()) as { jobId: string };
  const accepted = round((performance.now() - began) / 1000);
  const job = await api.finished(`/contacts/import/${jobId}`);
  const seconds = round((performance.now() - began) / 1000);
  const created = job.result.createdCount ?? 0;
  const peak = megabytes(peakBytes(pid));
  const figures = { rows, 's to 202': accepted, s: seconds, 'rows/s': Math.round(rows / seconds), 'peak MB': peak };
  const goals = [below('s', seconds, 15), below('peak MB', peak, 250), exactly('created', created, rows)];
  return { case: 'contacts', variant: 'import of 5 MB', figures, goals: [...goals, atLeast('rows', rows, 90_000)] };
}

function importFile(): { csv: string; rows: number } {
  const lines = ['email,plan,seats,country'];
  let bytes = 0;
  for (let n = 0; n < 100_000; n++) {
    const line = `import.person${n}@company${n % 300}.example,pro,${n % 90},DE`;
    bytes += line.length + 1;
    if (bytes > IMPORT_BYTES - 100) break;
    lines.push(line);
  }
  return { csv: lines.join('\n'), rows: lines.length - 1 };
}

const round = (value: number): number => Math.round(value * 100) / 100;
