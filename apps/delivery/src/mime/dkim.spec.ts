import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { authenticate } from 'mailauth';
import { buildMessage, type OutgoingMessage } from './message';
import { signMessage } from './dkim';

const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const key = { domain: 'sender.example', selector: 'waybill', privateKey: pair.privateKey };

const message = (change: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  emailId: '01890000-0000-7000-8000-000000000001',
  from: { name: 'Ann Sénder', email: 'ann@sender.example' },
  to: { email: 'bob@people.example' },
  subject: 'Hello Bob, this is a subject that is long enough to be folded over two lines, with ünicode',
  html: '<p>Hello  Bob,</p>\n\n<p>two  spaces \t here</p>\n\n\n',
  text: 'Hello Bob  \n\n\n',
  date: new Date('2026-01-02T03:04:05Z'),
  ...change,
});

/** The verdict of an independent verifier, with the public key as its DNS record. */
async function verdict(raw: Buffer, publicKey: KeyObject = pair.publicKey): Promise<string> {
  const p = createPublicKey({ key: publicKey.export({ type: 'spki', format: 'pem' }) }).export({
    type: 'spki',
    format: 'der',
  });
  const { dkim } = await authenticate(raw, {
    ip: '192.0.2.1',
    sender: 'ann@sender.example',
    disableArc: true,
    disableDmarc: true,
    disableBimi: true,
    resolver: async (name: string, type: string) => {
      if (type === 'TXT' && name === 'waybill._domainkey.sender.example') {
        return [[`v=DKIM1; k=rsa; p=${p.toString('base64')}`]];
      }
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    },
  } as never);
  return dkim.results[0]!.status.result;
}

describe('signMessage', () => {
  it.each([
    ['text and HTML', {}],
    ['one part', { html: undefined }],
    ['an empty body', { html: undefined, text: '' }],
    ['a file', { attachments: [{ filename: 'a.bin', content: Buffer.alloc(100_000, 7), contentType: 'image/png' }] }],
    ['one-click unsubscribe', { unsubscribeUrl: 'https://mail.example/unsubscribe/token' }],
    ['own headers', { headers: { 'X-Campaign': 'spring   sale' } }],
    ['a reply address', { replyTo: { email: 'help@sender.example' } }],
  ] as [string, Partial<OutgoingMessage>][])('is verified by an independent verifier: %s', async (_what, change) => {
    const raw = await buildMessage(message(change));
    const signed = await signMessage(raw, key, new Date());
    expect(await verdict(signed)).toBe('pass');
    expect(signed.subarray(signed.length - raw.length).equals(raw)).toBe(true);
  });

  it('holds when a relay changes white space, as relays do', async () => {
    const signed = await signMessage(await buildMessage(message()), key, new Date());
    const text = signed.toString('latin1');
    const [head, ...body] = text.split('\r\n\r\n');
    const refolded = head!.replace(/^To: /m, 'To:   ').replace(/^(Message-ID): /m, '$1:\r\n\t');
    expect(await verdict(Buffer.from(`${refolded}\r\n\r\n${body.join('\r\n\r\n')}\r\n\r\n`, 'latin1'))).toBe('pass');
  });

  it.each([
    ['the body', 'Hello', 'Hollo'],
    ['the subject', 'Subject: ', 'Subject: Re '],
    ['the sender', 'ann@sender.example>', 'eve@sender.example>'],
    ['an added reply address', 'MIME-Version', 'Reply-To: eve@evil.example\r\nMIME-Version'],
    ['a second sender', 'MIME-Version', 'From: eve@evil.example\r\nMIME-Version'],
  ])('breaks when somebody changes %s', async (_what, before, after) => {
    const signed = await signMessage(await buildMessage(message()), key, new Date());
    const changed = signed.toString('latin1').replace(before, after);
    expect(await verdict(Buffer.from(changed, 'latin1'))).toBe('fail');
  });

  it('does not pass with another key', async () => {
    const signed = await signMessage(await buildMessage(message()), key, new Date());
    expect(await verdict(signed, generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey)).toBe('fail');
  });

  it('keeps every line of the signature within the limit', async () => {
    const signed = await signMessage(await buildMessage(message()), key, new Date());
    const header = signed.toString('latin1').split(/\r\n(?![ \t])/)[0]!;
    expect(header).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=sender\.example; s=waybill;/);
    for (const line of header.split('\r\n')) expect(line.length).toBeLessThanOrEqual(120);
  });
});
