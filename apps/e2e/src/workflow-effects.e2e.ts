import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Webhook } from 'standardwebhooks';
import { Customer, newAddress } from './customer';
import { workflowActions } from './workflows.fixture';
import { storedGraphs } from './rows/workflows';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});

afterAll(() => system?.stop());

const { chain, executions, reached, outputs, contact, start, makeDue, caught } = workflowActions(() => customer);

describe('SEND_EMAIL', () => {
  const template = async (change: object = {}) => {
    const content = { name: 'T', subject: 'Hi {{name}}', body: '<p>{{event.item}} {{note}} {{data.name}}</p>' };
    const { body } = await customer.secret.post('/templates', {
      ...content,
      from: customer.from,
      type: 'TRANSACTIONAL',
      ...change,
    });
    return body.id as string;
  };

  it('renders the template with contact, event and context, and counts opens and clicks', async () => {
    const templateId = await template({ body: '<p>{{event.item}} {{item}} <a href="https://example.com/">x</a></p>' });
    const workflow = await chain([['SEND_EMAIL', {}, { templateId }]]);
    const email = `click+${crypto.randomUUID()}@simulator.test`;
    await customer.secret.post('/contacts', { email, data: { name: 'Ann' } });
    await customer.track({ email, event: workflow.eventName, data: { item: { value: 'shoe', persistent: false } } });
    const output = outputs(await reached(workflow, 'COMPLETED'))[1];
    expect(output).toMatchObject({ recipientType: 'CONTACT', recipientEmail: email });
    const message = await customer.arrived(output.emailId);
    expect(message).toMatchObject({ to: email, subject: 'Hi Ann' });
    expect(message.html).toMatch('shoe shoe');
    const waybill = await customer.secret.get(`/emails/${output.emailId}`);
    expect(waybill.body).toMatchObject({ sourceType: 'WORKFLOW', templateId });
    await eventually('opens and clicks are counted', async () => {
      const { body } = await customer.secret.get(`/workflows/${workflow.id}/stats`);
      return body.steps[1].opened === 1 && body.steps[1].clicked === 1 && body.steps[1].sent === 1;
    });
  });

  it('goes to another address, and not to an unsubscribed contact when it is marketing', async () => {
    const other = newAddress();
    const config = { recipient: { type: 'CUSTOM', customEmail: other } };
    const custom = await chain([['SEND_EMAIL', config, { templateId: await template() }]]);
    await start(custom, (await contact({ name: 'Bob' })).id, { note: 'urgent' });
    const sent = outputs(await reached(custom, 'COMPLETED'))[1];
    expect(sent).toMatchObject({ recipientType: 'CUSTOM', recipientEmail: other });
    expect((await customer.arrived(sent.emailId)).html).toMatch('urgent');
    const marketing = await chain([['SEND_EMAIL', {}, { templateId: await template({ type: 'MARKETING' }) }]]);
    const person = await contact();
    await customer.secret.patch(`/contacts/${person.id}`, { subscribed: false });
    await start(marketing, person.id);
    const { emailId } = outputs(await reached(marketing, 'COMPLETED'))[1];
    expect((await customer.secret.get(`/emails/${emailId}`)).body).toMatchObject({ status: 'SUPPRESSED' });
  });

  it('sends a contact fifty emails within an hour, and fails at the next one, of the same and of another workflow', async () => {
    const templateId = await template();
    const email = (): [string, object, object] => ['SEND_EMAIL', {}, { templateId }];
    const many = await chain(Array.from({ length: 51 }, email));
    const another = await chain([email()]);
    const [person, other] = [await contact(), await contact()];
    await start(many, person.id);
    expect(await reached(many, 'FAILED')).toMatchObject({ exitReason: 'email_limit', contactId: person.id });
    await start(another, person.id);
    expect(await reached(another, 'FAILED')).toMatchObject({ exitReason: 'email_limit', contactId: person.id });
    await start(another, other.id);
    expect(await reached(another, 'COMPLETED')).toMatchObject({ contactId: other.id });
    const { body } = await customer.secret.get(`/emails?contactId=${person.id}&limit=100`);
    expect(body.data).toHaveLength(50);
  });

  it('fails the execution where it has no template, or one without a verified sender', async () => {
    const none = await chain([['SEND_EMAIL']]);
    await start(none, (await contact()).id);
    const failed = await reached(none, 'FAILED');
    expect(failed).toMatchObject({ exitReason: 'template_missing', currentStep: { type: 'SEND_EMAIL' } });
    expect(failed.stepExecutions[1]).toMatchObject({ status: 'FAILED', error: 'the step has no template' });
    const templateId = await template();
    const gone = await chain([
      ['DELAY', { amount: 1, unit: 'days' }],
      ['SEND_EMAIL', {}, { templateId }],
    ]);
    await start(gone, (await contact()).id);
    const execution = await reached(gone, 'WAITING');
    const path = `/workflows/${gone.id}/steps/${gone.steps[2].id}`;
    expect((await customer.secret.patch(path, { templateId: null })).status).toBe(200);
    expect((await customer.secret.delete(`/templates/${templateId}`)).status).toBe(204);
    await makeDue(execution);
    expect(await reached(gone, 'FAILED')).toMatchObject({ exitReason: 'template_not_found' });
  });
});

describe('WEBHOOK', () => {
  it('posts the default payload', async () => {
    const target = crypto.randomUUID();
    const workflow = await chain([['WEBHOOK', { url: `http://hooks.simulator.test/${target}?a=1` }]]);
    const email = newAddress();
    await customer.track({ email, event: workflow.eventName, data: { plan: 'pro' } });
    const execution = await reached(workflow, 'COMPLETED');
    expect(await caught(target)).toMatchObject({
      executionId: execution.id,
      method: 'POST',
      path: `/${target}?a=1`,
      headers: { 'content-type': 'application/json' },
      answeredStatus: 200,
      body: {
        contact: { email, subscribed: true, data: { plan: 'pro' } },
        workflow: { id: workflow.id, name: 'Chain' },
        execution: { id: execution.id, startedAt: execution.startedAt },
        event: { plan: 'pro' },
      },
    });
    expect(outputs(execution)[1]).toMatchObject({ statusCode: 200, success: true, response: { caught: true } });
  });

  it('fills URL, headers and body; JSON stays JSON; the signature can be verified', async () => {
    const target = crypto.randomUUID();
    const signingSecret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
    const config = {
      url: `http://hooks.simulator.test/${target}/{{data.path}}?to={{email}}`,
      method: 'PUT',
      headers: { 'X-Name': '{{name}}', Authorization: 'Bearer {{context.key}}' },
      body: { who: '{{name}}', age: '{{data.age}}', list: ['{{id}}', 'a {{missing}} b'], link: '{{unsubscribeUrl}}' },
      signingSecret,
    };
    const workflow = await chain([['WEBHOOK', config]]);
    const person = await contact({ name: 'A "B"\r\nX: y', age: 7, path: '../x y?z' });
    await start(workflow, person.id, { key: 'k1' });
    await reached(workflow, 'COMPLETED');
    const call = await caught(target);
    expect(call).toMatchObject({
      method: 'PUT',
      path: `/${target}/..%2Fx%20y%3Fz?to=${encodeURIComponent(person.email)}`,
      headers: { 'x-name': 'A "B" X: y', authorization: 'Bearer k1' },
      body: { who: 'A "B"\r\nX: y', age: 7, list: [person.id, 'a  b'], link: expect.stringMatching(/\/unsubscribe\//) },
    });
    const verified = new Webhook(signingSecret).verify(JSON.stringify(call.body), call.headers);
    expect(verified).toEqual(call.body);
    const kept = await storedGraphs(system, workflow.id);
    expect(kept).toEqual([{ graph: expect.any(String), definition: expect.any(String) }]);
    expect(JSON.stringify(kept)).not.toContain(signingSecret.slice(6));
  });

  it.each([
    ['status/500', 'webhook_failed', { statusCode: 500, success: false }],
    ['redirect/3', null, { statusCode: 200, success: true }],
    ['redirect/6', 'webhook_too_many_redirects', { success: false }],
    ['slow/12', 'webhook_timeout', { success: false }],
    ['drip/20', 'webhook_timeout', { success: false }],
  ])(
    'ends %s with %s',
    async (play, exitReason, output) => {
      const workflow = await chain([['WEBHOOK', { url: `http://hooks.simulator.test/${play}`, method: 'GET' }]]);
      await start(workflow, (await contact()).id);
      const execution = await reached(workflow, exitReason ? 'FAILED' : 'COMPLETED');
      expect(execution.exitReason).toBe(exitReason);
      expect(outputs(execution)[1]).toMatchObject(output);
    },
    60_000,
  );

  it('never goes to a private address that a value makes', async () => {
    const workflow = await chain([['WEBHOOK', { url: 'http://{{data.host}}/x' }]]);
    const hosts = ['127.0.0.1', 'localhost', '169.254.169.254', 'a@10.0.0.1', '[::1]', 'no-such-name.invalid'];
    for (const host of hosts) {
      const person = await contact({ host });
      await start(workflow, person.id);
    }
    await eventually('all failed', async () => (await executions(workflow, '?status=FAILED')).length === hosts.length);
    const reasons = (await executions(workflow)).map(({ exitReason }) => exitReason);
    expect(new Set(reasons)).toEqual(
      new Set(['webhook_unreachable', 'webhook_invalid_url'].filter((r) => reasons.includes(r))),
    );
  });
});
