import { newId } from '@waybill/database/ids';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { scanLimit } from './waybill.sql';
import { WaybillService } from './waybill.service';

let fixture: DeliveryFixture;
let waybills: WaybillService;
let rare: string;

beforeAll(async () => {
  fixture = DeliveryFixture.on(await testDatabase());
  waybills = new WaybillService(fixture.db, { list: [] });
  rare = await fixture.queue('rare@person.example', { subject: 'Rare' });
  await fixture.db.query(
    `INSERT INTO delivery.email (project_id, id, message_id, contact_id, to_address, from_address, subject, source_type, lane, status)
     SELECT $1, (delivery.id_floor(app.now() + n * interval '1 millisecond')::text)::uuid, $2, $2, 'a@person.example',
       'b@sender.example', 'Usual', 'TRANSACTIONAL', 'transactional', 'FAILED'
     FROM generate_series(1000, $3::integer) AS n`,
    [fixture.projectId, newId(), 1000 + scanLimit],
  );
});

afterAll(() => fixture.close());

describe('the list of a large ledger', () => {
  it('looks through a bounded part per request and goes on from there', async () => {
    const { projectId } = fixture;
    for (const filter of [{ status: 'QUEUED' as const }, { search: 'rare@' }]) {
      const first = await waybills.list({ projectId, query: { limit: 20, ...filter } });
      expect(first).toMatchObject({ data: [], hasMore: true, total: 0 });
      const second = await waybills.list({ projectId, query: { limit: 20, cursor: first.cursor, ...filter } });
      expect(second.data.map((email) => email.id)).toEqual([rare]);
      expect(second.hasMore).toBe(false);
    }
  });

  it('counts no further than it is cheap', async () => {
    const page = await waybills.list({ projectId: fixture.projectId, query: { limit: 1 } });
    expect(page).toMatchObject({ total: 10_000, hasMore: true });
  });
});
