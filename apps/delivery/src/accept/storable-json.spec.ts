import { storableJson } from './storable-json';

describe('storableJson', () => {
  it('leaves ordinary values as JSON.stringify writes them', () => {
    const value = { a: [1, 'x\\u0000y', '😀', null], 'b\n': { c: true } };
    expect(JSON.parse(storableJson(value))).toEqual(value);
  });

  it('drops NUL and replaces lone surrogates, in keys and values at any depth', () => {
    const value = { 'k\0': ['a\0b', { deep: 'x\ud800y' }], ok: '😀' };
    expect(JSON.parse(storableJson(value))).toEqual({ k: ['ab', { deep: 'x\ufffdy' }], ok: '😀' });
  });
});
