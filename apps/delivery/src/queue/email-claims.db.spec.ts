import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { keyedAccess } from '../service';
import { claimByTurns } from './claim.sql';
import { MessageService } from '../ledger/message.service';
import { EmailClaims } from './email-claims';

let database: TestDatabase;
let fixture: DeliveryFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = DeliveryFixture.on(database);
});
afterAll(() => fixture.close());
afterEach(async () => {
  await setClock('pg_catalog.statement_timestamp()');
  await fixture.emptyQueue();
  await fixture.db.query('DELETE FROM delivery.provider_account');
});

/** Queues `count` emails of a project, as a campaign does; due in `dueIn` seconds. */
async function queue(projectId: string, count: number, lane = 'campaign', dueIn = 0): Promise<void> {
  await fixture.db.query(
    `WITH email AS (
       INSERT INTO delivery.email (project_id, id, message_id, contact_id, to_address, from_address, subject, source_type, lane)
       SELECT $1, overlay(delivery.id_floor(app.now())::text placing substr(md5(random()::text), 1, 12) from 25)::uuid,
         gen_random_uuid(), gen_random_uuid(), 'a@person.example', 'hello@sender.example', 'Hi', 'CAMPAIGN', $3
       FROM generate_series(1, $2::integer) RETURNING project_id, id, lane
     ) INSERT INTO delivery.queue (project_id, email_id, lane, due_at)
     SELECT project_id, id, lane, app.now() + make_interval(secs => $4) FROM email`,
    [projectId, count, lane, dueIn],
  );
}

/** How many emails of each project one claim takes. */
async function shares(claims: EmailClaims, count: number, lane: 'campaign' | 'transactional' = 'campaign') {
  const { taken, more, waitMs } = await claims.take(lane, count);
  const projects = taken.map(({ email }) => email.project_id);
  const of = (projectId: string): number => projects.filter((id) => id === projectId).length;
  return { total: taken.length, of, more, waitMs };
}

async function account(columns: Record<string, unknown>): Promise<void> {
  const names = Object.keys(columns);
  await fixture.db.query(
    `INSERT INTO delivery.provider_account (account, ${names.join(', ')})
     VALUES ('simulator', ${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(columns),
  );
}

const setClock = (expression: string) =>
  database.db.query(
    `CREATE OR REPLACE FUNCTION app.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$SELECT ${expression}$$`,
  );

/** Time passes by {@link later} alone. */
const stopClock = () => setClock(`'${new Date().toISOString()}'::timestamptz`);

/** Lets time pass for buckets. */
const later = (seconds: number) =>
  fixture.db.query(
    `WITH a AS (UPDATE delivery.provider_account SET refilled_at = refilled_at - make_interval(secs => $1))
     UPDATE delivery.project_pace SET refilled_at = refilled_at - make_interval(secs => $1)`,
    [seconds],
  );

describe('content that cannot be read', () => {
  const store = () =>
    new EmailClaims(
      fixture.db,
      new MessageService(fixture.db),
      { list: [fixture.account()] },
      { PROJECT_SEND_RATE_PER_SECOND: 0 },
    );
  const files = [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('a').toString('base64') }];
  const settleAll = async (): Promise<void> => {
    const { taken } = await store().take('transactional', 10);
    for (const outgoing of taken) await fixture.settle(await fixture.outgoing.send(outgoing), outgoing);
  };
  const mayRead = (table: string, may: boolean) =>
    database.db.query(
      `${may ? 'GRANT' : 'REVOKE'} SELECT ON delivery.${table} ${may ? 'TO' : 'FROM'} waybill_delivery`,
    );

  it('has its email wait and tried again: nothing was handed over, so there is no doubt', async () => {
    const id = await fixture.queue();
    await mayRead('message', false);
    await settleAll().finally(() => mayRead('message', true));
    expect(await fixture.email(id)).toMatchObject({ status: 'QUEUED', doubtful_attempts: 0, claim_token: null });
    expect(await fixture.attempts(id)).toMatchObject([
      { outcome: 'not_tried', step: 'content', detail: expect.stringContaining('permission denied') },
    ]);
    await fixture.age(id, { due_at: 1 });
    await settleAll();
    expect((await fixture.email(id)).status).toBe('SENT');
  });

  it('holds up no other email of the same claim', async () => {
    const [bad, good] = [await fixture.queue('a@example.com', { attachments: files }), await fixture.queue()];
    await mayRead('message_attachment', false);
    await settleAll().finally(() => mayRead('message_attachment', true));
    expect([(await fixture.email(bad)).status, (await fixture.email(good)).status]).toEqual(['QUEUED', 'SENT']);
  });
});

describe('projects that share a lane', () => {
  it('take turns: behind five thousand emails of one, the first of another leaves with the second claim', async () => {
    const [large, small] = [newId(), newId()];
    await queue(large, 5_000);
    const claims = fixture.claims();
    expect((await shares(claims, 40)).of(large)).toBe(40);
    await queue(small, 1);
    expect((await shares(claims, 40)).of(small)).toBe(1);
  });

  it('are served by every claim while their emails wait, also where one project is alone', async () => {
    const alone = newId();
    await queue(alone, 60);
    const claims = fixture.claims();
    for (let n = 0; n < 6; n++) expect((await shares(claims, 10)).total).toBe(10);
  });

  it('take turns also where the account gives fewer emails than a claim asks for', async () => {
    const [large, small] = [newId(), newId()];
    await account({ base_rate: 4, tokens: 4, refilled_at: new Date(Date.now() + 600_000) });
    await queue(large, 200);
    const claims = fixture.claims();
    expect((await shares(claims, 40)).of(large)).toBe(3);
    await queue(small, 1);
    await fixture.db.query('UPDATE delivery.provider_account SET tokens = 4');
    await eventually('the turn of the other project', async () => (await shares(claims, 40)).of(small) === 1);
  });

  it('share each claim evenly, and what one has not is the next claim for the others', async () => {
    const projects = [newId(), newId(), newId()];
    for (const [index, count] of [500, 500, 20].entries()) await queue(projects[index]!, count);
    const claims = fixture.claims();
    await claims.take('campaign', 30);
    const second = await shares(claims, 30);
    expect(projects.map((id) => second.of(id))).toEqual([10, 10, expect.any(Number)]);
    let left = true;
    while (left) left = (await claims.take('campaign', 200)).more;
    expect(await fixture.db.query('SELECT 1 FROM delivery.queue WHERE claim_token IS NULL')).toEqual([]);
  });

  it('are all reached when there are more of them than one claim looks at', async () => {
    const projects = Array.from({ length: 80 }, () => newId());
    for (const projectId of projects) await queue(projectId, 3);
    const claims = fixture.claims();
    await claims.take('campaign', 10);
    const reached = new Set<string>();
    for (let n = 0; n < 8; n++) {
      const { taken } = await claims.take('campaign', 40);
      taken.forEach(({ email }) => reached.add(email.project_id));
    }
    expect(reached.size).toBeGreaterThanOrEqual(75);
  });

  it('are not held up by projects whose emails are all due later', async () => {
    for (let n = 0; n < 40; n++) await queue(newId(), 1, 'campaign', 600);
    const busy = newId();
    await queue(busy, 100);
    const claims = fixture.claims();
    let sent = 0;
    for (let n = 0; n < 12; n++) sent += (await shares(claims, 20)).of(busy);
    expect(sent).toBe(100);
    const idle = [
      await shares(claims, 20),
      await shares(claims, 20),
      await shares(claims, 20),
      await shares(claims, 20),
    ];
    expect(idle.map(({ total }) => total)).toEqual([0, 0, 0, 0]);
    expect(idle.some(({ more }) => !more)).toBe(true);
  });

  it('cost a claim the same at a large backlog: no more than thirty pages for an email', async () => {
    for (let n = 0; n < 3; n++) await queue(newId(), 3_000);
    await database.db.query('VACUUM ANALYZE delivery.queue');
    const buffers = await explain();
    expect(buffers).toBeGreaterThan(40);
    expect(buffers).toBeLessThan(40 * 30);
  });
});

/** Pages that a claim of 40 by turns touches, planned as in the service. */
async function explain(): Promise<number> {
  const types = 'text, bigint, uuid, text, uuid';
  const args = `'campaign', 40, '${newId()}', 'simulator', '00000000-0000-0000-0000-000000000000'`;
  return fixture.db.transaction(async (tx) => {
    for (const [key, value] of Object.entries(keyedAccess)) await tx.query(`SET LOCAL ${key} = ${value}`);
    await tx.query(`PREPARE claim_explained (${types}) AS ${claimByTurns.text}`);
    const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE claim_explained (${args})`,
    );
    const { Plan: plan } = row!['QUERY PLAN'][0];
    return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
  });
}

describe('the rate of an account', () => {
  it('is kept by all processes together: tokens are taken with the claim and come back with time', async () => {
    await stopClock();
    await account({ base_rate: 20, tokens: 20 });
    await queue(newId(), 100, 'transactional');
    const [first, second] = [fixture.claims(), fixture.claims()];
    expect((await first.take('transactional', 12)).taken).toHaveLength(12);
    const rest = await second.take('transactional', 50);
    expect(rest.taken).toHaveLength(8);
    expect(rest).toMatchObject({ more: false, waitMs: expect.any(Number) });
    await later(0.5);
    const { taken } = await fixture.claims().take('transactional', 50);
    expect(taken).toHaveLength(10);
  });

  it('is not taken up by the bulk lanes: a quarter of it is left to transactional mail', async () => {
    await account({ base_rate: 20, tokens: 20, refilled_at: new Date(Date.now() + 60_000) });
    await queue(newId(), 100);
    await queue(newId(), 100, 'transactional');
    const claims = fixture.claims();
    expect((await claims.take('campaign', 50)).taken).toHaveLength(15);
    expect((await claims.take('campaign', 50)).taken).toHaveLength(0);
    expect((await claims.take('transactional', 50)).taken).toHaveLength(5);
  });

  it('that was halved grows again with time, up to what it was', async () => {
    const rate = async (ago: number): Promise<number> => {
      await fixture.db.query(
        'UPDATE delivery.provider_account SET slowed_rate = 10, slowed_at = app.now() - make_interval(secs => $1)',
        [ago],
      );
      const [row] = await fixture.db.query<{ rate: number }>('SELECT rate FROM delivery.provider_account_state');
      return row!.rate;
    };
    await stopClock();
    await account({ base_rate: 18 });
    expect(await rate(0)).toBe(10);
    expect(await rate(30)).toBe(15);
    expect(await rate(60)).toBe(18);
    await fixture.db.query('UPDATE delivery.provider_account SET base_rate = NULL');
    expect(await rate(60)).toBe(20);
    expect(await rate(601)).toBeNull();
  });

  it('stops at the quota of 24 hours; the emails stay queued', async () => {
    await account({ day_left: 3, quota_at: new Date() });
    const projectId = newId();
    await queue(projectId, 10);
    const claims = fixture.claims();
    expect((await claims.take('campaign', 2)).taken).toHaveLength(2);
    expect((await claims.take('campaign', 5)).taken).toHaveLength(1);
    const none = await claims.take('campaign', 5);
    expect(none).toMatchObject({ taken: [], more: false, waitMs: expect.any(Number) });
    await fixture.db.query('UPDATE delivery.provider_account SET day_left = 100');
    expect((await fixture.claims().take('campaign', 50)).taken).toHaveLength(7);
  });
});

describe('the rate of projects', () => {
  it('limits each of these projects and no other', async () => {
    await stopClock();
    const [fast, slow] = [newId(), newId()];
    await queue(fast, 500);
    await queue(slow, 4);
    const claims = fixture.claims(undefined, 10);
    const first = await shares(claims, 100);
    expect([first.of(fast), first.of(slow)]).toEqual([15, 4]);
    let again = 0;
    for (let n = 0; n < 4; n++) again += (await shares(claims, 100)).total;
    expect(again).toBe(0);
    await later(1);
    expect((await shares(claims, 100)).of(fast)).toBe(10);
    await queue(fast, 20, 'transactional');
    expect((await shares(claims, 100, 'transactional')).of(fast)).toBe(5);
  });
});
