import { Logger } from '@nestjs/common';
import { newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture, senderDomain } from '../delivery.fixture';
import { Ledger } from '../accept/accepted-emails';
import type { OutgoingEmail } from '../outgoing/send-context';
import { OVER_CAP } from './cap';

const none = { workflows: null, campaigns: null, transactional: null, inbound: null };
const refused = {
  code: 'BILLING_LIMIT_EXCEEDED',
  status: 403,
  suggestion: expect.stringContaining('next month begins'),
};
let database: TestDatabase;
let fixture: DeliveryFixture;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await testDatabase();
});
afterAll(() => database.close());
afterEach(() => fixture.provider.close());

// Each test has a project, and thus counts, of its own.
beforeEach(async () => {
  fixture = DeliveryFixture.on(database);
  await fixture.emptyQueue();
});

const settled = <T>(work: Promise<T>[]) => Promise.allSettled(work);
const fulfilled = (results: PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'fulfilled');

/** How many emails have each status. */
async function statuses(): Promise<Record<string, number>> {
  const rows = await fixture.db.query<{ status: string; n: number }>(
    'SELECT status, count(*)::integer AS n FROM delivery.email WHERE project_id = $1 GROUP BY status',
    [fixture.projectId],
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

/** Rows of the project. */
async function rowsIn(table: string): Promise<number> {
  const sql = `SELECT 1 FROM delivery.${table} WHERE project_id = $1`;
  return (await fixture.db.query(sql, [fixture.projectId])).length;
}

/** Moves what was counted into the month before. */
const toLastMonth = () =>
  fixture.db.query(
    `UPDATE delivery.monthly_usage SET month = (month - interval '1 month')::date WHERE project_id = $1`,
    [fixture.projectId],
  );

/** Emails of a campaign, queued together. */
async function queueCampaign(count: number): Promise<void> {
  const { projectId } = fixture;
  const content = {
    subject: 's',
    html: 'h',
    text: null,
    previewText: null,
    headers: {},
    tracking: null,
    marketing: true,
    attachments: [],
  };
  const message = { projectId, id: newId(), ...content };
  const emails = Array.from({ length: count }, (_, index) => ({
    ...{ projectId, id: newId(), messageId: message.id, contactId: newId(), toAddress: `r${index}@example.com` },
    ...{ toName: null, fromAddress: `hello@${senderDomain}`, fromName: null, replyTo: null, subject: 's' },
    ...{
      variables: { data: {}, subscribed: true },
      templateId: null,
      campaignId: null,
      requestId: null,
      reason: null,
      traceparent: null,
    },
    ...{ sourceType: 'CAMPAIGN' as const, lane: 'campaign' as const, status: 'QUEUED' as const },
  }));
  await new Ledger(fixture.db).add({ message, emails, cap: null });
}

const takeOut = (claimed: OutgoingEmail[]) =>
  Promise.all(claimed.map(async (one) => fixture.settle(await fixture.handOver(one), one)));

describe('what counts', () => {
  it('is every email from its acceptance on, unless it fails or is suppressed', async () => {
    const [, failing] = [await fixture.queue(), await fixture.queue('reject@simulator.test')];
    expect(await fixture.usage()).toMatchObject({ transactional: 2, campaigns: 0, workflows: 0, inbound: 0 });
    fixture.suppressed = 'bounce';
    await fixture.queue();
    fixture.suppressed = null;
    await queueCampaign(3);
    await fixture.sendDue();
    expect((await fixture.email(failing)).status).toBe('FAILED');
    expect(await statuses()).toMatchObject({ SENT: 1, FAILED: 1, SUPPRESSED: 1, QUEUED: 3 });
    expect(await fixture.usage()).toMatchObject({ transactional: 1, campaigns: 3 });
    expect(await fixture.usage(newId())).toMatchObject({ transactional: 0, campaigns: 0 });
  });

  it('is the same however often a request comes', async () => {
    const request = fixture.request();
    await Promise.all([fixture.acceptance.accept(request), fixture.acceptor().accept(request)]);
    await fixture.acceptance.accept(request);
    expect((await fixture.usage()).transactional).toBe(1);
  });

  it('follows an email whose outcome was unknown: failed by the sweep, sent by evidence, then refused', async () => {
    const id = await fixture.queue();
    await fixture.claim();
    await fixture.age(id, { lease_until: 1 });
    await fixture.sweep([]);
    expect((await fixture.email(id)).status).toBe('UNKNOWN');
    expect((await fixture.usage()).transactional).toBe(1);
    await fixture.age(id, { unknown_since: 601 });
    await fixture.sweep([]);
    expect(await fixture.email(id)).toMatchObject({ status: 'FAILED', reason: 'outcome_unknown' });
    expect((await fixture.usage()).transactional).toBe(0);
    for (const [kind, counted] of [
      ['Send', 1],
      ['Reject', 0],
    ] as const) {
      await fixture.db.query(
        `INSERT INTO delivery.provider_notification (id, provider, project_id, email_id, kind, occurred_at, dedup_key)
         VALUES ($1, 'ses', $2, $3, $4, app.now(), $4)`,
        [newId(), fixture.projectId, id, kind],
      );
      await fixture.processor.process();
      expect((await fixture.usage()).transactional).toBe(counted);
    }
    expect((await fixture.email(id)).status).toBe('FAILED');
  });

  it('counts in the month of its acceptance, also when it ends later', async () => {
    const id = await fixture.queue('reject@simulator.test');
    const backdate = `UPDATE delivery.email SET created_at = date_trunc('month', app.now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
                        - interval '1 microsecond' WHERE id = $1 RETURNING delivery.month_of(created_at)::text AS month`;
    const [row] = await fixture.db.query<{ month: string }>(backdate, [id]);
    await fixture.sendDue();
    expect((await fixture.email(id)).status).toBe('FAILED');
    expect((await fixture.usage()).transactional).toBe(1);
    const before = `SELECT sum(transactional)::integer AS n FROM delivery.monthly_usage WHERE project_id = $1 AND month = $2`;
    expect(await fixture.db.query(before, [fixture.projectId, row!.month])).toEqual([{ n: -1 }]);
  });
});

describe('acceptance under a cap', () => {
  it('takes exactly as many as the cap allows, however many processes accept at once', async () => {
    fixture.limits = { ...none, transactional: 25 };
    const processes = Array.from({ length: 4 }, () => fixture.acceptor());
    const requests = Array.from({ length: 80 }, () => fixture.request());
    const results = await settled(requests.map((request, index) => processes[index % 4]!.accept(request)));
    expect(fulfilled(results)).toHaveLength(25);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(refused);
    expect(await statuses()).toEqual({ QUEUED: 25 });
    expect((await fixture.usage()).transactional).toBe(25);
  });

  it('refuses a request before anything is written, with all of its recipients', async () => {
    fixture.limits = { ...none, transactional: 3 };
    await fixture.accept();
    const recipients = ['a', 'b', 'c'].map((name) => ({
      emailId: newId(),
      contactId: newId(),
      email: `${name}@x.org`,
    }));
    fixture.upserts.length = 0;
    await expect(fixture.accept(undefined, { recipients })).rejects.toMatchObject(refused);
    expect(fixture.upserts).toEqual([]);
    expect(await rowsIn('message')).toBe(1);
    await fixture.accept(undefined, { recipients: recipients.slice(1) });
    expect((await fixture.usage()).transactional).toBe(3);
  });

  it('answers a request that was taken the same again, also at the cap', async () => {
    fixture.limits = { ...none, transactional: 1 };
    const request = fixture.request();
    const first = await fixture.acceptance.accept(request);
    expect((await fixture.acceptor().accept(request)).emails).toEqual(first.emails);
    await expect(fixture.accept()).rejects.toMatchObject(refused);
    expect(await statuses()).toEqual({ QUEUED: 1 });
  });

  it('takes more once an email has failed, the cap is raised or a month has begun', async () => {
    fixture.limits = { ...none, transactional: 1 };
    await fixture.accept('reject@simulator.test');
    await expect(fixture.accept()).rejects.toMatchObject(refused);
    await fixture.sendDue();
    await fixture.accept();
    await expect(fixture.accept()).rejects.toMatchObject(refused);
    fixture.limits = { ...none, transactional: 2 };
    await fixture.accept();
    await expect(fixture.accept()).rejects.toMatchObject(refused);
    await toLastMonth();
    await fixture.accept();
  });

  it('is not stopped by the caps of other categories or the usage of other projects', async () => {
    fixture.limits = { workflows: 1, campaigns: 1, transactional: 2, inbound: 1 };
    await queueCampaign(3);
    await fixture.accept(undefined, { projectId: newId() });
    await fixture.accept();
    await fixture.accept();
    await expect(fixture.accept()).rejects.toMatchObject(refused);
  });

  it('keeps the files of what it takes', async () => {
    fixture.limits = { ...none, transactional: 1 };
    const attachments = [{ filename: 'a', content: 'QQ==', contentType: 'text/plain' }];
    const both = [fixture.accept('a@example.com', { attachments }), fixture.accept('b@example.com', { attachments })];
    expect(fulfilled(await settled(both))).toHaveLength(1);
    expect(await rowsIn('message_attachment')).toBe(1);
  });

  it('without a cap runs no statement more', async () => {
    const run = jest.spyOn(fixture.db, 'query');
    await fixture.accept();
    await fixture.sendDue();
    const names = run.mock.calls.map(([statement]) => (typeof statement === 'string' ? statement : statement.name));
    expect(names).toContain('delivery_accept');
    expect(names.filter((name) => name.includes('usage'))).toEqual([]);
    run.mockRestore();
  });
});

describe('the step cap', () => {
  it('stops what was accepted before the cap was lowered, and the waybill says why', async () => {
    const sent = await fixture.queue();
    await fixture.sendDue();
    const waiting = await fixture.queue();
    fixture.limits = { ...none, transactional: 1 };
    await fixture.sendDue();
    expect((await fixture.email(sent)).status).toBe('SENT');
    expect(await fixture.email(waiting)).toMatchObject({ status: 'FAILED', reason: OVER_CAP });
    const { timeline } = await fixture.waybill(waiting);
    expect(timeline.slice(-2)).toMatchObject([
      {
        type: 'attempt',
        outcome: 'not_tried',
        step: 'cap',
        detail: 'the project may send 1 transactional emails a month',
      },
      { type: 'not_sent', reason: OVER_CAP },
    ]);
    expect((await fixture.usage()).transactional).toBe(1);
  });

  it('lets exactly as many out as the cap allows when several workers send at once', async () => {
    fixture.limits = { ...none, campaigns: 20 };
    await queueCampaign(60);
    for (let round = 0; round < 5; round++) {
      const workers = Array.from({ length: 3 }, () => fixture.claim(10, 'campaign'));
      await Promise.all(workers.map(async (claimed) => takeOut(await claimed)));
    }
    expect(await statuses()).toEqual({ SENT: 20, FAILED: 40 });
    expect((await fixture.usage()).campaigns).toBe(20);
    expect(await rowsIn('mailbox_message')).toBe(20);
  });

  it('counts an email against the month in which it was accepted', async () => {
    const [first, second] = [await fixture.queue(), await fixture.queue()];
    const backdate = `UPDATE delivery.email SET created_at = created_at - interval '1 month' WHERE id = ANY ($1)`;
    await fixture.db.query(backdate, [[first, second]]);
    await toLastMonth();
    const third = await fixture.queue();
    fixture.limits = { ...none, transactional: 1 };
    // Both are over the cap until one of them has failed; the other one goes with the next claim.
    for (let round = 0; round < 2; round++) await fixture.sendDue();
    const statusOf = async (id: string) => (await fixture.email(id)).status;
    expect([await statusOf(first!), await statusOf(second!)].sort()).toEqual(['FAILED', 'SENT']);
    expect(await statusOf(third)).toBe('SENT');
  });
});
