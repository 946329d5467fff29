import { eventually } from '@waybill/testing/eventually';
import { SmtpSink, type SinkFaults } from '@waybill/testing/fake/smtp-sink';
import type { HandOverRequest } from '../provider';
import { SmtpProvider, type SmtpOptions } from './smtp.provider';

/** Only a test of a deadline meets one, also on a busy machine. */
const patient = { host: '127.0.0.1', connectTimeoutMs: 20_000, socketTimeoutMs: 20_000, deadlineMs: 60_000 };
const silence = { socketTimeoutMs: 4_000 };

function email(n: number): HandOverRequest {
  const emailId = `mail-${n}`;
  const head = `Message-ID: <${emailId}@example.com>\r\nX-Waybill-Email-Id: ${emailId}\r\nTo: other@example.net\r\n`;
  const raw = Buffer.from(`${head}\r\n.starts with a dot\r\n..\r\nend`);
  const envelope = { from: 'shop@example.com', to: 'ann@example.org' };
  return { projectId: 'p', emailId, attempt: 1, envelope, raw, tracking: false };
}

describe('SmtpProvider', () => {
  let sink: SmtpSink;
  let provider: SmtpProvider;
  const use = (options: Partial<SmtpOptions> = {}): void => {
    provider = new SmtpProvider({ ...patient, port: sink.port, ...options });
  };

  beforeEach(async () => {
    sink = await SmtpSink.start();
    use();
  });

  afterEach(async () => {
    await provider.close();
    await sink.stop();
  });

  it('hands over the bytes as they are, to the recipient of the envelope', async () => {
    expect(await provider.handOver(email(1))).toEqual({ outcome: 'accepted', messageId: 'mail-1@example.com' });
    expect(sink.taken).toHaveLength(1);
    const [{ from, to, raw }] = sink.taken as [SmtpSink['taken'][number]];
    expect({ from, to }).toEqual({ from: 'shop@example.com', to: ['ann@example.org'] });
    expect(raw.toString().trimEnd()).toBe(email(1).raw.toString());
  });

  it('sends many at once over no more connections than it may open, each once', async () => {
    use({ poolSize: 5 });
    const results = await Promise.all(Array.from({ length: 200 }, (_, n) => provider.handOver(email(n))));
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']));
    expect(sink.copies.size).toBe(200);
    expect(Math.max(...sink.copies.values())).toBe(1);
    expect(sink.connections).toBeLessThanOrEqual(5);
  });

  it('lets an urgent email go before others that wait for a connection', async () => {
    await provider.close();
    use({ poolSize: 1 });
    sink.faults = { delayMs: 20 };
    const many = Array.from({ length: 6 }, (_, n) => provider.handOver(email(n)));
    await Promise.all([...many, provider.handOver({ ...email(99), urgent: true })]);
    expect(sink.taken.findIndex(({ emailId }) => emailId === 'mail-99')).toBe(1);
    expect(sink.taken).toHaveLength(7);
  });

  const faults: [string, SinkFaults, Record<string, unknown>, number][] = [
    ['421 at connect', { greeting: [421, 'busy'] }, { outcome: 'not_accepted', kind: 'throttled' }, 0],
    ['554 at connect', { greeting: [554, 'no'] }, { outcome: 'not_accepted', kind: 'unreachable' }, 0],
    ['550 to MAIL', { mailFrom: [550, 'sender'] }, { outcome: 'rejected' }, 0],
    ['450 to RCPT', { rcptTo: [450, 'later'] }, { outcome: 'not_accepted', kind: 'throttled' }, 0],
    ['550 to RCPT', { rcptTo: [550, 'unknown'] }, { outcome: 'rejected' }, 0],
    ['a cut at MAIL', { cutAt: 'MAIL' }, { outcome: 'not_accepted', kind: 'unreachable' }, 0],
    ['a cut at RCPT', { cutAt: 'RCPT' }, { outcome: 'not_accepted', kind: 'unreachable' }, 0],
    ['451 to the content', { data: [451, 'later'] }, { outcome: 'not_accepted', kind: 'throttled' }, 0],
    ['554 to the content', { data: [554, 'spam'] }, { outcome: 'rejected' }, 0],
    ['a cut after the content, not taken', { afterData: 'cut' }, { outcome: 'doubtful' }, 0],
    ['a cut after the content, taken', { afterData: 'take-and-cut' }, { outcome: 'doubtful' }, 1],
    ['silence after the content, not taken', { afterData: 'hang' }, { outcome: 'doubtful' }, 0],
    ['silence after the content, taken', { afterData: 'take-and-hang' }, { outcome: 'doubtful' }, 1],
  ];

  it.each(faults)('understands %s on a new and on a used session', async (_name, fault, expected, taken) => {
    if (fault.afterData?.endsWith('hang')) use(silence);
    sink.faults = fault;
    expect(await provider.handOver(email(1))).toMatchObject(expected);
    expect(sink.copies.get('mail-1') ?? 0).toBe(taken);
    sink.faults = {};
    // Where silence is short, a pause of this process is one too.
    let tries = 100;
    const isAccepted = async () => (await provider.handOver(email(tries++))).outcome === 'accepted';
    await eventually('a session', isAccepted);
    sink.faults = fault.greeting ? {} : fault;
    const again = await provider.handOver(email(3));
    expect(again).toMatchObject(fault.greeting ? { outcome: 'accepted' } : expected);
    expect(sink.copies.get('mail-3') ?? 0).toBe(fault.greeting ? 1 : taken);
  });

  it('keeps a session after a refused message', async () => {
    sink.faults = { rcptTo: [550, 'unknown'] };
    for (let n = 0; n < 5; n++) await provider.handOver(email(n));
    expect(sink.connections).toBe(1);
  });

  it('opens a new session when the server closed the idle one', async () => {
    await provider.handOver(email(1));
    sink.cutAll();
    expect(await provider.handOver(email(2))).toMatchObject({ outcome: 'accepted' });
    expect(sink.connections).toBe(2);
  });

  it('gives up at the deadline while every connection is busy, before anything was written', async () => {
    use({ poolSize: 1, deadlineMs: 5_000 });
    sink.faults = { afterData: 'hang' };
    const [first, second] = await Promise.all([provider.handOver(email(1)), provider.handOver(email(2))]);
    expect(first).toMatchObject({ outcome: 'doubtful' });
    expect(second).toMatchObject({ outcome: 'not_accepted' });
    expect(sink.copies.has('mail-2')).toBe(false);
  });

  it('does not reach a closed port or an unknown host', async () => {
    use({ host: 'no-such-host.invalid', connectTimeoutMs: 500 });
    expect(await provider.handOver(email(1))).toMatchObject({ outcome: 'not_accepted', kind: 'unreachable' });
    use();
    await sink.stop();
    expect(await provider.handOver(email(1))).toMatchObject({ outcome: 'not_accepted', kind: 'unreachable' });
    sink = await SmtpSink.start();
  });

  it('does not cut a later message when the time of an earlier one on that connection runs out', async () => {
    use({ poolSize: 1, deadlineMs: 5_000 });
    await provider.handOver(email(1));
    sink.faults = { delayMs: 1_500 };
    for (const n of [2, 3, 4, 5]) expect(await provider.handOver(email(n))).toMatchObject({ outcome: 'accepted' });
    expect(sink.connections).toBe(1);
  });

  it('rejects a message larger than the server takes without sending it', async () => {
    await sink.stop();
    sink = await SmtpSink.start({ maxBytes: 100 });
    use();
    expect(await provider.handOver(email(1))).toMatchObject({ outcome: 'rejected' });
  });

  it('refuses an envelope that would be a command', async () => {
    for (const to of ['ann@example.org>\r\nRCPT TO:<b@evil.example', 'ann@example.org> ORCPT=x', '']) {
      const result = await provider.handOver({ ...email(1), envelope: { from: 'shop@example.com', to } });
      expect(result.outcome).toBe('rejected');
    }
    expect(sink.taken).toHaveLength(0);
  });

  it('does not log in without TLS unless the configuration allows it', async () => {
    await sink.stop();
    sink = await SmtpSink.start({ login: { user: 'shop', password: 'secret' } });
    use({ user: 'shop', password: 'secret' });
    expect(await provider.handOver(email(1))).toMatchObject({ outcome: 'not_accepted', kind: 'unreachable' });
    use({ user: 'shop', password: 'secret', requireTls: false });
    expect(await provider.handOver(email(2))).toMatchObject({ outcome: 'accepted' });
    use({ user: 'shop', password: 'wrong', requireTls: false });
    expect(await provider.handOver(email(3))).toMatchObject({ outcome: 'not_accepted', kind: 'refused' });
  });

  it('gives neither password nor content to a server whose certificate is not trusted', async () => {
    await sink.stop();
    sink = await SmtpSink.start({ startTls: true, login: { user: 'shop', password: 'secret' } });
    use({ user: 'shop', password: 'secret' });
    expect(await provider.handOver(email(1))).toMatchObject({ outcome: 'not_accepted', kind: 'unreachable' });
    expect(sink.logins).toBe(0);
    use({ user: 'shop', password: 'secret', tls: { rejectUnauthorized: false } });
    expect(await provider.handOver(email(2))).toMatchObject({ outcome: 'accepted' });
    expect(sink.logins).toBe(1);
  });

  it('ends its idle connections on close', async () => {
    await provider.handOver(email(1));
    await provider.close();
    await eventually('no connection is open', () => sink.open === 0);
    expect(await provider.handOver(email(2))).toMatchObject({ outcome: 'not_accepted' });
  });
});
