import { Db, type Statement } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { keptPlan, type PlanNode } from '@waybill/testing/database/kept-plan';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { Pool } from 'pg';
import { addMonths } from '../delivery.fixture';
import { readMessages } from './message.sql';
import { insertStatement as insertReports } from '../feedback/report/report.sql';
import { dueStatement, lockStatement, progressStatement, progressValues } from '../feedback/report/progress.sql';
import { keyedAccess } from '../service';
import { claimByTurns, claimOldest, claimPaced, readClaimed } from '../queue/claim.sql';
import { type ClaimedEmail } from './claimed-email';
import { failed } from '../outgoing/settlement';
import { settleStatement, settleValues } from '../outgoing/settle.sql';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const month = new Date().toISOString().slice(0, 7).replace('-', '_');
const ofLedger = /^(email|send_attempt|message)_/;
const ofLedgerOrQueue = /^(email|send_attempt|message)_|^queue$/;
/** Before every project. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** Every read of the ledger's tables in the plan that the service keeps for a statement, whatever its values. */
async function readsOf(statement: Statement): Promise<PlanNode[]> {
  const steps = await keptPlan(database.db, statement, keyedAccess);
  return steps.filter((step) => / Scan/.test(step['Node Type']) && ofLedgerOrQueue.test(step['Relation Name'] ?? ''));
}

/** Inserts `count` emails of this month and freezes the statistics of the table. */
async function fillAndAnalyze(count: number): Promise<void> {
  const values = [newId(), Array.from({ length: count }, newId)];
  await database.db.query(
    `INSERT INTO delivery.email (project_id, id, message_id, contact_id, to_address, from_address, subject, source_type, lane)
     SELECT $1, id, id, id, 'a@person.example', 'hello@sender.example', 'Hi', 'CAMPAIGN', 'campaign' FROM unnest($2::uuid[]) AS e (id)`,
    values,
  );
  await database.db.query(
    `INSERT INTO delivery.queue (project_id, email_id, lane) SELECT $1, id, 'campaign' FROM unnest($2::uuid[]) AS e (id)`,
    values,
  );
  await database.db.query(
    `INSERT INTO delivery.send_attempt (project_id, email_id, attempt, claim_token, provider, outcome)
     SELECT $1, id, 1, id, 'smtp', 'accepted' FROM unnest($2::uuid[]) AS e (id)`,
    values,
  );
  await database.db.query(
    `INSERT INTO delivery.message (project_id, id, subject, html) SELECT $1, id, 'Hi', 'Hi' FROM unnest($2::uuid[]) AS e (id)`,
    values,
  );
  await database.db.query(
    `ANALYZE delivery.queue, delivery.email_${month}, delivery.send_attempt_${month}, delivery.message_${month}`,
  );
}

describe.each([
  ['was never analyzed', () => Promise.resolve()],
  ['was empty when it was vacuumed', () => database.db.query('VACUUM ANALYZE delivery.queue').then(() => undefined)],
  ['had three emails when it was analyzed', () => fillAndAnalyze(3)],
  ['had two hundred when it was analyzed', () => fillAndAnalyze(197)],
])('a plan that is kept from a month that %s', (_, prepare) => {
  beforeAll(prepare);

  it.each([
    ['settling', settleStatement],
    ['reading what was claimed', readClaimed],
    ['reading content', readMessages],
    ['storing reports', insertReports],
    ['locking what reports are about', lockStatement],
    ['writing what reports tell', progressStatement],
  ])('for %s reaches its rows by key alone, however many are queued or under way', async (_, statement) => {
    const reads = await readsOf(statement);
    expect(reads.length).toBeGreaterThan(0);
    for (const read of reads) {
      expect(read['Index Name']).toMatch(/_pkey$/);
      expect(read['Index Cond']).toMatch(/project_id = .*id = /);
    }
  });

  it.each([
    ['the oldest first', claimOldest],
    ['by turns of the projects', claimByTurns],
    ['by turns at a pace', claimPaced],
  ])('for claiming %s walks an index of the queue in its order, or goes by key', async (_, statement) => {
    const steps = await keptPlan(database.db, statement, keyedAccess);
    const reads = steps.filter((step) => / Scan/.test(step['Node Type']) && step['Relation Name'] === 'queue');
    expect(reads.length).toBeGreaterThan(0);
    for (const read of reads) {
      if (read['Node Type'] === 'Tid Scan') continue;
      expect(read['Node Type']).toMatch(/^Index (Only )?Scan$/);
      expect(read['Index Cond']).toMatch(/lane = \$1/);
    }
    expect(steps.filter((step) => ofLedger.test(step['Relation Name'] ?? ''))).toEqual([]);
  });
});

describe('a ledger of two years', () => {
  const months = 24;
  const settings = Object.entries(keyedAccess).map(([name, value]) => `-c ${name}=${value}`);
  let db: Db;
  beforeAll(async () => {
    await addMonths(database.db, months);
    db = new Db(new Pool({ connectionString: database.url, max: 1, options: settings.join(' ') }));
  });
  afterAll(() => db.pool.end());

  /** The partitions that a statement opens when it runs by the plan that is kept: it locks their indexes. */
  async function opened(statement: Statement, values: unknown[]): Promise<string[]> {
    await db.query(statement, values);
    const rows = await db.transaction(async (tx) => {
      await tx.query(statement, values);
      return tx.query<{ name: string }>(
        `SELECT DISTINCT t.relname AS name FROM pg_locks l JOIN pg_index i ON i.indexrelid = l.relation
         JOIN pg_class t ON t.oid = i.indrelid WHERE l.pid = pg_backend_pid() ORDER BY 1`,
      );
    });
    return rows.map(({ name }) => name).filter((name) => ofLedger.test(name));
  }

  const projectId = newId();
  const id = newId();
  const email = { project_id: projectId, id, attempt: 1, claim_token: newId(), provider: 'smtp' } as ClaimedEmail;
  const moved = { project_id: projectId, id, status: 'SENT', was: 'SENT', opens: 0, clicks: 0 };
  const progress = { emails: [moved], events: [], done: [], waiting: [], nameless: [] } as never;
  const report = [[newId()], ['smtp'], [projectId], [id], [1], ['Open'], [new Date()], ['{}'], [newId()], [0], id, id];

  it.each([
    ['settling', settleStatement, settleValues([failed(email, 'test', 'test')]), ['email']],
    ['reading what was claimed', readClaimed, [[projectId], [id], id, id], ['email']],
    ['reading content', readMessages, [[projectId], [id], 1_000, id, id], ['message']],
    ['storing reports', insertReports, report, ['send_attempt']],
    ['locking what reports are about', lockStatement, [[projectId], [id], id, id], ['email']],
    ['writing what reports tell', progressStatement, progressValues(progress), ['email']],
  ])('%s opens the month of its emails alone', async (_, statement, values, tables) => {
    expect(await opened(statement, values)).toEqual(tables.map((table) => `${table}_${month}`));
  });

  const claim = ['transactional', 10, newId(), 'smtp'];
  it.each([
    ['claiming the oldest', claimOldest, claim],
    ['claiming by turns', claimByTurns, [...claim, firstId]],
    ['claiming at a pace', claimPaced, [...claim, firstId, 10]],
    ['finding what reports are due', dueStatement, [200, null]],
  ])('%s opens no month of the ledger', async (_, statement, values) => {
    expect(await opened(statement, values)).toEqual([]);
  });
});
