import { newId } from '@waybill/database/ids';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';

let fixture: DeliveryFixture;

beforeAll(async () => {
  fixture = DeliveryFixture.on(await testDatabase());
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.suppressed = null;
  fixture.verified = true;
  fixture.upserts.length = 0;
});

async function addTemplate(over: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const row = { from: 'tpl@sender.example', type: 'TRANSACTIONAL', project: fixture.projectId, ...over };
  await fixture.db.query(
    `INSERT INTO delivery.template (project_id, id, name, subject, body, from_address, from_name, type)
     VALUES ($1, $2, 'T', 'Template of {{name}}', '<p>T</p>', $3, 'Tpl', $4)`,
    [row.project, id, row.from, row.type],
  );
  return id;
}

async function rowsOf(requestId: string): Promise<number> {
  const [row] = await fixture.db.query<{ n: number }>(
    'SELECT count(*)::integer AS n FROM delivery.email WHERE request_id = $1',
    [requestId],
  );
  return row!.n;
}

describe('acceptance', () => {
  it('answers each recipient in the order given and commits one row each with one shared content', async () => {
    const recipients = ['b@example.com', 'a@example.com', 'c@example.com'].map((email) => ({
      emailId: newId(),
      contactId: newId(),
      email,
    }));
    const request = fixture.request(undefined, { recipients });
    const answer = await fixture.acceptance.accept(request);
    expect(answer.emails).toEqual(recipients.map(({ emailId, contactId, email }) => ({ emailId, contactId, email })));
    expect(await rowsOf(request.requestId)).toBe(3);
    expect(await fixture.db.query('SELECT 1 FROM delivery.message WHERE id = $1', [request.messageId])).toHaveLength(1);
    expect(fixture.upserts).toHaveLength(1);
  });

  it('gives the same answer and no second row when the same request comes again', async () => {
    const request = fixture.request();
    const first = await fixture.acceptance.accept(request);
    const second = await fixture.acceptance.accept(request);
    expect(second.emails).toEqual(first.emails);
    expect(await rowsOf(request.requestId)).toBe(1);
  });

  it('writes a suppressed contact as SUPPRESSED with the reason, and never sends it', async () => {
    fixture.suppressed = 'complaint';
    const id = await fixture.queue();
    await fixture.sendDue();
    expect(await fixture.email(id)).toMatchObject({ status: 'SUPPRESSED', reason: 'complaint', attempt: 0 });
  });

  it('takes what the request leaves out from the template', async () => {
    const template = await addTemplate();
    const id = await fixture.queue(undefined, {
      subject: undefined,
      body: undefined,
      from: undefined,
      templateId: template,
      data: { name: 'Ann' },
    });
    await fixture.sendDue();
    const [sent] = await fixture.events(id);
    expect(sent?.data).toMatchObject({
      subject: 'Template of Ann',
      from: 'tpl@sender.example',
      fromName: 'Tpl',
      templateId: template,
    });
  });

  it('asks for subscribed contacts when the template is MARKETING', async () => {
    await fixture.queue(undefined, { templateId: await addTemplate({ type: 'MARKETING' }) });
    await fixture.queue(undefined, { templateId: await addTemplate() });
    expect(fixture.upserts.map((request) => request.mustBeSubscribed)).toEqual([true, false]);
  });

  it.each([
    ['an unknown template', async () => ({ templateId: newId() }), 'TEMPLATE_NOT_FOUND'],
    [
      'a template of another project',
      async () => ({ templateId: await addTemplate({ project: newId() }) }),
      'TEMPLATE_NOT_FOUND',
    ],
    ['a sender on another domain', async () => ({ from: { email: 'x@other.example' } }), 'DOMAIN_NOT_VERIFIED'],
    ['a broken body', async () => ({ body: '{% for %}' }), 'VALIDATION_ERROR'],
    [
      'content that is not base64',
      async () => ({ attachments: [{ filename: 'a', content: '?', contentType: 'a/b' }] }),
      'VALIDATION_ERROR',
    ],
  ])('refuses %s before a contact is touched', async (_what, over, code) => {
    const request = fixture.request(undefined, await over());
    await expect(fixture.acceptance.accept(request)).rejects.toMatchObject({ code });
    expect(fixture.upserts).toHaveLength(0);
    expect(await rowsOf(request.requestId)).toBe(0);
  });

  it('keeps attachments and sends them', async () => {
    const content = Buffer.from('%PDF fake').toString('base64');
    const request = fixture.request(undefined, {
      attachments: [{ filename: 'a.pdf', content, contentType: 'application/pdf' }],
    });
    await fixture.acceptance.accept(request);
    await fixture.sendDue();
    const [kept] = await fixture.db.query<{ raw: Buffer }>(
      'SELECT raw FROM delivery.mailbox_message WHERE email_id = $1',
      [request.recipients[0]!.emailId],
    );
    expect(kept?.raw.toString('latin1')).toContain('filename=a.pdf');
    expect(kept?.raw.toString('latin1')).toContain(content);
  });

  it('fails one bad item alone among many that are written together', async () => {
    const good = Array.from({ length: 20 }, (_, i) => fixture.accept(`many${i}@example.com`));
    // The gateway refuses such a header; here it is what the database refuses.
    const bad = fixture.accept('bad@example.com', { replyTo: 'a\0b' });
    await expect(bad).rejects.toThrow();
    expect((await Promise.all(good)).every((answer) => answer.emails.length === 1)).toBe(true);
  });

  it('takes one-off values that the database cannot hold without losing the email', async () => {
    const id = await fixture.queue(undefined, { data: { name: 'A\0nn\ud800' } });
    await fixture.sendDue();
    expect((await fixture.email(id)).subject).toBe('Hello Ann\ufffd');
  });
});
