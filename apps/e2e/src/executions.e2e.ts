import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { workflowActions, type StepSpec } from './workflows.fixture';
import { expectError } from './expect-error';

let system: System;
let customer: Customer;
let stranger: Customer;

beforeAll(async () => {
  system = await System.shared();
  [customer, stranger] = await Promise.all([Customer.join(system), Customer.join(system)]);
});

afterAll(() => system?.stop());

const { chain, add, path, executions, reached, outputs, contact, start, makeDue, caught } = workflowActions(
  () => customer,
);

describe('a tracked event', () => {
  it('starts the enabled workflows that wait for it, each contact once', async () => {
    const workflow = await chain([['EXIT', { reason: 'done here' }]]);
    const email = newAddress();
    const tracked = await customer.track({
      email,
      event: workflow.eventName,
      data: { order: { value: 7, persistent: false } },
    });
    const execution = await reached(workflow, 'EXITED');
    expect(execution).toMatchObject({
      workflowId: workflow.id,
      contactId: tracked.body.data.contact,
      contact: { id: tracked.body.data.contact, email },
      exitReason: 'done here',
      sourceEventId: tracked.body.data.event,
      context: { order: 7 },
      workflow: { id: workflow.id, name: 'Chain' },
    });
    expect(execution.stepExecutions).toMatchObject([
      { status: 'COMPLETED', step: { type: 'TRIGGER' }, output: { triggered: true, eventName: workflow.eventName } },
      { status: 'COMPLETED', step: { type: 'EXIT' }, output: { exited: true, reason: 'done here' } },
    ]);
    expect(Date.parse(execution.completedAt)).toBeGreaterThanOrEqual(Date.parse(execution.startedAt));
    await customer.track({ email, event: workflow.eventName });
    const other = newAddress();
    await customer.track({ email: other, event: workflow.eventName });
    await eventually('the other contact ran', async () => (await executions(workflow)).length === 2);
    expect((await executions(workflow)).map((each) => each.contact.email).sort()).toEqual([email, other].sort());
  });

  it('starts nothing that is disabled, of another name or of another project', async () => {
    const workflow = await chain([['EXIT']]);
    await customer.secret.patch(`/workflows/${workflow.id}`, { enabled: false });
    await customer.track({ event: workflow.eventName });
    await stranger.track({ event: workflow.eventName });
    const seen = await chain([['EXIT']]);
    await customer.track({ event: seen.eventName });
    await reached(seen, 'EXITED');
    expect(await executions(workflow)).toEqual([]);
  });

  it('starts a contact again where re-entry is allowed, but not while it is under way', async () => {
    const workflow = await chain([['WAIT_FOR_EVENT', { eventName: 'go on' }]], { allowReentry: true });
    const email = newAddress();
    await customer.track({ email, event: workflow.eventName });
    await reached(workflow, 'WAITING');
    await customer.track({ email, event: workflow.eventName });
    await customer.track({ email, event: 'go on' });
    await reached(workflow, 'COMPLETED');
    await customer.track({ email, event: workflow.eventName });
    await eventually('a second run', async () => (await executions(workflow)).length === 2);
  });
});

describe('a manual start', () => {
  it('gives the execution a context, and is refused by 404, 409 and 422', async () => {
    const workflow = await chain([['CONDITION', { field: 'context.tier', operator: 'equals', value: 'gold' }]]);
    const { id } = await contact();
    const started = await start(workflow, id, { tier: 'gold' });
    expect(started).toMatchObject({
      status: 201,
      body: {
        workflowId: workflow.id,
        contactId: id,
        status: expect.any(String),
        context: { tier: 'gold' },
        sourceEventId: null,
      },
    });
    const execution = await reached(workflow, 'COMPLETED');
    expect(outputs(execution)[1]).toEqual({
      field: 'context.tier',
      operator: 'equals',
      expectedValue: 'gold',
      actualValue: 'gold',
      result: true,
      branch: 'yes',
    });
    expectError(await start(workflow, id), 'CONFLICT');
    expectError(await start(workflow, `cnt_${crypto.randomUUID()}`), 'CONTACT_NOT_FOUND');
    expectError(await start({ id: crypto.randomUUID() }, id), 'WORKFLOW_NOT_FOUND');
    expectError(await start(workflow, id, { a: 'x'.repeat(70_000) }), 'VALIDATION_ERROR', { context: 'too_big' });
    await customer.secret.patch(`/workflows/${workflow.id}`, { enabled: false });
    expectError(await start(workflow, (await contact()).id), 'CONFLICT');
  });

  it('is listed by status and contact, cancelled alone and all together', async () => {
    const workflow = await chain([['DELAY', { amount: 1, unit: 'days' }]]);
    const contacts = await Promise.all([contact(), contact(), contact()]);
    for (const { id } of contacts) await start(workflow, id);
    await eventually('all wait', async () => (await executions(workflow, '?status=WAITING')).length === 3);
    const list = await customer.secret.get(`${path(workflow)}?limit=2`);
    expect(list.body).toMatchObject({ hasMore: true, total: 3, executions: list.body.data });
    const rest = await customer.secret.get(`${path(workflow)}?limit=2&cursor=${list.body.cursor}`);
    expect(rest.body).toMatchObject({ hasMore: false, total: 0, data: [{ contactId: contacts[0]!.id }] });
    const [mine] = await executions(workflow, `?contactId=${contacts[1]!.id}`);
    expect(mine).toMatchObject({ contactId: contacts[1]!.id, currentStep: { type: 'DELAY' }, status: 'WAITING' });
    expectError(await customer.secret.delete(`/workflows/${workflow.id}`), 'CONFLICT');
    const cancelled = await customer.secret.delete(path(workflow, mine));
    expect(cancelled).toMatchObject({
      status: 200,
      body: { id: mine.id, status: 'CANCELLED', exitReason: 'cancelled' },
    });
    const { body } = await customer.secret.get(path(workflow, mine));
    expect(body.stepExecutions.map(({ status }: any) => status)).toEqual(['COMPLETED', 'SKIPPED']);
    expectError(await customer.secret.delete(path(workflow, mine)), 'CONFLICT');
    const all = await customer.secret.post(`${path(workflow)}/cancel-all`);
    expect(all).toMatchObject({ status: 200, body: { cancelled: 2 } });
    const { body: stats } = await customer.secret.get(`/workflows/${workflow.id}/stats`);
    expect(stats.executions).toMatchObject({ total: 3, WAITING: 0, RUNNING: 0, CANCELLED: 3 });
    expect(stats.steps[1]).toMatchObject({ type: 'DELAY', entered: 3, waiting: 0, done: 0, failed: 0, skipped: 3 });
    expectError(await stranger.secret.get(path(workflow, mine)), 'WORKFLOW_NOT_FOUND');
    expectError(await customer.secret.get(path(workflow, { id: crypto.randomUUID() })), 'EXECUTION_NOT_FOUND');
    expect((await customer.secret.delete(`/workflows/${workflow.id}`)).status).toBe(204);
  });
});

describe('DELAY', () => {
  it('goes on at its time, never before, also with another one behind it', async () => {
    const second = { amount: 1, unit: 'seconds' };
    const workflow = await chain([['DELAY', second], ['DELAY', second], ['EXIT']]);
    await start(workflow, (await contact()).id);
    const execution = await reached(workflow, 'EXITED');
    const [, first, other] = execution.stepExecutions;
    for (const step of [first, other]) {
      const waited = Date.parse(step.completedAt) - Date.parse(step.startedAt);
      expect(waited).toBeGreaterThanOrEqual(1_000);
      expect(Date.parse(step.scheduledFor) - Date.parse(step.startedAt)).toBe(1_000);
      expect(step.output).toMatchObject({ delayAmount: 1, delayUnit: 'seconds', resumeAt: step.scheduledFor });
    }
  });
});

describe('WAIT_FOR_EVENT', () => {
  const waiting = async () => {
    const { body: workflow } = await customer.secret.post('/workflows', {
      name: 'Wait',
      eventName: crypto.randomUUID(),
    });
    const wait = await add(workflow, 'WAIT_FOR_EVENT', { eventName: 'paid', timeout: 3600 });
    const ends = {
      event: await add(workflow, 'EXIT', { reason: 'paid' }, { autoConnect: false }),
      timeout: null as any,
    };
    ends.timeout = await add(workflow, 'EXIT', { reason: 'late' }, { autoConnect: false });
    for (const branch of ['event', 'timeout'] as const) {
      const link = { fromStepId: wait.id, toStepId: ends[branch].id, branch };
      expect((await customer.secret.post(`/workflows/${workflow.id}/transitions`, link)).status).toBe(201);
    }
    await customer.secret.patch(`/workflows/${workflow.id}`, { enabled: true });
    const person = await contact();
    await start(workflow, person.id, { a: 1, amount: 0 });
    return { workflow, person, execution: await reached(workflow, 'WAITING') };
  };

  it('goes on with the event, whose data is laid over the context', async () => {
    const { workflow, person } = await waiting();
    await customer.track({ event: 'paid' });
    await customer.track({ email: person.email, event: 'paid', data: { amount: 12 } });
    const execution = await reached(workflow, 'EXITED');
    expect(execution).toMatchObject({ exitReason: 'paid', context: { a: 1, amount: 12 } });
    expect(outputs(execution)[1]).toMatchObject({
      waitOutcome: 'EVENT',
      eventReceived: true,
      eventName: 'paid',
      eventData: { amount: 12 },
    });
  });

  it('goes on with the timeout, and the event that comes later changes nothing', async () => {
    const { workflow, person, execution } = await waiting();
    await makeDue(execution);
    const ended = await reached(workflow, 'EXITED');
    await customer.track({ email: person.email, event: 'paid' });
    expect(ended.exitReason).toBe('late');
    expect(outputs(ended)[1]).toMatchObject({ waitOutcome: 'TIMEOUT', timedOut: true, eventName: 'paid' });
    const { body: stats } = await customer.secret.get(`/workflows/${workflow.id}/stats`);
    expect(stats.steps[1].branches).toEqual({ timeout: 1 });
  });

  it('is over at once when its event came during the step before it', async () => {
    const mark = crypto.randomUUID();
    const workflow = await chain([
      ['WEBHOOK', { url: `http://hooks.simulator.test/slow/1?mark=${mark}`, method: 'GET' }],
      ['WAIT_FOR_EVENT', { eventName: 'confirmed' }],
    ]);
    const person = await contact();
    await start(workflow, person.id);
    await caught(mark);
    await customer.track({ email: person.email, event: 'confirmed', data: { n: 7 } });
    const execution = await reached(workflow, 'COMPLETED');
    expect(outputs(execution)[2]).toMatchObject({ waitOutcome: 'EVENT', eventData: { n: 7 } });
    expect(execution.context).toMatchObject({ n: 7 });
  });

  it('is over in the order of the events, however close they come, and not by one before its turn', async () => {
    const steps = ['one', 'two', 'three'].map((eventName): StepSpec => ['WAIT_FOR_EVENT', { eventName }]);
    const workflow = await chain(steps);
    const person = await contact();
    await start(workflow, person.id);
    await reached(workflow, 'WAITING');
    for (const [n, event] of ['two', 'one', 'two', 'three'].entries()) {
      await customer.track({ email: person.email, event, data: { n } });
    }
    const received = outputs(await reached(workflow, 'COMPLETED')).slice(1);
    expect(received.map(({ eventName, eventData }) => [eventName, eventData.n])).toEqual([
      ['one', 1],
      ['two', 2],
      ['three', 3],
    ]);
  });
});

describe('CONDITION', () => {
  it('takes the branch of one comparison, of several, or of a filter tree', async () => {
    const decide = async (config: object, data: object, event: object = {}): Promise<string> => {
      const workflow = await chain([['CONDITION', config]]);
      const email = newAddress();
      await customer.secret.post('/contacts', { email, data });
      await customer.track({ email, event: workflow.eventName, data: event });
      return outputs(await reached(workflow, 'COMPLETED'))[1].branch;
    };
    const multi = {
      mode: 'multi',
      field: 'data.plan',
      branches: [
        { id: 'a', name: 'Free', operator: 'equals', value: 'free' },
        { id: 'b', name: 'Paid', operator: 'contains', value: 'p' },
      ],
    };
    const filter = (field: string, operator: string, value?: unknown) => ({
      logic: 'AND',
      groups: [{ filters: [{ field, operator, value }] }],
    });
    expect(await decide({ field: 'contact.data.age', operator: 'greaterThan', value: 17 }, { age: 18 })).toBe('yes');
    expect(await decide({ field: 'event.total', operator: 'lessThan', value: 10 }, {}, { total: 12 })).toBe('no');
    expect(await decide(multi, { plan: 'pro' })).toBe('b');
    expect(await decide(multi, { plan: 'other' })).toBe('default');
    expect(await decide(filter('event.total', 'greaterThan', 5), {}, { total: 6 })).toBe('yes');
    expect(await decide({ condition: filter('data.plan', 'equals', 'pro') }, { plan: 'free' })).toBe('no');
    expect(await decide(filter('event.never', 'notTriggered'), {})).toBe('yes');
    expect(await decide(filter('contact.subscribed', 'equals', true), {})).toBe('yes');
  }, 60_000);

  it('completes where its branch leads nowhere', async () => {
    const workflow = await chain([['CONDITION', { field: 'data.x', operator: 'exists' }]]);
    await start(workflow, (await contact()).id);
    expect(await reached(workflow, 'COMPLETED')).toMatchObject({
      exitReason: null,
      currentStep: { type: 'CONDITION' },
    });
  });
});

describe('UPDATE_CONTACT', () => {
  it('changes fields and the subscription, and what changes starts other workflows', async () => {
    const heard = await chain([['EXIT']], { eventName: 'contact.unsubscribed' });
    const updates = { plan: 'pro', old: null, score: 5 };
    const workflow = await chain([['UPDATE_CONTACT', { updates, subscriptionAction: 'unsubscribe' }]]);
    const person = await contact({ old: 'x', kept: true });
    await start(workflow, person.id);
    const execution = await reached(workflow, 'COMPLETED');
    const { body } = await customer.secret.get(`/contacts/${person.id}`);
    expect(body).toMatchObject({ subscribed: false, data: { plan: 'pro', score: 5, kept: true } });
    expect(outputs(execution)[1]).toEqual({
      updated: true,
      updates,
      newData: body.data,
      subscriptionAction: 'unsubscribe',
      subscribed: false,
    });
    const caused = await reached(heard, 'EXITED');
    expect(caused).toMatchObject({ contactId: person.id, context: {} });
    await customer.secret.patch(`/workflows/${heard.id}`, { enabled: false });
  });
});

describe('edges of an execution', () => {
  it('keeps the definition it started with', async () => {
    const workflow = await chain([
      ['DELAY', { amount: 1, unit: 'days' }],
      ['EXIT', { reason: 'old' }],
    ]);
    await start(workflow, (await contact()).id);
    const execution = await reached(workflow, 'WAITING');
    const steps = `/workflows/${workflow.id}/steps`;
    expect(
      (await customer.secret.patch(`${steps}/${workflow.steps[2].id}`, { config: { reason: 'new' } })).status,
    ).toBe(200);
    expect((await customer.secret.delete(`${steps}/${workflow.steps[1].id}?splice=true`)).status).toBe(204);
    await makeDue(execution);
    expect((await reached(workflow, 'EXITED')).exitReason).toBe('old');
    const second = await contact();
    await start(workflow, second.id);
    await eventually('the new one', async () => (await executions(workflow, '?status=EXITED')).length === 2);
    expect((await executions(workflow))[0].exitReason).toBe('new');
  });

  it('fails when its contact is deleted, and erases the data of the person', async () => {
    const workflow = await chain([['DELAY', { amount: 1, unit: 'days' }]]);
    const person = await contact({ secret: 'x' });
    await start(workflow, person.id, { note: person.email });
    const { id } = await reached(workflow, 'WAITING');
    expect((await customer.secret.delete(`/contacts/${person.id}`)).status).toBe(204);
    const failed = await reached(workflow, 'FAILED');
    expect(failed).toMatchObject({ id, exitReason: 'contact_deleted', contact: { email: null }, context: {} });
    expect(failed.stepExecutions.map(({ status }: any) => status)).toEqual(['COMPLETED', 'FAILED']);
    expect(JSON.stringify(failed)).not.toMatch(person.email);
  });

  it('stops with a reason when workflows start one another', async () => {
    const names = ['contact.subscribed', 'contact.unsubscribed'];
    const own = await Promise.all(
      ['unsubscribe', 'subscribe'].map((subscriptionAction, index) =>
        chain([['UPDATE_CONTACT', { subscriptionAction }]], { eventName: names[index], allowReentry: true }),
      ),
    );
    const person = await contact();
    await customer.secret.patch(`/contacts/${person.id}`, { subscribed: false });
    const failed = await eventually('the loop ends', async () => {
      const ended = await Promise.all(own.map((workflow) => executions(workflow, '?status=FAILED')));
      return ended.flat()[0];
    });
    expect(failed).toMatchObject({ exitReason: 'trigger_depth', contactId: person.id });
    for (const workflow of own) await customer.secret.patch(`/workflows/${workflow.id}`, { enabled: false });
  });

  it('says in the setup state that a workflow is enabled', async () => {
    const own = await Customer.join(system);
    const state = async () =>
      (await own.secret.get(`/projects/${own.project.projectId}/setup-state`)).body.data.hasEnabledWorkflow;
    const { body } = await own.secret.post('/workflows', { name: 'n', eventName: 'e' });
    expect(await state()).toBe(false);
    await own.secret.patch(`/workflows/${body.id}`, { enabled: true });
    expect(await state()).toBe(true);
  });
});
