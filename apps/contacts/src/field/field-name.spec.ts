import { customField, parseFieldName } from './field-name';

describe('the name of a field', () => {
  test.each([
    ['data.plan', { custom: 'plan' }],
    ['data.a.b', { custom: 'a.b' }],
    ['plan', { custom: 'plan' }],
    ['data.email', { custom: 'email' }],
    ['email', { standard: 'email' }],
    ['data.', { custom: 'data.' }],
    ['toString', { custom: 'toString' }],
  ])('%s is %j', (text, name) => expect(parseFieldName(text)).toEqual(name));

  it('of a standard field cannot be deleted', () => {
    expect(() => customField('subscribed')).toThrow(/standard field/);
    expect(customField('data.subscribed')).toBe('subscribed');
  });
});
