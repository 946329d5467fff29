import type { TrackingHit } from '@waybill/contracts/tracking/hit';
import { newId } from '@waybill/database/ids';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { HitService } from './hit.service';

let fixture: DeliveryFixture;
let hits: HitService;
let stored = 0;

beforeAll(async () => {
  fixture = DeliveryFixture.on(await testDatabase());
  hits = new HitService(fixture.db, { wake: () => void stored++ }, { send: () => {} });
});

afterAll(() => fixture.close());

/** An email that was handed over a minute ago. */
async function sent(): Promise<string> {
  const id = await fixture.queue();
  await fixture.sendDue();
  await fixture.age(id, { sent_at: 60 });
  return id;
}

function hit(emailId: string, change: Partial<TrackingHit> = {}): TrackingHit {
  const at = new Date().toISOString();
  return { id: newId(), kind: 'open', projectId: fixture.projectId, emailId, at, userAgent: 'Firefox', ...change };
}

const click = (emailId: string, position: number, links: number, change: Partial<TrackingHit> = {}): TrackingHit =>
  hit(emailId, { kind: 'click', link: { url: `https://shop.example/${position}`, position, links }, ...change });

/** Applies every report, those that wait for a burst too. */
async function applyAll(): Promise<void> {
  await fixture.db.query(`UPDATE delivery.provider_notification SET due_at = app.now() WHERE processed_at IS NULL`);
  while (await fixture.processor.process());
}

const notes = async (emailId: string): Promise<(string | null)[]> => {
  const rows = await fixture.db.query<{ note: string | null }>(
    `SELECT note FROM delivery.provider_notification WHERE email_id = $1 AND kind = 'Click' ORDER BY occurred_at`,
    [emailId],
  );
  return rows.map((row) => row.note);
};

describe('hits', () => {
  it('that arrive together are one commit; a replay raises the count and emits one event', async () => {
    const id = await sent();
    const before = stored;
    await Promise.all(Array.from({ length: 1_000 }, () => hits.store(hit(id))));
    expect(stored - before).toBeLessThan(10);
    await applyAll();
    expect(await fixture.email(id)).toMatchObject({ status: 'OPENED', opens: 1_000 });
    expect((await fixture.events(id)).filter((event) => event.subject === 'email.open')).toHaveLength(1);
  });

  it('reported twice count once', async () => {
    const id = await sent();
    const same = hit(id);
    await hits.store(same);
    await hits.store(same);
    await applyAll();
    expect((await fixture.email(id)).opens).toBe(1);
  });

  it('on all links within two seconds are a machine, whichever commit each came with', async () => {
    const id = await sent();
    const start = Date.now();
    const at = (milliseconds: number) => ({ at: new Date(start + milliseconds).toISOString() });
    await hits.store(click(id, 0, 3, at(0)));
    await hits.store(click(id, 1, 3, at(900)));
    await hits.store(click(id, 2, 3, at(2_000)));
    await applyAll();
    expect(await notes(id)).toEqual(Array(3).fill('machine: every_link_at_once'));
    expect(await fixture.email(id)).toMatchObject({ status: 'DELIVERED', clicks: 0 });
  });

  it('on all links in more than two seconds, or on one link often, are a reader', async () => {
    const [slow, one] = [await sent(), await sent()];
    const start = Date.now();
    const at = (milliseconds: number) => ({ at: new Date(start + milliseconds).toISOString() });
    await hits.store(click(slow, 0, 2, at(0)));
    await hits.store(click(slow, 1, 2, at(2_001)));
    for (let n = 0; n < 3; n++) await hits.store(click(one, 1, 2, at(n)));
    await applyAll();
    expect(await notes(slow)).toEqual([null, null]);
    expect(await fixture.email(one)).toMatchObject({ status: 'CLICKED', clicks: 3 });
  });

  it('of a machine prove that an email in doubt arrived', async () => {
    const id = await fixture.queue();
    await fixture.claim();
    await fixture.age(id, { lease_until: 1 });
    await fixture.sweep();
    expect((await fixture.email(id)).status).toBe('UNKNOWN');
    await hits.store(hit(id, { userAgent: 'Barracuda' }));
    await applyAll();
    expect(await fixture.email(id)).toMatchObject({ status: 'SENT', opens: 0 });
  });

  it('are reported under the account through which the email left, also when it is not the first one', async () => {
    const id = await fixture.queue();
    const [outbound] = await fixture
      .claims([fixture.account(undefined, 'smtp-fallback')])
      .take('transactional', 10)
      .then(({ taken }) => taken.filter(({ email }) => email.id === id));
    expect(outbound).toBeDefined();
    await fixture.age(id, { lease_until: 1 });
    await fixture.sweep();
    await hits.store(hit(id));
    await applyAll();
    expect(await fixture.email(id)).toMatchObject({ status: 'OPENED', provider: 'smtp-fallback' });
    const rows = await fixture.db.query(`SELECT provider FROM delivery.provider_notification WHERE email_id = $1`, [
      id,
    ]);
    expect(rows).toContainEqual({ provider: 'smtp-fallback' });
  });

  it('of an email that is not there change nothing', async () => {
    await hits.store(hit(newId()));
    await applyAll();
    const [row] = await fixture.db.query<{ note: string }>(
      `SELECT note FROM delivery.provider_notification WHERE note LIKE 'ignored%'`,
    );
    expect(row?.note).toBe('ignored: unknown email');
  });
});
