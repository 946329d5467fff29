import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { runServiceCommand } from '@waybill/testing/process/service-process';
import { System } from '@waybill/testing/system';
import { mailsTo, Person } from './person';
import { ageProject, ageReputation, reputationCheck, whileSentEventsWait, writeEvents } from './rows/identity';
import { attemptIn } from './rows/ledger';

describe('the security state of a project', () => {
  let system: System;
  let ada: Person;

  beforeAll(async () => {
    system = await System.shared();
    ada = await new Person(system.client()).settle();
  });
  afterAll(() => system.stop());

  /** Facts as the delivery service writes them, on their way through its outbox and the bus. */
  async function happen(
    projectId: string,
    subject: string,
    count: number,
    extra: object = {},
    to = 'r@people.example',
    firstId = newId(),
  ) {
    const rows = Array.from({ length: count }, (_, index) => {
      const envelope = {
        id: index === 0 ? firstId : newId(),
        subject,
        projectId,
        requestId: null,
        contactId: newId(),
        contactEmail: to,
      };
      return { ...envelope, occurredAt: new Date().toISOString(), data: { emailId: newId(), ...extra } };
    });
    await writeEvents(
      system,
      rows.map((row) => `${row.id} ${subject} ${JSON.stringify(row)}`),
    );
  }
  const permanent = { bounceType: 'Permanent', bouncedAt: new Date().toISOString() };
  const state = async (id: string) => (await ada.get(`/users/@me/projects/${id}/security`)).body;
  const settled = (id: string, window: object) =>
    eventually(`${JSON.stringify(window)} of ${id}`, async () => {
      const { sevenDay } = (await state(id)).status;
      return Object.entries(window).every(([name, value]) => sevenDay[name] === value);
    });

  it('begins healthy, and is the same on both routes', async () => {
    const { id, secret } = await ada.createProject();
    const empty = { total: 0, bounces: 0, complaints: 0, bounceRate: 0, complaintRate: 0 };
    const bare = await state(id);
    expect(bare).toMatchObject({
      status: { projectId: id, isHealthy: true, shouldDisable: false, isNewProject: true, sevenDay: empty },
      levels: { bounce7Day: 'healthy', complaintAllTime: 'healthy' },
      isDisabled: false,
      suspensions: [],
    });
    const wrapped = await system.client(secret).get(`/projects/${id}/security`);
    expect(wrapped.body).toEqual({ success: true, data: bare });
  });

  it('counts permanent bounces of real recipients only, in every window', async () => {
    const { id } = await ada.createProject();
    await happen(id, 'email.sent', 200);
    await happen(id, 'email.bounce', 3, permanent);
    await happen(id, 'email.bounce', 50, { bounceType: 'Transient', transientBounce: true });
    await happen(id, 'email.bounce', 50, permanent, 'bounce@simulator.test');
    await happen(id, 'email.complaint', 1);
    await settled(id, { total: 200, bounces: 3, complaints: 1, bounceRate: 1.5, complaintRate: 0.5 });
    const { status } = await state(id);
    expect(status.twentyFourHour).toEqual(status.allTime);
    await ageReputation(system, id);
    const later = (await state(id)).status;
    expect([later.sevenDay.total, later.allTime.total]).toEqual([0, 200]);
  });

  it('suspends a project whose emails bounce too much, notifies its members, and refuses its writes', async () => {
    const { id, secret } = await ada.createProject();
    const client = system.client(secret);
    const event = { email: 'a@people.example', event: 'seen' };
    await happen(id, 'email.sent', 150);
    await happen(id, 'email.bounce', 9, permanent);
    await settled(id, { total: 150, bounces: 9 });
    expect(await state(id)).toMatchObject({ levels: { bounce7Day: 'warning' }, isDisabled: false });
    expect((await client.post('/v1/track', event)).status).toBe(200);

    await happen(id, 'email.bounce', 8, permanent);
    await eventually('the suspension', async () => (await state(id)).isDisabled);
    await eventually('the refusal', async () => {
      return (await client.post('/v1/track', event)).body.error?.code === 'PROJECT_DISABLED';
    });
    expect((await client.get(`/projects/${id}/members`)).status).toBe(200);
    expect((await ada.patch(`/users/@me/projects/${id}`, { name: 'x' })).body.error.code).toBe('PROJECT_DISABLED');
    expect((await ada.delete(`/users/@me/projects/${id}`)).status).toBe(403);
    expect((await ada.post('/users/@me/projects', { name: 'Again' })).body.error.code).toBe('PROJECT_DISABLED');
    await eventually('a mail', async () => (await mailsTo(ada.client, ada.email, 'A project was')).length === 1);
    const listed = (await ada.get('/users/@me/projects')).body.find((project: any) => project.id === id);
    expect(listed).toMatchObject({ disabled: true, disabledReason: 'EMAIL_REPUTATION' });
    expect((await state(id)).suspensions).toMatchObject([{ reason: 'EMAIL_REPUTATION' }]);

    const place = { databaseUrl: system.database.url, natsUrl: system.nats.url };
    await runServiceCommand({ service: 'gateway', ...place }, 'enable-project', id);
    expect((await client.post('/v1/track', event)).status).toBe(200);
  });

  const grownUp = (id: string) => ageProject(system, id);
  const checkOf = (id: string) => reputationCheck(system, id);

  it('suspends no project for bounces whose sends are not counted yet', async () => {
    const { id } = await ada.createProject();
    await grownUp(id);
    await happen(id, 'email.sent', 100);
    await settled(id, { total: 100 });
    const firstId = newId();
    await whileSentEventsWait(system, firstId, async () => {
      await happen(id, 'email.sent', 900, {}, undefined, firstId);
      await happen(id, 'email.bounce', 12, permanent);
      await settled(id, { total: 100, bounces: 12 });
      expect(await state(id)).toMatchObject({ status: { shouldDisable: true } });
      await eventually('the harm is noted', async () => !!(await checkOf(id))?.harm);
      // Another round later it still waits.
      const { due_at } = (await checkOf(id))!;
      await eventually('another look', async () => (await checkOf(id))!.due_at > due_at);
      expect((await state(id)).isDisabled).toBe(false);
    });
    await settled(id, { total: 1_000, bounces: 12 });
    await eventually('it is judged', async () => (await checkOf(id)) === undefined);
    expect((await state(id)).isDisabled).toBe(false);
  });

  it('judges again when sends are counted, where there were too few of them', async () => {
    const { id } = await ada.createProject();
    await grownUp(id);
    await happen(id, 'email.sent', 60);
    await happen(id, 'email.bounce', 20, permanent);
    await eventually('too few', async () => (await checkOf(id))?.due_at === Infinity);
    await settled(id, { total: 60, bounces: 20 });
    expect((await state(id)).isDisabled).toBe(false);
    await happen(id, 'email.sent', 40);
    await eventually('the suspension', async () => (await state(id)).isDisabled);
    expect(await checkOf(id)).toBeUndefined();
  });

  it('lets nothing leave for a suspended project, also not what was accepted before; the waybill says why', async () => {
    const { projectId, secretKey, senderDomain } = await system.createProject();
    const client = system.client(secretKey);
    const mail = { to: 'throttle@simulator.test', from: `hello@${senderDomain}`, subject: 'Hi', body: '<p>Hi</p>' };
    const sent = await client.post('/v1/send', mail);
    const id: string = sent.body.data.emails[0].email;
    const waybill = async () => (await client.get(`/emails/${id}`)).body;
    await eventually('a first try', async () => (await waybill()).attempts === 1);
    const due = (when: string) => attemptIn(system, id, when);
    await due('1 hour');
    await happen(projectId, 'email.sent', 100);
    await happen(projectId, 'email.bounce', 60, permanent);
    // Not by sending: what is sent meanwhile lowers the rate of bounces.
    await eventually('the suspension', async () => {
      const tracked = await client.post('/v1/track', { email: 'a@people.example', event: 'seen' });
      return tracked.body.error?.code === 'PROJECT_DISABLED';
    });
    await due('0');
    const { timeline } = await eventually('the end', async () => {
      const email = await waybill();
      return email.status === 'FAILED' && email.reason === 'project_disabled' ? email : null;
    });
    expect(timeline.slice(-2)).toMatchObject([
      { type: 'attempt', outcome: 'not_tried', step: 'project' },
      { type: 'not_sent', reason: 'project_disabled' },
    ]);
  });

  it('only warns where suspension is switched off', async () => {
    await system.service('gateway').stop();
    await system.service('gateway').start({ AUTO_SUSPEND: 'false' });
    const bob = await new Person(system.client()).settle();
    const { id, secret } = await bob.createProject();
    await happen(id, 'email.sent', 100);
    await happen(id, 'email.bounce', 60, permanent);
    const { data } = await eventually('the counts', async () => {
      const { body } = await system.client(secret).get(`/projects/${id}/security`);
      return body.data.status.sevenDay.bounces === 60 && body.data.status.sevenDay.total === 100 ? body : null;
    });
    expect(data).toMatchObject({ status: { shouldDisable: true }, isDisabled: false });
    await system.service('gateway').stop();
    await system.service('gateway').start();
  });
});
