import { newId } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/event/outbox';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { SubscriptionPageService } from './subscription-page.service';

let database: TestDatabase;
let page: SubscriptionPageService;
const projectId = newId();
const requestId = newId();

beforeAll(async () => {
  database = await testDatabase();
  page = new SubscriptionPageService(database.as('waybill_contacts'), new Outbox('contacts'));
});

afterAll(() => database.close());

async function contact(subscribed: boolean, suppressed: string | null = null, data: object = {}): Promise<string> {
  const id = newId();
  await database.db.query(
    `INSERT INTO contacts.contact (project_id, id, email, subscribed, suppressed, data) VALUES ($1, $2, $3, $4, $5, $6)`,
    [projectId, id, `${id}@person.example`, subscribed, suppressed, JSON.stringify(data)],
  );
  return id;
}

async function events(contactId: string) {
  const rows = await database.db.query<{ payload: string }>(
    `SELECT payload FROM contacts.outbox_event WHERE payload::jsonb ->> 'contactId' = $1 ORDER BY seq, position`,
    [contactId],
  );
  return rows.map((row) => JSON.parse(row.payload) as { subject: string; data: object; requestId: string });
}

describe('the subscription pages behind the gateway', () => {
  it('show address, state and language', async () => {
    const id = await contact(true, null, { locale: 'de-AT' });
    expect(await page.get({ projectId, contactId: id })).toEqual({
      email: `${id}@person.example`,
      subscribed: true,
      locale: 'de-AT',
    });
    const odd = await contact(false, null, { locale: { not: 'a text' } });
    expect(await page.get({ projectId, contactId: odd })).toMatchObject({ subscribed: false, locale: null });
  });

  it('unsubscribe once, and emit one event without a reason', async () => {
    const id = await contact(true);
    const wish = { projectId, contactId: id, subscribed: false, requestId };
    expect(await page.change(wish)).toMatchObject({ subscribed: false, changed: true });
    expect(await page.change(wish)).toMatchObject({ subscribed: false, changed: false });
    expect(await events(id)).toMatchObject([{ subject: 'contact.unsubscribed', data: {}, requestId }]);
  });

  it('lift a complaint when the person subscribes again', async () => {
    const id = await contact(false, 'complaint');
    await page.change({ projectId, contactId: id, subscribed: true, requestId });
    const [row] = await database.db.query('SELECT subscribed, suppressed FROM contacts.contact WHERE id = $1', [id]);
    expect(row).toEqual({ subscribed: true, suppressed: null });
    expect(await events(id)).toMatchObject([{ subject: 'contact.subscribed' }]);
  });

  it('know no contact of another project', async () => {
    const id = await contact(true);
    const foreign = { projectId: newId(), contactId: id };
    await expect(page.get(foreign)).rejects.toMatchObject({ code: 'CONTACT_NOT_FOUND' });
    await expect(page.change({ ...foreign, subscribed: false, requestId })).rejects.toMatchObject({
      code: 'CONTACT_NOT_FOUND',
    });
  });
});
