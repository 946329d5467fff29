import { eventually } from '@waybill/testing/eventually';
import { OwnPostgres } from '@waybill/testing/database/own-postgres';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { openEmails } from '../rows/ledger';
import { contactsWithValue, endHeartbeats, lastCompute, membersOf, openComputes } from '../rows/segments';
import { endExecutionLeases, executionsOf, wrongRows } from '../rows/workflows';
import { createSegment, inSmallChunks } from '../segment/segment-calls';
import { workflowActions } from '../workflows.fixture';
import { importContacts } from './import-contacts';
import { LedgerFaults } from './ledger';
import { SegmentEvents } from './segment-events';

jest.setTimeout(300_000);

let postgres: OwnPostgres;
let system: System;

beforeAll(async () => {
  postgres = await OwnPostgres.start();
  system = await System.start({
    database: postgres.database,
    services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'segments', 'workflow-engine'],
    env: { gateway: { RATE_LIMIT_PER_MINUTE: '0' } },
  });
});
afterAll(async () => {
  await (system ? system.stop() : postgres?.database.close());
});

/** Ends Postgres, as a crash or as an operator does, and starts it again. */
async function restart(how: 'kill' | 'stop'): Promise<void> {
  await postgres[how]();
  await postgres.startAgain();
}

it('executions go on when Postgres is restarted: no timer is early, no email, webhook or update is made twice', async () => {
  const customer = await Customer.join(system);
  const { projectId } = customer.project;
  const { chain } = workflowActions(() => customer);
  const template = { name: 'T', subject: 'Hello', body: '<p>Hello</p>', from: customer.from, type: 'TRANSACTIONAL' };
  const { body } = await customer.secret.post('/templates', template);
  const workflow = await chain([
    ['DELAY', { amount: 2, unit: 'seconds' }],
    ['UPDATE_CONTACT', { updates: { seen: true } }],
    ['SEND_EMAIL', {}, { templateId: body.id }],
    ['WEBHOOK', { url: `http://hooks.simulator.test/slow/1/${crypto.randomUUID()}` }],
    ['DELAY', { amount: 1, unit: 'seconds' }],
    ['EXIT', { reason: 'done' }],
  ]);
  const people = 60;
  const emails = Array.from({ length: people }, newAddress);
  await Promise.all(emails.map((email) => customer.track({ email, event: workflow.eventName })));
  const statuses = async (): Promise<string[]> => (await executionsOf(system, projectId)).map(({ status }) => status);
  await eventually('all have begun', async () => (await statuses()).length === people);
  await restart('kill');
  await eventually('some have ended', async () => (await statuses()).includes('EXITED'), 60_000);
  await restart('stop');
  await eventually(
    'all have ended',
    async () => {
      await endExecutionLeases(system, projectId);
      return (await statuses()).every((status) => !['RUNNING', 'WAITING'].includes(status));
    },
    60_000,
  );
  const faults = new LedgerFaults(system);
  await eventually('every email has ended', async () => {
    await faults.anHourLater();
    return (await openEmails(system, projectId)) === 0;
  });
  expect(await wrongRows(system, projectId)).toEqual([]);
  expect((await statuses()).filter((status) => status === 'EXITED').length).toBeGreaterThan(people / 2);
});

it('a compute goes on when Postgres is killed in it, and tells each entry once', async () => {
  const customer = await Customer.join(system);
  const { projectId } = customer.project;
  const events = await SegmentEvents.listen(system);
  const rows = Array.from({ length: 4_000 }, (_, n) => `person${n}@crowd.example,${n % 2 === 0 ? 'pro' : 'free'}`);
  await importContacts(customer, 'email,plan', rows);
  const body = { name: 'Payers', type: 'DYNAMIC', trackMembership: true, condition: inSmallChunks('plan', 'pro') };
  const { id } = await createSegment(customer, body);
  await eventually('the compute is under way', async () => (await lastCompute(system, id))!.progress >= 10);
  await restart('kill');
  await eventually(
    'the compute is over',
    async () => {
      await endHeartbeats(system);
      return (await openComputes(system, id)) === 0;
    },
    60_000,
  );
  expect(await lastCompute(system, id)).toMatchObject({ state: 'completed' });
  const matching = await contactsWithValue(system, projectId, 'plan', 'pro');
  expect(matching).toHaveLength(2_000);
  expect(await membersOf(system, projectId, id)).toEqual(matching);
  const stories = await eventually('every entry is told', async () => {
    const found = await events.stories(id);
    return found.size === matching.length ? found : null;
  });
  expect([...stories.values()].filter((story) => story.join() !== 'entry')).toEqual([]);
  await events.close();
});
