import { createServer, type AddressInfo } from 'node:net';
import { FakeSes, type SesFault } from '@waybill/testing/fake/fake-ses';
import type { HandOverRequest } from '../provider';
import { SesProvider, type SesOptions } from './ses.provider';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

const email = (n: number): HandOverRequest => ({
  projectId: '0198f7a2-0000-7000-8000-00000000000a',
  emailId: `mail-${n}`,
  attempt: 2,
  envelope: { from: 'shop@example.com', to: 'ann@example.org' },
  tracking: true,
  raw: Buffer.from('Subject: ä\r\nTo: other@example.net\r\n\r\n+/=&%\r\n', 'utf8'),
});

describe('SesProvider', () => {
  let ses: FakeSes;
  let provider: SesProvider;
  const use = (options: Partial<SesOptions> = {}): SesProvider =>
    (provider = new SesProvider({
      region: 'eu-west-1',
      endpoint: ses.url,
      credentials,
      connectTimeoutMs: 200,
      requestTimeoutMs: 400,
      ...options,
    }));

  beforeEach(async () => {
    ses = await FakeSes.start();
    use();
  });

  afterEach(async () => {
    await provider.close();
    await ses.stop();
  });

  it('hands over the bytes, the recipient of the envelope, the tags and the configuration set', async () => {
    use({ configurationSet: 'events' });
    const result = await provider.handOver(email(1));
    expect(result).toEqual({ outcome: 'accepted', messageId: ses.taken[0]?.messageId });
    expect(ses.taken).toEqual([
      {
        messageId: expect.stringMatching(/^0100/) as string,
        source: 'shop@example.com',
        destinations: ['ann@example.org'],
        tags: { emailId: 'mail-1', attempt: '2', projectId: '0198f7a2-0000-7000-8000-00000000000a' },
        configurationSet: 'events',
        raw: email(1).raw,
      },
    ]);
  });

  it('has its own configuration set for an email that is not to be tracked, where there is one', async () => {
    use({ configurationSet: 'events', configurationSetNoTracking: 'untracked' });
    await provider.handOver({ ...email(1), tracking: false });
    await provider.handOver(email(2));
    await provider.close();
    use({ configurationSet: 'events' });
    await provider.handOver({ ...email(3), tracking: false });
    expect(ses.taken.map(({ configurationSet }) => configurationSet)).toEqual(['untracked', 'events', 'events']);
  });

  const faults: [string, SesFault, Record<string, unknown>, number][] = [
    ['Throttling', { error: 'Throttling' }, { outcome: 'not_accepted', kind: 'throttled' }, 0],
    ['429', { error: 'TooManyRequestsException', status: 429 }, { outcome: 'not_accepted', kind: 'throttled' }, 0],
    ['MessageRejected', { error: 'MessageRejected' }, { outcome: 'rejected' }, 0],
    ['MailFromDomainNotVerified', { error: 'MailFromDomainNotVerifiedException' }, { outcome: 'rejected' }, 0],
    ['a paused account', { error: 'AccountSendingPausedException' }, { outcome: 'not_accepted', kind: 'refused' }, 0],
    ['a missing right', { error: 'AccessDenied', status: 403 }, { outcome: 'not_accepted', kind: 'denied' }, 0],
    [
      'wrong credentials',
      { error: 'InvalidClientTokenId', status: 403 },
      { outcome: 'not_accepted', kind: 'refused' },
      0,
    ],
    ['500 before taking', { fail: 'before' }, { outcome: 'doubtful' }, 0],
    ['500 after taking', { fail: 'take-and-fail' }, { outcome: 'doubtful' }, 1],
    ['503 after taking', { fail: 'take-and-fail', status: 503 }, { outcome: 'doubtful' }, 1],
    ['a cut before taking', { cut: 'before' }, { outcome: 'doubtful' }, 0],
    ['a cut after taking', { cut: 'take-and-cut' }, { outcome: 'doubtful' }, 1],
    ['silence before taking', { hang: 'before' }, { outcome: 'doubtful' }, 0],
    ['silence after taking', { hang: 'take-and-hang' }, { outcome: 'doubtful' }, 1],
    ['an answer that is not of SES', { garbage: 'take-and-garbage' }, { outcome: 'doubtful' }, 1],
  ];

  it.each(faults)('understands %s and calls once', async (_name, fault, expected, taken) => {
    ses.fault = fault;
    const result = await provider.handOver(email(1));
    expect(result).toMatchObject(expected);
    expect(ses.calls).toBe(1);
    expect(ses.copies.get('mail-1') ?? 0).toBe(taken);
    ses.fault = undefined;
    expect(await provider.handOver(email(2))).toMatchObject({ outcome: 'accepted' });
  });

  it('does not reach a closed port, an unknown host, or a server that cuts the TLS handshake', async () => {
    const unreachable = { outcome: 'not_accepted', kind: 'unreachable' };
    expect(await use({ endpoint: 'http://no-such-host.invalid' }).handOver(email(1))).toMatchObject(unreachable);
    const cutting = createServer((socket) => socket.once('data', () => socket.destroy()));
    await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve));
    const { port } = cutting.address() as AddressInfo;
    expect(await use({ endpoint: `https://127.0.0.1:${port}` }).handOver(email(1))).toMatchObject(unreachable);
    await new Promise((resolve) => cutting.close(resolve));
    expect(await use({ endpoint: `http://127.0.0.1:${port}` }).handOver(email(1))).toMatchObject(unreachable);
  });

  it('has a known outcome where a TLS handshake is never answered, and an unknown one where an answer has no end', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const unanswered = await use({ endpoint: `https://127.0.0.1:${port}` }).handOver(email(1));
    expect(unanswered).toMatchObject({ outcome: 'not_accepted', kind: 'unreachable' });
    silent.on('connection', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n'));
    const endless = await use({ endpoint: `http://127.0.0.1:${port}` }).handOver(email(1));
    expect(endless).toMatchObject({ outcome: 'doubtful' });
    await new Promise((resolve) => silent.close(resolve));
  });

  it('hands over every byte and any characters of an address', async () => {
    const raw = Buffer.concat([
      Buffer.from('Subject: ä\r\n\r\n+/=&%\r\n'),
      Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    ]);
    const envelope = { from: "o'neil+shop!*@example.com", to: '"a&b=c d"@(example).org' };
    expect(await provider.handOver({ ...email(1), raw, envelope })).toMatchObject({ outcome: 'accepted' });
    expect(ses.taken).toMatchObject([{ raw, source: envelope.from, destinations: [envelope.to] }]);
  });

  it.each([3_600_000, -3_600_000])('takes the clock of the service when ours is wrong by %s ms', async (ahead) => {
    ses.clockAheadMs = ahead;
    expect(await provider.handOver(email(1))).toMatchObject({ outcome: 'not_accepted', kind: 'denied' });
    expect(await provider.handOver(email(2))).toMatchObject({ outcome: 'accepted' });
  });

  it('is not in doubt while it waits for a free connection', async () => {
    use({ maxSockets: 1, connectTimeoutMs: 100, requestTimeoutMs: 600 });
    ses.latencyMs = 300;
    const [first, second] = await Promise.all([provider.handOver(email(1)), provider.handOver(email(2))]);
    expect(first).toMatchObject({ outcome: 'accepted' });
    expect(second).toMatchObject({ outcome: 'not_accepted', kind: 'unreachable' });
    expect(ses.copies.has('mail-2')).toBe(false);
  });

  it.each([
    [
      { perSecond: 14, perDay: 50_000, sentToday: 49_990 },
      { perSecond: 14, dayLeft: 10 },
    ],
    [
      { perSecond: 14, perDay: 200, sentToday: 201 },
      { perSecond: 14, dayLeft: 0 },
    ],
    [
      { perSecond: 500, perDay: -1, sentToday: 7 },
      { perSecond: 500, dayLeft: null },
    ],
  ])('tells the quota of the account: %j', async (quota, expected) => {
    ses.quota = quota;
    expect(await provider.quota()).toEqual(expected);
    ses.quota = undefined;
    await expect(provider.quota()).rejects.toThrow('GetSendQuota');
  });

  it('waits for calls under way before it closes, and takes no more', async () => {
    use({ connectTimeoutMs: 5_000, requestTimeoutMs: 20_000 });
    ses.latencyMs = 100;
    const call = provider.handOver(email(1));
    await provider.close();
    expect(await call).toMatchObject({ outcome: 'accepted' });
    expect(await provider.handOver(email(2))).toMatchObject({ outcome: 'not_accepted' });
  });
});
