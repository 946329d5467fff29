import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { buildMessage, messageIdOf, type OutgoingMessage } from './message';
import { MessageError } from './message-error';

const emailId = '0198f7a2-0000-7000-8000-000000000001';
const base: OutgoingMessage = {
  emailId,
  from: { name: 'Shop', email: 'hello@example.com' },
  to: { email: 'ann@example.org' },
  subject: 'Hello',
  html: '<p>Hi</p>',
  text: 'Hi',
  date: new Date('2026-01-02T03:04:05Z'),
};

const build = async (changes: Partial<OutgoingMessage>): Promise<Buffer> => buildMessage({ ...base, ...changes });
const read = async (changes: Partial<OutgoingMessage>): Promise<Email> => PostalMime.parse(await build(changes));
const bareBreak = /\r(?!\n)|(?<!\r)\n/;

describe('buildMessage, read back by another parser', () => {
  it('keeps addresses, subject, bodies, date and id', async () => {
    const email = await read({ replyTo: { email: 'help@example.com' } });
    expect(email).toMatchObject({
      from: { name: 'Shop', address: 'hello@example.com' },
      to: [{ address: 'ann@example.org' }],
      replyTo: [{ address: 'help@example.com' }],
      subject: 'Hello',
      date: '2026-01-02T03:04:05.000Z',
      messageId: `<${emailId}@example.com>`,
    });
    expect([email.html?.trim(), email.text?.trim()]).toEqual(['<p>Hi</p>', 'Hi']);
    expect(email.headers.find((header) => header.key === 'x-waybill-email-id')?.value).toBe(emailId);
  });

  it.each([
    'Ann Lee',
    'Änn Müller-Łee 李 😀',
    'Lee, Ann (Shop) <x> "quoted" \\ ; : [a]',
    'a@evil.example, Bob',
    `${'Very long name '.repeat(20)}end`,
    `${'ünïcödé '.repeat(40)}😀`,
    '=?utf-8?Q?Hi?=',
    "O'Hara",
  ])('keeps the name and the subject %j', async (text) => {
    const email = await read({ from: { name: text, email: 'hello@example.com' }, subject: text });
    const shown = text === '=?utf-8?Q?Hi?=' ? 'Hi' : text;
    expect(email.from?.address).toBe('hello@example.com');
    expect([shown, text]).toContain(email.from?.name?.replace(/\s+/g, ' '));
    expect([shown, text]).toContain(email.subject);
  });

  it('writes international domains as punycode', async () => {
    const raw = (await build({ to: { email: 'ann@bücher.example' } })).toString('latin1');
    expect(raw).toMatch(/^To: ann@xn--bcher-kva\.example\r$/m);
  });

  it('nests inline images in related and files in mixed', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const raw = await build({
      html: '<img src="cid:logo">',
      attachments: [
        { filename: 'logo.png', content: png, contentType: 'image/png', contentId: 'logo' },
        { filename: 'rechnung-ä.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' },
        { filename: 'a/b.eml', content: Buffer.from('Bcc: x@y.zz\r\n\r\n'), contentType: 'message/rfc822' },
      ],
    });
    const structure = [...raw.toString('latin1').matchAll(/^Content-Type: (multipart\/\w+|[\w/-]+)/gim)].map(
      (m) => m[1],
    );
    expect(structure).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
      'application/octet-stream',
    ]);
    const { attachments } = await PostalMime.parse(raw);
    expect(attachments.map(({ filename, disposition, contentId }) => [filename, disposition, contentId])).toEqual([
      ['logo.png', 'inline', '<logo>'],
      ['rechnung-ä.pdf', 'attachment', undefined],
      ['a_b.eml', 'attachment', undefined],
    ]);
    expect(Buffer.from(attachments[0]!.content as ArrayBuffer)).toEqual(png);
  });

  it('adds the one-click unsubscribe headers', async () => {
    const { headers } = await read({ unsubscribeUrl: 'https://example.com/unsubscribe/abc' });
    const value = (key: string): unknown => headers.find((header) => header.key === key)?.value;
    expect(value('list-unsubscribe')).toBe('<https://example.com/unsubscribe/abc>');
    expect(value('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('keeps customer headers, also long and non-ASCII ones', async () => {
    const sent = {
      'X-Order': '42',
      'x-note': 'café 李',
      'X-Long': 'word '.repeat(150).trim(),
      'X-Token': 'a'.repeat(900),
    };
    const { headers } = await read({ headers: sent });
    const got = Object.fromEntries(headers.map((header) => [header.key, header.value]));
    for (const [name, value] of Object.entries(sent)) expect(decodeWords(got[name.toLowerCase()]!)).toBe(value);
  });

  it.each(['html only', 'text only', 'empty bodies', 'no body', 'binary-looking bodies'])(
    'ends every line with CRLF: %s',
    async (kind) => {
      const bodies: Record<string, Partial<OutgoingMessage>> = {
        'html only': { text: undefined, html: 'a\nb\rc\r\nd\n.\n..\nFrom x\n' },
        'text only': { html: undefined, text: 'a\n\n.\r\rb' },
        'empty bodies': { html: '', text: '' },
        'no body': { html: undefined, text: undefined },
        'binary-looking bodies': { html: `ä\0\u2028${'x'.repeat(5000)}\n`, text: '\0' },
      };
      const raw = (await build(bodies[kind]!)).toString('latin1');
      expect(raw).not.toMatch(bareBreak);
      expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    },
  );

  it.each<[Partial<OutgoingMessage>]>([
    [{}],
    [{ replyTo: { name: 'Help', email: 'help@example.com' }, unsubscribeUrl: 'https://example.com/unsubscribe/abc' }],
    [{ text: 'Grüße\n\n', html: '<p>Grüße</p>\n'.repeat(100) }],
  ])('is the same with a header of the customer but for that: %j', async (changes) => {
    const neutral = (raw: Buffer) => raw.toString('latin1').replace(/(--_NmP-)[0-9a-f-]+(-Part)/g, '$1$2');
    const more = await build({ ...changes, headers: { 'X-More': '1' } });
    expect(neutral(await build(changes))).toBe(neutral(more).replace('X-More: 1\r\n', ''));
  });

  it.each([
    ['X-Note', 'a\tb', 'a b'],
    ['In-Reply-To', 'a@b.example', '<a@b.example>'],
    ['References', ' <a@b.example>\tc@d.example ', '<a@b.example> <c@d.example>'],
    ['references', '<a@b.example>', '<a@b.example>'],
  ])('writes %s: %j as %j', async (name, given, written) => {
    const { headers } = await read({ headers: { [name]: given } });
    expect(headers.find(({ key }) => key === name.toLowerCase())?.value).toBe(written);
  });

  it('has one Message-ID per email, whatever the attempt', () => {
    expect(messageIdOf(emailId, 'Hello@Bücher.example')).toBe(`<${emailId}@xn--bcher-kva.example>`);
  });
});

describe('buildMessage refuses', () => {
  const fields: [string, (text: string) => Partial<OutgoingMessage>][] = [
    ['emailId', (text) => ({ emailId: text })],
    ['from name', (text) => ({ from: { name: text, email: 'hello@example.com' } })],
    ['from address', (text) => ({ from: { email: `hello@example.com${text}` } })],
    ['from local part', (text) => ({ from: { email: `he${text}llo@example.com` } })],
    ['to name', (text) => ({ to: { name: text, email: 'ann@example.org' } })],
    ['to address', (text) => ({ to: { email: `ann@example.org${text}` } })],
    ['replyTo name', (text) => ({ replyTo: { name: text, email: 'help@example.com' } })],
    ['replyTo address', (text) => ({ replyTo: { email: `${text}help@example.com` } })],
    ['subject', (text) => ({ subject: text })],
    ['header name', (text) => ({ headers: { [`X-A${text}`]: 'x' } })],
    ['header value', (text) => ({ headers: { 'X-A': text } })],
    ['attachment name', (text) => ({ attachments: [{ ...file, filename: text }] })],
    ['attachment type', (text) => ({ attachments: [{ ...file, contentType: `text/plain${text}` }] })],
    ['attachment id', (text) => ({ attachments: [{ ...file, contentId: text }] })],
  ];
  const file = { filename: 'a.txt', content: Buffer.from('x'), contentType: 'text/plain' };
  const breaks = ['\r', '\n', '\r\n', '\u2028', '\0', '\r\n ', '\n\n'];
  const cases = fields.flatMap(([name, make]) =>
    breaks.map((bad) => ({ name, bad, change: make(`x${bad}Bcc: b@evil.example`) })),
  );

  it.each(cases)('$bad in the $name', async ({ change }) => {
    await expect(build(change)).rejects.toBeInstanceOf(MessageError);
  });

  it.each([
    'a@example.com, b@evil.example',
    'a@example.com,b@evil.example',
    'a@example.com;b@evil.example',
    'a@example.com b@evil.example',
    'a@example.com\0@evil.example',
    'a@example.com@evil.example',
    'group: a@example.com, b@evil.example;',
    'Ann <a@example.com>, b@evil.example',
    'Ann <a@example.com>',
    '<a@example.com>',
    '"a@example.com, b"@evil.example',
    'a@example.com (b@evil.example)',
    'a@example.com>, <b@evil.example',
    'a@example.com\r\nBcc: b@evil.example',
    'a@[127.0.0.1]',
    'a@localhost',
    '',
  ])('%j as recipient, sender or reply address', async (email) => {
    await expect(build({ to: { email } })).rejects.toBeInstanceOf(MessageError);
    await expect(build({ from: { email } })).rejects.toBeInstanceOf(MessageError);
    await expect(build({ replyTo: { email } })).rejects.toBeInstanceOf(MessageError);
  });

  it.each(
    [
      ['From', 'To', 'Cc', 'Bcc', 'Sender', 'Return-Path', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'MIME-Version'],
      [
        'Content-Type',
        'Content-Transfer-Encoding',
        'DKIM-Signature',
        'Received',
        'List-Unsubscribe',
        'X-SES-Message-Tags',
      ],
    ].flat(),
  )('the reserved header %s in any case', async (name) => {
    for (const form of [name, name.toLowerCase(), name.toUpperCase()]) {
      await expect(build({ headers: { [form]: 'b@evil.example' } })).rejects.toBeInstanceOf(MessageError);
    }
  });

  it('the same header twice in different case', async () => {
    await expect(build({ headers: { 'X-A': '1', 'x-a': '2' } })).rejects.toBeInstanceOf(MessageError);
  });
});
