import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { authenticate } from 'mailauth';
import type { DomainRecord, DomainView } from '@waybill/contracts/domains/domain';
import { DnsServer } from '@waybill/testing/fake/dns-server';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { expectError } from './expect-error';
import { mailsTo, Person } from './person';
import { ageDomain } from './rows/domains';
import { disableProject } from './rows/identity';
import { delayEmails } from './rows/ledger';

const unverified = { from: 'unverified_domain' };

describe('sending domains', () => {
  let system: System;
  let dns: DnsServer;
  let customer: Customer;
  const newName = (): string => `${randomBytes(5).toString('hex')}.sending.example`;

  beforeAll(async () => {
    dns = await DnsServer.start();
    const verifier = {
      DNS_SERVERS: dns.address,
      DNS_TIMEOUT_MS: '400',
      SECRETS_KEY: randomBytes(32).toString('base64'),
    };
    const gateway = { AUTH_REQUESTS_PER_MINUTE: '0' };
    system = await System.start({
      services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'workflow-engine'],
      env: { 'domain-verifier': verifier, gateway },
    });
    customer = await Customer.join(system);
  });
  afterAll(async () => {
    await system?.stop();
    await dns.stop();
  });

  const add = async (domain = newName()): Promise<DomainView> => {
    const answer = await customer.secret.post('/domains', { projectId: customer.project.projectId, domain });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const publish = (records: DomainRecord[]) => records.forEach(({ type, name, value }) => dns.add(type, name, value));
  const unpublish = (records: DomainRecord[]) => records.forEach(({ type, name }) => dns.remove(name, type));
  const read = async (id: string): Promise<DomainView> => {
    const { body } = await customer.secret.get(`/domains/project/${customer.project.projectId}`);
    return body.find((domain: DomainView) => domain.id === id);
  };
  /** Lets this number of seconds pass for the checks of a domain. */
  const age = (id: string, seconds: number) => ageDomain(system, id, seconds);

  it('are checked and removed by cookie by a member of their project, whichever project the header names', async () => {
    const { email, password, projectId } = customer.project;
    const owner = new Person(system.client(), email, password);
    expect((await owner.login()).status).toBe(200);
    const other = await owner.createProject('Another');
    const stranger = await new Person(system.client()).settle();
    const { id } = await add();
    const inOther = { 'x-project-id': other.id };
    expectError(await stranger.get(`/domains/${id}/verify`), 'DOMAIN_NOT_FOUND');
    expectError(await stranger.delete(`/domains/${id}`), 'DOMAIN_NOT_FOUND');
    expect((await owner.get(`/domains/${id}/verify`)).status).toBe(200);
    expect((await owner.get(`/domains/${id}/verify`, inOther)).status).toBe(200);
    expectError(await owner.delete(`/domains/${projectId}`), 'DOMAIN_NOT_FOUND');
    expect(await owner.delete(`/domains/${id}`)).toMatchObject({ status: 200, body: { success: true } });
    expect(await read(id)).toBeUndefined();
  });

  it('go from the records to a verified domain, signed mail, and back to pending', async () => {
    const domain = await add();
    const from = `hello@${domain.domain}`;
    expect(domain).toMatchObject({ verified: false, status: 'pending', dkimTokens: [], checkedAt: null });
    expect(domain.records.map(({ purpose }) => purpose)).toEqual([
      'OWNERSHIP',
      'DKIM',
      'RETURN_PATH_MX',
      'RETURN_PATH_SPF',
      'DMARC',
      'INBOUND_MX',
    ]);
    await customer.expectRefused(() => customer.send({ from }), 'DOMAIN_NOT_VERIFIED', unverified);

    publish(domain.records);
    await age(domain.id, 300);
    const verified = await eventually('the next check', async () => {
      const seen = await read(domain.id);
      return seen.verified ? seen : null;
    });
    expect(verified).toMatchObject({ status: 'verified', domain: domain.domain });
    expect(verified.records.map(({ status }) => status)).toEqual(domain.records.map(() => 'verified'));

    const mail = await customer.sendAndRead({ from });
    expect(await dkimOf(mail.source)).toEqual({ result: 'pass', domain: domain.domain });

    unpublish(domain.records);
    for (const still of [true, true, false]) {
      await age(domain.id, 10);
      const { status, body } = await customer.secret.get(`/domains/${domain.id}/verify`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ domain: domain.domain, tokens: [], verified: still });
      expect(body.status).toBe(still ? 'Success' : 'Pending');
    }
    // A positive answer may be believed for five seconds.
    await eventually('a refusal', async () => (await customer.send({ from })).status === 403, 10_000);
    await customer.expectRefused(() => customer.send({ from }), 'DOMAIN_NOT_VERIFIED', unverified);
  });

  /** What an independent verifier says of a message, with the records of the loopback DNS. */
  async function dkimOf(source: string): Promise<{ result: string; domain: string }> {
    const resolver = new Resolver();
    resolver.setServers([dns.address]);
    const { dkim } = await authenticate(Buffer.from(source, 'latin1'), {
      ip: '192.0.2.1',
      resolver: (name: string, type: string) => resolver.resolve(name, type as 'TXT'),
      disableArc: true,
      disableDmarc: true,
      disableBimi: true,
    } as never);
    return { result: dkim.results[0]!.status.result, domain: dkim.results[0]!.signingDomain ?? '' };
  }

  it('belong to one project', async () => {
    const other = await Customer.join(system);
    const domain = await add();
    expectError(await other.secret.post('/domains', { domain: domain.domain }), 'CONFLICT');
    expectError(await customer.secret.post('/domains', { domain: domain.domain.toUpperCase() }), 'CONFLICT');
    expectError(await other.secret.get(`/domains/${domain.id}/verify`), 'DOMAIN_NOT_FOUND');
    expectError(await other.secret.delete(`/domains/${domain.id}`), 'DOMAIN_NOT_FOUND');
    expectError(await other.secret.get(`/domains/project/${customer.project.projectId}`), 'NOT_FOUND');
    const body = { projectId: customer.project.projectId, domain: newName() };
    expectError(await other.secret.post('/domains', body), 'NOT_FOUND');
    expect(await read(domain.id)).toMatchObject({ id: domain.id });
  });

  it('are not added below a domain of a suspended project', async () => {
    const [root, other] = [await Customer.join(system), await Customer.join(system)];
    const { senderDomain, projectId } = root.project;
    const below = { domain: `mail.news.${senderDomain}` };
    await disableProject(system, projectId);
    expectError(await other.secret.post('/domains', below), 'FORBIDDEN');
    await disableProject(system, projectId, null);
    expect((await other.secret.post('/domains', below)).status).toBe(201);
  });

  it('match exactly: neither a subdomain nor another project may send', async () => {
    const domain = await add();
    publish(domain.records);
    await customer.secret.get(`/domains/${domain.id}/verify`);
    expect((await customer.send({ from: `a@${domain.domain}` })).status).toBe(200);
    await customer.expectRefused(
      () => customer.send({ from: `a@mail.${domain.domain}` }),
      'DOMAIN_NOT_VERIFIED',
      unverified,
    );
    const other = await Customer.join(system);
    await other.expectRefused(() => other.send({ from: `a@${domain.domain}` }), 'DOMAIN_NOT_VERIFIED', unverified);
  });

  it.each([
    ['co.uk', 'invalid_string'],
    ['192.0.2.1', 'invalid_string'],
    ['*.example.com', 'invalid_string'],
    ['example.com.', 'invalid_string'],
    ['gооgle.com', 'invalid_string'],
    ['ab', 'too_small'],
    [`${'a'.repeat(250)}.com`, 'too_big'],
    [7, 'invalid_type'],
    [undefined, 'required'],
  ])('refuse %s', async (domain, code) => {
    expectError(await customer.secret.post('/domains', { domain }), 'VALIDATION_ERROR', { domain: code });
  });

  it('keep an international name as punycode', async () => {
    const domain = await add(`bücher-${randomBytes(3).toString('hex')}.example`);
    expect(domain.domain).toMatch(/^xn--bcher-[0-9a-f]{6}-\w+\.example$/);
  });

  it('are 404 for an id that is none', async () => {
    expectError(await customer.secret.get('/domains/nonsense/verify'), 'DOMAIN_NOT_FOUND');
    expectError(await customer.secret.delete(`/domains/${crypto.randomUUID()}`), 'DOMAIN_NOT_FOUND');
  });

  it('send the members of the project an email when they are verified and when they are lost', async () => {
    const owner = await new Person(system.client()).settle();
    const project = await owner.createProject();
    const domain: DomainView = (await owner.post('/domains', { projectId: project.id, domain: newName() })).body;
    const check = async () => {
      await age(domain.id, 10);
      await owner.get(`/domains/${domain.id}/verify`, { 'x-project-id': project.id });
    };
    const mailed = (subject: string) =>
      eventually(subject, async () => (await mailsTo(owner.client, owner.email, subject)).length === 1);
    publish(domain.records);
    await check();
    await mailed(`${domain.domain} is verified`);
    unpublish(domain.records);
    for (let i = 0; i < 3; i++) await check();
    await mailed(`${domain.domain} is not verified any more`);
  });

  it('are added by an owner with the cookie, and checked only from pages of our own', async () => {
    const owner = await new Person(system.client()).settle();
    const project = await owner.createProject();
    const added = await owner.post('/domains', { projectId: project.id, domain: newName() });
    expect(added).toMatchObject({ status: 201, body: { projectId: project.id } });
    const mine = { 'x-project-id': project.id };
    expect((await owner.get(`/domains/${added.body.id}/verify`, mine)).status).toBe(200);
    const foreign = await owner.get(`/domains/${added.body.id}/verify`, { ...mine, 'sec-fetch-site': 'cross-site' });
    expectError(foreign, 'FORBIDDEN');
    expectError(
      await owner.post('/domains', { projectId: customer.project.projectId, domain: newName() }),
      'PROJECT_ACCESS_DENIED',
    );
  });

  it('are kept while a template sends from them', async () => {
    const domain = await add();
    publish(domain.records);
    expect((await customer.secret.get(`/domains/${domain.id}/verify`)).body.verified).toBe(true);
    const template = await customer.secret.post('/templates', {
      name: 'Welcome',
      subject: 'Hi',
      body: '<p>Hi</p>',
      from: `hello@${domain.domain}`,
    });
    expect(template.status).toBe(201);
    const refused = await customer.secret.delete(`/domains/${domain.id}`);
    expectError(refused, 'CONFLICT');
    expect(refused.body.error.message).toContain('"Welcome"');
    expect(await read(domain.id)).toBeDefined();
    await customer.secret.delete(`/templates/${template.body.id}`);
    expect((await customer.secret.delete(`/domains/${domain.id}`)).status).toBe(200);
  });

  it('stop a queued email when the domain is removed between acceptance and hand-over', async () => {
    const domain = await add();
    publish(domain.records);
    expect((await customer.secret.get(`/domains/${domain.id}/verify`)).body.verified).toBe(true);
    // Longer than a positive answer about a domain is cached.
    await delayEmails(system);
    const sent = await customer.send({ from: `hello@${domain.domain}` });
    expect(sent.status).toBe(200);
    expect((await customer.secret.delete(`/domains/${domain.id}`)).body).toEqual({ success: true });
    expect(await read(domain.id)).toBeUndefined();
    await customer.reaches(sent.body.data.emails[0].email, 'FAILED', 20_000);
  });
});
