import { DnsServer } from '@waybill/testing/fake/dns-server';
import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { expectError } from './expect-error';

describe('/v1/verify', () => {
  let system: System;
  let dns: DnsServer;
  let customer: Customer;
  const verify = (email: unknown) => customer.secret.post('/v1/verify', { email });

  beforeAll(async () => {
    dns = await DnsServer.start();
    for (const domain of ['company.example', 'gmail.com', 'mailinator.com', 'gmsil.com']) {
      dns.add('NS', domain, `ns.${domain}`);
      dns.add('MX', domain, `mx.${domain}`);
    }
    dns.add('A', 'company.example', '192.0.2.1');
    const verifier = { DNS_SERVERS: dns.address, DNS_TIMEOUT_MS: '300' };
    system = await System.start({ services: ['gateway', 'domain-verifier'], env: { 'domain-verifier': verifier } });
    customer = await Customer.join(system);
  });
  afterAll(async () => {
    await system?.stop();
    await dns.stop();
  });

  it('answers every field of an address without fault', async () => {
    const answer = await verify(' Ann@Company.example');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: {
        email: 'ann@company.example',
        valid: true,
        isDisposable: false,
        isAlias: false,
        isTypo: false,
        isPlusAddressed: false,
        isPersonalEmail: false,
        domainExists: true,
        hasWebsite: true,
        hasMxRecords: true,
        reasons: ['The address looks good'],
      },
    });
  });

  it.each([
    ['ann+tag@gmail.com', { valid: true, isPlusAddressed: true, isPersonalEmail: true, hasWebsite: false }],
    ['ann@mailinator.com', { valid: true, isDisposable: true, isPersonalEmail: false }],
    ['ann@gmsil.com', { valid: true, isTypo: true, suggestedEmail: 'ann@gmail.com' }],
    ['ann@nowhere.example', { valid: false, domainExists: false, hasMxRecords: false }],
  ])('says of %s what is known', async (email, says) => {
    expect((await verify(email)).body.data).toMatchObject({ email, ...says });
  });

  it('does not know while the DNS is silent, and says so instead of failing', async () => {
    dns.setFault('silent.example', 'silence');
    const { status, body } = await verify('ann@silent.example');
    expect(status).toBe(200);
    expect(body.data.valid).toBe(true);
    expect(body.data.reasons).toContainEqual(expect.stringContaining('unknown'));
  });

  it.each([
    ['not an address', 'invalid_email'],
    ['a@b@c.example', 'invalid_email'],
    [undefined, 'required'],
    [7, 'invalid_type'],
  ])('refuses %s', async (email, code) => {
    expectError(await verify(email), 'VALIDATION_ERROR', { email: code });
  });

  it('is for the secret key', async () => {
    expectError(await customer.public.post('/v1/verify', { email: 'ann@company.example' }), 'INVALID_API_KEY');
  });

  it('answers 503 while the verifier is unavailable', async () => {
    await system.service('domain-verifier').stop();
    expectError(await verify('ann@company.example'), 'SERVICE_UNAVAILABLE');
  });
});
