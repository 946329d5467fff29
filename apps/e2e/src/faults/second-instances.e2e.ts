import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer } from '../customer';
import { mailboxCopiesByRecipient } from '../rows/ledger';
import { contactsWithValue, membersOf, openComputes } from '../rows/segments';
import { createSegment, inSmallChunks } from '../segment/segment-calls';
import { everythingHandled, writtenEvents } from '../stream';
import { unpublishedChanges } from '../rows/contacts';
import { importContacts } from './import-contacts';
import { disorderly, SegmentEvents } from './segment-events';

jest.setTimeout(300_000);

let system: System;

// Two processes of each service that acts by itself.
beforeAll(async () => {
  system = await System.shared();
  await Promise.all(
    ['delivery', 'segments', 'contacts'].map((service) => system.addInstance(service, `second ${service}`)),
  );
});
afterAll(() => system?.stop());

it('a scheduled campaign begins once, not before its time, and reaches each contact once', async () => {
  const customer = await Customer.join(system);
  const emails = Array.from({ length: 1_200 }, (_, n) => `person${n}@crowd.example`);
  await importContacts(
    customer,
    'email,subscribed',
    emails.map((email) => `${email},true`),
  );
  const content = { name: 'Spring', subject: 'Hello', body: '<p>Hello</p>', from: customer.from, audienceType: 'ALL' };
  const { id } = (await customer.secret.post('/campaigns', content)).body.data;
  const scheduledFor = new Date(Date.now() + 4_000).toISOString();
  expect((await customer.secret.post(`/campaigns/${id}/send`, { scheduledFor })).status).toBe(200);
  const sent = await eventually(
    'the campaign is sent',
    async () => {
      const { data } = (await customer.secret.get(`/campaigns/${id}`)).body;
      return data.status === 'SENT' ? data : null;
    },
    60_000,
  );
  expect(sent).toMatchObject({ totalRecipients: emails.length, sentCount: emails.length, failedCount: 0 });
  expect(Date.parse(sent.sentAt)).toBeGreaterThanOrEqual(Date.parse(scheduledFor));
  const copies = await mailboxCopiesByRecipient(system, customer.project.projectId);
  expect([...copies.keys()].sort()).toEqual([...emails].sort());
  expect([...copies].filter(([, count]) => count !== 1)).toEqual([]);
  const told = await writtenEvents(system, 'delivery', ['campaign.sent']);
  expect(told.filter(({ data }) => (data as { campaignId: string }).campaignId === id)).toHaveLength(1);
});

it('a tracked segment tells each change once while two processes compute it and follow its changes', async () => {
  const customer = await Customer.join(system);
  const { projectId } = customer.project;
  const events = await SegmentEvents.listen(system);
  const emailOf = (n: number): string => `person${n}@crowd.example`;
  const rows = Array.from({ length: 600 }, (_, n) => `${emailOf(n)},${n % 2 === 0 ? 'gold' : 'tin'}`);
  await importContacts(customer, 'email,tier', rows);
  const body = { name: 'Gold', type: 'DYNAMIC', trackMembership: true, condition: inSmallChunks('tier', 'gold') };
  const { id } = await createSegment(customer, body);
  let left = 300;
  const change = async (): Promise<void> => {
    while (left-- > 0) {
      const tier = Math.random() < 0.5 ? 'gold' : 'tin';
      await customer.track({ email: emailOf(Math.floor(Math.random() * 40)), event: 'moved', data: { tier } });
      if (left % 60 === 0) await customer.secret.post(`/segments/${id}/compute`, {});
    }
  };
  await Promise.all(Array.from({ length: 4 }, change));
  await eventually('the computes are over', async () => (await openComputes(system, id)) === 0, 60_000);
  await eventually('every change is published', async () => (await unpublishedChanges(system)) === 0);
  await everythingHandled(system);
  const matching = await contactsWithValue(system, projectId, 'tier', 'gold');
  expect(await membersOf(system, projectId, id)).toEqual(matching);
  const stories = await events.stories(id);
  expect(disorderly(stories)).toEqual([]);
  const inside = [...stories].filter(([, story]) => story.at(-1) === 'entry').map(([contact]) => contact);
  expect(inside.sort()).toEqual(matching);
  expect((await customer.secret.get(`/segments/${id}`)).body.memberCount).toBe(matching.length);
  await events.close();
});
