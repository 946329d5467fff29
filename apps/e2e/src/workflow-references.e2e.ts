import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { expectError } from './expect-error';
import { workflowActions } from './workflows.fixture';

let system: System;
let customer: Customer;
const { add } = workflowActions(() => customer);

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

describe('what a workflow refers to', () => {
  it('is named by fields, events and templates, which cannot be deleted then', async () => {
    const template = await customer.secret.post('/templates', { name: 'Hi', subject: 's', body: 'b' });
    const { body: workflow } = await customer.secret.post('/workflows', { name: 'Welcome', eventName: 'used event' });
    await add(workflow, 'CONDITION', { field: 'contact.data.used', operator: 'exists' });
    const mail = await add(workflow, 'SEND_EMAIL', {}, { templateId: template.body.id });
    expect(mail.template).toEqual({ id: template.body.id, name: 'Hi' });
    const reference = { id: workflow.id, name: workflow.name };
    const field = await customer.secret.get('/contacts/fields/used/usage');
    expect(field.body).toMatchObject({ usedInWorkflows: [reference], canDelete: false });
    const event = await customer.secret.get('/events/used%20event/usage');
    expect(event.body).toMatchObject({ usedInWorkflows: [reference], canDelete: false });
    const usage = await customer.secret.get(`/templates/${template.body.id}/usage`);
    expect(usage.body.workflowSteps).toEqual([
      { id: mail.id, name: mail.name, workflowId: workflow.id, workflowName: workflow.name },
    ]);
    expectError(await customer.secret.delete(`/templates/${template.body.id}`), 'CONFLICT');
    await customer.secret.patch(`/workflows/${workflow.id}/steps/${mail.id}`, { templateId: null });
    expect((await customer.secret.delete(`/templates/${template.body.id}`)).status).toBe(204);
    const missing = { type: 'SEND_EMAIL', config: {}, templateId: template.body.id };
    expectError(await customer.secret.post(`/workflows/${workflow.id}/steps`, missing), 'TEMPLATE_NOT_FOUND');
  });

  it('can be chosen from the fields of contacts and events', async () => {
    const own = await Customer.join(system);
    await own.track({ event: 'bought', data: { plan: 'pro', price: { value: 5, persistent: false } } });
    const plain = await own.secret.get('/workflows/fields');
    expect(plain.body.fields).toEqual(expect.arrayContaining(['contact.email', 'contact.subscribed']));
    expect(plain.body.count).toBe(plain.body.fields.length);
    const withEvent = await own.secret.get('/workflows/fields?eventName=bought');
    expect(withEvent.body.typedFields).toEqual(
      expect.arrayContaining([
        { field: 'event.plan', type: 'string', category: 'Event Data' },
        { field: 'event.price', type: 'number', category: 'Event Data' },
      ]),
    );
  });
});
