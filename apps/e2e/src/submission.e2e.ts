import { randomBytes, randomUUID } from 'node:crypto';
import { freePort } from '@waybill/stack/process/ports';
import { eventually } from '@waybill/testing/eventually';
import { Customer, newAddress } from './customer';
import {
  emailIdOf,
  forgiveGuesses,
  mailer,
  mailOf,
  RawSmtp,
  receivedMail,
  refusedMail,
  useSubmission,
} from './submission.fixture';

const submission = useSubmission('submission');

const own = () => mailer({ port: submission.port, key: submission.customer.project.secretKey });
const mail = (change: Record<string, unknown> = {}) => mailOf(submission.customer, change);

describe('a mail over SMTP', () => {
  it('becomes an email with sender, name, text part, custom headers, attachment and inline image', async () => {
    const to = newAddress();
    const image = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      'base64',
    );
    const sent = await own().sendMail({
      from: { name: 'Müller Shop', address: submission.customer.from },
      to: { name: 'Ada Lovelace', address: to },
      replyTo: 'help@shop.example',
      subject: 'Übergabe {{name}}',
      text: 'Hello {{ name }} in text',
      html: '<p>Hello {% if x %} {{name}}</p><img src="cid:logo@shop">',
      headers: { 'X-Order': '42', 'X-Name': 'Zoë' },
      attachments: [
        { filename: 'räport.pdf', content: Buffer.from('%PDF report'), contentType: 'application/pdf' },
        { filename: 'logo.png', content: image, cid: 'logo@shop' },
      ],
    });
    expect(sent.response).toMatch(/^250 2\.0\.0 /);
    const received = await receivedMail(submission.customer, emailIdOf(sent));
    expect(received).toMatchObject({
      from: { name: 'Müller Shop', address: submission.customer.from },
      to: [{ name: 'Ada Lovelace', address: to }],
      replyTo: [{ address: 'help@shop.example' }],
      subject: 'Übergabe {{name}}',
    });
    expect(received.text).toContain('Hello {{ name }} in text');
    expect(received.html).toContain('Hello {% if x %} {{name}}');
    expect(received.headers).toContainEqual(expect.objectContaining({ key: 'x-order', value: '42' }));
    const [inline, file] = [...received.attachments].sort((a, b) => (a.filename! < b.filename! ? -1 : 1));
    expect(file).toMatchObject({ filename: 'räport.pdf', mimeType: 'application/pdf', disposition: 'attachment' });
    expect(Buffer.from(file!.content as ArrayBuffer).toString()).toBe('%PDF report');
    expect(inline).toMatchObject({ filename: 'logo.png', contentId: '<logo@shop>', disposition: 'inline' });
    expect(Buffer.from(inline!.content as ArrayBuffer)).toEqual(image);
  });

  it('goes to every recipient of the envelope, each alone, and Bcc is not shown', async () => {
    const [to, cc, bcc] = [newAddress(), newAddress(), newAddress()];
    const sent = await own().sendMail(mail({ to, cc, bcc }));
    expect(sent.accepted).toEqual([to, cc, bcc]);
    const { body } = await submission.customer.secret.get(`/emails?limit=10&search=${encodeURIComponent(bcc)}`);
    const received = await receivedMail(submission.customer, body.data[0].id);
    expect(received.to).toEqual([expect.objectContaining({ address: bcc })]);
    expect(received.bcc).toBeUndefined();
    expect(received.cc).toBeUndefined();
  });

  it('of text alone has an HTML part made of the text, with nothing in it taken for markup', async () => {
    const sent = await own().sendMail(mail({ html: undefined, text: 'Line <one>\nLine two & more' }));
    const received = await receivedMail(submission.customer, emailIdOf(sent));
    expect(received.text?.trim()).toBe('Line <one>\nLine two & more');
    expect(received.html).toMatch(/Line (&lt;|&#60;)one(&gt;|&#62;)<br>\s*Line two (&amp;|&#38;) more/);
  });

  it('is one email when it is sent again with its Message-ID, though date and boundary differ', async () => {
    const again = mail({ messageId: `<${randomUUID()}@shop.example>`, text: 'and text' });
    const first = await own().sendMail(again);
    const second = await own().sendMail({ ...again, date: new Date(0) });
    expect(emailIdOf(second)).toBe(emailIdOf(first));
    const long = mail({ messageId: `<${'a'.repeat(300)}@shop.example>` });
    expect(emailIdOf(await own().sendMail(long))).toBe(emailIdOf(await own().sendMail(long)));
  });

  it('is another email for other recipients, and refused with 554 when its content changed', async () => {
    const again = mail({ messageId: `<${randomUUID()}@shop.example>` });
    const first = await own().sendMail(again);
    const other = await own().sendMail({ ...again, to: newAddress() });
    expect(emailIdOf(other)).not.toBe(emailIdOf(first));
    const changed = await refusedMail(own(), { ...again, subject: 'Another' });
    expect(changed).toMatchObject({ responseCode: 554, response: expect.stringContaining('IDEMPOTENCY_KEY_MISMATCH') });
  });

  it('may have 500 recipients; the 501st is refused with 452 and the others get it', async () => {
    const to = Array.from({ length: 501 }, () => newAddress());
    const whole = await own().sendMail(mail({ to: to.slice(1) }));
    expect(whole.accepted).toHaveLength(500);
    expect(whole.response).toContain('and 499 more');
    const sent = await own().sendMail(mail({ to }));
    expect(sent.accepted).toHaveLength(500);
    expect(sent.rejected).toEqual([to[500]]);
    expect(sent.rejectedErrors).toEqual([expect.objectContaining({ responseCode: 452 })]);
  });

  it('can be large: 9 MB of files arrive as they are', async () => {
    const content = randomBytes(9 * 1024 * 1024);
    const sent = await own().sendMail(mail({ attachments: [{ filename: 'large.bin', content }] }));
    const received = await receivedMail(submission.customer, emailIdOf(sent));
    expect(Buffer.from(received.attachments[0]!.content as ArrayBuffer).equals(content)).toBe(true);
  });

  it('is sent by the user waybill and by the id of the project', async () => {
    const user = submission.customer.project.projectId;
    const sent = await mailer({ port: submission.port, key: submission.customer.project.secretKey, user }).sendMail(
      mail(),
    );
    expect(sent.response).toMatch(/^250 /);
  });
});

describe('TLS', () => {
  it('is there by STARTTLS and from the start', async () => {
    const key = submission.customer.project.secretKey;
    expect((await mailer({ port: submission.port, key, requireTLS: true }).sendMail(mail())).response).toMatch(/^250 /);
    expect((await mailer({ port: submission.tlsPort, key, secure: true }).sendMail(mail())).response).toMatch(/^250 /);
  });

  it('forgets what was sent in the clear behind STARTTLS', async () => {
    const smtp = await RawSmtp.open(submission.port);
    await smtp.reply();
    await smtp.say('EHLO test.example');
    await smtp.startTls('EHLO injected\r\nNOOP\r\n');
    expect(await smtp.say('MAIL FROM:<a@b.example>')).toMatch(/^503 /);
    smtp.close();
  });
});

describe('GET /config', () => {
  it('says where SMTP submission is', async () => {
    const answer = await fetch(`http://127.0.0.1:${submission.gateway.port}/config`);
    const { features } = (await answer.json()) as { features: Record<string, unknown> };
    expect(features.smtp).toEqual({
      enabled: true,
      domain: 'mail.waybill.example',
      ports: { secure: submission.tlsPort, submission: submission.port },
    });
  });

  it('says that it is off where no port is configured', async () => {
    const { body } = await submission.system.client().get('/config');
    expect(body.features.smtp).toEqual({ enabled: false, domain: null, ports: null });
  });
});

describe('what is refused', () => {
  const cases: [string, () => Record<string, unknown>, number, RegExp][] = [
    [
      'a sender on a domain that is not verified',
      () => ({ from: 'me@elsewhere.example' }),
      550,
      /DOMAIN_NOT_VERIFIED: .*elsewhere\.example/,
    ],
    ['no subject', () => ({ subject: '' }), 554, /subject is required/],
    [
      'a header of the service',
      () => ({ headers: { 'List-Unsubscribe': '<https://x.example>' } }),
      554,
      /List-Unsubscribe/,
    ],
    ['a header twice', () => ({ headers: { 'X-A': ['1', '2'] } }), 554, /X-A is there twice/],
    [
      'a display name that shows another address',
      () => ({ from: `"ceo@bank.example" <${submission.customer.from}>` }),
      554,
      /another domain/,
    ],
    [
      'eleven attachments',
      () => ({ attachments: Array.from({ length: 11 }, (_, n) => ({ filename: `${n}`, content: 'x' })) }),
      552,
      /attachments/,
    ],
    [
      'more than 10 MB of attachments',
      () => ({ attachments: [{ filename: 'a', content: Buffer.alloc(10.1 * 1024 * 1024) }] }),
      552,
      /attachments/,
    ],
  ];
  it.each(cases)('is %s', async (_what, change, code, text) => {
    const before = await submission.customer.written();
    const refused = await refusedMail(own(), mail(change()));
    expect(refused.response).toMatch(text);
    expect(refused.responseCode).toBe(code);
    expect(refused.response!.length).toBeLessThanOrEqual(510);
    expect(await submission.customer.written()).toEqual(before);
  });

  it('is a recipient that is no address, with 553, while the others get the mail', async () => {
    const good = newAddress();
    const sent = await own().sendMail(mail({ envelope: { from: submission.customer.from, to: [good, 'x@1.2.3.4'] } }));
    expect(sent.accepted).toEqual([good]);
    expect(sent.rejectedErrors).toEqual([expect.objectContaining({ responseCode: 553 })]);
  });

  it.each([
    ['a key that no project has', () => ({ key: `sk_${'x'.repeat(48)}` })],
    ['the public key', () => ({ key: submission.customer.project.publicKey })],
    ['another user name', () => ({ key: submission.customer.project.secretKey, user: 'root' })],
    ['the id of another project', () => ({ key: submission.customer.project.secretKey, user: randomUUID() })],
  ])('is %s, with 535', async (_what, options) => {
    await forgiveGuesses(submission.system);
    expect(await refusedMail(mailer({ port: submission.port, ...options() }), mail())).toMatchObject({
      responseCode: 535,
    });
  });

  it('is a mail without log-in, with 530', async () => {
    expect(await refusedMail(mailer({ port: submission.port }), mail())).toMatchObject({ responseCode: 530 });
  });

  it('is a key that was changed meanwhile, on the connection that it opened', async () => {
    const other = await Customer.join(submission.system);
    const smtp = await RawSmtp.open(submission.port);
    expect(await smtp.login(other.project.secretKey)).toMatch(/^235 /);
    await submission.system.changeKeys(other.project);
    await eventually('the old key is refused', async () => {
      const reply = await smtp.say(`MAIL FROM:<${other.from}>`);
      if (reply.startsWith('250')) await smtp.say('RSET');
      return reply.startsWith('535');
    });
    smtp.close();
  });

  it('is a project above its rate, with 450', async () => {
    const limited = await freePort();
    await submission.system.addInstance('gateway', 'submission-limited', {
      SUBMISSION_PORT: String(limited),
      RATE_LIMIT_PER_MINUTE: '2',
    });
    const other = await Customer.join(submission.system);
    const transport = mailer({ port: limited, key: other.project.secretKey, pool: true });
    const send = () => transport.sendMail(mail({ from: other.from })).catch((error: Error) => error);
    await send();
    await send();
    expect(await send()).toMatchObject({ responseCode: 450, response: expect.stringContaining('RATE_LIMIT_EXCEEDED') });
    transport.close();
  });

  it('is an eleventh guess of an address: the tenth closes the connection', async () => {
    await forgiveGuesses(submission.system);
    const smtp = await RawSmtp.open(submission.port);
    await smtp.reply();
    await smtp.say('EHLO test.example');
    const guess = `AUTH PLAIN ${Buffer.from(`\0waybill\0sk_${'y'.repeat(48)}`).toString('base64')}`;
    for (let n = 1; n < 10; n++) expect(await smtp.say(guess)).toMatch(/^535 /);
    expect(await smtp.say(guess)).toMatch(/^421 4\.7\.0 /);
    await smtp.closed();
    const next = await RawSmtp.open(submission.port);
    expect(await next.login(`sk_${'z'.repeat(48)}`)).toMatch(/^421 /);
    // A key in use goes on working.
    const known = await RawSmtp.open(submission.port);
    expect(await known.login(submission.customer.project.secretKey)).toMatch(/^235 /);
    known.close();
    await forgiveGuesses(submission.system);
  });
});
