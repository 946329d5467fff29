import { fakeAsks, noBroadcasts } from '@waybill/testing/fake-asks';
import { Logger } from '@nestjs/common';
import { unavailable } from '@waybill/contracts/errors';
import { eventually } from '@waybill/testing/eventually';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { EmailClaims } from '../queue/email-claims';
import type { Settlement } from './settlement';
import { LargeContent, MessageService } from '../ledger/message.service';
import { contentStep } from './message';
import { Outgoing } from './outgoing';
import { SendContext } from './send-context';
import type { Step } from './step';
import { MailSettingsReader } from '../sender/mail-settings';

let database: TestDatabase;
let fixture: DeliveryFixture;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await testDatabase();
  fixture = DeliveryFixture.on(database);
});
afterAll(() => fixture.close());

const claimsWith = (messages: MessageService): EmailClaims =>
  new EmailClaims(fixture.db, messages, { list: [fixture.account()] }, { PROJECT_SEND_RATE_PER_SECOND: 0 });

async function claimOne(id: string) {
  const outgoing = (await fixture.claim()).find(({ email }) => email.id === id);
  if (!outgoing) throw new Error(`${id} was not claimed`);
  return outgoing;
}

describe('the send path', () => {
  it('is a list of named steps', () => {
    const names = fixture.steps().steps.map(({ name }) => name);
    expect(names).toEqual([
      ...[
        'project',
        'campaign',
        'suppression',
        'domain',
        'cap',
        'content',
        'links',
        'render',
        'build',
        'sign',
        'hand over',
      ],
    ]);
  });

  it('ends at the first step for a project that is disabled, and the waybill says so', async () => {
    const id = await fixture.queue();
    fixture.settings.enabled = false;
    fixture.settingsReader.forget(fixture.projectId);
    await fixture.sendDue();
    expect(await fixture.email(id)).toMatchObject({ status: 'FAILED', reason: 'project_disabled' });
    const { timeline } = await fixture.waybill(id);
    expect(timeline.slice(-2)).toMatchObject([
      { type: 'attempt', outcome: 'not_tried', step: 'project' },
      { type: 'not_sent', reason: 'project_disabled' },
    ]);
    fixture.settings.enabled = true;
    fixture.settingsReader.forget(fixture.projectId);
  });

  it('tries an email later while the gateway does not say whether the project is enabled', async () => {
    const asking = new MailSettingsReader(
      fakeAsks(() => Promise.reject(unavailable('the gateway is down'))),
      noBroadcasts,
    );
    const outgoing = new Outgoing(fixture.steps(asking));
    const settlement = await outgoing.send(await claimOne(await fixture.queue()));
    expect(settlement).toMatchObject({ status: 'QUEUED', outcome: 'not_tried', step: 'project' });
    expect(settlement.retryMs).toBeGreaterThan(1_000);
  });

  it('names the step of every email that does not leave', async () => {
    const id = await fixture.queue();
    await fixture.db.query(`UPDATE delivery.email SET from_address = 'a@lost.example' WHERE id = $1`, [id]);
    await fixture.sendDue();
    expect(await fixture.email(id)).toMatchObject({ status: 'FAILED', reason: 'domain_not_verified' });
    expect(await fixture.attempts(id)).toMatchObject([{ step: 'domain', outcome: 'not_tried' }]);
  });
});

describe('an email that fails by itself', () => {
  /** With a store that remembers no content, as after a restart. */
  const sendDue = async (outgoing = fixture.outgoing): Promise<void> => {
    const claims = claimsWith(new MessageService(fixture.db));
    const { taken } = await claims.take('transactional', 100);
    for (const claimed of taken) await fixture.settle(await outgoing.send(claimed), claimed);
  };

  it('ends as FAILED when its template fails with its values, which acceptance does not have', async () => {
    const body = '{% for a in (1..rows) %}{% for b in (1..rows) %}{{ a }}{% endfor %}{% endfor %}';
    const [bad, good] = [
      await fixture.queue('a@example.com', { body, data: { rows: 100_000 } }),
      await fixture.queue('a@example.com', { body, data: { rows: 2 } }),
    ];
    await sendDue();
    expect(await fixture.email(bad)).toMatchObject({ status: 'FAILED', reason: 'render_failed', attempt: 1 });
    expect(await fixture.attempts(bad)).toMatchObject([{ step: 'render', outcome: 'not_tried' }]);
    expect((await fixture.email(good)).status).toBe('SENT');
  });

  it('ends as FAILED when no message can be made of it, and is not tried again', async () => {
    const id = await fixture.queue();
    await fixture.db.query(
      `UPDATE delivery.message m SET headers = '{"Bcc": "eve@evil.example"}' FROM delivery.email e
       WHERE e.id = $1 AND m.id = e.message_id`,
      [id],
    );
    await sendDue();
    expect(await fixture.email(id)).toMatchObject({ status: 'FAILED', reason: 'invalid_message', attempt: 1 });
    expect(await fixture.attempts(id)).toMatchObject([{ step: 'build', outcome: 'not_tried' }]);
  });

  it('is given up after eight attempts when a step of this program fails, and delays no other', async () => {
    const [bad, good] = [await fixture.queue('bad@example.com'), await fixture.queue('good@example.com')];
    const bug: Step = {
      name: 'render',
      run: ({ email }) => {
        if (email.id === bad) throw new Error('a bug');
      },
    };
    const outgoing = new Outgoing({ steps: [bug, ...fixture.steps().steps] });
    for (let tries = 1; tries <= 8; tries++) {
      expect((await fixture.email(bad)).status).toBe('QUEUED');
      await fixture.age(bad, { due_at: 1 });
      await sendDue(outgoing);
    }
    expect(await fixture.email(bad)).toMatchObject({ status: 'FAILED', reason: 'internal_error', attempt: 8 });
    expect((await fixture.attempts(bad)).every(({ outcome }) => outcome === 'not_tried')).toBe(true);
    expect((await fixture.email(good)).status).toBe('SENT');
  });
});

describe('large content', () => {
  const megabyte = 1024 * 1024;
  const content = Buffer.alloc(megabyte, 'waybill').toString('base64');
  const attachments = [{ filename: 'a.bin', contentType: 'application/octet-stream', content }];

  it.each([
    ['of this process', () => fixture.messages],
    ['of another, or after a restart', () => new MessageService(fixture.db)],
  ])('is read when its email leaves, not with the claim: %s', async (_whose, store) => {
    const id = await fixture.queue('a@example.com', { attachments });
    const claims = claimsWith(store());
    const { taken } = await claims.take('transactional', 100);
    const outgoing = taken.find(({ email }) => email.id === id)!;
    expect(outgoing.content).toBeInstanceOf(LargeContent);
    expect((outgoing.content as LargeContent).bytes).toBeGreaterThanOrEqual(megabyte);
    await fixture.settle(await fixture.outgoing.send(outgoing), outgoing);
    expect((await fixture.email(id)).status).toBe('SENT');
    const [message] = await fixture.db.query<{ raw: Buffer }>(
      'SELECT raw FROM delivery.mailbox_message WHERE email_id = $1',
      [id],
    );
    expect(message!.raw.toString().replaceAll('\r\n', '')).toContain(content);
  });

  it('leaves a few at a time, and what would wait behind them holds no slot', async () => {
    const outgoing = await claimOne(await fixture.queue());
    // However often it was passed over.
    outgoing.email.attempt = 20;
    const large = new LargeContent(fixture.projectId, outgoing.email.message_id, 20 * megabyte);
    const step = contentStep(fixture.messages);
    const contexts = Array.from({ length: 6 }, () => new SendContext({ ...outgoing, content: large }));
    const runs = contexts.map((context) => Promise.resolve(step.run(context)));
    const later = (await runs[5]) as Settlement;
    expect(later).toMatchObject({
      status: 'QUEUED',
      outcome: 'not_tried',
      detail: 'Too many large messages are being sent',
    });
    expect(later.retryMs).toBeLessThanOrEqual(2_500);
    await runs[0];
    expect(contexts.map((context) => context.release !== undefined)).toEqual([true, ...Array<boolean>(5).fill(false)]);
    for (const [index, context] of contexts.slice(0, 5).entries()) {
      await runs[index];
      expect(context.content.subject).toBe('Hello {{name ?? there}}');
      context.release!();
    }
  });
});

it('writes the outcome again until it is written when the database cuts the connection in the middle', async () => {
  const id = await fixture.queue();
  const outgoing = await claimOne(id);
  const settlement = await fixture.outgoing.send(outgoing);
  const held = await database.db.pool.connect();
  await held.query('BEGIN');
  await held.query('SELECT 1 FROM delivery.email WHERE id = $1 FOR UPDATE', [id]);
  const settled = fixture.settle(settlement, outgoing);
  settled.catch(() => undefined);
  let cut = 0;
  for (let n = 0; n < 3; n++) {
    cut += await eventually('a settlement that waits for the row', async () => {
      const rows = await database.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM delivery.queue%'`,
      );
      return rows.length > 0 ? rows.length : null;
    });
  }
  await held.query('COMMIT');
  held.release();
  expect(cut).toBeGreaterThanOrEqual(3);
  expect(await settled).toBe(true);
  expect(await fixture.email(id)).toMatchObject({ status: 'SENT' });
  expect((await fixture.events(id)).map(({ subject }) => subject)).toEqual(['email.sent']);
});
