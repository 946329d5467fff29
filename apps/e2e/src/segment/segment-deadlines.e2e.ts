import { ApiClient } from '@waybill/testing/api-client';
import { System } from '@waybill/testing/system';
import { Customer } from '../customer';
import { expectError } from '../expect-error';
import { whileLocked } from '../rows/tables';
import { all, createContact, createSegment, emailsOf, exactCount } from './segment-calls';

// The longest of the limits is 20 seconds.
jest.setTimeout(120_000);

let system: System;
let customer: Customer;
beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

it('a condition that cannot be decided in time is answered with 503, and changes nothing', async () => {
  const { email } = await createContact(customer);
  await customer.track({ email, event: 'bought' });
  const condition = all({ field: 'event.bought', operator: 'triggered' });
  const segment = await createSegment(customer, { type: 'DYNAMIC', condition });
  const path = `/segments/${segment.id}`;
  const patient = new ApiClient(system.url, customer.project.secretKey, 60_000);
  // The limits are those of a statement: one that waits for a lock reaches them as one that reads too much does.
  const answers = await whileLocked(
    system,
    'contacts.event',
    () =>
      Promise.all([
        patient.post('/segments/count', { condition }),
        patient.get(`${path}/contacts`),
        patient.post(`${path}/refresh`, {}),
      ]),
    'ACCESS EXCLUSIVE',
  );
  for (const answer of answers) expectError(answer, 'SERVICE_UNAVAILABLE');
  const { updatedAt } = segment;
  expect((await customer.secret.get('/segments')).body).toMatchObject([{ condition, memberCount: 1, updatedAt }]);
  expect(await emailsOf(customer, segment.id)).toEqual([email]);
  expect(await exactCount(customer, condition)).toMatchObject({ count: 1, exact: true, sample: [{ email }] });
});
