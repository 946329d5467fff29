import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer } from '../customer';
import { expectError } from '../expect-error';
import { Person } from '../person';
import { all, createContact, createSegment, emailsOf, has } from './segment-calls';
import { segmentRows } from '../rows/segments';

let system: System;

beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

/** Segments of each kind, with members, one of whom is decided again by time. */
async function busyProject(): Promise<Customer> {
  const customer = await Customer.join(system);
  const members = [await createContact(customer, { plan: 'pro' }), await createContact(customer, { plan: 'pro' })];
  const fixed = await createSegment(customer, { type: 'STATIC' });
  const emails = members.map(({ email }) => email);
  await customer.secret.post(`/segments/${fixed.id}/members`, { emails });
  const recent = { field: 'event.seen', operator: 'triggeredWithin', value: 1, unit: 'hours' };
  const tracked = await createSegment(customer, {
    ...{ name: 'Live', type: 'DYNAMIC', trackMembership: true },
    condition: { logic: 'OR', groups: [{ filters: [has('plan', 'pro')] }, { filters: [recent] }] },
  });
  await customer.track({ email: emails[0], event: 'seen' });
  await eventually('both are members, one until its event is old', async () => {
    const rows = await rowsOf(customer, 'recheck');
    return rows > 0 && (await emailsOf(customer, tracked.id)).length === 2;
  });
  return customer;
}

const rowsOf = ({ project }: Customer, table: string): Promise<number> => segmentRows(system, table, project.projectId);

it.each(['reset', 'deletion'])('a %s of the project leaves no segment, member or compute', async (kind) => {
  const customer = await busyProject();
  const { email, password, projectId } = customer.project;
  const owner = new Person(system.client(), email, password);
  expect((await owner.login()).status).toBe(200);
  const { body: list } = await customer.secret.get('/segments');
  const path = `/users/@me/projects/${projectId}`;
  const answer = kind === 'reset' ? await owner.post(`${path}/reset`) : await owner.delete(path);
  expect(answer.status).toBe(202);
  await eventually('the erasure is over', async () => {
    return (await owner.get(`${path}/jobs/${answer.body.jobId}`)).body.state === 'completed';
  });
  for (const table of ['segment', 'membership', 'recheck', 'compute']) {
    expect({ table, rows: await rowsOf(customer, table) }).toEqual({ table, rows: 0 });
  }
  if (kind !== 'reset') return;
  expect((await customer.secret.get('/segments')).body).toEqual([]);
  expectError(await customer.secret.get(`/segments/${list[0].id}`), 'SEGMENT_NOT_FOUND');

  // Live membership works as in a new project.
  const anew = await createSegment(customer, {
    ...{ name: 'Anew', type: 'DYNAMIC', trackMembership: true, condition: all(has('plan', 'pro')) },
  });
  const member = await createContact(customer, { plan: 'pro' });
  await eventually('the new contact is a member', async () => (await rowsOf(customer, 'membership')) === 1);
  expect(await emailsOf(customer, anew.id)).toEqual([member.email]);
});
