import { eventually } from '@waybill/testing/eventually';
import { DnsServer } from '@waybill/testing/fake/dns-server';
import { DnsLookup } from './dns-lookup';

describe('DnsLookup', () => {
  let server: DnsServer;
  let dns: DnsLookup;
  /** For questions that the server does not answer. */
  let hasty: DnsLookup;

  beforeAll(async () => {
    server = await DnsServer.start();
    dns = new DnsLookup({ DNS_SERVERS: server.address, DNS_TIMEOUT_MS: 5_000, DNS_QUERIES: 50 });
    hasty = new DnsLookup({ DNS_SERVERS: server.address, DNS_TIMEOUT_MS: 150, DNS_QUERIES: 50 });
  });
  afterAll(() => server.stop());

  it('finds records of every type it asks for', async () => {
    server.add('TXT', 'all.example', 'some text');
    server.add('MX', 'all.example', 'mx.all.example');
    server.add('NS', 'all.example', 'ns.all.example');
    server.add('A', 'all.example', '192.0.2.1');
    server.add('AAAA', 'all.example', '2001:db8::1');
    server.add('CNAME', 'alias.all.example', 'all.example');
    expect(await dns.find('TXT', 'all.example')).toEqual({ found: ['some text'] });
    expect(await dns.find('MX', 'all.example')).toEqual({ found: ['mx.all.example'] });
    expect(await dns.find('NS', 'all.example')).toEqual({ found: ['ns.all.example'] });
    expect(await dns.find('A', 'all.example')).toEqual({ found: ['192.0.2.1'] });
    expect(await dns.find('AAAA', 'all.example')).toEqual({ found: ['2001:db8::1'] });
    expect(await dns.find('CNAME', 'alias.all.example')).toEqual({ found: ['all.example'] });
  });

  it('follows a CNAME to the text', async () => {
    server.add('CNAME', 'key.follow.example', 'key.elsewhere.example');
    server.add('TXT', 'key.elsewhere.example', 'v=DKIM1; p=abc');
    expect(await dns.find('TXT', 'key.follow.example')).toEqual({ found: ['v=DKIM1; p=abc'] });
  });

  it('joins the pieces of a long text, which comes over TCP', async () => {
    const text = `v=DKIM1; p=${'x'.repeat(1_500)}`;
    server.add('TXT', 'long.example', text);
    expect(await dns.find('TXT', 'long.example')).toEqual({ found: [text] });
  });

  it('asks over TCP where the UDP answer was truncated', async () => {
    server.add('TXT', 'cut.example', 'whole');
    server.setFault('cut.example', 'truncate');
    expect(await dns.find('TXT', 'cut.example')).toEqual({ found: ['whole'] });
  });

  it('distinguishes a name that does not exist from one without such a record', async () => {
    server.add('A', 'only-a.example', '192.0.2.1');
    expect(await dns.find('TXT', 'nothing.example')).toEqual({ absent: 'name' });
    expect(await dns.find('TXT', 'only-a.example')).toEqual({ absent: 'record' });
  });

  it.each(['SERVFAIL', 'REFUSED', 'silence'] as const)('knows nothing after %s', async (fault) => {
    server.setFault('broken.example', fault);
    expect(await hasty.find('TXT', 'broken.example')).toEqual({ failed: expect.any(String) });
  });

  it('knows nothing of a CNAME loop', async () => {
    server.add('CNAME', 'a.loop.example', 'b.loop.example');
    server.add('CNAME', 'b.loop.example', 'a.loop.example');
    expect(await dns.find('TXT', 'a.loop.example')).toEqual({ failed: expect.any(String) });
  });

  it('gives up after two attempts of its own timeout', async () => {
    server.setFault('silent.example', 'silence');
    const before = server.queries;
    const began = performance.now();
    expect(await hasty.find('MX', 'silent.example')).toEqual({ failed: 'ETIMEOUT' });
    // The resolver's own timeout would be five seconds for each attempt.
    expect(performance.now() - began).toBeLessThan(10_000);
    await eventually('both queries have come', () => server.queries - before === 2);
  });

  it('waits its whole timeout for a slow name, also after many quick answers', async () => {
    const patient = new DnsLookup({ DNS_SERVERS: server.address, DNS_TIMEOUT_MS: 10_000, DNS_QUERIES: 50 });
    server.add('TXT', 'slow.example', 'here');
    for (let i = 0; i < 20; i++) await patient.find('A', 'all.example');
    server.latencyMs = 1_000;
    server.queries = 0;
    expect(await patient.find('TXT', 'slow.example')).toEqual({ found: ['here'] });
    server.latencyMs = 0;
    expect(server.queries).toBe(1);
  });

  it('sees a change at once: no answer is kept between two checks', async () => {
    server.add('TXT', 'fresh.example', 'one');
    expect(await dns.find('TXT', 'fresh.example')).toEqual({ found: ['one'] });
    server.remove('fresh.example');
    expect(await dns.find('TXT', 'fresh.example')).toEqual({ absent: 'name' });
  });

  it('never has more than its number of queries under way', async () => {
    const few = new DnsLookup({ DNS_SERVERS: server.address, DNS_TIMEOUT_MS: 5_000, DNS_QUERIES: 5 });
    server.latencyMs = 5;
    server.mostWaiting = 0;
    await Promise.all(Array.from({ length: 60 }, (_, index) => few.find('A', `${index}.many.example`)));
    server.latencyMs = 0;
    expect(server.mostWaiting).toBeGreaterThan(1);
    expect(server.mostWaiting).toBeLessThanOrEqual(5);
  });
});
