import { randomUUID } from 'node:crypto';
import { freePort } from '@waybill/stack/process/ports';
import { eventually } from '@waybill/testing/eventually';
import { newAddress } from './customer';
import { emailIdOf, mailer, mailOf, RawSmtp, refusedMail, startSubmission, useSubmission } from './submission.fixture';

const submission = useSubmission('submission-sessions');

const own = () => mailer({ port: submission.port, key: submission.customer.project.secretKey });
const mail = (change: Record<string, unknown> = {}) => mailOf(submission.customer, change);

/** A session that has logged in and may send the message now. */
async function atData(port = submission.port): Promise<RawSmtp> {
  const smtp = await RawSmtp.open(port);
  expect(await smtp.login(submission.customer.project.secretKey)).toMatch(/^235 /);
  expect(await smtp.say(`MAIL FROM:<${submission.customer.from}>`)).toMatch(/^250 /);
  expect(await smtp.say(`RCPT TO:<${newAddress()}>`)).toMatch(/^250 /);
  expect(await smtp.say('DATA')).toMatch(/^354 /);
  return smtp;
}
const head = () => `From: ${submission.customer.from}\r\nSubject: By hand\r\n\r\n`;

describe('a message that is no mail', () => {
  it.each([
    ['ends a line with LF alone', () => `${head()}one\ntwo\r\n.\r\n`, /does not end with CR LF/],
    ['has a CR without LF', () => `${head()}one\rtwo\r\n.\r\n`, /CR without LF/],
    [
      'hides the end of the message behind a bare LF',
      () => `${head()}x\n.\r\nMAIL FROM:<a@b.example>\r\n.\r\n`,
      /CR LF/,
    ],
    ['has two senders', () => `From: ${submission.customer.from}\r\n${head()}x\r\n.\r\n`, /more than one header From/],
    ['is nested too deep', () => nested(30), /cannot be read/],
  ])('is refused with 554 where it %s', async (_what, text, reason) => {
    const before = await submission.customer.written();
    const smtp = await atData();
    smtp.write(text());
    expect(await smtp.reply()).toMatch(reason);
    expect(await submission.customer.written()).toEqual(before);
    expect(await smtp.say('QUIT')).toMatch(/^221 /);
  });

  it('is refused when it is nothing but boundaries, and holds up no other request while it is read', async () => {
    const smtp = await atData();
    smtp.write(boundaries(400_000));
    const reply = smtp.reply();
    let answered = 0;
    let isOver = false;
    void reply.then(() => (isOver = true));
    while (!isOver) {
      await fetch(`http://127.0.0.1:${submission.gateway.port}/health`);
      answered++;
    }
    expect(await reply).toMatch(/^554 .*(too much|cannot be read)/);
    expect(answered).toBeGreaterThan(20);
    smtp.close();
  }, 60_000);

  function nested(depth: number): string {
    const parts = Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    return `From: ${submission.customer.from}\r\nSubject: x\r\n${parts.join('')}\r\nx\r\n.\r\n`;
  }
  const boundaries = (count: number) =>
    `From: ${submission.customer.from}\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(count)}.\r\n`;
});

describe('a client', () => {
  it('that declares more than 40 MB is refused with 552 at MAIL', async () => {
    const smtp = await RawSmtp.open(submission.port);
    await smtp.login(submission.customer.project.secretKey);
    expect(await smtp.say(`MAIL FROM:<${submission.customer.from}> SIZE=41943041`)).toMatch(/^552 /);
    smtp.close();
  });

  it('that sends more than it declares is refused with 552', async () => {
    const smtp = await RawSmtp.open(submission.port);
    await smtp.login(submission.customer.project.secretKey);
    await smtp.say(`MAIL FROM:<${submission.customer.from}> SIZE=1000`);
    await smtp.say(`RCPT TO:<${newAddress()}>`);
    await smtp.say('DATA');
    smtp.write(`${head()}${'x\r\n'.repeat(100_000)}.\r\n`);
    expect(await smtp.reply()).toMatch(/^552 5\.3\.4 .*declared/);
    smtp.close();
  });

  it('that is killed in the middle of a message sends nothing', async () => {
    const before = await submission.customer.written();
    const smtp = await atData();
    smtp.write(`${head()}${'half a message\r\n'.repeat(20_000)}`);
    await new Promise((resolve) => setImmediate(resolve));
    smtp.kill();
    await smtp.closed();
    await own().sendMail(mail());
    const { emails, ...rest } = await submission.customer.written();
    expect({ emails, ...rest }).toEqual({ ...before, emails: before.emails + 1, contacts: before.contacts + 1 });
  });

  it('that does not log in, says nothing, or sends its message slowly is cut off with 421', async () => {
    const limits = { SUBMISSION_IDLE_SECONDS: '5', SUBMISSION_MESSAGE_SECONDS: '7' };
    const { port, clean } = await startSubmission(submission.system, 'submission-impatient', limits);
    const silent = await RawSmtp.open(port);
    await silent.reply();
    const idle = await RawSmtp.open(port);
    expect(await idle.login(submission.customer.project.secretKey)).toMatch(/^235 /);
    const slow = await atData(port);
    slow.write(head());
    const dripping = setInterval(() => slow.write('x'), 300);
    const replies = await Promise.all([silent.reply(), idle.reply(), slow.reply()]);
    clearInterval(dripping);
    expect(replies).toEqual([
      expect.stringMatching(/^421 4\.4\.2 /),
      expect.stringMatching(/^421 /),
      expect.stringMatching(/^421 4\.4\.2 The message did not arrive in time/),
    ]);
    await Promise.all([silent.closed(), idle.closed(), slow.closed()]);
    clean();
  });

  it('may have 50 connections from one address, and the next one hears 421', async () => {
    const open = await Promise.all(Array.from({ length: 50 }, () => RawSmtp.open(submission.port)));
    const greetings = await Promise.all(open.map((smtp) => smtp.reply()));
    expect(greetings.every((greeting) => greeting.startsWith('220 '))).toBe(true);
    const next = await RawSmtp.open(submission.port);
    expect(await next.reply()).toMatch(/^421 4\.7\.0 /);
    open.forEach((smtp) => smtp.close());
    await eventually('a place again', async () => {
      const again = await RawSmtp.open(submission.port);
      const reply = await again.reply();
      again.close();
      return reply.startsWith('220 ');
    });
  });
});

describe('while something is down or stops', () => {
  it('a mail is refused with 451 when delivery does not answer, and taken when it is sent again', async () => {
    const again = mail({ messageId: `<${randomUUID()}@shop.example>` });
    await submission.system.service('delivery').stop();
    const refused = await refusedMail(own(), again);
    expect(refused).toMatchObject({ responseCode: 451, response: expect.stringContaining('SERVICE_UNAVAILABLE') });
    await submission.system.service('delivery').start();
    const sent = await own().sendMail(again);
    await submission.customer.reaches(emailIdOf(sent), 'DELIVERED');
  });

  it('a message that has begun is taken while the process stops, and idle connections hear 421', async () => {
    const place = await freePort();
    const stopping = await submission.system.addInstance('gateway', 'submission-stopping', {
      SUBMISSION_PORT: String(place),
    });
    const busy = await atData(place);
    const idle = await RawSmtp.open(place);
    await idle.reply();
    busy.write(`${head()}first half\r\n`);
    const stopped = stopping.stop();
    expect(await idle.reply()).toMatch(/^421 4\.3\.2 /);
    busy.write('second half\r\n.\r\n');
    expect(await busy.reply()).toMatch(/^250 2\.0\.0 /);
    expect(await busy.reply()).toMatch(/^421 /);
    expect(await stopped).toBe(0);
  });
});
