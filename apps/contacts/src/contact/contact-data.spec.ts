import { AppError } from '@waybill/contracts/errors';
import { eventData, mergeData, splitData, type Data, type DataSource, type DataSplit } from './contact-data';

const nothing: DataSplit = { set: {}, remove: [], variables: {} };
const refusal = (work: () => unknown): AppError => {
  try {
    work();
  } catch (error) {
    return error as AppError;
  }
  throw new Error('was not refused');
};
const everywhere: DataSource[] = ['send', 'track', 'contact'];

describe('splitData', () => {
  it.each<[string, DataSource[], unknown, Partial<DataSplit>]>([
    ['stores a text', everywhere, 'a', { set: { k: 'a' } }],
    ['stores zero', everywhere, 0, { set: { k: 0 } }],
    ['stores false', everywhere, false, { set: { k: false } }],
    ['stores a list', everywhere, [{ a: 1 }, null], { set: { k: [{ a: 1 }, null] } }],
    ['stores an empty list', everywhere, [], { set: { k: [] } }],
    ['deletes on null', everywhere, null, { remove: ['k'] }],
    ['skips an empty text', everywhere, '', {}],
    ['keeps a one-off for the request', everywhere, { value: 1, persistent: false }, { variables: { k: 1 } }],
    ['keeps an empty one-off', everywhere, { value: '', persistent: false }, { variables: { k: '' } }],
    ['keeps a one-off null', everywhere, { value: null, persistent: false }, { variables: { k: null } }],
    ['stores the value of a persistent wrapper', everywhere, { value: 1, persistent: true }, { set: { k: 1 } }],
    ['stores an object in a wrapper', everywhere, { value: { a: 1 }, persistent: true }, { set: { k: { a: 1 } } }],
    ['deletes on a wrapped null', everywhere, { value: null, persistent: true }, { remove: ['k'] }],
    ['skips a wrapped empty text', everywhere, { value: '', persistent: true }, {}],
    ['stores the value of a wrapper without persistent', ['send'], { value: 1 }, { set: { k: 1 } }],
    ['stores an object that has a value', ['track', 'contact'], { value: 1 }, { set: { k: { value: 1 } } }],
    ['uses an object for this send only', ['send'], { a: 1 }, { variables: { k: { a: 1 } } }],
    ['stores an object', ['track', 'contact'], { a: 1 }, { set: { k: { a: 1 } } }],
    ['stores an empty object', ['track', 'contact'], {}, { set: { k: {} } }],
    [
      'takes a wrapper with more keys as an object',
      ['send'],
      { value: 1, x: 2 },
      { variables: { k: { value: 1, x: 2 } } },
    ],
    [
      'takes a wrapper with an odd persistent as an object',
      ['track'],
      { value: 1, persistent: 'no' },
      { set: { k: { value: 1, persistent: 'no' } } },
    ],
  ])('%s (%j): %j', (_rule, sources, given, expected) => {
    for (const source of sources) expect(splitData({ k: given }, source)).toEqual({ ...nothing, ...expected });
  });

  it.each([
    ...['id', 'svc_id', 'svc_email', 'waybill_id', 'waybill_email', 'email'],
    ...['unsubscribeUrl', 'subscribeUrl', 'manageUrl'],
  ])('drops the reserved key %s in every form', (key) => {
    for (const value of ['x', null, { value: 'x', persistent: false }, { a: 1 }]) {
      for (const source of everywhere) expect(splitData({ [key]: value }, source)).toEqual(nothing);
    }
  });

  it('takes no data as no change', () => {
    expect(splitData(undefined, 'track')).toEqual(nothing);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s', (key) => {
    const data = JSON.parse(`{"${key}": {"polluted": true}}`) as Data;
    expect(refusal(() => splitData(data, 'track')).errors).toMatchObject([
      { field: `data.${key}`, code: 'invalid_string' },
    ]);
    expect(({} as Data)['polluted']).toBeUndefined();
  });

  it.each<[string, Data, string]>([
    ['a NUL', { k: 'a\0b' }, 'invalid_string'],
    ['half a surrogate pair', { k: 'a\ud83d' }, 'invalid_string'],
    ['a NUL deep inside', { k: [{ a: ['\0'] }] }, 'invalid_string'],
    ['a NUL in an inner key', { k: { 'a\0': 1 } }, 'invalid_string'],
    ['endless nesting', { k: JSON.parse('['.repeat(51) + ']'.repeat(51)) as unknown }, 'too_big'],
  ])('refuses %s, which the database cannot keep', (_what, data, code) => {
    const error = refusal(() => splitData(data, 'send'));
    expect([error.status, error.errors]).toMatchObject([422, [{ field: 'data.k', code }]]);
  });

  it('takes only a text as locale on the contact endpoints', () => {
    for (const locale of [5, true, ['de'], { value: 5, persistent: true }]) {
      expect(refusal(() => splitData({ locale }, 'contact')).errors).toMatchObject([
        { field: 'data.locale', code: 'invalid_type' },
      ]);
      expect(splitData({ locale }, 'track').set).toHaveProperty('locale');
    }
    expect(splitData({ locale: 'de' }, 'contact').set).toEqual({ locale: 'de' });
    expect(splitData({ locale: null }, 'contact').remove).toEqual(['locale']);
  });

  it('takes text of any script, and the letters of an escape', () => {
    const data = { k: '😀 \\u0000 Ünï' };
    expect(splitData(data, 'send').set).toEqual(data);
  });
});

describe('mergeData', () => {
  const stored = Object.freeze({ plan: 'pro', tags: ['a', { b: 1 }], n: 0 });

  it.each<[string, Partial<DataSplit>, Data]>([
    ['adds a field', { set: { x: 1 } }, { ...stored, x: 1 }],
    ['replaces a field whole', { set: { tags: ['c'] } }, { ...stored, tags: ['c'] }],
    ['tells a number from a text', { set: { n: '0' } }, { ...stored, n: '0' }],
    ['deletes a field', { remove: ['plan'] }, { tags: stored.tags, n: 0 }],
  ])('%s and leaves the stored object as it was', (_what, split, expected) => {
    expect(mergeData(stored, { ...nothing, ...split })).toEqual(expected);
  });

  it.each<[string, Partial<DataSplit>]>([
    ['nothing is given', {}],
    ['the values are the same', { set: { plan: 'pro', tags: ['a', { b: 1 }] } }],
    ['a missing field is deleted', { remove: ['nope', 'toString'] }],
    ['there are only one-off values', { variables: { plan: 'free' } }],
  ])('answers the very same object when %s', (_when, split) => {
    expect(mergeData(stored, { ...nothing, ...split })).toBe(stored);
  });

  it('takes 200 fields and refuses the 201st, unless another one goes', () => {
    const full = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, n]));
    expect(Object.keys(mergeData({}, { ...nothing, set: full }))).toHaveLength(200);
    const error = refusal(() => mergeData(full, { ...nothing, set: { more: 1 } }));
    expect(error.errors).toMatchObject([{ field: 'data', code: 'too_big' }]);
    expect(mergeData(full, { ...nothing, set: { more: 1 }, remove: ['k0'] })).toHaveProperty('more', 1);
  });

  it('takes exactly 64 KB of JSON, counted in bytes after the merge', () => {
    const room = 64 * 1024 - Buffer.byteLength('{"a":1,"k":""}');
    expect(mergeData({ a: 1 }, { ...nothing, set: { k: 'x'.repeat(room) } })).toHaveProperty('k');
    for (const k of ['x'.repeat(room + 1), 'ü'.repeat(room / 2 + 1)]) {
      const error = refusal(() => mergeData({ a: 1 }, { ...nothing, set: { k } }));
      expect([error.code, error.errors]).toMatchObject(['VALIDATION_ERROR', [{ field: 'data', code: 'too_big' }]]);
    }
  });
});

describe('eventData', () => {
  it('is what was passed, with wrappers replaced by their value', () => {
    const data = { plan: 'pro', gone: null, empty: '', once: { value: 1, persistent: false }, o: { value: 1 }, id: 7 };
    const expected = { plan: 'pro', gone: null, empty: '', once: 1, o: { value: 1 }, id: 7 };
    expect(eventData(data)).toEqual({ data: expected, json: JSON.stringify(expected) });
    expect(eventData(undefined)).toEqual({ data: {}, json: '{}' });
  });

  it('refuses more than 64 KB', () => {
    const error = refusal(() => eventData({ once: { value: 'x'.repeat(65_536), persistent: false } }));
    expect(error.errors).toMatchObject([{ field: 'data', code: 'too_big' }]);
  });
});
