import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { emailsByStatus } from './rows/ledger';

let system: System;
let other: Customer;

beforeAll(async () => {
  system = await System.shared();
  other = await Customer.join(system);
});
afterAll(() => system?.stop());

/** How many emails of a project are in each state. */
const states = ({ project }: Customer): Promise<Record<string, number>> => emailsByStatus(system, project.projectId);

const waiting = async (customer: Customer): Promise<number> => {
  const { QUEUED = 0, SENDING = 0 } = await states(customer);
  return QUEUED + SENDING;
};

describe('templates that take long', () => {
  it.each([
    ['in a chain of filters', '{% assign m = (1..5000000) | where_exp: "x", "x > 3" | size %}{{ m }}'],
    ['for their text part', '<div>'.repeat(200_000)],
  ])('delay no other email: %s', async (_what, body) => {
    const slow = await Customer.join(system);
    const to = Array.from({ length: 20 }, () => newAddress());
    const sent = await slow.secret.post('/v1/send', { to, from: slow.from, subject: 'Slow', body });
    expect(sent.status).toBe(200);
    await eventually('the slow emails leave', async () => (await states(slow))['SENDING'] !== undefined);
    const before = await waiting(slow);
    for (let n = 0; n < 5; n++) {
      const quick = { to: newAddress(), from: other.from, subject: `Quick ${n}`, body: '<p>Quick</p>' };
      expect((await other.secret.post('/v1/send', quick)).status).toBe(200);
    }
    await eventually('the quick emails left', async () => (await waiting(other)) === 0);
    // One at a time, of which each takes seconds: behind them the others would have left after all twenty.
    expect(before - (await waiting(slow))).toBeLessThanOrEqual(10);
  });
});
