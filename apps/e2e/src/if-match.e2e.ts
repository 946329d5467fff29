import type { ApiAnswer } from '@waybill/testing/api-client';
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

interface Resource {
  path: string;
  method: 'PATCH' | 'PUT';
  body: () => Record<string, unknown>;
  /** Two changes, and what a record shows of each. */
  changes: [Record<string, unknown>, Record<string, unknown>];
}

const content = { subject: 's', body: 'b' };
const condition = { logic: 'AND', groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }] };

const resources: [string, Resource][] = [
  [
    'template',
    {
      path: '/templates',
      method: 'PATCH',
      body: () => ({ name: 'n', ...content }),
      changes: [{ name: 'First' }, { name: 'Second' }],
    },
  ],
  [
    'campaign',
    {
      path: '/campaigns',
      method: 'PUT',
      body: () => ({ name: 'n', ...content, from: customer.from, audienceType: 'ALL' }),
      changes: [{ name: 'First' }, { name: 'Second' }],
    },
  ],
  [
    'segment',
    {
      path: '/segments',
      method: 'PATCH',
      body: () => ({ name: 'n', type: 'DYNAMIC', condition }),
      changes: [{ name: 'First' }, { name: 'Second' }],
    },
  ],
  [
    'workflow',
    {
      path: '/workflows',
      method: 'PATCH',
      body: () => ({ name: 'n', eventName: 'e' }),
      changes: [{ name: 'First' }, { name: 'Second' }],
    },
  ],
  [
    'contact',
    {
      path: '/contacts',
      method: 'PATCH',
      body: () => ({ email: newAddress() }),
      changes: [{ data: { step: 'First' } }, { data: { step: 'Second' } }],
    },
  ],
];

const recordOf = ({ body }: ApiAnswer): any => (body.data?.id ? body.data : body);

describe.each(resources)('a change of a %s with If-Match', (_name, { path, method, body, changes }) => {
  const make = async (): Promise<any> => {
    const answer = await customer.secret.post(path, body());
    expect(answer.status).toBe(201);
    return recordOf(answer);
  };
  const change = (id: string, given: object, updatedAt?: string): Promise<ApiAnswer> =>
    customer.secret.call(
      method,
      `${path}/${id}`,
      JSON.stringify(given),
      updatedAt === undefined ? {} : { 'if-match': `"${updatedAt}"` },
    );
  /** Without the size of a segment: it is counted beside the changes. */
  const read = async (id: string): Promise<any> => {
    const { memberCount: _members, memberCountAt: _at, ...rest } = recordOf(await customer.secret.get(`${path}/${id}`));
    return rest;
  };

  it('is done when the record is the one that was read', async () => {
    const made = await make();
    const first = recordOf(await change(made.id, changes[0], made.updatedAt));
    expect(first).toMatchObject(changes[0]);
    expect(first.updatedAt > made.updatedAt).toBe(true);
    expect(recordOf(await change(made.id, changes[1], first.updatedAt))).toMatchObject(changes[1]);
  });

  it('answers 412 with the current record when it was changed meanwhile, and changes nothing', async () => {
    const made = await make();
    await change(made.id, changes[0]);
    const current = await read(made.id);
    const answer = await change(made.id, changes[1], made.updatedAt);
    expectError(answer, 'CHANGED_MEANWHILE');
    expect(answer.body.error.current).toMatchObject({ id: made.id, updatedAt: current.updatedAt, ...changes[0] });
    expect(await read(made.id)).toEqual(current);
  });

  it('is done once when two changes are made from one record at the same moment', async () => {
    const made = await make();
    const answers = await Promise.all(changes.map((each) => change(made.id, each, made.updatedAt)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await read(made.id)).toMatchObject(changes[winner]!);
  });

  it('is refused when the header cannot be read, and needs no header at all', async () => {
    const made = await make();
    const url = `${path}/${made.id}`;
    const wrong = await customer.secret.call(method, url, JSON.stringify(changes[0]), { 'if-match': '"yesterday"' });
    expectError(wrong, 'BAD_REQUEST');
    expect((await read(made.id)).updatedAt).toBe(made.updatedAt);
    const any = await customer.secret.call(method, url, JSON.stringify(changes[0]), { 'if-match': '*' });
    expect(any.status).toBe(200);
    const codes = {
      template: 'TEMPLATE',
      campaign: 'CAMPAIGN',
      segment: 'SEGMENT',
      workflow: 'WORKFLOW',
      contact: 'CONTACT',
    };
    const gone = await change(crypto.randomUUID(), changes[0], made.updatedAt);
    expectError(gone, `${codes[_name as keyof typeof codes]}_NOT_FOUND` as 'TEMPLATE_NOT_FOUND');
  });
});
