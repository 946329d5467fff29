import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { expectError } from './expect-error';
import { all, createContact, createSegment, exactCount, has, newKey } from './segment/segment-calls';

let system: System;
let customer: Customer;
let other: Customer;

beforeAll(async () => {
  system = await System.shared();
  [customer, other] = await Promise.all([Customer.join(system), Customer.join(system)]);
});
afterAll(() => system?.stop());

const create = (body: Record<string, unknown>) => createSegment(customer, body);
const dynamic = (condition: unknown, more: Record<string, unknown> = {}) =>
  create({ type: 'DYNAMIC', condition, ...more });
const contact = (data: Record<string, unknown> = {}) => createContact(customer, data);

describe('POST /segments/count', () => {
  it('tries a condition without saving it', async () => {
    const key = newKey();
    const ada = await contact({ [key]: 1 });
    const body = await exactCount(customer, all(has(key, 1)));
    expect(body).toMatchObject({ count: 1, exact: true, sample: [{ id: ada.id }] });
    expectError(await customer.secret.post('/segments/count', {}), 'VALIDATION_ERROR', { condition: 'required' });
    expectError(
      await customer.secret.post('/segments/count', { condition: { logic: 'AND', groups: [] } }),
      'VALIDATION_ERROR',
      { 'condition.groups': 'too_small' },
    );
  });
});

describe('GET /segments/{id}/contacts/{contactId}/explain', () => {
  it('says which filters hold and when one changes by itself', async () => {
    const event = newKey();
    const ada = await contact();
    const at = new Date((await customer.track({ email: ada.email, event })).body.data.timestamp).getTime();
    const filters = [
      { field: `event.${event}`, operator: 'triggeredWithin', value: 7, unit: 'days' },
      { field: 'subscribed', operator: 'equals', value: false },
    ];
    const segment = await dynamic(all(...filters));
    const { status, body } = await customer.secret.get(`/segments/${segment.id}/contacts/${ada.id}/explain`);
    expect({ status, matches: body.matches }).toEqual({ status: 200, matches: false });
    expect(body.condition.groups[0].filters).toEqual([
      { ...filters[0], matches: true },
      { ...filters[1], matches: false },
    ]);
    expect(Math.abs(new Date(body.nextChangeAt).getTime() - at - 7 * 86_400_000)).toBeLessThan(30_000);
    expectError(await other.secret.get(`/segments/${segment.id}/contacts/${ada.id}/explain`), 'SEGMENT_NOT_FOUND');
    expectError(
      await customer.secret.get(`/segments/${segment.id}/contacts/${segment.id}/explain`),
      'CONTACT_NOT_FOUND',
    );
    const fixed = await create({ type: 'STATIC' });
    await customer.secret.post(`/segments/${fixed.id}/members`, { emails: [ada.email] });
    const why = await customer.secret.get(`/segments/${fixed.id}/contacts/${ada.id}/explain`);
    expect(why.body).toEqual({ matches: true, nextChangeAt: null, condition: null });
  });
});

describe('what a segment uses', () => {
  it('is named by the usage of fields and events, which cannot be deleted', async () => {
    const [key, event] = [newKey(), newKey()];
    await contact({ [key]: 1 });
    await customer.track({ event });
    const segment = await dynamic(all(has(key, 1), { field: `event.${event}`, operator: 'triggered' }), {
      name: 'User',
    });
    const field = await customer.secret.get(`/contacts/fields/data.${key}/usage`);
    expect(field.body).toMatchObject({ usedInSegments: [{ id: segment.id, name: 'User' }], canDelete: false });
    expect((await customer.secret.get(`/events/${event}/usage`)).body).toMatchObject({
      usedInSegments: [{ id: segment.id }],
    });
    expectError(await customer.secret.delete(`/contacts/fields/data.${key}`), 'CONFLICT');
    expectError(await customer.secret.delete(`/events/${event}`), 'CONFLICT');
    expect((await customer.secret.delete(`/segments/${segment.id}`)).status).toBe(204);
    expectError(await customer.secret.get(`/segments/${segment.id}`), 'SEGMENT_NOT_FOUND');
    expect((await customer.secret.delete(`/contacts/fields/data.${key}`)).body).toEqual({ deletedFrom: 1 });
  });
});
