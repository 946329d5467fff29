import { cpuTime } from '@waybill/testing/cpu-time';
import { receivedMail } from '@waybill/testing/fake/ses-events';
import { readInboundMail } from './inbound-mail';
import { readMailText } from './mail-text';

const content = 'From: Bob <Bob@Person.example>\r\nSubject: Hi\r\nMessage-ID: <1@x>\r\n\r\nHello\r\n';
const base = { source: 'bounces+1@list.example', recipients: ['Support@Shop.example', 'info@shop.example'], content };
const read = (change: Partial<Parameters<typeof receivedMail>[0]> = {}) =>
  readInboundMail(receivedMail({ ...base, ...change }));

describe('an inbound email in a message of SES', () => {
  it('is read with every field', () => {
    expect(read({ messageId: 'm1' })).toEqual({
      messageId: 'm1',
      timestamp: expect.stringMatching(/Z$/),
      from: 'bounces+1@list.example',
      fromHeader: 'Bob <Bob@Person.example>',
      fromName: 'Bob',
      sender: 'bob@person.example',
      isAutomatic: false,
      subject: 'Hi',
      recipients: ['support@shop.example', 'info@shop.example'],
      headers: { 'Message-ID': '<1@x>' },
      raw: Buffer.from(content),
      verdicts: {
        ...{ spamVerdict: 'PASS', virusVerdict: 'PASS', spfVerdict: 'PASS', dkimVerdict: 'PASS', dmarcVerdict: 'GRAY' },
      },
      processingTimeMillis: 222,
    });
  });

  it.each(['UTF8', 'BASE64'] as const)('has its content in %s', (encoding) => {
    expect(read({ encoding })?.raw).toEqual(Buffer.from(content));
    expect(read({ encoding, content: undefined })?.raw).toBeNull();
  });

  it('has its encoded words as text, on one line', () => {
    const headers = {
      From: '=?UTF-8?B?w4RubmU=?= <anne@person.example>',
      Subject: '=?UTF-8?Q?a=0D=0ABcc:_b=E2=80=A8c?=',
    };
    const mail = read({ headers, content: undefined });
    expect(mail).toMatchObject({ fromName: 'Änne', subject: 'a Bcc: b c', sender: 'anne@person.example' });
  });

  it.each([
    ['a bounce', { source: '<>' }, true],
    ['a bounce', { source: '' }, true],
    ['an answer of a machine', { headers: { 'Auto-Submitted': 'auto-replied' } }, true],
    ['a person', { headers: { 'Auto-Submitted': 'no' } }, false],
  ])('is automatic or not: %s', (_what, change, expected) => {
    expect(read(change)?.isAutomatic).toBe(expected);
  });

  it('is of the sender of the envelope where the From header names no address', () => {
    const change = { content: undefined, source: 'Real@person.example' };
    for (const From of ['nobody', 'a@b, c', '"x@y" <not an address>', ' ']) {
      expect(read({ ...change, headers: { From } })?.sender).toMatch(/^(real@person\.example)$/);
    }
  });

  it('is none without a sender, recipients or id, whatever shape the message has', () => {
    expect(read({ content: undefined, source: '', headers: { From: 'nobody' } })).toBeNull();
    expect(read({ recipients: ['nobody'] })).toBeNull();
    expect(readInboundMail({})).toBeNull();
    expect(readInboundMail({ mail: [], receipt: 'x', content: 7 })).toBeNull();
    const odd = receivedMail(base);
    Object.assign(odd['receipt'] as object, { spamVerdict: 'PASS', processingTimeMillis: 'soon', action: null });
    expect(readInboundMail(odd)).toMatchObject({ verdicts: { spamVerdict: 'DISABLED' }, processingTimeMillis: 0 });
  });
});

describe('the text of a mail', () => {
  const mime = (headers: string, body: string): Buffer => Buffer.from(`${headers}\r\nMIME-Version: 1.0\r\n\r\n${body}`);
  const boundary = 'Content-Type: multipart/mixed; boundary=b';

  it('is its text part, else its HTML as text', async () => {
    const both = `--b\r\nContent-Type: text/html\r\n\r\n<p>html</p>\r\n--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b--`;
    const alternative = 'Content-Type: multipart/alternative; boundary=b';
    expect(await readMailText(mime(alternative, both))).toBe('plain');
    expect(await readMailText(mime('Content-Type: text/html', '<script>x()</script><p>Hi <b>you</b></p>'))).toBe(
      'Hi you',
    );
    expect(await readMailText(mime('Content-Type: text/plain; charset=iso-8859-1', 'gr\xfcn'))).not.toBe('');
    expect(await readMailText(Buffer.alloc(0))).toBe('');
  });

  it('is not that of a mail within', async () => {
    const inner = 'Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\ninner text';
    expect(await readMailText(mime(boundary, `--b\r\n\r\nouter\r\n--b\r\n${inner}\r\n--b--`))).toBe('outer');
  });

  it('is read within bounds: depth, parts, headers, length', async () => {
    let nested = 'deep';
    for (let n = 0; n < 400; n++)
      nested = `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n${nested}\r\n`;
    const spent = await cpuTime(async () => {
      expect(await readMailText(Buffer.from(nested))).toBe('');
      expect(await readMailText(Buffer.from(`X: ${'x'.repeat(300_000)}\r\n\r\nbody`))).toBe('');
      await readMailText(mime(boundary, '--b\r\n\r\n\r\n'.repeat(25_000)));
      await readMailText(mime('Content-Type: text/html', '<div>'.repeat(40_000)));
      expect(await readMailText(mime('Content-Type: text/plain', 'x'.repeat(200_000)))).toHaveLength(65_536);
      expect(await readMailText(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))).toBe('');
    });
    expect(spent).toBeLessThan(20_000);
  });

  it('holds nothing that the database could not keep', async () => {
    const text = await readMailText(mime('Content-Type: text/plain; charset=utf-8', 'a\0b'));
    expect(text).toBe('ab');
    expect(
      (await readMailText(mime('Content-Type: text/plain; charset=utf-8', '😀'.repeat(40_000)))).isWellFormed(),
    ).toBe(true);
  });
});
