import { idFloor, newId } from '@waybill/database/ids';
import { keptPlan } from '@waybill/testing/database/kept-plan';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { keyedAccess } from '../service';
import { byBlocks, MessageRetention, removeMessages } from './message-retention.worker';

let fixture: DeliveryFixture;

beforeAll(async () => {
  fixture = DeliveryFixture.on(await testDatabase());
});

afterAll(() => fixture.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);

/** An id as it was made `days` days ago. */
const oldId = (days: number) => idFloor(daysAgo(days)).slice(0, 18) + newId().slice(18);

const kept = (table: string, id: string) =>
  fixture.db.query(`SELECT 1 FROM delivery.${table} WHERE ${table === 'message' ? 'id' : 'message_id'} = $1`, [id]);

async function queueOld(days: number): Promise<{ id: string; messageId: string }> {
  const messageId = oldId(days);
  const content = Buffer.from('hello').toString('base64');
  const attachments = [{ filename: 'a.txt', content, contentType: 'text/plain' }];
  return { id: await fixture.queue('ann@example.com', { messageId, attachments }), messageId };
}

describe('retention of bodies', () => {
  it('finds what is old in a large month by ranges of blocks', async () => {
    const database = await testDatabase();
    await database.db.query(
      `INSERT INTO delivery.message (project_id, id, subject, html)
       SELECT gen_random_uuid(), delivery.id_floor(date_trunc('month', app.now()) + n * interval '1 second'), 'Hi', repeat('Hi', 99)
       FROM generate_series(1, 50000) AS n`,
    );
    await database.db.query('ANALYZE delivery.message');
    const indexes = async (settings: Record<string, string>) =>
      (await keptPlan(database.db, removeMessages, settings)).map((step) => step['Index Name']);
    const byAge = expect.stringMatching(/^message_\d{4}_\d{2}_id_idx$/);
    expect(await indexes({ ...keyedAccess, ...byBlocks })).toContainEqual(byAge);
    await database.close();
  });

  it('removes bodies and attachments older than the retention and keeps the ledger row', async () => {
    const old = await queueOld(91);
    const young = await queueOld(89);
    await new MessageRetention(fixture.db, { BODY_RETENTION_DAYS: 90 }).process();
    expect(await kept('message', old.messageId)).toHaveLength(0);
    expect(await kept('message_attachment', old.messageId)).toHaveLength(0);
    expect(await kept('message', young.messageId)).toHaveLength(1);
    expect(await kept('message_attachment', young.messageId)).toHaveLength(1);
    expect((await fixture.email(old.id)).status).toBe('QUEUED');
  });

  it('removes what providers said three days after it was read, what failed after thirty, and nothing that waits', async () => {
    const said = `INSERT INTO delivery.provider_message (id, provider, source, content, published_at, processed_at, note)
      SELECT id, 'ses', 't', 'x', app.now(), app.now() - days * interval '1 day', note
      FROM (VALUES ('read', 4, NULL), ('ignored', 4, 'ignored: x'), ('failed', 29, 'failed: x'), ('failed long ago', 31, 'failed: x'), ('fresh', 2, NULL),
        ('waiting', NULL, NULL)) AS v (id, days, note)`;
    await fixture.db.query(said);
    await new MessageRetention(fixture.db, { BODY_RETENTION_DAYS: 90 }).process();
    const left = await fixture.db.query<{ id: string }>('SELECT id FROM delivery.provider_message ORDER BY id');
    expect(left.map(({ id }) => id)).toEqual(['failed', 'fresh', 'waiting']);
  });

  it('drops months that are wholly past, and only those', async () => {
    const parts = () =>
      fixture.db.query<{ name: string }>(
        `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = 'delivery.message'::regclass ORDER BY 1`,
      );
    const before = (await parts()).map((part) => part.name);
    const thisMonth = `message_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
    expect(before).toContain(thisMonth);
    await fixture.db.query('SELECT delivery.drop_content_before(app.now())');
    expect((await parts()).map((part) => part.name)).toEqual(before);
    await fixture.db.query(`SELECT delivery.drop_content_before(app.now() + interval '1 month')`);
    expect((await parts()).map((part) => part.name)).not.toContain(thisMonth);
    expect((await parts()).map((part) => part.name)).toContain('message_default');
  });
});
