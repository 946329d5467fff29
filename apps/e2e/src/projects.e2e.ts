import { eventually } from '@waybill/testing/eventually';
import { runServiceCommand } from '@waybill/testing/service-process';
import { System } from '@waybill/testing/system';
import { Person } from './person';

const services = ['gateway', 'contacts', 'delivery', 'domain-verifier', 'workflow-engine', 'segments', 'billing'];

describe('resetting and deleting a project', () => {
  let system: System;
  let ada: Person;

  beforeAll(async () => {
    system = await System.start({ services, env: { gateway: { AUTH_REQUESTS_PER_MINUTE: '0' } } });
    ada = await new Person(system.client()).settle();
  }, 90_000);
  afterAll(() => system.stop(), 60_000);

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
    await eventually('the emails are delivered', async () => {
      const sql = `SELECT 1 FROM delivery.email WHERE project_id = $1 AND status = 'DELIVERED'`;
      return (await system.database.db.query(sql, [project.id])).length === 5;
    });
    return { project, client, domain };
  }

  /** The tables in which a project has rows, facts on their way out aside. */
  async function tablesWith(projectId: string): Promise<string[]> {
    const tables = await system.database.db.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'project_id'
       WHERE c.relkind = 'r' AND n.nspname !~ '^pg_'
         AND c.relname NOT IN ('outbox', 'project_erasure', 'erasure_job', 'rate_window')`,
    );
    const full: string[] = [];
    for (const { name } of tables) {
      const rows = await system.database.db.query(`SELECT 1 FROM ${name} WHERE project_id = $1 LIMIT 1`, [projectId]);
      if (rows.length > 0) full.push(name);
    }
    return full.sort();
  }

  const finished = (projectId: string, jobId: string) =>
    eventually('the job is done', async () => {
      const { body } = await ada.get(`/users/@me/projects/${projectId}/jobs/${jobId}`);
      return body.state === 'completed' && body.progress === 100;
    });

  it('wipes the data in every service and keeps domains, members and keys', async () => {
    const { project, client, domain } = await busyProject();
    const other = await busyProject();
    const before = await tablesWith(other.project.id);
    expect((await tablesWith(project.id)).length).toBeGreaterThan(6);

    const reset = await ada.post(`/users/@me/projects/${project.id}/reset`);
    expect([reset.status, reset.body.success]).toEqual([202, true]);
    await finished(project.id, reset.body.jobId);
    expect(await tablesWith(project.id)).toEqual(['domains.domain', 'identity.api_key', 'identity.membership']);
    expect(await tablesWith(other.project.id)).toEqual(before);

    const mail = { to: 'new@people.example', subject: 's', body: 'b', from: `hello@${domain}` };
    expect((await client.post('/v1/send', mail)).status).toBe(200);
  }, 60_000);

  it('deletes everything and refuses the keys at once', async () => {
    const { project, client } = await busyProject();
    const answer = await ada.delete(`/users/@me/projects/${project.id}`);
    expect(answer.status).toBe(202);
    expect((await client.post('/v1/track', { email: 'a@people.example', event: 'x' })).status).toBe(401);
    const projects: any[] = (await ada.get('/users/@me/projects')).body;
    expect(projects.some(({ id }) => id === project.id)).toBe(false);
    expect((await ada.post(`/users/@me/projects/${project.id}/reset`)).status).toBe(404);
    await finished(project.id, answer.body.jobId);
    expect(await tablesWith(project.id)).toEqual([]);
    const rows = await system.database.db.query('SELECT 1 FROM identity.project WHERE id = $1', [project.id]);
    expect(rows).toEqual([]);
  }, 60_000);

  it('finishes when a service that was away comes back', async () => {
    const { project } = await busyProject();
    await system.service('contacts').kill();
    const { body } = await ada.post(`/users/@me/projects/${project.id}/reset`);
    await eventually('the others are done', async () => {
      const job = (await ada.get(`/users/@me/projects/${project.id}/jobs/${body.jobId}`)).body;
      return job.state === 'active' && job.result.waitingFor.join() === 'contacts';
    });
    await system.service('contacts').start();
    await finished(project.id, body.jobId);
    expect((await tablesWith(project.id)).filter((name) => name.startsWith('contacts.'))).toEqual([]);
  }, 60_000);

  it('shows the job to nobody else', async () => {
    const project = await ada.createProject();
    const { body } = await ada.post(`/users/@me/projects/${project.id}/reset`);
    const eve = await new Person(system.client()).settle();
    const answer = await eve.get(`/users/@me/projects/${project.id}/jobs/${body.jobId}`);
    expect(answer.body.error.code).toBe('JOB_NOT_FOUND');
  });
});
