import { newId } from '@waybill/database/ids';
import { DomainFixture } from '../domain.fixture';

describe('the check of a domain', () => {
  let fixture: DomainFixture;
  let count = 0;
  const add = () => fixture.domains.add(fixture.projectId, `d${++count}.checks.example`);
  const force = async (id: string) => {
    await fixture.pass(10);
    return fixture.checks.force(fixture.projectId, id);
  };

  beforeAll(async () => {
    fixture = await DomainFixture.start();
  });
  afterAll(() => fixture.close());

  it('verifies a domain once its records are published, and says so once', async () => {
    const domain = await add();
    expect(await force(domain.id)).toMatchObject({ verified: false, status: 'Pending' });
    fixture.publish(domain);
    const checked = await force(domain.id);
    expect(checked).toMatchObject({ domain: domain.domain, verified: true, status: 'Success' });
    expect(checked.records.map(({ status }) => status)).toEqual(checked.records.map(() => 'verified'));
    await force(domain.id);
    expect(await fixture.events(domain.domain)).toEqual(['domain.verified']);
    expect(await fixture.sending.findVerified(fixture.projectId, [domain.domain])).toEqual([domain.domain]);
  });

  it('needs ownership and key only; the other records are advice', async () => {
    const domain = await add();
    fixture.publish(domain, 'OWNERSHIP');
    expect(await force(domain.id)).toMatchObject({ verified: false });
    fixture.publish(domain, 'DKIM');
    const checked = await force(domain.id);
    expect(checked.verified).toBe(true);
    const advice = checked.records.filter(({ required }) => !required);
    expect(advice.map(({ purpose, status }) => [purpose, status])).toEqual([
      ['RETURN_PATH_MX', 'missing'],
      ['RETURN_PATH_SPF', 'missing'],
      ['DMARC', 'missing'],
      ['INBOUND_MX', 'missing'],
    ]);
  });

  it('does not take the key or the ownership of another domain', async () => {
    const [domain, other] = [await add(), await add()];
    for (const purpose of ['OWNERSHIP', 'DKIM']) {
      const [name, foreign] = [domain, other].map(
        ({ records }) => records.find((record) => record.purpose === purpose)!,
      );
      fixture.dns.add('TXT', name!.name, foreign!.value);
    }
    const checked = await force(domain.id);
    expect(checked.verified).toBe(false);
    expect(checked.records.slice(0, 2).map(({ status }) => status)).toEqual(['mismatch', 'mismatch']);
  });

  it('falls back to pending with the third definite negative', async () => {
    const domain = await add();
    fixture.publish(domain);
    await force(domain.id);
    fixture.unpublish(domain);
    expect(await force(domain.id)).toMatchObject({ verified: true, status: 'Success' });
    expect(await force(domain.id)).toMatchObject({ verified: true });
    expect(await force(domain.id)).toMatchObject({ verified: false, status: 'Pending' });
    expect(await fixture.events(domain.domain)).toEqual(['domain.verified', 'domain.lost']);
    expect(await fixture.sending.findVerified(fixture.projectId, [domain.domain])).toEqual([]);
  });

  it.each(['SERVFAIL', 'silence'] as const)('keeps the state while the DNS answers with %s', async (fault) => {
    const domain = await add();
    fixture.publish(domain);
    await force(domain.id);
    const { DNS_TIMEOUT_MS } = fixture.config;
    Object.assign(fixture.config, { DNS_TIMEOUT_MS: 400 });
    fixture.dns.fault = fault;
    for (let i = 0; i < 4; i++) expect(await force(domain.id)).toMatchObject({ verified: true });
    fixture.dns.fault = undefined;
    const other = await add();
    fixture.dns.fault = fault;
    expect(await force(other.id)).toMatchObject({ verified: false, status: 'TemporaryFailure' });
    fixture.dns.fault = undefined;
    Object.assign(fixture.config, { DNS_TIMEOUT_MS });
    expect(await fixture.events(domain.domain)).toEqual(['domain.verified']);
  });

  it('asks only for what matters while the DNS does not answer', async () => {
    const domain = await add();
    fixture.dns.fault = 'SERVFAIL';
    fixture.dns.queries = 0;
    const { records } = await force(domain.id);
    fixture.dns.fault = undefined;
    expect(records.map(({ status }) => status)).toEqual(records.map(() => 'unknown'));
    // Two names, each asked by two transports or attempts of the resolver at most.
    expect(fixture.dns.queries).toBeLessThanOrEqual(2 * 4);
  });

  it('is done for every domain when it is due, not before', async () => {
    const domain = await add();
    fixture.publish(domain);
    await fixture.checkDue();
    const before = await fixture.domains.list(fixture.projectId);
    expect(before.find(({ id }) => id === domain.id)).toMatchObject({ verified: false, checkedAt: null });
    await fixture.pass(300);
    await fixture.checkDue();
    const after = await fixture.domains.list(fixture.projectId);
    expect(after.find(({ id }) => id === domain.id)).toMatchObject({ verified: true, status: 'verified' });
    fixture.dns.queries = 0;
    await fixture.checkDue();
    expect(fixture.dns.queries).toBe(0);
  });

  it('is shared by all callers that force it at once, and not repeated within ten seconds', async () => {
    const domain = await add();
    fixture.publish(domain);
    const other = await fixture.another();
    fixture.dns.latencyMs = 20;
    fixture.dns.queries = 0;
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => fixture.checks.force(fixture.projectId, domain.id)),
      ...Array.from({ length: 5 }, () => other.checks.force(fixture.projectId, domain.id)),
    ]);
    expect(answers.map(({ verified }) => verified)).toEqual(answers.map(() => true));
    await fixture.checks.force(fixture.projectId, domain.id);
    fixture.dns.latencyMs = 0;
    // The answer with the key is too long for UDP, so it is asked for twice.
    expect(fixture.dns.queries).toBe(domain.records.length + 1);
  });

  it('is taken up by another process when the one that had it died', async () => {
    const domain = await add();
    fixture.publish(domain);
    await fixture.pass(300);
    await fixture.db.query(
      `UPDATE domains.domain SET check_token = gen_random_uuid(), checking_until = app.now() + interval '120 seconds',
         next_check_at = app.now() + interval '120 seconds' WHERE id = $1`,
      [domain.id],
    );
    await fixture.checkDue();
    expect(await fixture.sending.findVerified(fixture.projectId, [domain.domain])).toEqual([]);
    await fixture.pass(120);
    await fixture.checkDue();
    expect(await fixture.sending.findVerified(fixture.projectId, [domain.domain])).toEqual([domain.domain]);
  });

  it('is 404 for what the project has not', async () => {
    const domain = await add();
    await expect(fixture.checks.force(newId(), domain.id)).rejects.toMatchObject({ code: 'DOMAIN_NOT_FOUND' });
    await expect(fixture.checks.force(fixture.projectId, newId())).rejects.toMatchObject({ code: 'DOMAIN_NOT_FOUND' });
  });
});
