import { DnsServer } from '@waybill/testing/fake/dns-server';
import { DnsLookup } from '../dns/dns-lookup';
import { AddressService } from './address.service';

describe('AddressService', () => {
  let server: DnsServer;
  let addresses: AddressService;

  beforeAll(async () => {
    server = await DnsServer.start();
    addresses = addressesWithin(5_000);
    for (const domain of ['company.example', 'gmail.com', 'mailinator.com', 'duck.com', 'gmsil.com', 'company.con']) {
      server.add('NS', domain, `ns.${domain}`);
      server.add('MX', domain, `mx.${domain}`);
      server.add('A', domain, '192.0.2.1');
    }
  });
  afterAll(() => server.stop());

  const addressesWithin = (timeoutMs: number): AddressService =>
    new AddressService(new DnsLookup({ DNS_SERVERS: server.address, DNS_TIMEOUT_MS: timeoutMs, DNS_QUERIES: 50 }));

  const nothing = {
    isDisposable: false,
    isAlias: false,
    isTypo: false,
    isPlusAddressed: false,
    isPersonalEmail: false,
  };
  const alive = { valid: true, domainExists: true, hasWebsite: true, hasMxRecords: true };

  it('has exactly one good word for an address without fault', async () => {
    expect(await addresses.report(' Ann@Company.Example ')).toEqual({
      email: 'Ann@company.example',
      ...alive,
      ...nothing,
      reasons: ['The address looks good'],
    });
  });

  it.each([
    ['ann@gmail.com', { isPersonalEmail: true }, /personal/],
    ['ann+news@company.example', { isPlusAddressed: true }, /plus/],
    ['ann@mailinator.com', { isDisposable: true }, /disposable/],
    ['ann@duck.com', { isAlias: true }, /alias/],
    ['ann@gmsil.com', { isTypo: true, suggestedEmail: 'ann@gmail.com' }, /typing error/],
    ['ann@company.con', { isTypo: true, suggestedEmail: 'ann@company.com' }, /typing error/],
  ])('says of %s what the lists know, and that alone never makes it invalid', async (email, says, reason) => {
    const report = await addresses.report(email);
    expect(report).toEqual({ email, ...alive, ...nothing, ...says, reasons: [expect.stringMatching(reason)] });
  });

  it('is invalid where the domain does not exist', async () => {
    expect(await addresses.report('ann@nowhere.example')).toMatchObject({
      valid: false,
      domainExists: false,
      hasMxRecords: false,
      hasWebsite: false,
      reasons: ['The domain does not exist'],
    });
  });

  it('is invalid where the domain has no MX, or says by a null MX that it takes no mail', async () => {
    server.add('NS', 'web-only.example', 'ns.web-only.example');
    server.add('A', 'web-only.example', '192.0.2.1');
    server.add('NS', 'no-mail.example', 'ns.no-mail.example');
    server.add('MX', 'no-mail.example', '.');
    const says = { valid: false, domainExists: true, hasMxRecords: false };
    expect(await addresses.report('ann@web-only.example')).toMatchObject({ ...says, hasWebsite: true });
    expect(await addresses.report('ann@no-mail.example')).toMatchObject({
      ...says,
      reasons: [expect.stringContaining('null MX')],
    });
  });

  it('finds the name servers of a subdomain at the domain that was registered', async () => {
    server.add('MX', 'mail.company.example', 'mx.company.example');
    expect(await addresses.report('ann@mail.company.example')).toMatchObject({ valid: true, domainExists: true });
  });

  it.each(['SERVFAIL', 'silence'] as const)(
    'does not know after %s, says so, and calls nothing invalid',
    async (fault) => {
      const domain = `${fault.toLowerCase()}.example`;
      server.setFault(domain, fault);
      const report = await addressesWithin(500).report(`ann@${domain}`);
      expect(report.valid).toBe(true);
      expect(report.reasons).toEqual(Array(3).fill(expect.stringContaining('unknown')));
    },
  );

  it('asks the DNS once for all addresses of a domain', async () => {
    server.add('NS', 'once.example', 'ns.once.example');
    server.add('MX', 'once.example', 'mx.once.example');
    const before = server.queries;
    await Promise.all(['a', 'b', 'c'].map((name) => addresses.report(`${name}@once.example`)));
    await addresses.report('d@once.example');
    expect(server.queries - before).toBe(4);
  });

  it('refuses what is not an address', async () => {
    await expect(addresses.report('not an address')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
