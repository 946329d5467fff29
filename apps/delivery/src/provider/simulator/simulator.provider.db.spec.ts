import type { MailboxMessage } from '@waybill/contracts/mailbox/mailbox';
import { newId } from '@waybill/database/ids';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../../delivery.fixture';
import { MailboxService } from '../../emails/mailbox.service';

let fixture: DeliveryFixture;
let mailbox: MailboxService;

beforeAll(async () => {
  fixture = DeliveryFixture.on(await testDatabase());
  mailbox = new MailboxService(fixture.db, { EMAIL_PROVIDER: 'simulator' });
});
afterAll(() => fixture.close());

/** Sends one email and applies the reports that are due up to two seconds later. */
async function play(to: string): Promise<string> {
  const id = await fixture.queue(to);
  for (let attempt = 0; attempt < 3; attempt++) {
    await fixture.age(id, { due_at: 0 });
    await fixture.sendDue();
  }
  await fixture.db.query(`UPDATE delivery.provider_notification SET due_at = due_at - interval '3 seconds'`);
  await fixture.processor.process();
  return id;
}

describe('the simulator', () => {
  it.each([
    ['someone@example.com', 'DELIVERED', ['email.sent', 'email.delivery']],
    ['open@simulator.test', 'OPENED', ['email.sent', 'email.delivery', 'email.open']],
    ['click@simulator.test', 'CLICKED', ['email.sent', 'email.delivery', 'email.open', 'email.click']],
    ['bounce+7@simulator.test', 'BOUNCED', ['email.sent', 'email.bounce']],
    ['transient@simulator.test', 'SENT', ['email.sent', 'email.bounce']],
    ['complaint@simulator.test', 'COMPLAINED', ['email.sent', 'email.delivery', 'email.complaint']],
    ['delay@simulator.test', 'DELIVERED', ['email.sent', 'email.delivery']],
    ['reject@simulator.test', 'FAILED', []],
  ])('plays %s: %s', async (to, status, subjects) => {
    const id = await play(to);
    expect((await fixture.email(id)).status).toBe(status);
    expect((await fixture.events(id)).map((event) => event.subject)).toEqual(subjects);
  });

  it.each(['bounce@simulator.test', 'click@simulator.test'])('reports of %s nothing before it was sent', async (to) => {
    const id = await play(to);
    const moments = await fixture.db.query<{ sent: Date; reported: Date }>(
      `SELECT e.sent_at AS sent, n.occurred_at AS reported FROM delivery.email e
       JOIN delivery.provider_notification n ON n.email_id = e.id WHERE e.id = $1`,
      [id],
    );
    expect(moments.length).toBeGreaterThan(0);
    for (const { sent, reported } of moments) expect(reported.getTime()).toBeGreaterThanOrEqual(sent.getTime());
  });

  it('throttles two attempts and then delivers', async () => {
    const id = await play('throttle@simulator.test');
    const outcomes = (await fixture.attempts(id)).map((attempt) => attempt['outcome']);
    expect(outcomes).toEqual(['not_accepted', 'not_accepted', 'accepted']);
    expect((await fixture.email(id)).status).toBe('DELIVERED');
  });

  it.each([
    ['Subject: plain', 'plain'],
    ['To: b@example.com\r\nSubject: a long\r\n one\r\nX-Subject: no', 'a long one'],
    ['X-Subject: no', ''],
  ])('keeps the subject of %j', async (head, subject) => {
    const emailId = newId();
    const envelope = { from: 'a@sender.example', to: 'b@example.com' };
    const raw = Buffer.from(`${head}\r\n\r\nSubject: body\r\n`);
    await fixture.provider.handOver({
      projectId: fixture.projectId,
      emailId,
      attempt: 1,
      envelope,
      raw,
      tracking: false,
    });
    expect(
      await fixture.db.query('SELECT subject FROM delivery.mailbox_message WHERE email_id = $1', [emailId]),
    ).toEqual([{ subject }]);
  });

  it('keeps and reports the same email and attempt once', async () => {
    const request = {
      projectId: fixture.projectId,
      emailId: newId(),
      attempt: 1,
      envelope: { from: 'a@sender.example', to: 'b@example.com' },
      raw: Buffer.from('Subject: =?UTF-8?B?w7xi?=\r\n\r\nhi\r\n'),
      tracking: false,
    };
    const answers = await Promise.all([1, 2, 3].map(() => fixture.provider.handOver(request)));
    // Each has the moment at which it was handed over.
    const answer = { outcome: 'accepted', messageId: `simulator-${request.emailId}-1`, at: expect.any(Date) as Date };
    expect(answers).toEqual([answer, answer, answer]);
    const kept = await fixture.db.query('SELECT subject FROM delivery.mailbox_message WHERE email_id = $1', [
      request.emailId,
    ]);
    expect(kept).toEqual([{ subject: 'üb' }]);
    const reports = await fixture.db.query('SELECT 1 FROM delivery.provider_notification WHERE email_id = $1', [
      request.emailId,
    ]);
    expect(reports).toHaveLength(1);
  });
});

describe('the mailbox', () => {
  it('lists newest first in pages, counts on the first, and searches', async () => {
    await mailbox.clear();
    for (const name of ['one', 'two', 'thr_e']) {
      await fixture.queue(`${name}@example.com`);
      await fixture.sendDue();
    }
    const first = await mailbox.list({ limit: 2 });
    expect(first).toMatchObject({
      hasMore: true,
      total: 3,
      data: [{ to: 'thr_e@example.com' }, { to: 'two@example.com' }],
    });
    const second = await mailbox.list({ limit: 2, cursor: first.cursor });
    expect(second).toMatchObject({ hasMore: false, total: 0, data: [{ to: 'one@example.com' }] });
    expect(second.cursor).toBeUndefined();
    expect((await mailbox.list({ search: 'THR_E' })).total).toBe(1);
    expect((await mailbox.list({ search: 't_o' })).total).toBe(0);
  });

  it('takes a message apart and gives its source', async () => {
    const id = await fixture.queue('whole@example.com', { subject: 'Grüße', body: '<p>Hallo <b>du</b></p>' });
    await fixture.sendDue();
    const { data } = await mailbox.list({ search: 'whole@' });
    const message = (await mailbox.get(data[0]!.id)) as MailboxMessage;
    expect(message).toMatchObject({ emailId: id, subject: 'Grüße', from: 'hello@sender.example' });
    expect(message.html).toContain('<p>Hallo <b>du</b></p>');
    expect(message.text).toContain('Hallo du');
    expect(message.headers).toContainEqual({ name: 'X-Waybill-Email-ID', value: id });
    expect(message.source).toContain('MIME-Version: 1.0\r\n');
  });

  it('is not there where another provider sends, and knows no other id', async () => {
    const closed = new MailboxService(fixture.db, { EMAIL_PROVIDER: 'smtp' });
    await expect(closed.list({})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(closed.clear()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(mailbox.get(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(mailbox.list({ cursor: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
