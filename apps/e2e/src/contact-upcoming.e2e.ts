import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { workflowActions } from './workflows.fixture';
import { holdEmail } from './rows/ledger';

let system: System;
let customer: Customer;
let stranger: Customer;

beforeAll(async () => {
  system = await System.shared();
  [customer, stranger] = await Promise.all([Customer.join(system), Customer.join(system)]);
});
afterAll(() => system?.stop());

const { chain, contact, start, reached } = workflowActions(() => customer);

const upcoming = async (id: string): Promise<any[]> => {
  const { status, body } = await customer.secret.get(`/contacts/${id}/upcoming`);
  expect(status).toBe(200);
  return body.data;
};

const ofType = async (id: string, type: string): Promise<any[]> =>
  (await upcoming(id)).filter((item) => item.type === type);

describe('GET /contacts/{id}/upcoming', () => {
  it('lists the executions of the contact that wait, those that wait for an event alone at last', async () => {
    const [waiting, other] = await Promise.all([contact(), contact()]);
    const delayed = await chain([['DELAY', { amount: 2, unit: 'hours' }, { name: 'Two hours' }]]);
    const listening = await chain([['WAIT_FOR_EVENT', { eventName: 'order paid' }, { name: 'Paid?' }]]);
    const distant = await chain([['DELAY', { amount: 60, unit: 'days' }]]);
    for (const workflow of [listening, delayed, distant]) {
      expect((await start(workflow, waiting.id)).status).toBe(201);
      await reached(workflow, 'WAITING');
    }
    const items = await ofType(waiting.id, 'workflow.step.scheduled');
    expect(items).toEqual([
      {
        id: expect.any(String),
        type: 'workflow.step.scheduled',
        timestamp: expect.stringMatching(/Z$/),
        included: true,
        reasons: [],
        metadata: {
          executionId: items[0].id,
          workflowId: delayed.id,
          workflowName: 'Chain',
          stepName: 'Two hours',
          stepType: 'DELAY',
          waitsFor: null,
        },
      },
      expect.objectContaining({
        timestamp: null,
        metadata: expect.objectContaining({ workflowId: listening.id, waitsFor: 'order paid' }),
      }),
    ]);
    expect(await upcoming(other.id)).toEqual([]);
  });

  it('says of each scheduled campaign whether it includes the contact, and why not', async () => {
    const [pro, free] = await Promise.all([contact({ plan: 'pro' }), contact({ plan: 'free' })]);
    const segment = (await customer.secret.post('/segments', { name: 'Few', type: 'STATIC' })).body;
    await customer.secret.post(`/segments/${segment.id}/members`, { emails: [free.email] });
    const filters = [{ field: 'data.plan', operator: 'equals', value: 'pro' }];
    const audiences = {
      All: { audienceType: 'ALL' },
      Pro: { audienceType: 'FILTERED', audienceFilter: { logic: 'AND', groups: [{ filters }] } },
      Few: { audienceType: 'SEGMENT', segmentId: segment.id },
    };
    for (const [name, audience] of Object.entries(audiences)) {
      const content = { name, subject: 's', body: 'b', from: customer.from, ...audience };
      const { id } = (await customer.secret.post('/campaigns', content)).body.data;
      const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
      expect((await customer.secret.post(`/campaigns/${id}/send`, { scheduledFor })).status).toBe(200);
    }
    const told = async (id: string) =>
      Object.fromEntries(
        (await ofType(id, 'campaign.scheduled')).map(({ included, reasons, metadata }) => [
          metadata.campaignName,
          [included, reasons],
        ]),
      );
    expect(await told(pro.id)).toEqual({ All: [true, []], Pro: [true, []], Few: [false, ['not_in_audience']] });
    expect(await told(free.id)).toEqual({ All: [true, []], Pro: [false, ['not_in_audience']], Few: [true, []] });
    await customer.secret.patch(`/contacts/${pro.id}`, { subscribed: false });
    expect(await told(pro.id)).toEqual({
      All: [false, ['unsubscribed']],
      Pro: [false, ['unsubscribed']],
      Few: [false, ['unsubscribed', 'not_in_audience']],
    });
    await customer.secret.post('/suppressions', { email: free.email });
    expect((await told(free.id))['All']).toEqual([false, ['suppressed']]);
  });

  it('lists an email that waits for its next attempt', async () => {
    const to = `throttle+${newAddress().split('@')[0]}@simulator.test`;
    const sent = await customer.send({ to, subject: 'Later' });
    const { email: id, contact: owner } = sent.body.data.emails[0];
    await eventually('the next attempt is far', () => holdEmail(system, customer.project.projectId, id));
    expect(await ofType(owner.id, 'email.scheduled')).toEqual([
      expect.objectContaining({
        id,
        included: true,
        metadata: { emailId: id, subject: 'Later', sourceType: 'TRANSACTIONAL' },
      }),
    ]);
  });

  it('knows no contact of another project', async () => {
    const { id } = await contact();
    expectError(await stranger.secret.get(`/contacts/${id}/upcoming`), 'CONTACT_NOT_FOUND');
    expectError(await customer.secret.get('/contacts/nonsense/upcoming'), 'CONTACT_NOT_FOUND');
  });
});
