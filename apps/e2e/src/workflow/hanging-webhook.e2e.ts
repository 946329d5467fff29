import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { workflowActions } from '../workflows.fixture';

jest.setTimeout(300_000);

/** Of all calls that an engine makes at once. A project has half of them. */
const [concurrency, ofOneHost] = [8, 2];
/** At two at once, each of which lasts for ten seconds, they take longer than the others are waited for. */
const hangingCalls = 60;
const otherCalls = 12;

/** A web server on loopback that answers at once, or not until it is let go on. */
class Hooks {
  readonly held = new Set<ServerResponse>();
  taken = 0;
  private server?: Server;

  constructor(private hangs: boolean) {}

  async listen(): Promise<string> {
    this.server = createServer((request, response) => {
      this.taken++;
      request.resume();
      if (!this.hangs) return void response.end('{}');
      this.held.add(response);
      response.once('close', () => this.held.delete(response));
    }).listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  goOn(): void {
    this.hangs = false;
    this.held.forEach((response) => response.end('{}'));
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

const [hanging, answering, held] = [new Hooks(true), new Hooks(false), new Hooks(true)];
let system: System;

beforeAll(async () => {
  const engine = {
    ...{ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_CONCURRENCY: String(concurrency) },
    WEBHOOK_HOST_CONCURRENCY: String(ofOneHost),
  };
  system = await System.start({
    services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'workflow-engine'],
    env: { gateway: { RATE_LIMIT_PER_MINUTE: '0' }, 'workflow-engine': engine },
  });
});
afterAll(async () => {
  [hanging, answering, held].forEach((hooks) => hooks.close());
  await system?.stop();
});

it('a host that never answers holds up its own webhooks, and those of no other host', async () => {
  const customer = await Customer.join(system);
  const { chain, executions } = workflowActions(() => customer);
  const stuck = await chain([['WEBHOOK', { url: await hanging.listen() }]]);
  const other = await chain([['WEBHOOK', { url: await answering.listen() }]]);
  const startAll = (workflow: { eventName: string }, count: number) =>
    Promise.all(
      Array.from({ length: count }, () => customer.track({ email: newAddress(), event: workflow.eventName })),
    );
  const count = async (workflow: { id: string }, query: string): Promise<number> =>
    (await executions(workflow, `?limit=100&status=${query}`)).length;

  await startAll(stuck, hangingCalls);
  await eventually('the host has as many calls as it may', () => hanging.held.size === ofOneHost);
  await startAll(other, otherCalls);
  await eventually('the others are called', async () => (await count(other, 'COMPLETED')) === otherCalls, 60_000);
  expect(answering.taken).toBe(otherCalls);
  expect(await count(stuck, 'COMPLETED')).toBe(0);
  expect(await count(stuck, 'RUNNING')).toBeGreaterThan(0);

  hanging.goOn();
  const ended = async (): Promise<boolean> =>
    (await count(stuck, 'COMPLETED')) + (await count(stuck, 'FAILED')) === hangingCalls;
  await eventually('those to the host have ended', ended, 60_000);
  expect(hanging.taken).toBe(hangingCalls);
});

it('an execution that is cancelled while its webhook is being called neither changes its contact nor sends it an email', async () => {
  const customer = await Customer.join(system);
  const { chain, contact, start, executions, reached, path } = workflowActions(() => customer);
  const content = { name: 'T', subject: 'Hi', body: '<p>Hi</p>', from: customer.from, type: 'TRANSACTIONAL' };
  const { body: template } = await customer.secret.post('/templates', content);
  const url = await held.listen();
  const changing = await chain([
    ['WEBHOOK', { url }],
    ['UPDATE_CONTACT', { updates: { reached: 'yes' } }],
  ]);
  const sending = await chain([
    ['WEBHOOK', { url }],
    ['SEND_EMAIL', {}, { templateId: template.id }],
  ]);
  const [cancelled, other] = [await contact(), await contact()];
  for (const workflow of [changing, sending]) await start(workflow, cancelled.id);
  await eventually('both call', () => held.held.size === 2);
  for (const workflow of [changing, sending]) {
    const [execution] = await executions(workflow);
    expect(await customer.secret.delete(path(workflow, execution))).toMatchObject({ status: 200 });
  }
  held.goOn();
  // Those of another contact begin later and run through all steps.
  for (const workflow of [changing, sending]) await start(workflow, other.id);
  const traces = async ({ id }: { id: string }) => {
    const [person, emails] = [
      await customer.secret.get(`/contacts/${id}`),
      await customer.secret.get(`/emails?contactId=${id}`),
    ];
    return { data: person.body.data, emails: emails.body.data.length };
  };
  for (const workflow of [changing, sending]) await reached(workflow, 'COMPLETED');
  expect(await traces(other)).toEqual({ data: { reached: 'yes' }, emails: 1 });
  expect(await traces(cancelled)).toEqual({ data: {}, emails: 0 });
});
