import { newId } from '@waybill/database/ids';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { SetupController } from './setup.controller';

let fixture: DeliveryFixture;
let setup: SetupController;

beforeAll(async () => {
  fixture = DeliveryFixture.on(await testDatabase());
  setup = new SetupController(fixture.db);
});

afterAll(() => fixture.close());

/** Emails of a campaign that left at this moment; null: they wait. */
async function campaign(projectId: string, sentAt: string | null, emails = 3): Promise<void> {
  await fixture.db.query(
    `INSERT INTO delivery.email (project_id, id, message_id, contact_id, to_address, from_address, subject, source_type,
       campaign_id, lane, status, sent_at)
     SELECT $1, overlay(delivery.id_floor(app.now() + n * interval '1 millisecond')::text
         placing substr(md5(random()::text), 1, 12) from 25)::uuid, $2, $2, 'a@person.example',
       'b@sender.example', 'News', 'CAMPAIGN', $2, 'campaign', CASE WHEN $3::timestamptz IS NULL THEN 'QUEUED' ELSE 'SENT' END, $3
     FROM generate_series(1, $4::integer) AS n`,
    [projectId, newId(), sentAt, emails],
  );
}

describe('what delivery says of how far a project is set up', () => {
  const last = async (projectId: string) => (await setup.get({ projectId })).lastCampaignSentAt;

  it('names no campaign where only other emails were sent', async () => {
    await fixture.queue('a@person.example');
    await fixture.db.query(`UPDATE delivery.email SET status = 'SENT', sent_at = app.now()`);
    expect(await last(fixture.projectId)).toBeNull();
  });

  it('names the moment of the campaign that was sent last, which need not be the newest', async () => {
    const projectId = newId();
    await campaign(projectId, null);
    expect(await last(projectId)).toBeNull();
    await campaign(projectId, '2026-03-01T10:00:00Z');
    await campaign(projectId, '2026-02-01T10:00:00Z');
    await campaign(projectId, null);
    expect(await last(projectId)).toBe('2026-03-01T10:00:00.000Z');
    expect(await last(newId())).toBeNull();
  });
});
