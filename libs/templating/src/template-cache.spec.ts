import { WeightedCache } from './template-cache';

describe('WeightedCache', () => {
  it('drops the least recently used values until the rest fits', () => {
    const cache = new WeightedCache<number>(10);
    cache.set('a', 1, 4);
    cache.set('b', 2, 4);
    cache.get('a');
    cache.set('c', 3, 4);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
    expect(cache.weight).toBe(8);
  });

  it('counts a replaced value once and never keeps one over the budget', () => {
    const cache = new WeightedCache<number>(10);
    cache.set('a', 1, 9);
    cache.set('a', 2, 3);
    cache.set('b', 3, 11);
    expect([cache.get('a'), cache.get('b'), cache.weight]).toEqual([2, undefined, 3]);
  });
});
