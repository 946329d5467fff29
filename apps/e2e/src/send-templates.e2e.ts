import { randomUUID } from 'node:crypto';
import { System } from '@waybill/testing/system';
import { Customer, headerOf, newAddress } from './customer';

let system: System;
let customer: Customer;
let stranger: Customer;

beforeAll(async () => {
  system = await System.shared();
  [customer, stranger] = await Promise.all([Customer.join(system), Customer.join(system)]);
});
afterAll(() => system?.stop());

describe('templates', () => {
  const template = async (type = 'TRANSACTIONAL', owner = customer): Promise<string> => {
    const { status, body } = await owner.secret.post('/templates', {
      ...{ name: 'Welcome', subject: 'Welcome {{name}}', body: '<p>Hi {{name}}</p>', type },
      ...{ from: owner.from, fromName: 'Template Sender', replyTo: `reply@${owner.project.senderDomain}` },
    });
    expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
    return body.id;
  };
  const bare = { subject: undefined, body: undefined, from: undefined };

  it('supplies subject, body, sender and reply address, with variables from data', async () => {
    const message = await customer.sendAndRead({ ...bare, template: await template(), data: { name: 'Ada' } });
    expect(message).toMatchObject({ subject: 'Welcome Ada', html: expect.stringContaining('Hi Ada') });
    expect(headerOf(message, 'from')).toBe(`Template Sender <${customer.from}>`);
    expect(headerOf(message, 'reply-to')).toBe(`reply@${customer.project.senderDomain}`);
    expect(await customer.email(message.emailId)).toMatchObject({ template_id: expect.any(String) });
  });

  it('gives way to what the request says itself', async () => {
    const message = await customer.sendAndRead({
      template: await template(),
      subject: 'Own {{name}}',
      body: '<b>Own body</b>',
      from: { email: `other@${customer.project.senderDomain}`, name: 'Own' },
      reply: 'own@reply.example',
      data: { name: 'Ada' },
    });
    expect(message).toMatchObject({ subject: 'Own Ada', html: expect.stringContaining('Own body') });
    expect(headerOf(message, 'from')).toBe(`Own <other@${customer.project.senderDomain}>`);
    expect(headerOf(message, 'reply-to')).toBe('own@reply.example');
  });

  it('is 404 TEMPLATE_NOT_FOUND when there is none or another project has it', async () => {
    for (const id of [randomUUID(), await template('TRANSACTIONAL', stranger)]) {
      await customer.expectRefused(() => customer.send({ ...bare, template: id }), 'TEMPLATE_NOT_FOUND');
    }
  });

  it('of type MARKETING goes to subscribed contacts only, and to none of a list when one is not', async () => {
    const id = await template('MARKETING');
    const [yes, no] = [newAddress(), newAddress()];
    await customer.track({ email: yes, subscribed: true });
    await customer.track({ email: no, subscribed: false });
    const to = (list: unknown) => () => customer.send({ ...bare, to: list, template: id });
    await customer.expectRefused(to(no), 'VALIDATION_ERROR', { to: 'unsubscribed' });
    await customer.expectRefused(to([yes, no]), 'VALIDATION_ERROR', { 'to.1': 'unsubscribed' });
    await customer.expectRefused(to(newAddress()), 'VALIDATION_ERROR', { to: 'unsubscribed' });
    expect(await to(yes)()).toMatchObject({ status: 200 });
  });
});
