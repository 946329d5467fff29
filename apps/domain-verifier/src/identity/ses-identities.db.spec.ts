import { newId } from '@waybill/database/ids';
import { FakeSesIdentity } from '@waybill/testing/fake/fake-ses-identity';
import { DomainFixture } from '../domain.fixture';

describe('a domain that Amazon SES proves', () => {
  let ses: FakeSesIdentity;
  let fixture: DomainFixture;
  const force = async (id: string) => {
    await fixture.pass(10);
    return fixture.checks.force(fixture.projectId, id);
  };

  beforeAll(async () => {
    ses = await FakeSesIdentity.start();
    fixture = await DomainFixture.start({
      EMAIL_PROVIDER: 'ses',
      SECRETS_KEY: null,
      SES_ENDPOINT: ses.url,
      SES_CALL_INTERVAL_MS: 0,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    });
  });
  afterAll(async () => {
    await fixture.close();
    await ses.stop();
  });

  it('is registered with its return path, and shows the records of SES', async () => {
    const domain = await fixture.domains.add(fixture.projectId, 'records.ses.example');
    const { tokens, mailFrom } = ses.identities.get(domain.domain)!;
    expect(mailFrom).toBe('waybill.records.ses.example');
    expect(domain.dkimTokens).toEqual(tokens);
    expect(domain.records[0]).toMatchObject({
      purpose: 'OWNERSHIP',
      name: `_waybill.${domain.domain}`,
      required: true,
    });
    const others = domain.records.slice(1);
    expect(others.map(({ purpose, type, name, value }) => [purpose, type, name, value])).toEqual([
      ...tokens.map((token) => [
        'DKIM',
        'CNAME',
        `${token}._domainkey.${domain.domain}`,
        `${token}.dkim.amazonses.com`,
      ]),
      ['RETURN_PATH_MX', 'MX', mailFrom, 'feedback-smtp.us-east-1.amazonses.com'],
      ['RETURN_PATH_SPF', 'TXT', mailFrom, 'v=spf1 include:amazonses.com ~all'],
      ['DMARC', 'TXT', `_dmarc.${domain.domain}`, 'v=DMARC1; p=none;'],
      ['INBOUND_MX', 'MX', domain.domain, 'inbound-smtp.us-east-1.amazonaws.com'],
    ]);
    expect(await fixture.sending.signingKey(fixture.projectId, domain.domain)).toEqual({ key: null });
  });

  it('is verified when SES says so, which ends its feedback mails, and lost after three times the contrary', async () => {
    const domain = await fixture.domains.add(fixture.projectId, 'life.ses.example');
    fixture.publish(domain, 'OWNERSHIP');
    expect(await force(domain.id)).toMatchObject({ status: 'Pending', verified: false, tokens: domain.dkimTokens });
    const identity = ses.identities.get(domain.domain)!;
    identity.status = 'Success';
    expect(await force(domain.id)).toMatchObject({ status: 'Success', verified: true });
    expect(ses.identities.get(domain.domain)!.forwarding).toBe(false);
    identity.status = 'TemporaryFailure';
    for (let i = 0; i < 4; i++) expect(await force(domain.id)).toMatchObject({ verified: true });
    identity.status = 'Pending';
    for (const verified of [true, true, false]) expect(await force(domain.id)).toMatchObject({ verified });
    expect(await fixture.events(domain.domain)).toEqual(['domain.verified', 'domain.lost']);
  });

  it('keeps its state while SES does not answer, and a new one is refused with 503', async () => {
    const domain = await fixture.domains.add(fixture.projectId, 'outage.ses.example');
    fixture.publish(domain, 'OWNERSHIP');
    ses.identities.get(domain.domain)!.status = 'Success';
    await force(domain.id);
    ses.error = 'ServiceUnavailable';
    for (let i = 0; i < 4; i++) expect(await force(domain.id)).toMatchObject({ verified: true });
    await expect(fixture.domains.add(fixture.projectId, 'new.ses.example')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    ses.error = undefined;
    expect(await fixture.domains.add(fixture.projectId, 'new.ses.example')).toMatchObject({ status: 'pending' });
  });

  it('is proven anew when SES gave up', async () => {
    const domain = await fixture.domains.add(fixture.projectId, 'failed.ses.example');
    ses.identities.get(domain.domain)!.status = 'Failed';
    expect(await force(domain.id)).toMatchObject({ status: 'Failed', verified: false });
    expect(ses.identities.get(domain.domain)!.status).toBe('Pending');
  });

  it('is asked for with all others that are due in one call', async () => {
    for (let i = 0; i < 20; i++) await fixture.domains.add(fixture.projectId, `many${i}.ses.example`);
    await fixture.pass(400);
    ses.calls.length = 0;
    await fixture.checkDue();
    expect(ses.calls.filter((call) => call === 'GetIdentityDkimAttributes')).toHaveLength(1);
  });

  it("is not verified by what SES says alone: the name must be shown to be this project's", async () => {
    const before = await fixture.domains.add(fixture.projectId, 'moved.ses.example');
    fixture.publish(before);
    ses.identities.get(before.domain)!.status = 'Success';
    expect(await force(before.id)).toMatchObject({ verified: true });
    await fixture.domains.remove(fixture.projectId, before.id);
    // The records of the project before are still published, and its identity is still in SES.
    const projectId = newId();
    const after = await fixture.domains.add(projectId, 'moved.ses.example');
    const check = async () => {
      await fixture.pass(10);
      return fixture.checks.force(projectId, after.id);
    };
    expect(await check()).toMatchObject({ verified: false, status: 'Pending' });
    expect(await fixture.sending.findVerified(projectId, ['moved.ses.example'])).toEqual([]);
    fixture.dns.remove(after.records[0]!.name, 'TXT');
    fixture.publish(after, 'OWNERSHIP');
    expect(await check()).toMatchObject({ verified: true, status: 'Success' });
    fixture.dns.fault = 'SERVFAIL';
    for (let i = 0; i < 4; i++) expect(await check()).toMatchObject({ verified: true });
    fixture.dns.fault = undefined;
    fixture.dns.remove(after.records[0]!.name, 'TXT');
    for (const verified of [true, true, false]) expect(await check()).toMatchObject({ verified });
  });

  it('is removed from SES with the domain, and again and again until SES does it', async () => {
    const domain = await fixture.domains.add(fixture.projectId, 'gone.ses.example');
    await fixture.domains.remove(fixture.projectId, domain.id);
    ses.error = 'Throttling';
    await fixture.removeIdentities();
    ses.error = undefined;
    expect(ses.identities.has('gone.ses.example')).toBe(true);
    await fixture.removeIdentities();
    expect(ses.identities.has('gone.ses.example')).toBe(true);
    await fixture.passForIdentities(2);
    await fixture.removeIdentities();
    expect(ses.identities.has('gone.ses.example')).toBe(false);
  });

  it('is removed from SES when its project is deleted, and no other is', async () => {
    const projectId = newId();
    await fixture.domains.add(projectId, 'erased.ses.example');
    await fixture.domains.add(fixture.projectId, 'kept.ses.example');
    await fixture.db.query('DELETE FROM domains.domain WHERE project_id = $1', [projectId]);
    await fixture.removeIdentities();
    // For ten minutes it might belong to a domain that is just being added.
    expect(ses.identities.has('erased.ses.example')).toBe(true);
    await fixture.passForIdentities(10);
    await fixture.removeIdentities();
    expect([...ses.identities.keys()].filter((name) => /^(erased|kept)/.test(name))).toEqual(['kept.ses.example']);
  });

  it('is left to the operator when SES does not remove it in a day', async () => {
    const domain = await fixture.domains.add(fixture.projectId, 'stuck.ses.example');
    await fixture.domains.remove(fixture.projectId, domain.id);
    ses.error = 'Throttling';
    ses.calls.length = 0;
    for (let i = 0; i < 20; i++) {
      await fixture.removeIdentities();
      await fixture.passForIdentities(1_440);
    }
    ses.error = undefined;
    // Each try is repeated once by the client itself.
    expect(ses.calls.filter((call) => call === 'DeleteIdentity')).toHaveLength(2 * 12);
    const again = await fixture.domains.add(fixture.projectId, 'stuck.ses.example');
    await fixture.domains.remove(fixture.projectId, again.id);
    await fixture.removeIdentities();
    expect(ses.identities.has('stuck.ses.example')).toBe(false);
  });
});
