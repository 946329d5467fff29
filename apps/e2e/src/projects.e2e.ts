import { eventually } from '@waybill/testing/eventually';
import { runServiceCommand } from '@waybill/testing/process/service-process';
import { System } from '@waybill/testing/system';
import { Person } from './person';
import { hasProject } from './rows/identity';
import { asCampaign, deliveredEmailsOf } from './rows/ledger';
import { tablesWith } from './rows/tables';

describe('resetting and deleting a project', () => {
  let system: System;
  let ada: Person;

  beforeAll(async () => {
    system = await System.shared();
    ada = await new Person(system.client()).settle();
  });
  afterAll(() => system.stop());

  /** A project with a domain, contacts, events and emails that have been delivered. */
  async function busyProject() {
    const project = await ada.createProject();
    const domain = `${crypto.randomUUID().slice(0, 8)}.example`;
    const place = { databaseUrl: system.database.url, natsUrl: system.nats.url };
    await runServiceCommand(
      { service: 'domain-verifier', ...place },
      'seed-demo',
      JSON.stringify({ projectId: project.id, domain }),
    );
    const client = system.client(project.secret);
    for (let index = 0; index < 5; index++) {
      await client.post('/v1/track', { email: `reader${index}@people.example`, event: 'seen' });
      const mail = { to: `reader${index}@people.example`, subject: 's', body: 'b', from: `hello@${domain}` };
      expect((await client.post('/v1/send', mail)).status).toBe(200);
    }
    await eventually('the emails are delivered', async () => (await deliveredEmailsOf(system, project.id)) === 5);
    return { project, client, domain };
  }

  it('shows a connector the name and the sender domain, by key of one project, by cookie of all', async () => {
    const { project, client, domain } = await busyProject();
    const { id, name, createdAt } = project;
    const summary = { id, name, defaultSenderDomain: domain, createdAt };
    const one = await client.get(`/projects/${id}`);
    expect(one).toMatchObject({ status: 200, body: { success: true } });
    expect(one.body.data).toEqual(summary);
    const other = await ada.createProject('Without a domain');
    const all = await ada.get('/projects');
    expect(all.body.data).toEqual([
      summary,
      { id: other.id, name: 'Without a domain', defaultSenderDomain: null, createdAt: other.createdAt },
    ]);
  });

  const caps = { workflows: 1_000, campaigns: 1_000, transactional: 1_000, inbound: null };

  const finished = (projectId: string, jobId: string) =>
    eventually('the job is done', async () => {
      const { body } = await ada.get(`/users/@me/projects/${projectId}/jobs/${jobId}`);
      return body.state === 'completed' && body.progress === 100;
    });

  /** The sums of a project's contacts follow its contacts; after a reset they say zero. */
  const withoutSums = (names: string[]): string[] => names.filter((name) => !name.startsWith('contacts.stat'));

  /** What is to be added to a sum moves into it some time later. */
  const foldedSums = (names: string[]): string[] =>
    [...new Set(withoutSums(names).map((name) => name.replace(/_delta$/, '')))].sort();

  /** What was sent stays counted, or a reset would be a way out of a bad reputation and round the caps; caps are settings. */
  const kept = [
    'billing.cap',
    'delivery.monthly_usage',
    'domains.domain',
    'identity.api_key',
    'identity.membership',
    'identity.reputation',
  ];

  it('wipes the data in every service and keeps domains, members and keys', async () => {
    const { project, client, domain } = await busyProject();
    const other = await busyProject();
    expect((await ada.put(`/users/@me/projects/${project.id}/billing-limits`, caps)).status).toBe(200);
    const before = foldedSums(await tablesWith(system, other.project.id));
    expect((await tablesWith(system, project.id)).length).toBeGreaterThan(6);

    const reset = await ada.post(`/users/@me/projects/${project.id}/reset`);
    expect([reset.status, reset.body.success]).toEqual([202, true]);
    await finished(project.id, reset.body.jobId);
    expect(withoutSums(await tablesWith(system, project.id))).toEqual(kept);
    expect(foldedSums(await tablesWith(system, other.project.id))).toEqual(before);

    const mail = { to: 'new@people.example', subject: 's', body: 'b', from: `hello@${domain}` };
    expect((await client.post('/v1/send', mail)).status).toBe(200);
  });

  it('deletes everything and refuses the keys at once', async () => {
    const { project, client } = await busyProject();
    const form = new FormData();
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    form.append('image', new Blob([Buffer.from(pixel, 'base64')]), 'pixel.png');
    const uploaded = await client.call('POST', '/uploads/image', form);
    const image = `/uploads/${uploaded.body.key}`;
    expect((await system.client().get(image)).status).toBe(200);
    expect((await ada.put(`/users/@me/projects/${project.id}/billing-limits`, caps)).status).toBe(200);
    const answer = await ada.delete(`/users/@me/projects/${project.id}`);
    expect(answer.status).toBe(202);
    expect((await client.post('/v1/track', { email: 'a@people.example', event: 'x' })).status).toBe(401);
    const projects: any[] = (await ada.get('/users/@me/projects')).body;
    expect(projects.some(({ id }) => id === project.id)).toBe(false);
    expect((await ada.post(`/users/@me/projects/${project.id}/reset`)).status).toBe(404);
    await finished(project.id, answer.body.jobId);
    expect(await tablesWith(system, project.id)).toEqual([]);
    expect((await system.client().get(image)).status).toBe(404);
    expect(await hasProject(system, project.id)).toBe(false);
  });

  it('finishes when a service that was down comes back', async () => {
    const { project } = await busyProject();
    await system.service('contacts').kill();
    const { body } = await ada.post(`/users/@me/projects/${project.id}/reset`);
    await eventually('the others are done', async () => {
      const job = (await ada.get(`/users/@me/projects/${project.id}/jobs/${body.jobId}`)).body;
      return job.state === 'active' && job.result.waitingFor.join() === 'contacts';
    });
    await system.service('contacts').start();
    await finished(project.id, body.jobId);
    const left = withoutSums(await tablesWith(system, project.id));
    expect(left.filter((name) => name.startsWith('contacts.'))).toEqual([]);
  });

  it('says how far a project is set up', async () => {
    const { project, client } = await busyProject();
    const { body } = await client.get(`/projects/${project.id}/setup-state`);
    const rest = { hasSubscription: false, lastCampaignSentAt: null, hasEnabledWorkflow: false };
    expect(body).toEqual({ success: true, data: { contactCount: 5, hasVerifiedDomain: true, ...rest } });
    await asCampaign(system, project.id, '2026-03-01T10:00:00Z');
    const later = (await client.get(`/projects/${project.id}/setup-state`)).body.data;
    expect(later.lastCampaignSentAt).toBe('2026-03-01T10:00:00.000Z');
    const empty = await ada.createProject();
    const fresh = (await ada.get(`/projects/${empty.id}/setup-state`)).body.data;
    expect(fresh).toMatchObject({ contactCount: 0, hasVerifiedDomain: false });
  });

  it('shows the job to no other user', async () => {
    const project = await ada.createProject();
    const { body } = await ada.post(`/users/@me/projects/${project.id}/reset`);
    const eve = await new Person(system.client()).settle();
    const answer = await eve.get(`/users/@me/projects/${project.id}/jobs/${body.jobId}`);
    expect(answer.body.error.code).toBe('JOB_NOT_FOUND');
  });
});
