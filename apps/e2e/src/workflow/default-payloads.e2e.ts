import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { all, createSegment, has } from '../segment/segment-calls';
import { workflowActions } from '../workflows.fixture';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

const { chain } = workflowActions(() => customer);

const moment = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

/** A workflow that an event starts and that calls the catcher without a body of its own; answers what it caught for an address. */
async function listener(eventName: string): Promise<(email: string) => Promise<any>> {
  const mark = crypto.randomUUID();
  const workflow = await chain([['WEBHOOK', { url: `http://hooks.simulator.test/${mark}` }]], { eventName });
  return (email) =>
    eventually(
      `the webhook of ${eventName} for ${email}`,
      async () => {
        const { body } = await customer.secret.get(`/mailbox/webhooks?search=${mark}`);
        const call = body.data.find((each: any) => each.body.contact.email === email);
        if (!call) return null;
        expect(Object.keys(call.body).sort()).toEqual(['contact', 'event', 'execution', 'workflow']);
        expect(call.body).toMatchObject({
          contact: { email, subscribed: expect.any(Boolean), data: expect.any(Object) },
          workflow: { id: workflow.id, name: 'Chain' },
          execution: { id: call.executionId, startedAt: moment },
        });
        return call.body;
      },
      30_000,
    );
}

describe('the default payload of a webhook', () => {
  const link = 'https://shop.example/';
  const send = async (play: string): Promise<{ email: string; base: Record<string, unknown> }> => {
    const email = `${play}+${newAddress().split('@')[0]}@simulator.test`;
    const from = { name: 'Shop', email: customer.from };
    const { body } = await customer.send({ to: email, from, subscribed: true, body: `<a href="${link}">Shop</a>` });
    const emailId: string = body.data.emails[0].email;
    const base = { subject: 'Your receipt', from: customer.from, fromName: 'Shop', emailId };
    return {
      email,
      base: { ...base, messageId: expect.any(String), templateId: null, campaignId: null, sourceType: 'TRANSACTIONAL' },
    };
  };

  it.each<[string, string, Record<string, unknown>]>([
    ['email.sent', 'person', { sentAt: moment }],
    ['email.delivery', 'person', { deliveredAt: moment }],
    ['email.open', 'open', { openedAt: moment, opens: 1, isFirstOpen: true }],
    ['email.click', 'click', { link, clickedAt: moment, clicks: 1, isFirstClick: true }],
    ['email.bounce', 'bounce', { bounceType: 'Permanent', bouncedAt: moment }],
    ['email.bounce', 'transient', { bounceType: 'Transient', transientBounce: true }],
    ['email.complaint', 'complaint', { complainedAt: moment }],
  ])('of %s to %s@ has the fields of every email event and its own', async (eventName, play, own) => {
    const caught = await listener(eventName);
    const { email, base } = await send(play);
    expect((await caught(email)).event).toEqual({ ...base, ...own });
  });

  it('of an unsubscription names the reason that a report gave, and of one by a caller is empty', async () => {
    const caught = await listener('contact.unsubscribed');
    const { email } = await send('bounce');
    expect(await caught(email)).toMatchObject({ event: { reason: 'bounce' }, contact: { subscribed: false } });
    const address = newAddress();
    await customer.track({ email: address, subscribed: true });
    await customer.track({ email: address, subscribed: false });
    expect((await caught(address)).event).toEqual({});
  });

  it('of a subscription is empty', async () => {
    const caught = await listener('contact.subscribed');
    const address = newAddress();
    await customer.track({ email: address, subscribed: false });
    await customer.track({ email: address, subscribed: true });
    expect(await caught(address)).toMatchObject({ event: {}, contact: { subscribed: true } });
  });

  it('of an entry into a segment and of the exit names the segment', async () => {
    const segment = await createSegment(customer, {
      ...{ name: 'Gold club', type: 'DYNAMIC', trackMembership: true, condition: all(has('tier', 'gold')) },
    });
    const [entered, left] = [await listener('segment.gold-club.entry'), await listener('segment.gold-club.exit')];
    const email = newAddress();
    await customer.track({ email, data: { tier: 'gold' } });
    const event = { segmentId: segment.id, segmentName: 'Gold club' };
    expect(await entered(email)).toMatchObject({ event, contact: { data: { tier: 'gold' } } });
    await customer.track({ email, data: { tier: 'tin' } });
    expect((await left(email)).event).toEqual(event);
  });

  it('of a tracked event has its data, values that are not kept too', async () => {
    const caught = await listener('order placed');
    const email = newAddress();
    const data = { plan: 'pro', total: { value: 12, persistent: false } };
    await customer.track({ email, event: 'order placed', data });
    expect(await caught(email)).toMatchObject({
      event: { plan: 'pro', total: 12 },
      contact: { data: { plan: 'pro' } },
    });
  });

  it('of an email that was received has what the provider told', async () => {
    const caught = await listener('email.received');
    const email = newAddress();
    await customer.track({ email });
    const to = `help@${customer.project.senderDomain}`;
    const verdicts = ['spamVerdict', 'virusVerdict', 'spfVerdict', 'dkimVerdict', 'dmarcVerdict'];
    const data = {
      ...{ messageId: 'm1', from: email, fromHeader: `Ann <${email}>`, to, recipients: [to], subject: 'Hi' },
      ...{ timestamp: new Date().toISOString(), hasContent: true, body: 'Text', processingTimeMillis: 5 },
      ...Object.fromEntries(verdicts.map((name) => [name, 'PASS'])),
    };
    const { id: contactId } = (await customer.contact(email))!;
    const about = { projectId: customer.project.projectId, contactId, contactEmail: email, requestId: null };
    const event = { id: crypto.randomUUID(), subject: 'email.received', occurredAt: data.timestamp, ...about, data };
    const connection = await system.connectToNats();
    await connection.jetstream().publish('email.received', JSON.stringify(event));
    await connection.close();
    expect((await caught(email)).event).toEqual(data);
  });
});
