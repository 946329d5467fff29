import { eventually } from '@waybill/testing/eventually';
import type { Customer } from '../customer';
import { newAddress } from '../customer';

/** One filter of a condition. */
type Filter = Record<string, unknown>;

/** The condition that all filters hold. */
export const all = (...filters: Filter[]) => ({ logic: 'AND', groups: [{ filters }] });

/** A filter on contact data. */
export const has = (key: string, value: unknown): Filter => ({ field: `data.${key}`, operator: 'equals', value });

/** The condition of `has`, repeated: a compute takes chunks of about `15,000 / filters` contacts. */
export const inSmallChunks = (key: string, value: string, filters = 81) => ({
  logic: 'OR',
  groups: [
    { filters: [has(key, value)] },
    ...Array.from({ length: filters - 1 }, (_, n) => ({ filters: [has(key, `no value ${n}`)] })),
  ],
});

/** A key of contact data, or a name of an event, that no other test uses. */
export const newKey = (): string => `k${Math.random().toString(36).slice(2, 10)}`;

export async function createSegment(customer: Customer, body: Record<string, unknown>): Promise<any> {
  const answer = await customer.secret.post('/segments', { name: 'Some people', ...body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

export async function createContact(customer: Customer, data: Record<string, unknown> = {}): Promise<any> {
  return (await customer.secret.post('/contacts', { email: newAddress(), data })).body;
}

/** The addresses on the first page of a segment's contacts. */
export async function emailsOf(customer: Customer, id: string): Promise<string[]> {
  const { body } = await customer.secret.get(`/segments/${id}/contacts`);
  return body.data.map(({ email }: any) => email);
}

/** What `POST /segments/count` says of a condition, once it is exact: on a busy machine the first look may end in an estimate or a 503. */
export const exactCount = (customer: Customer, condition: unknown): Promise<any> =>
  eventually('an exact count', async () => {
    const { status, body } = await customer.secret.post('/segments/count', { condition });
    expect([200, 503]).toContain(status);
    return body.exact ? body : null;
  });
