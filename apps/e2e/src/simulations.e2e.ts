import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});

afterAll(() => system?.stop());

const add = async (workflow: { id: string }, type: string, config: object = {}, more: object = {}): Promise<any> =>
  (await customer.secret.post(`/workflows/${workflow.id}/steps`, { type, config, ...more })).body;

describe('a simulation', () => {
  it('says what would happen and when, and does nothing', async () => {
    const texts = { subject: 'Hi {{name}}', previewText: 'Your {{event.item}}', body: '{{event.item}}' };
    const content = { name: 'T', ...texts, from: customer.from, type: 'TRANSACTIONAL' };
    const { body: template } = await customer.secret.post('/templates', content);
    const { body: workflow } = await customer.secret.post('/workflows', { name: 'n', eventName: 'bought' });
    await add(workflow, 'UPDATE_CONTACT', { updates: { name: 'Eve' } });
    await add(workflow, 'SEND_EMAIL', {}, { templateId: template.id });
    await add(workflow, 'DELAY', { amount: 1, unit: 'days' });
    const wait = await add(workflow, 'WAIT_FOR_EVENT', { eventName: 'paid', timeout: 3600 });
    const hook = await add(workflow, 'WEBHOOK', { url: 'https://example.com/{{amount}}', body: { a: '{{amount}}' } });
    await add(workflow, 'EXIT', { reason: 'thanks' });
    const email = newAddress();
    await customer.secret.post('/contacts', { email });
    const before = await customer.written();
    const path = `/workflows/${workflow.id}/simulate`;
    const event = { name: 'bought', data: { item: 'shoe' } };
    const timeline = [
      { after: 60, event: 'paid' },
      { after: 86_460, event: { name: 'paid', data: { amount: 9 } } },
    ];
    const { status, body } = await customer.secret.post(path, { contact: email, event, timeline });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    expect(body).toMatchObject({ status: 'EXITED', exitReason: 'thanks' });
    expect(body.path.map(({ type }: any) => type)).toEqual([
      ...['TRIGGER', 'UPDATE_CONTACT', 'SEND_EMAIL', 'DELAY', 'WAIT_FOR_EVENT', 'WEBHOOK', 'EXIT'],
    ]);
    expect(body.mails).toEqual([
      { stepId: body.path[2].stepId, to: email, subject: 'Hi Eve', previewText: 'Your shoe', html: 'shoe' },
    ]);
    expect(body.webhooks).toMatchObject([
      { stepId: hook.id, method: 'POST', url: 'https://example.com/9', body: { a: 9 } },
    ]);
    const [delay, waited] = body.waits;
    expect(Date.parse(delay.until) - Date.parse(delay.from)).toBe(86_400_000);
    expect(waited).toMatchObject({ stepId: wait.id, eventName: 'paid', endedBy: 'event' });
    expect(Date.parse(body.path[5].at) - Date.parse(delay.from)).toBe(86_460_000);
    expect(await customer.written()).toEqual(before);
    expect((await customer.secret.get(`/contacts?search=${email}`)).body.data[0].data).toEqual({});
    const late = await customer.secret.post(path, { contact: email, event });
    expect(late.body.waits[1]).toMatchObject({ endedBy: 'timer' });
    expectError(await customer.secret.post(path, { contact: newAddress() }), 'CONTACT_NOT_FOUND');
    expectError(await customer.secret.post(path, {}), 'VALIDATION_ERROR', { contact: 'required' });
    expect((await customer.secret.get(`/workflows/${workflow.id}/executions`)).body.data).toEqual([]);
  });
});
