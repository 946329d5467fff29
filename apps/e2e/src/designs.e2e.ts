import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { expectError } from './expect-error';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

const design = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi {{ name }}' }] }] };
const content = { subject: 's', body: '<p>Hi {{ name }}</p>' };

const kinds: [string, { path: string; method: 'PATCH' | 'PUT'; more: () => Record<string, unknown> }][] = [
  ['template', { path: '/templates', method: 'PATCH', more: () => ({}) }],
  ['campaign', { path: '/campaigns', method: 'PUT', more: () => ({ from: customer.from, audienceType: 'ALL' }) }],
];

describe.each(kinds)('the design of a %s', (_name, { path, method, more }) => {
  const record = (body: any): any => body.data ?? body;
  const post = (change: object) => customer.secret.post(path, { name: 'n', ...content, ...more(), ...change });
  const make = async (change: object = { design }): Promise<any> => {
    const { status, body } = await post(change);
    expect(status).toBe(201);
    return record(body);
  };
  const change = async (id: string, given: object): Promise<any> =>
    record((await customer.secret.call(method, `${path}/${id}`, JSON.stringify(given))).body);

  it('is stored as it is and copied with the record', async () => {
    const made = await make();
    expect(made.design).toEqual(design);
    expect(record((await customer.secret.get(`${path}/${made.id}`)).body).design).toEqual(design);
    expect(record((await customer.secret.post(`${path}/${made.id}/duplicate`)).body).design).toEqual(design);
    expect((await make({})).design).toBeNull();
  });

  it('is gone when the body is changed without it, and stays otherwise', async () => {
    const { id } = await make();
    expect(await change(id, { name: 'Renamed' })).toMatchObject({ design });
    expect(await change(id, { body: content.body })).toMatchObject({ design });
    const next = { ...design, version: 2 };
    expect(await change(id, { body: '<p>Composed</p>', design: next })).toMatchObject({ design: next });
    expect(await change(id, { body: '<p>Written</p>' })).toMatchObject({ body: '<p>Written</p>', design: null });
  });

  it('is removed by null, and refused when it is no object or too large', async () => {
    const { id } = await make();
    expect(await change(id, { design: null })).toMatchObject({ body: content.body, design: null });
    expectError(await post({ design: 'x' }), 'VALIDATION_ERROR', { design: 'invalid_type' });
    expectError(await post({ design: [] }), 'VALIDATION_ERROR', { design: 'invalid_type' });
    expectError(await post({ design: { a: 'x'.repeat(1_000_000) } }), 'VALIDATION_ERROR', { design: 'too_big' });
  });
});

it('a campaign takes the design of its template with the body, and none with a body of its own', async () => {
  const template = (await customer.secret.post('/templates', { name: 't', ...content, from: customer.from, design }))
    .body;
  const base = { name: 'n', audienceType: 'ALL', templateId: template.id };
  expect((await customer.secret.post('/campaigns', base)).body.data).toMatchObject({ body: content.body, design });
  const own = await customer.secret.post('/campaigns', { ...base, body: '<p>Own</p>' });
  expect(own.body.data).toMatchObject({ body: '<p>Own</p>', design: null });
});
