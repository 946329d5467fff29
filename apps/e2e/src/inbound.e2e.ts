import { eventually } from '@waybill/testing/eventually';
import type { FakeSes } from '@waybill/testing/fake/fake-ses';
import * as event from '@waybill/testing/fake/ses-events';
import type { System } from '@waybill/testing/system';
import type { Bus } from './bus';
import { newAddress, type Customer } from './customer';
import type { Reports } from './reports';
import { SesFixture } from './ses.fixture';
import { importInboundNow, inboundWaiting } from './rows/providers';

let fixture: SesFixture;
let ses: FakeSes;
let reports: Reports;
let system: System;
let customer: Customer;
let bus: Bus;

beforeAll(async () => {
  fixture = await SesFixture.start();
  ({ ses, reports, system, customer, bus } = fixture);
});
afterAll(() => fixture?.stop());

describe('an inbound email', () => {
  it('for a verified domain is published with every field, is in the ledger, and its sender becomes a contact', async () => {
    const [from, to] = [newAddress(), `support@${customer.project.senderDomain}`];
    const calls = ses.calls;
    const told = event.mailFrom(from, [to, 'stranger@nobody.example'], `in-${from}`);
    await reports.publish(told, told);
    const [received] = await bus.about(from, 'email.received');
    expect(received).toMatchObject({ projectId: customer.project.projectId, contactEmail: from });
    expect(received?.data).toEqual({
      ...{ messageId: `in-${from}`, from, fromHeader: `Ann <${from}>`, to, recipients: [to], subject: 'Fräge' },
      ...{ hasContent: true, body: 'Is it open?', timestamp: expect.any(String), processingTimeMillis: 222 },
      ...{ spamVerdict: 'PASS', virusVerdict: 'PASS', spfVerdict: 'PASS', dkimVerdict: 'PASS', dmarcVerdict: 'GRAY' },
    });
    const contact = await customer.contact(from);
    expect(contact).toMatchObject({ subscribed: true });
    const { body } = await customer.secret.get(`/emails?status=RECEIVED&contactId=${contact!.id}`);
    expect(body.data).toMatchObject([{ from, to, subject: 'Fräge', sourceType: 'INBOUND', status: 'RECEIVED' }]);
    const waybill = await customer.secret.get(`/emails/${body.data[0].id}`);
    expect(waybill.body).toMatchObject({ timeline: [{ type: 'received' }] });
    expect(waybill.body.content.body).toContain('Is it open?');
    // Nothing is ever answered by itself.
    expect(ses.calls).toBe(calls);
  });

  it('of a contact that unsubscribed or complained does not change its subscription', async () => {
    const [left, angry] = [newAddress(), newAddress()];
    await customer.track({ email: left, subscribed: false });
    const sent = (await customer.send({ to: angry, subscribed: true })).body.data.emails[0].email;
    await customer.reaches(sent, 'SENT');
    await reports.publish(event.complaintEvent(await reports.mailOf(sent)));
    await bus.about(angry, 'contact.unsubscribed');
    await reports.publish(...[left, angry].map((from) => event.mailFrom(from, [`a@${customer.project.senderDomain}`])));
    await Promise.all([left, angry].map((from) => bus.about(from, 'email.received')));
    expect(await customer.contact(left)).toMatchObject({ subscribed: false });
    expect(await customer.contact(angry)).toMatchObject({ subscribed: false, suppressed: 'complaint' });
  });

  it('waits while the contacts service is down', async () => {
    const from = newAddress();
    const contacts = system.service('contacts');
    await contacts.stop();
    await reports.publish(event.mailFrom(from, [`a@${customer.project.senderDomain}`]));
    await eventually('a try', async () => (await inboundWaiting(system)) > 0);
    await contacts.start();
    await importInboundNow(system);
    await bus.about(from, 'email.received');
  });
});
