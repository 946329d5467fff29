import { eventually } from '@waybill/testing/eventually';
import { promisedDeadline } from '@waybill/testing/process/service-process';
import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { contactsWith } from './rows/contacts';
import { emailsTo } from './rows/ledger';
import { whileLocked } from './rows/tables';

let system: System;
let customer: Customer;
beforeAll(async () => {
  const env = { gateway: promisedDeadline, contacts: promisedDeadline, delivery: promisedDeadline };
  system = await System.start({ env });
  customer = await Customer.join(system);
}, 120_000);
afterAll(() => system?.stop());

it.each(['delivery.email', 'contacts.contact'])(
  'a send that was answered with 503 because %s stood still is not sent afterwards, and says when to try again',
  async (table) => {
    const to = Array.from({ length: 20 }, (_, n) => `late-${n}-${table}@example.com`);
    const answers = await whileLocked(system, table, () =>
      Promise.all(to.map((address) => customer.send({ to: address }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(to.map(() => 503));
    expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const accepted = await eventually('sends are accepted again', async () => {
      const answer = await customer.send({ to: `after-${table}@example.com` });
      return answer.status === 200 ? answer : null;
    });
    await customer.reaches(accepted.body.data.emails[0].email, 'SENT');
    expect(await emailsTo(system, to)).toEqual([]);
  },
);

it('an event that was answered with 503 is not recorded afterwards', async () => {
  const emails = Array.from({ length: 20 }, (_, n) => `event-${n}@example.com`);
  const answers = await whileLocked(system, 'contacts.contact', () =>
    Promise.all(emails.map((email) => customer.track({ email }))),
  );
  expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 503));
  await eventually('events are accepted again', async () => (await customer.track()).status === 200);
  expect(await contactsWith(system, emails)).toBe(0);
});
