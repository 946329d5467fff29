import { parseKeys } from './link-keys';

describe('parseKeys', () => {
  it('reads pairs in their order', () => {
    expect(parseKeys('2026b:0123456789abcdef, 2026a:fedcba9876543210:x')).toEqual([
      { id: '2026b', secret: Buffer.from('0123456789abcdef') },
      { id: '2026a', secret: Buffer.from('fedcba9876543210:x') },
    ]);
    expect(parseKeys('')).toEqual([]);
  });

  it.each(['nosecret', 'a:short', 'a b:0123456789abcdef', ':0123456789abcdef', 'a.b:0123456789abcdef'])(
    'refuses %s',
    (text) => expect(() => parseKeys(text)).toThrow('LINK_KEYS'),
  );

  it('refuses an id given twice, and the one of the key in the database', () => {
    expect(() => parseKeys('a:0123456789abcdef,a:0123456789abcdeg')).toThrow('LINK_KEYS');
    expect(() => parseKeys('db:0123456789abcdef')).toThrow('LINK_KEYS');
  });
});
