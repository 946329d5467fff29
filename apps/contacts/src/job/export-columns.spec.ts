import { checkColumns, valuesOf, type ExportedContact } from './export-columns';

const contact: ExportedContact = {
  id: '0198c0de-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  subscribed: false,
  suppressed: 'bounce',
  data: { plan: 'pro', tags: ['a'], 'a.b': 1, constructor: 'own' },
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  updatedAt: new Date('2026-02-02T03:04:05.678Z'),
};

describe('the columns of an export', () => {
  it('are values of the contact in their order', () => {
    const fields = ['data.plan', 'email', 'id', 'subscribed', 'suppression', 'createdAt', 'updatedAt', 'data.a.b'];
    expect(valuesOf(contact, fields)).toEqual([
      ...['pro', 'ada@example.com', `cnt_${contact.id}`, false, 'bounce'],
      ...['2026-01-02T03:04:05.678Z', '2026-02-02T03:04:05.678Z', 1],
    ]);
  });

  it('are empty where the contact has no such field of its own', () =>
    expect(valuesOf(contact, ['data.none', 'data.toString', 'data.constructor'])).toEqual([null, null, 'own']));

  test.each([
    [['email', 'name'], 'fields.1', 'unknown_field'],
    [['data.'], 'fields.0', 'unknown_field'],
    [['toString'], 'fields.0', 'unknown_field'],
    [[`data.${'x'.repeat(101)}`], 'fields.0', 'unknown_field'],
    [['email', 'data.a', 'email'], 'fields.2', 'invalid_string'],
  ])('%j is refused', (fields, field, code) => {
    expect.assertions(1);
    try {
      checkColumns(fields);
    } catch (error) {
      expect(error).toMatchObject({ errors: [{ field, code }] });
    }
  });
});
