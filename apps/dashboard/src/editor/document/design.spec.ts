import { stableJson, writingChanges } from './design';

describe('a design', () => {
  it('is the same text whatever the order of its keys', () => {
    const one = { type: 'doc', attrs: { b: 1, a: [{ y: 1, x: 2 }] } };
    const other = { attrs: { a: [{ x: 2, y: 1 }], b: 1 }, type: 'doc' };
    expect(stableJson(one)).toBe(stableJson(other));
    expect(stableJson([1, 2])).not.toBe(stableJson([2, 1]));
  });

  const design = { type: 'doc', content: [] };

  it('is sent with its body when one of the two changed, and not at all otherwise', () => {
    const stored = { body: 'a', design };
    expect(writingChanges({ body: 'a', design: { content: [], type: 'doc' } }, stored)).toEqual({});
    expect(writingChanges({ body: 'b', design }, stored)).toEqual({ body: 'b', design });
    expect(writingChanges({ body: 'a', design: { type: 'doc' } }, stored)).toEqual({
      body: 'a',
      design: { type: 'doc' },
    });
  });

  it('is removed when the content becomes code', () => {
    expect(writingChanges({ body: 'a', design: null }, { body: 'a', design })).toEqual({ design: null });
    expect(writingChanges({ body: 'b', design: null }, { body: 'a', design: null })).toEqual({ body: 'b' });
  });
});
