import { System } from '@waybill/testing/system';
import { Customer } from '../customer';
import { expectError } from '../expect-error';
import { workflowActions } from '../workflows.fixture';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

const { chain, contact, start, reached, outputs } = workflowActions(() => customer);

const read = async (id: string): Promise<any> => (await customer.secret.get(`/workflows/${id}`)).body;
const put = (id: string, graph: object, headers: Record<string, string> = {}) =>
  customer.secret.call('PUT', `/workflows/${id}/graph`, JSON.stringify(graph), headers);

/** The graph of a workflow as a body of the route. */
const graphOf = ({ steps, transitions }: any) => ({
  steps: steps.map(({ id, type, name, position, config, templateId }: any) => {
    return { id, type, name, position, config, templateId };
  }),
  transitions: transitions.map(({ fromStepId, toStepId, branch }: any) => ({ fromStepId, toStepId, branch })),
});
const step = (type: string, config: object = {}) => ({ id: crypto.randomUUID(), type, config });
const link = (from: { id: string }, to: { id: string }, branch: string | null = null) => {
  return { fromStepId: from.id, toStepId: to.id, branch };
};
const shape = ({ steps, transitions }: any) => ({
  steps: steps.map(({ id, type }: any) => [id, type]),
  transitions: transitions.map(({ fromStepId, toStepId, branch }: any) => [fromStepId, branch, toStepId]),
});

describe('PUT /workflows/{id}/graph', () => {
  it('given what was read changes no step, no link and no id', async () => {
    const before = await chain([
      ['DELAY', { amount: 1, unit: 'days', ui: { x: 10, y: -20 } }],
      ['EXIT', { reason: 'end' }],
    ]);
    const { status, body } = await put(before.id, graphOf(before));
    expect([status, body.steps, body.transitions]).toEqual([200, before.steps, before.transitions]);
  });

  it('adds, changes and takes away steps and links at once, and executions walk the new graph', async () => {
    const before = await chain([['DELAY', { amount: 1, unit: 'days' }]]);
    const [trigger, delay] = before.steps;
    const check = step('CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' });
    const [pro, free] = [step('EXIT', { reason: 'pro' }), step('EXIT', { reason: 'free' })];
    const graph = {
      steps: [check, trigger, pro, free].map(({ id, type, config }) => ({ id, type, config })),
      transitions: [link(trigger, check), link(check, pro, 'yes'), link(check, free, 'no')],
    };
    const { status, body } = await put(before.id, graph);
    expect(status).toBe(200);
    expect(shape(body).steps[0]).toEqual([trigger.id, 'TRIGGER']);
    expect(body.steps.map(({ id }: any) => id)).not.toContain(delay.id);
    const person = await contact({ plan: 'pro' });
    await start(body, person.id);
    const execution = await reached(body, 'EXITED');
    expect([execution.exitReason, outputs(execution).length]).toEqual(['pro', 3]);
  });

  it('makes a step that was deleted again under its id', async () => {
    const before = await chain([['DELAY', { amount: 2, unit: 'hours' }], ['EXIT']]);
    const [trigger, , exit] = before.steps;
    const without = await put(before.id, {
      steps: graphOf({ ...before, steps: [trigger, exit] }).steps,
      transitions: [link(trigger, exit)],
    });
    expect(without.body.steps).toHaveLength(2);
    const { body } = await put(before.id, graphOf(before));
    expect(shape(body)).toEqual(shape(before));
  });

  it.each<[string, (parts: any) => object, string, string]>([
    [
      'a loop',
      ({ t, d, e }) => ({ transitions: [link(t, d), link(d, e), link(e, d)] }),
      'transitions.2.toStepId',
      'invalid_string',
    ],
    [
      'two links of one branch',
      ({ t, d, e }) => ({ transitions: [link(t, d), link(t, e)] }),
      'transitions.1.fromStepId',
      'invalid_string',
    ],
    [
      'a link to no step of it',
      ({ t }) => ({ transitions: [link(t, step('EXIT'))] }),
      'transitions.0.toStepId',
      'invalid_string',
    ],
    ['no TRIGGER', ({ d, e }) => ({ steps: [d, e], transitions: [] }), 'steps', 'required'],
    [
      'two TRIGGERs',
      ({ t, d }) => ({ steps: [t, d, step('TRIGGER')], transitions: [] }),
      'steps.2.type',
      'invalid_string',
    ],
    ['one step twice', ({ t, d }) => ({ steps: [t, d, d], transitions: [] }), 'steps.2.id', 'invalid_string'],
    [
      'another kind of a step',
      ({ t, d }) => ({ steps: [t, { ...d, type: 'EXIT' }], transitions: [] }),
      'steps.1.type',
      'invalid_string',
    ],
    [
      'settings that are wrong',
      ({ t, d }) => ({ steps: [t, { ...d, config: { amount: 0, unit: 'days' } }], transitions: [] }),
      'steps.1.config.amount',
      'too_small',
    ],
    [
      'a branch that is none',
      ({ t, d }) => ({ transitions: [link(t, d, 'yes')] }),
      'transitions.0.branch',
      'invalid_string',
    ],
  ])('refuses %s, names the place, and changes nothing', async (_what, change, field, code) => {
    const made = await chain([
      ['DELAY', { amount: 1, unit: 'days' }],
      ['DELAY', { amount: 2, unit: 'days' }],
    ]);
    const before = await read(made.id);
    const [t, d, e] = graphOf(before).steps;
    const answer = await put(before.id, { ...graphOf(before), ...change({ t, d, e }) });
    expectError(answer, 'VALIDATION_ERROR', { [field]: code });
    expect(await read(before.id)).toEqual(before);
  });

  it('answers 412 with the workflow that is there when it was changed meanwhile', async () => {
    const before = await chain([['EXIT']]);
    await customer.secret.patch(`/workflows/${before.id}`, { name: 'Changed by another window' });
    const answer = await put(before.id, graphOf(before), { 'if-match': `"${before.updatedAt}"` });
    expectError(answer, 'CHANGED_MEANWHILE');
    expect(answer.body.error.current).toMatchObject({ id: before.id, name: 'Changed by another window' });
    expect((await read(before.id)).transitions).toEqual(before.transitions);
  });

  it('keeps the secrets of a webhook that come back masked, and refuses a mask that stands for nothing', async () => {
    const headers = { authorization: 'Bearer a-very-long-secret' };
    const before = await chain([['WEBHOOK', { url: 'http://hooks.simulator.test/graph', headers }]]);
    const masked = before.steps[1].config.headers.authorization;
    expect(masked).not.toContain('very-long');
    const graph = graphOf(before);
    graph.steps[1].config = { ...graph.steps[1].config, url: 'http://hooks.simulator.test/other' };
    const { status, body } = await put(before.id, graph);
    expect([status, body.steps[1].config.headers.authorization]).toEqual([200, masked]);
    const copy = { ...graph.steps[1], id: crypto.randomUUID() };
    const refused = await put(before.id, { ...graph, steps: [...graph.steps, copy] });
    expectError(refused, 'VALIDATION_ERROR', { 'steps.2.config.headers.authorization': 'invalid_string' });
  });

  it('answers 404 for a template of another project, and takes one of its own', async () => {
    const other = await Customer.join(system);
    const [mine, theirs] = await Promise.all(
      [customer, other].map(async ({ secret }) => {
        return (await secret.post('/templates', { name: 'n', subject: 's', body: 'b' })).body;
      }),
    );
    const before = await chain([['EXIT']]);
    const mail = { ...step('SEND_EMAIL'), templateId: theirs.id };
    const graph = graphOf(before);
    expectError(await put(before.id, { ...graph, steps: [...graph.steps, mail] }), 'TEMPLATE_NOT_FOUND');
    const taken = await put(before.id, { ...graph, steps: [...graph.steps, { ...mail, templateId: mine.id }] });
    expect([taken.status, taken.body.steps[2].template]).toEqual([200, { id: mine.id, name: 'n' }]);
  });
});
