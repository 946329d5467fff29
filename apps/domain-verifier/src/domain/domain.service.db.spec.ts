import { createPrivateKey, createPublicKey } from 'node:crypto';
import { newId } from '@waybill/database/ids';
import { DomainFixture } from '../domain.fixture';

describe('the domains of a project', () => {
  let fixture: DomainFixture;

  beforeAll(async () => {
    fixture = await DomainFixture.start();
  });
  afterAll(() => fixture.close());

  it('come with every record to create', async () => {
    const domain = await fixture.domains.add(fixture.projectId, ' Mail.Bücher.example ');
    const name = 'mail.xn--bcher-kva.example';
    expect(domain).toMatchObject({ domain: name, verified: false, status: 'pending', projectId: fixture.projectId });
    expect(domain.records).toEqual([
      {
        purpose: 'OWNERSHIP',
        type: 'TXT',
        name: `_waybill.${name}`,
        value: expect.stringMatching(/^waybill-verification=[0-9a-f]{32}$/),
        required: true,
        status: 'pending',
      },
      {
        purpose: 'DKIM',
        type: 'TXT',
        name: `waybill._domainkey.${name}`,
        value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{300,}=*$/),
        required: true,
        status: 'pending',
      },
      {
        purpose: 'RETURN_PATH_MX',
        type: 'MX',
        name: `waybill.${name}`,
        value: 'feedback.waybill.test',
        priority: 10,
        required: false,
        status: 'pending',
      },
      {
        purpose: 'RETURN_PATH_SPF',
        type: 'TXT',
        name: `waybill.${name}`,
        value: 'v=spf1 include:spf.waybill.test ~all',
        required: false,
        status: 'pending',
      },
      {
        purpose: 'DMARC',
        type: 'TXT',
        name: `_dmarc.${name}`,
        value: 'v=DMARC1; p=none;',
        required: false,
        status: 'pending',
      },
      {
        purpose: 'INBOUND_MX',
        type: 'MX',
        name,
        value: 'inbound.waybill.test',
        priority: 10,
        required: false,
        status: 'pending',
      },
    ]);
  });

  it('belong to one project, also when two add a name at once', async () => {
    const projects = Array.from({ length: 6 }, newId);
    const tries = await Promise.allSettled(projects.map((id) => fixture.domains.add(id, 'wanted.example')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = tries.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
    expect(refused).toEqual(Array(5).fill('CONFLICT'));
    await expect(fixture.domains.add(newId(), 'WANTED.example')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  describe('that another project has added but not proven', () => {
    const add = async (projectId: string, name: string) =>
      fixture.domains.add(projectId, name).catch((error: { suggestion: string }) => error.suggestion);
    const publish = (suggestion: unknown) => {
      const match = /TXT record (\S+) with the text (\S+) and/.exec(String(suggestion));
      fixture.dns.add('TXT', match![1]!, match![2]!);
    };

    it('go to the project that publishes its own record, which the refusal names', async () => {
      const [squatter, owner, third] = [newId(), newId(), newId()];
      const claimed = await fixture.domains.add(squatter, 'squatted.example');
      const told = await add(owner, 'squatted.example');
      expect(await add(owner, 'squatted.example')).toBe(told);
      const toldThird = await add(third, 'squatted.example');
      expect(toldThird).toMatch(/_waybill\.squatted\.example with the text waybill-verification=[0-9a-f]{32} /);
      expect(toldThird).not.toBe(told);
      publish(told);
      const domain = await fixture.domains.add(owner, 'squatted.example');
      expect(told).toContain(domain.records[0]!.value);
      expect(await fixture.domains.list(squatter)).toEqual([]);
      await expect(fixture.checks.force(squatter, claimed.id)).rejects.toMatchObject({ code: 'DOMAIN_NOT_FOUND' });
      fixture.publish(domain, 'DKIM');
      expect(await fixture.checks.force(owner, domain.id)).toMatchObject({ verified: true });
    });

    it('stay where they are while the DNS does not answer, and for ever once they are proven', async () => {
      const [first, second] = [newId(), newId()];
      const domain = await fixture.domains.add(first, 'proven.example');
      const told = await add(second, 'proven.example');
      publish(told);
      fixture.dns.fault = 'SERVFAIL';
      expect(await add(second, 'proven.example')).toBe(told);
      fixture.dns.fault = undefined;
      fixture.publish(domain);
      await fixture.checks.force(first, domain.id);
      expect(await add(second, 'proven.example')).toMatch(/belongs to one project/);
      expect(await fixture.sending.findVerified(first, ['proven.example'])).toEqual(['proven.example']);
    });

    it('have one owner also when two projects that proved it come at once', async () => {
      const [squatter, ...owners] = [newId(), newId(), newId()] as const;
      await fixture.domains.add(squatter, 'raced.example');
      for (const owner of owners) publish(await add(owner, 'raced.example'));
      const answers = await Promise.all(owners.map((owner) => add(owner, 'raced.example')));
      const [row] = await fixture.db.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM domains.domain WHERE name = 'raced.example'`,
      );
      expect(row!.n).toBe(1);
      expect(answers.filter((answer) => typeof answer !== 'string').length).toBeGreaterThanOrEqual(1);
      expect(await fixture.domains.list(squatter)).toEqual([]);
    });
  });

  it('are listed newest first, and only to their project', async () => {
    const projectId = newId();
    await fixture.domains.add(projectId, 'first.example');
    await fixture.domains.add(projectId, 'second.example');
    const names = (await fixture.domains.list(projectId)).map(({ domain }) => domain);
    expect(names).toEqual(['second.example', 'first.example']);
    expect(await fixture.domains.list(newId())).toEqual([]);
  });

  it('keep their private key sealed, and give it for signing once they are verified', async () => {
    const domain = await fixture.domains.add(fixture.projectId, 'signing.example');
    const [row] = await fixture.db.query<{ box: Buffer }>(
      'SELECT dkim_private_key AS box FROM domains.domain WHERE id = $1',
      [domain.id],
    );
    expect(row!.box.toString('latin1')).not.toContain('PRIVATE KEY');
    expect(await fixture.sending.signingKey(fixture.projectId, 'signing.example')).toEqual({ key: null });
    fixture.publish(domain);
    await fixture.checks.force(fixture.projectId, domain.id);
    const { key } = await fixture.sending.signingKey(fixture.projectId, 'signing.example');
    expect(key!.selector).toBe('waybill');
    const publicKey = createPublicKey(createPrivateKey(key!.privateKeyPem)).export({ type: 'spki', format: 'der' });
    expect(domain.records[1]!.value).toContain(`p=${publicKey.toString('base64')}`);
    expect(await fixture.sending.signingKey(newId(), 'signing.example')).toEqual({ key: null });
  });

  it('are gone when they are removed: the name is free, the key is not given any more', async () => {
    const domain = await fixture.domains.add(fixture.projectId, 'removed.example');
    fixture.publish(domain);
    await fixture.checks.force(fixture.projectId, domain.id);
    await expect(fixture.domains.remove(newId(), domain.id)).rejects.toMatchObject({ code: 'DOMAIN_NOT_FOUND' });
    await fixture.domains.remove(fixture.projectId, domain.id);
    expect(await fixture.sending.findVerified(fixture.projectId, ['removed.example'])).toEqual([]);
    expect(await fixture.sending.signingKey(fixture.projectId, 'removed.example')).toEqual({ key: null });
    const other = await fixture.domains.add(newId(), 'removed.example');
    // The records of the project before prove nothing for the next one.
    await fixture.checks.force(other.projectId, other.id);
    expect(await fixture.sending.findVerified(other.projectId, ['removed.example'])).toEqual([]);
  });

  it('match a sender exactly: neither below nor above a verified name', async () => {
    await fixture.domains.addVerified(fixture.projectId, 'exact.example');
    const asked = ['exact.example', 'mail.exact.example', 'example', 'exact.example.evil.example'];
    expect(await fixture.sending.findVerified(fixture.projectId, asked)).toEqual(['exact.example']);
    expect(await fixture.sending.findVerified(newId(), asked)).toEqual([]);
  });

  it('receive mail for their project once they are verified, under exactly their name', async () => {
    const { projectId } = fixture;
    await fixture.domains.addVerified(projectId, 'receives.example');
    await fixture.domains.add(projectId, 'pending-mail.example');
    const asked = ['receives.example', 'pending-mail.example', 'sub.receives.example', 'nobody.example'];
    expect(await fixture.sending.findReceivers(asked)).toEqual([{ domain: 'receives.example', projectId }]);
  });

  it('are as many as a project may have, also when many are added at once', async () => {
    const projectId = newId();
    const few = await DomainFixture.start({ MAX_DOMAINS_PER_PROJECT: 2 });
    const tries = await Promise.allSettled([1, 2, 3, 4].map((n) => few.domains.add(projectId, `full${n}.example`)));
    const refused = tries.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
    expect([refused, (await few.domains.list(projectId)).length]).toEqual([['FORBIDDEN', 'FORBIDDEN'], 2]);
    await expect(few.domains.add(projectId, 'full1.example')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await few.domains.add(newId(), 'full5.example')).domain).toBe('full5.example');
    await few.close();
  });

  it('refuse a name that cannot be a sending domain, with the field', async () => {
    await expect(fixture.domains.add(fixture.projectId, 'co.uk')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ field: 'domain', code: 'invalid_string' }],
    });
  });
});
