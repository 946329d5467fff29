import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { expectError } from './expect-error';
import { storedGraphs } from './rows/workflows';

let system: System;
let customer: Customer;
let stranger: Customer;

beforeAll(async () => {
  system = await System.shared();
  [customer, stranger] = await Promise.all([Customer.join(system), Customer.join(system)]);
});

afterAll(() => system?.stop());

const uuid = /^[0-9a-f-]{36}$/;
const iso = /^\d{4}-.*\.\d{3}Z$/;

async function made(change: Record<string, unknown> = {}): Promise<any> {
  const { status, body } = await customer.secret.post('/workflows', {
    name: 'Welcome',
    eventName: 'signup',
    ...change,
  });
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  return body;
}

async function step(workflow: { id: string }, type: string, config: object = {}, more: object = {}): Promise<any> {
  const { status, body } = await customer.secret.post(`/workflows/${workflow.id}/steps`, { type, config, ...more });
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  return body;
}

const link = (workflow: { id: string }, from: { id: string }, to: { id: string }, more: object = {}) =>
  customer.secret.post(`/workflows/${workflow.id}/transitions`, { fromStepId: from.id, toStepId: to.id, ...more });

const read = async (id: string): Promise<any> => (await customer.secret.get(`/workflows/${id}`)).body;

describe('a workflow', () => {
  it('is made disabled with its TRIGGER, read, changed and deleted', async () => {
    const workflow = await made({ description: 'First steps', enabled: true });
    expect(workflow).toEqual({
      id: expect.stringMatching(uuid),
      projectId: customer.project.projectId,
      name: 'Welcome',
      description: 'First steps',
      enabled: false,
      allowReentry: false,
      triggerType: 'EVENT',
      triggerConfig: { eventName: 'signup' },
      createdAt: expect.stringMatching(iso),
      updatedAt: workflow.createdAt,
      steps: [
        {
          id: expect.stringMatching(uuid),
          workflowId: workflow.id,
          type: 'TRIGGER',
          name: 'Trigger',
          position: { x: 100, y: 100 },
          config: { eventName: 'signup' },
          templateId: null,
          template: null,
          outgoingTransitions: [],
          incomingTransitions: [],
          createdAt: expect.stringMatching(iso),
          updatedAt: expect.stringMatching(iso),
        },
      ],
      transitions: [],
    });
    const path = `/workflows/${workflow.id}`;
    expect(await customer.secret.get(path)).toMatchObject({ status: 200, body: workflow });
    const change = { name: 'Hello', enabled: true, allowReentry: true, triggerConfig: { eventName: 'joined' } };
    const changed = await customer.secret.patch(path, { ...change, projectId: 'x' });
    const { steps: _steps, transitions: _transitions, ...record } = workflow;
    expect(changed).toMatchObject({
      status: 200,
      body: { ...record, ...change, updatedAt: expect.stringMatching(iso) },
    });
    expect((await read(workflow.id)).steps[0].config).toEqual({ eventName: 'joined' });
    expect((await customer.secret.delete(path)).status).toBe(204);
    expectError(await customer.secret.get(path), 'WORKFLOW_NOT_FOUND');
    expectError(await customer.secret.delete(path), 'WORKFLOW_NOT_FOUND');
  });

  it('may be started by hand only; SCHEDULE is not available', async () => {
    const workflow = await made({ eventName: undefined, triggerConfig: { eventName: 'signup' } });
    const path = `/workflows/${workflow.id}`;
    const manual = await customer.secret.patch(path, { triggerType: 'MANUAL' });
    expect(manual).toMatchObject({ status: 200, body: { triggerType: 'MANUAL', triggerConfig: null } });
    const needed = { 'triggerConfig.eventName': 'required' };
    expectError(await customer.secret.patch(path, { triggerType: 'EVENT' }), 'VALIDATION_ERROR', needed);
    expectError(await customer.secret.patch(path, { triggerType: 'SCHEDULE' }), 'VALIDATION_ERROR', {
      triggerType: 'invalid_enum',
    });
    expect(
      (await customer.secret.patch(path, { triggerType: 'EVENT', eventName: 'again' })).body.triggerConfig,
    ).toEqual({ eventName: 'again' });
  });

  it.each([
    ['nothing', {}, { name: 'required', eventName: 'required' }],
    ['long texts', { name: 'x'.repeat(101), eventName: 'x'.repeat(201), description: 'x'.repeat(501) }, undefined],
    ['a number for a name', { name: 1, eventName: 'a' }, { name: 'invalid_type' }],
    ['a text for allowReentry', { name: 'n', eventName: 'a', allowReentry: 'yes' }, { allowReentry: 'invalid_type' }],
  ])('is refused with %s', async (_what, body, fields) => {
    const long = { name: 'too_big', eventName: 'too_big', description: 'too_big' };
    expectError(await customer.secret.post('/workflows', body), 'VALIDATION_ERROR', fields ?? long);
  });

  it('is listed in pages, by search, state and order', async () => {
    const own = await Customer.join(system);
    for (const name of ['Beta', 'Alpha', 'Gamma']) {
      await own.secret.post('/workflows', { name, eventName: 'x', description: `about ${name}` });
    }
    const all = await own.secret.get('/workflows');
    expect(all.body.data.map(({ name }: any) => name)).toEqual(['Gamma', 'Alpha', 'Beta']);
    expect(all.body).toMatchObject({ hasMore: false, total: 3 });
    expect(all.body.data[0]._count).toEqual({ steps: 1, executions: 0 });
    expect(all.body.data[0].steps).toBeUndefined();
    const first = await own.secret.get('/workflows?sort=name&limit=2');
    expect(first.body.data.map(({ name }: any) => name)).toEqual(['Alpha', 'Beta']);
    const second = await own.secret.get(`/workflows?sort=name&limit=2&cursor=${first.body.cursor}`);
    expect(second.body).toMatchObject({ data: [{ name: 'Gamma' }], hasMore: false, total: 0 });
    await own.secret.patch(`/workflows/${all.body.data[1].id}`, { enabled: true });
    expect((await own.secret.get('/workflows?status=active')).body.data).toMatchObject([{ name: 'Alpha' }]);
    expect((await own.secret.get('/workflows?search=ABOUT%20b')).body.data).toMatchObject([{ name: 'Beta' }]);
    expectError(await own.secret.get('/workflows?cursor=nonsense'), 'BAD_REQUEST');
    expect((await stranger.secret.get('/workflows')).body.data).toEqual([]);
  });

  it('is copied disabled, with steps of its own', async () => {
    const workflow = await made({ name: 'x'.repeat(100) });
    await step(workflow, 'DELAY', { amount: 1, unit: 'days' });
    await customer.secret.patch(`/workflows/${workflow.id}`, { enabled: true });
    const { status, body: copy } = await customer.secret.post(`/workflows/${workflow.id}/duplicate`);
    const source = await read(workflow.id);
    expect(status).toBe(201);
    expect(copy).toMatchObject({ name: `${'x'.repeat(93)} (copy)`, enabled: false });
    expect(copy.steps.map(({ type, config }: any) => ({ type, config }))).toEqual(
      source.steps.map(({ type, config }: any) => ({ type, config })),
    );
    const ids = (of: any) => [...of.steps, ...of.transitions].map(({ id }: any) => id);
    expect(ids(copy).filter((id) => ids(source).includes(id))).toEqual([]);
    expect(copy.transitions[0]).toMatchObject({ fromStepId: copy.steps[0].id, toStepId: copy.steps[1].id });
  });

  it('goes with others, or none of them does', async () => {
    const [one, two] = [await made(), await made()];
    const gone = crypto.randomUUID();
    const body = { ids: [one.id, two.id, gone], delete: true };
    expectError(await customer.secret.post('/workflows/bulk-update', body), 'WORKFLOW_NOT_FOUND');
    expect((await customer.secret.get(`/workflows/${one.id}`)).status).toBe(200);
    const deleted = await customer.secret.post('/workflows/bulk-update', { ...body, ids: [one.id, two.id] });
    expect(deleted).toMatchObject({ status: 200, body: { deleted: 2 } });
    expectError(await customer.secret.get(`/workflows/${two.id}`), 'WORKFLOW_NOT_FOUND');
  });

  it('does not exist for another project', async () => {
    const workflow = await made();
    const path = `/workflows/${workflow.id}`;
    for (const answer of [
      await stranger.secret.get(path),
      await stranger.secret.patch(path, { name: 'x' }),
      await stranger.secret.delete(path),
      await stranger.secret.post(`${path}/duplicate`),
      await stranger.secret.post(`${path}/steps`, { type: 'EXIT' }),
    ]) {
      expectError(answer, 'WORKFLOW_NOT_FOUND');
    }
  });
});

describe('steps and links', () => {
  it('are added behind the last open step, moved, changed and taken out', async () => {
    const workflow = await made();
    const delay = await step(workflow, 'DELAY', { amount: 5, unit: 'minutes' }, { name: 'Breathe' });
    expect(delay).toMatchObject({ type: 'DELAY', name: 'Breathe', config: { amount: 5, unit: 'minutes' } });
    const exit = await step(workflow, 'EXIT', {}, { position: { x: 1, y: -2.5 } });
    const before = await read(workflow.id);
    expect(before.transitions.map(({ fromStepId, toStepId }: any) => [fromStepId, toStepId])).toEqual([
      [before.steps[0].id, delay.id],
      [delay.id, exit.id],
    ]);
    expect(before.steps[1].outgoingTransitions).toEqual([before.transitions[1]]);
    const path = `/workflows/${workflow.id}/steps/${delay.id}`;
    const changed = await customer.secret.patch(path, { name: 'Wait', config: { amount: 2, unit: 'hours' } });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Wait', config: { amount: 2, unit: 'hours' } } });
    expect((await customer.secret.delete(`${path}?splice=true`)).status).toBe(204);
    const after = await read(workflow.id);
    expect(after.transitions).toMatchObject([{ fromStepId: before.steps[0].id, toStepId: exit.id }]);
    expectError(await customer.secret.patch(path, { name: 'x' }), 'STEP_NOT_FOUND');
    expectError(await customer.secret.delete(path), 'STEP_NOT_FOUND');
  });

  it('have branches behind CONDITION, in either form', async () => {
    const workflow = await made();
    const condition = await step(workflow, 'CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' });
    const [yes, no] = [await step(workflow, 'EXIT'), await step(workflow, 'EXIT')];
    const made1 = await link(workflow, condition, yes, { branch: 'yes' });
    expect(made1).toMatchObject({
      status: 201,
      body: { fromStepId: condition.id, toStepId: yes.id, branch: 'yes', condition: { branch: 'yes' }, priority: 0 },
    });
    expect((await link(workflow, condition, no, { condition: { branch: 'no' } })).body.branch).toBe('no');
    expectError(await link(workflow, condition, no, { branch: 'yes' }), 'VALIDATION_ERROR', {
      branch: 'invalid_string',
    });
    expectError(await link(workflow, condition, no), 'VALIDATION_ERROR', { branch: 'required' });
    expectError(await link(workflow, condition, no, { branch: 'maybe' }), 'VALIDATION_ERROR', {
      branch: 'invalid_enum',
    });
    const gone = await customer.secret.delete(`/workflows/${workflow.id}/transitions/${made1.body.id}`);
    expect(gone.status).toBe(204);
    expect((await link(workflow, condition, no, { branch: 'yes' })).status).toBe(201);
  });

  it('lead forward only, once, and end at EXIT', async () => {
    const workflow = await made();
    const one = await step(workflow, 'DELAY', { amount: 1, unit: 'days' });
    const two = await step(workflow, 'DELAY', { amount: 1, unit: 'days' });
    const exit = await step(workflow, 'EXIT');
    const [trigger] = (await read(workflow.id)).steps;
    expect((await link(workflow, trigger, one)).status).toBe(201);
    const loose = await step(workflow, 'EXIT', {}, { autoConnect: false });
    const cases: [any, any, Record<string, string>][] = [
      [two, two, { toStepId: 'invalid_string' }],
      [two, one, { toStepId: 'invalid_string' }],
      [one, trigger, { toStepId: 'invalid_string' }],
      [trigger, two, { fromStepId: 'invalid_string' }],
      [trigger, one, { fromStepId: 'invalid_string' }],
      [exit, loose, { fromStepId: 'invalid_string' }],
    ];
    for (const [from, to, fields] of cases) expectError(await link(workflow, from, to), 'VALIDATION_ERROR', fields);
    const other = await made();
    expectError(await link(workflow, two, other.steps[0]), 'STEP_NOT_FOUND');
    expectError(await link(workflow, one, exit, { branch: 'yes' }), 'VALIDATION_ERROR', { branch: 'invalid_string' });
  });

  it('wait with one link for both ends, or one for each', async () => {
    const workflow = await made();
    const wait = await step(workflow, 'WAIT_FOR_EVENT', { eventName: 'paid', timeout: 60 });
    const [exit, other] = [await step(workflow, 'EXIT', {}, { autoConnect: false }), await step(workflow, 'EXIT')];
    expect((await link(workflow, wait, exit, { branch: 'event' })).status).toBe(422);
    const auto = (await read(workflow.id)).steps[1].outgoingTransitions[0];
    await customer.secret.delete(`/workflows/${workflow.id}/transitions/${auto.id}`);
    expect((await link(workflow, wait, exit, { branch: 'event' })).body).toMatchObject({ waitOutcome: 'EVENT' });
    expect((await link(workflow, wait, other, { waitOutcome: 'TIMEOUT' })).body).toMatchObject({ branch: 'timeout' });
    const path = `/workflows/${workflow.id}/steps/${wait.id}`;
    expectError(await customer.secret.patch(path, { config: { eventName: 'paid' } }), 'VALIDATION_ERROR', {
      config: 'invalid_string',
    });
  });

  it('go with what is behind them, but not what is also reached otherwise', async () => {
    const workflow = await made();
    const condition = await step(workflow, 'CONDITION', { field: 'email', operator: 'exists' });
    const yes = await step(workflow, 'DELAY', { amount: 1, unit: 'days' });
    const after = await step(workflow, 'DELAY', { amount: 1, unit: 'days' }, { autoConnect: false });
    const no = await step(workflow, 'DELAY', { amount: 1, unit: 'days' }, { autoConnect: false });
    const join = await step(workflow, 'EXIT', {}, { autoConnect: false });
    for (const [from, to, more] of [
      [condition, yes, { branch: 'yes' }],
      [condition, no, { branch: 'no' }],
      [yes, after, {}],
      [after, join, {}],
      [no, join, {}],
    ] as const) {
      expect((await link(workflow, from, to, more)).status).toBe(201);
    }
    expect((await customer.secret.delete(`/workflows/${workflow.id}/steps/${yes.id}`)).status).toBe(204);
    const left = await read(workflow.id);
    expect(left.steps.map(({ id }: any) => id)).toEqual([left.steps[0].id, condition.id, no.id, join.id]);
    expect(left.transitions.length).toBe(3);
    const path = `/workflows/${workflow.id}/steps`;
    expectError(await customer.secret.delete(`${path}/${left.steps[0].id}`), 'VALIDATION_ERROR', {
      stepId: 'invalid_string',
    });
    expectError(await customer.secret.delete(`${path}/${condition.id}?splice=true`), 'VALIDATION_ERROR', {
      splice: 'invalid_string',
    });
  });

  it('can be put into a link', async () => {
    const workflow = await made();
    const exit = await step(workflow, 'EXIT');
    const { transitions } = await read(workflow.id);
    const path = `/workflows/${workflow.id}/transitions/${transitions[0].id}/insert-step`;
    const { status, body } = await customer.secret.post(path, { type: 'DELAY', config: { amount: 1, unit: 'hours' } });
    expect(status).toBe(201);
    expect(body.incomingTransitions[0].id).toBe(transitions[0].id);
    expect(body.outgoingTransitions[0].toStepId).toBe(exit.id);
    expectError(await customer.secret.post(path, { type: 'EXIT' }), 'VALIDATION_ERROR', { type: 'invalid_string' });
  });

  it.each([
    ['SEND_EMAIL', { recipient: { type: 'CUSTOM' } }, { 'config.recipient.customEmail': 'required' }],
    ['SEND_EMAIL', { recipient: { type: 'ALL' } }, { 'config.recipient.type': 'invalid_enum' }],
    ['SEND_EMAIL', { recipient: 'x' }, { 'config.recipient': 'invalid_type' }],
    ['SEND_EMAIL', { from: 'no address' }, { 'config.from': 'invalid_email' }],
    ['DELAY', {}, { 'config.amount': 'required', 'config.unit': 'required' }],
    ['DELAY', { amount: 0, unit: 'days' }, { 'config.amount': 'too_small' }],
    ['DELAY', { amount: '1', unit: 'weeks' }, { 'config.amount': 'invalid_type', 'config.unit': 'invalid_enum' }],
    ['DELAY', { amount: 366, unit: 'days' }, { 'config.amount': 'too_big' }],
    ['WAIT_FOR_EVENT', {}, { 'config.eventName': 'required' }],
    ['WAIT_FOR_EVENT', { eventName: 'a', timeout: 31_536_001 }, { 'config.timeout': 'too_big' }],
    [
      'WAIT_FOR_EVENT',
      { eventName: '', timeout: -1 },
      { 'config.eventName': 'too_small', 'config.timeout': 'too_small' },
    ],
    ['CONDITION', {}, { 'config.field': 'required', 'config.operator': 'required' }],
    [
      'CONDITION',
      { field: 'shoe', operator: 'is' },
      { 'config.field': 'unknown_field', 'config.operator': 'unknown_operator' },
    ],
    ['CONDITION', { field: 'data.a', operator: 'equals' }, { 'config.value': 'required' }],
    ['CONDITION', { mode: 'many' }, { 'config.mode': 'invalid_enum' }],
    ['CONDITION', { mode: 'multi', field: 'data.a', branches: [] }, { 'config.branches': 'too_small' }],
    [
      'CONDITION',
      { mode: 'multi', field: 'data.a', branches: [{ id: 'default', operator: 'equals', value: 1 }, { id: 'b' }] },
      { 'config.branches.0.id': 'invalid_string', 'config.branches.1.operator': 'required' },
    ],
    ['WEBHOOK', {}, { 'config.url': 'required' }],
    ['WEBHOOK', { url: 'example.com' }, { 'config.url': 'invalid_string' }],
    ['WEBHOOK', { url: '{{host}}/x' }, { 'config.url': 'invalid_string' }],
    ['WEBHOOK', { url: 'http://127.0.0.1/x' }, { 'config.url': 'invalid_string' }],
    ['WEBHOOK', { url: 'http://[::1]/' }, { 'config.url': 'invalid_string' }],
    ['WEBHOOK', { url: 'http://2130706433/' }, { 'config.url': 'invalid_string' }],
    ['WEBHOOK', { url: 'http://localhost/' }, { 'config.url': 'invalid_string' }],
    ['WEBHOOK', { url: 'http://a:b@example.com/' }, { 'config.url': 'invalid_string' }],
    ['WEBHOOK', { url: 'https://example.com', method: 'get' }, { 'config.method': 'invalid_enum' }],
    ['WEBHOOK', { url: 'https://example.com', headers: { 'a b': 'c' } }, { 'config.headers.a b': 'invalid_string' }],
    ['WEBHOOK', { url: 'https://example.com', headers: { a: 'b\r\nc: d' } }, { 'config.headers.a': 'invalid_string' }],
    ['WEBHOOK', { url: 'https://example.com', headers: { Host: 'x' } }, { 'config.headers.Host': 'invalid_string' }],
    ['WEBHOOK', { url: 'https://example.com', signingSecret: 'short' }, { 'config.signingSecret': 'invalid_string' }],
    ['UPDATE_CONTACT', {}, { 'config.updates': 'required' }],
    ['UPDATE_CONTACT', { updates: [] }, { 'config.updates': 'invalid_type' }],
    ['UPDATE_CONTACT', { subscriptionAction: 'leave' }, { 'config.subscriptionAction': 'invalid_enum' }],
    ['EXIT', { reason: 1 }, { 'config.reason': 'invalid_type' }],
  ])('%s refuses %j', async (type, config, fields) => {
    const workflow = await made();
    const answer = await customer.secret.post(`/workflows/${workflow.id}/steps`, { type, config });
    expectError(answer, 'VALIDATION_ERROR', fields as Record<string, string>);
    expect((await read(workflow.id)).steps.length).toBe(1);
  });

  it('refuse kinds that do not exist and a second TRIGGER', async () => {
    const workflow = await made();
    for (const type of ['TRIGGER', 'JUMP', undefined]) {
      const answer = await customer.secret.post(`/workflows/${workflow.id}/steps`, { type, config: {} });
      expectError(answer, 'VALIDATION_ERROR', { type: type ? 'invalid_enum' : 'required' });
    }
  });

  it('hide secrets of a webhook, and keep what comes back hidden', async () => {
    const workflow = await made();
    const headers = { Authorization: 'Bearer 0123456789abcdef', 'X-Plan': '{{data.plan}}' };
    const webhook = await step(workflow, 'WEBHOOK', { url: 'https://example.com/', headers });
    expect(webhook.config.headers).toEqual({ Authorization: '••••••••cdef', 'X-Plan': '{{data.plan}}' });
    const path = `/workflows/${workflow.id}/steps/${webhook.id}`;
    const changed = await customer.secret.patch(path, { config: { ...webhook.config, url: 'https://example.org/' } });
    expect(changed.body.config.headers.Authorization).toBe('••••••••cdef');
    const [stored] = await storedGraphs(system, workflow.id);
    expect(JSON.parse(stored!.graph).steps[1].config).toMatchObject({
      url: 'https://example.org/',
      headers: { Authorization: expect.stringMatching(/^sealed:cdef:/), 'X-Plan': '{{data.plan}}' },
    });
    expect(JSON.stringify(stored)).not.toContain(headers.Authorization);
  });
});
