import { parseMail } from './parsed-mail';
import { fingerprintOf, idempotencyKey, toSendRequest } from './send-request';

const envelope = { from: 'bounce@shop.example', to: ['ada@example.com'] };
const bytes = (lines: string[]): ArrayBuffer => Uint8Array.from(Buffer.from(lines.join('\r\n'))).buffer;
const request = async (lines: string[], to = envelope) => toSendRequest(await parseMail(bytes(lines)), to);
const head = ['From: Shop <hello@shop.example>', 'Subject: Hi'];

describe('the request of a mail', () => {
  it('takes the recipients of the envelope and their names from To and Cc', async () => {
    const mail = [...head, 'To: "Ada L." <ADA@example.com>', 'Cc: Bo <bo@example.com>', 'Bcc: c@example.com', '', 'x'];
    const { to, headers } = await request(mail, { from: '', to: ['ada@example.com', 'c@example.com'] });
    expect(to).toEqual([{ email: 'ada@example.com', name: 'Ada L.' }, 'c@example.com']);
    expect(headers).toBeUndefined();
  });

  it('takes the sender of the envelope where the mail names none', async () => {
    expect(await request(['Subject: x', '', 'x'])).toMatchObject({ from: 'bounce@shop.example' });
    expect(await request([...head, '', 'x'])).toMatchObject({ from: { email: 'hello@shop.example', name: 'Shop' } });
  });

  it('keeps headers of its own, decoded and unfolded, and drops those of the way', async () => {
    const way = ['Received: from a by b', 'Received: from c by d', 'DKIM-Signature: v=1', 'Sender: x@shop.example'];
    const own = ['X-Name: =?utf-8?q?Zo=C3=AB?=', 'X-Long: one', ' two', 'References: <a@b.example>', ' <c@d.example>'];
    const { headers } = await request([...way, ...head, ...own, 'Message-ID: <1@b.example>', '', 'x']);
    expect(headers).toEqual({ 'X-Name': 'Zoë', 'X-Long': 'one two', References: '<a@b.example> <c@d.example>' });
  });

  it('has an HTML part made of a text, and an empty one for a mail without any', async () => {
    expect(await request([...head, '', 'a <b>', '', 'c  d', ''])).toMatchObject({
      body: '<div>a &#60;b&#62;<br>\n<br>\nc &nbsp;d</div>',
      text: expect.stringMatching(/^a <b>\r?\n\r?\nc {2}d$/),
    });
    expect(await request([...head, '', ''])).toMatchObject({ body: '<div></div>' });
  });

  it('names files that have no name, and takes a wrong media type for bytes', async () => {
    const type = ['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'x'];
    const file = ['--b', 'Content-Type: nonsense', 'Content-Disposition: attachment', '', 'data', '--b--', ''];
    expect((await request([...head, ...type, ...file])).attachments).toEqual([
      {
        filename: 'attachment-1',
        content: Buffer.from('data\n').toString('base64'),
        contentType: 'application/octet-stream',
        contentId: undefined,
        disposition: 'attachment',
      },
    ]);
  });

  it.each([
    ['two senders', ['From: a@b.example, c@d.example', 'Subject: x', '', 'x'], 'from'],
    ['two addresses to reply to', [...head, 'Reply-To: a@b.example, c@d.example', '', 'x'], 'reply'],
    ['a header twice', [...head, 'X-A: 1', 'x-a: 2', '', 'x'], 'headers.x-a'],
  ])('is refused for %s', async (_what, lines, field) => {
    await expect(request(lines)).rejects.toMatchObject({ errors: [expect.objectContaining({ field })] });
  });

  it('is the same for a mail with another date and other boundaries', async () => {
    const mail = (date: string, boundary: string) => [
      ...head,
      `Date: ${date}`,
      `Content-Type: multipart/alternative; boundary=${boundary}`,
      ...[
        '',
        `--${boundary}`,
        'Content-Type: text/plain',
        '',
        'a',
        `--${boundary}`,
        'Content-Type: text/html',
        '',
        '<p>a</p>',
      ],
      ...[`--${boundary}--`, ''],
    ];
    const first = fingerprintOf(await request(mail('Mon, 1 Jan 2024 00:00:00 +0000', 'one')));
    expect(fingerprintOf(await request(mail('Tue, 2 Jan 2024 00:00:00 +0000', 'two')))).toEqual(first);
    expect(fingerprintOf(await request([...head, '', 'b']))).not.toEqual(first);
  });
});

describe('the idempotency key of a mail', () => {
  it('is printable ASCII of at most 255 characters and depends on Message-ID and recipients alone', () => {
    const key = idempotencyKey('<a@b.example>', ['x@y.example', 'z@y.example']);
    expect(key).toMatch(/^smtp <a@b\.example> [0-9a-f]{32}$/);
    expect(idempotencyKey('<a@b.example>', ['z@y.example', 'x@y.example'])).toBe(key);
    expect(idempotencyKey('<a@b.example>', ['x@y.example'])).not.toBe(key);
    for (const id of [`<${'a'.repeat(900)}@b.example>`, '<é@b.example>', '<a b@c.example>']) {
      expect(idempotencyKey(id, ['x@y.example'])).toMatch(/^[\x20-\x7e]{1,255}$/);
    }
  });
});
