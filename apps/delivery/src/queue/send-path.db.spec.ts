import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';

let fixture: DeliveryFixture;

beforeAll(async () => {
  fixture = DeliveryFixture.on(await testDatabase());
});

afterAll(() => fixture.close());

describe('an accepted email', () => {
  it('is handed over once, settled as SENT, and has an event with every documented field', async () => {
    const { emails, timestamp } = await fixture.accept('Ann@Example.com', { data: { name: 'Ann <b>' } });
    const id = emails[0]!.emailId;
    expect(timestamp).toMatch(/^\d{4}-.*Z$/);
    expect((await fixture.email(id)).status).toBe('QUEUED');
    await fixture.sendDue();
    const email = await fixture.email(id);
    expect(email).toMatchObject({ status: 'SENT', subject: 'Hello Ann <b>', attempt: 1, claim_token: null });
    expect(email.sent_at).toBeInstanceOf(Date);
    expect(await fixture.attempts(id)).toMatchObject([{ attempt: 1, outcome: 'accepted', provider: 'simulator' }]);
    const [sent] = await fixture.events(id);
    expect(sent).toMatchObject({
      subject: 'email.sent',
      projectId: fixture.projectId,
      contactEmail: 'Ann@Example.com',
      data: {
        subject: 'Hello Ann <b>',
        from: 'hello@sender.example',
        fromName: 'Sender',
        messageId: email.provider_message_id,
        emailId: id,
        templateId: null,
        campaignId: null,
        sourceType: 'TRANSACTIONAL',
        sentAt: email.sent_at?.toISOString(),
      },
    });
    await fixture.sendDue();
    expect(await fixture.attempts(id)).toHaveLength(1);
  });
});
