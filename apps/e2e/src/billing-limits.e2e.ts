import type { ApiAnswer } from '@waybill/testing/api-client';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { Person } from './person';
import { attemptNow, deliveredEmailsOf, deliveryRows, holdEmail } from './rows/ledger';
import { contactsOf } from './rows/contacts';

const none = { workflows: null, campaigns: null, transactional: null, inbound: null };
const free = { limit: null, usage: 0, percentage: 0, isWarning: false, isBlocked: false };

describe('the billing limits of a project, with two delivery processes', () => {
  let system: System;
  let customer: Customer;
  let stranger: Customer;
  let owner: Person;
  let path: string;

  beforeAll(async () => {
    system = await System.shared();
    await system.addInstance('delivery', 'second delivery');
    [customer, stranger] = await Promise.all([Customer.join(system), Customer.join(system)]);
    const { projectId, email, password } = customer.project;
    path = `/users/@me/projects/${projectId}/billing-limits`;
    owner = new Person(system.client(), email, password);
    expect((await owner.login()).status).toBe(200);
  });
  afterAll(() => system.stop());

  const usage = async (): Promise<number> => (await owner.get(path)).body.transactional.usage;

  /** Allows this number of transactional emails beyond those counted; answers the cap. */
  async function allow(more: number): Promise<number> {
    const transactional = (await usage()) + more;
    expect((await owner.put(path, { ...none, transactional })).body.transactional.limit).toBe(transactional);
    return transactional;
  }

  const emailIdOf = ({ body }: ApiAnswer): string => body.data.emails[0].email;
  const written = async ({ project }: Customer) => {
    const tables = ['email', 'message'].map((table) => deliveryRows(system, table, project.projectId));
    return Promise.all([...tables, contactsOf(system, project.projectId)]);
  };

  const sentEmails = (): Promise<number> => deliveredEmailsOf(system, customer.project.projectId);

  it('are none at first, are replaced together, and say how much of them is used', async () => {
    const empty = { workflows: free, campaigns: free, transactional: free, inbound: free, currency: 'usd' };
    expect(await owner.get(path)).toMatchObject({ status: 200, body: empty });
    const set = await owner.put(path, { ...none, transactional: 5, campaigns: 7, currency: 'eur' });
    expect([set.status, set.body]).toEqual([
      200,
      { ...empty, transactional: { ...free, limit: 5 }, campaigns: { ...free, limit: 7 } },
    ]);
    for (let n = 0; n < 4; n++) expect((await customer.send()).status).toBe(200);
    const record = (await owner.get('/users/@me/projects')).body[0];
    expect(record).toMatchObject({ customer: null, subscription: null, tracking: 'ENABLED' });
    expect(record).toMatchObject({ billingLimitTransactional: 5, billingLimitCampaigns: 7, billingLimitInbound: null });
    const near = { limit: 5, usage: 4, percentage: 80, isWarning: true, isBlocked: false };
    expect((await owner.get(path)).body).toMatchObject({ transactional: near, campaigns: { usage: 0 } });
    await customer.send();
    const full = { limit: 5, usage: 5, percentage: 100, isWarning: true, isBlocked: true };
    expect((await owner.put(path, { ...none, transactional: 5 })).body).toMatchObject({
      transactional: full,
      campaigns: free,
    });
  });

  it('refuse a send beyond them with what to do, write nothing, and hold as soon as they are set', async () => {
    const cap = await allow(2);
    expect((await customer.send({ to: [newAddress(), newAddress()] })).status).toBe(200);
    const before = await written(customer);
    const refused = await customer.send();
    expectError(refused, 'BILLING_LIMIT_EXCEEDED');
    expect(refused.body.error.message).toContain(`${cap} transactional emails a month`);
    expect(refused.body.error.suggestion).toMatch(/Raise the billing limit.*next month begins/);
    expect(await written(customer)).toEqual(before);

    await allow(1);
    expectError(await customer.send({ to: [newAddress(), newAddress()] }), 'BILLING_LIMIT_EXCEEDED');
    expect((await customer.send()).status).toBe(200);
    expectError(await customer.send(), 'BILLING_LIMIT_EXCEEDED');
    await owner.put(path, none);
    expect((await customer.send()).status).toBe(200);
  });

  it('are met exactly by callers of both processes, and what is taken is sent', async () => {
    const before = await usage();
    await eventually('those before are sent', async () => (await sentEmails()) === before);
    const cap = await allow(30);
    const answers = await Promise.all(Array.from({ length: 90 }, () => customer.sendAnswered()));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(30);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 'BILLING_LIMIT_EXCEEDED');
    await eventually('all are sent', async () => (await sentEmails()) === before + 30);
    expect((await owner.get(path)).body.transactional).toMatchObject({ usage: cap, isBlocked: true });
  });

  it('stop what still waits when they are lowered, and its waybill says why', async () => {
    await owner.put(path, none);
    const [sent, waiting] = [await customer.send(), await customer.send({ to: 'throttle@simulator.test' })];
    expect([sent.status, waiting.status]).toEqual([200, 200]);
    const waybill = async (answer: ApiAnswer) => (await customer.secret.get(`/emails/${emailIdOf(answer)}`)).body;
    await eventually('one is sent, one waits', async () => {
      const [first, second] = await Promise.all([waybill(sent), waybill(waiting)]);
      const hasWaited = first.sentAt && second.status === 'QUEUED' && second.attempts > 0;
      // Or its next attempt might come before the cap.
      return hasWaited && holdEmail(system, customer.project.projectId, emailIdOf(waiting));
    });
    const cap = (await usage()) - 1;
    await owner.put(path, { ...none, transactional: cap });
    await attemptNow(system, emailIdOf(waiting));
    const stopped = await eventually('it is not sent', async () => {
      const email = await waybill(waiting);
      return email.status === 'FAILED' ? email : null;
    });
    expect(stopped.reason).toBe('billing_limit_exceeded');
    expect(stopped.timeline.slice(-2)).toMatchObject([
      { type: 'attempt', outcome: 'not_tried', step: 'cap' },
      { type: 'not_sent', reason: 'billing_limit_exceeded' },
    ]);
    expect((await owner.get(path)).body.transactional).toMatchObject({ usage: cap, isBlocked: true });
    await owner.put(path, none);
  });

  it('are read by members and changed by owner and admin', async () => {
    const bob = await new Person(system.client()).settle();
    const members = `/projects/${customer.project.projectId}/members`;
    await owner.post(members, { email: bob.email });
    await bob.get('/users/@me/projects');
    expect((await bob.get(path)).status).toBe(200);
    expectError(await bob.put(path, { ...none, transactional: 1 }), 'FORBIDDEN');
    const { data } = (await owner.get(members)).body;
    const { userId } = data.find(({ email }: { email: string }) => email === bob.email);
    await owner.patch(`${members}/${userId}`, { role: 'ADMIN' });
    expect((await bob.put(path, { ...none, transactional: 1 })).body.transactional.limit).toBe(1);
  });

  it('take every category as a number from 1 on or null, name what is wrong, and stay then as they are', async () => {
    await owner.put(path, { ...none, inbound: 9 });
    expectError(await owner.put(path, {}), 'VALIDATION_ERROR', {
      workflows: 'required',
      campaigns: 'required',
      transactional: 'required',
      inbound: 'required',
    });
    const wrong = { workflows: 0, campaigns: '5', transactional: 1.5, inbound: 1_000_000_001 };
    expectError(await owner.put(path, wrong), 'VALIDATION_ERROR', {
      workflows: 'too_small',
      campaigns: 'invalid_type',
      transactional: 'invalid_type',
      inbound: 'too_big',
    });
    expect((await owner.get(path)).body).toMatchObject({ inbound: { limit: 9 }, workflows: { limit: null } });
  });

  it('come without prices: the routes of money say that there is no payment provider', async () => {
    const project = path.replace('/billing-limits', '');
    const answers = [
      owner.get(`${project}/billing-consumption`),
      owner.get(`${project}/billing-invoices`),
      owner.post(`${project}/checkout?currency=usd`),
      owner.post(`${project}/billing-portal`),
    ];
    for (const answer of await Promise.all(answers)) {
      expectError(answer, 'NOT_FOUND');
      expect(answer.body.error.message).toContain('no payment provider');
    }
    expect((await owner.get('/config')).body.features.billing).toEqual({ enabled: false });
  });

  it('known caps apply and no email is delayed while billing is down', async () => {
    await allow(2);
    // One after the other, so that each of the two processes is asked and knows the cap.
    for (let n = 0; n < 24; n++) await customer.send();
    await system.service('billing').stop();
    expect((await stranger.send()).status).toBe(200);
    expectError(await owner.get(path), 'SERVICE_UNAVAILABLE');
    expectError(await owner.put(path, none), 'SERVICE_UNAVAILABLE');
    await Promise.all(
      Array.from({ length: 20 }, async () => expectError(await customer.send(), 'BILLING_LIMIT_EXCEEDED')),
    );
    await system.service('billing').start();
    await eventually('the limits are told again', async () => (await owner.get(path)).status === 200);
    await owner.put(path, none);
    expect((await customer.send()).status).toBe(200);
  });
});
