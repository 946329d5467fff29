import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { UsageRetention } from './usage-retention.worker';

let fixture: DeliveryFixture;

beforeAll(async () => {
  fixture = DeliveryFixture.on(await testDatabase());
});
afterAll(() => fixture.close());

it('what was counted is kept for thirteen months, and no longer', async () => {
  const months = `INSERT INTO delivery.monthly_usage (project_id, month, slot)
    SELECT $1, delivery.month_of(app.now()) - make_interval(months => n), 0 FROM unnest($2::integer[]) AS n`;
  await fixture.db.query(months, [fixture.projectId, [0, 13, 14, 60]]);
  await new UsageRetention(fixture.db).process();
  expect(await fixture.db.query('SELECT month FROM delivery.monthly_usage')).toHaveLength(2);
});
