import { AddressSample } from './address-sample';
import { isFrequent, longestWalk, planSearch, stretchOf } from './search-plan';

const addresses = Array.from({ length: 500 }, (_, n) => `person${n}@company${n % 7}.example`);
const large = new AddressSample(addresses, [], 1_000_000, 1_000_000);
const small = new AddressSample(addresses, [], 10_000, 1_000_000);
const first = { text: 'quetzal', seen: 500, hits: 0, limit: 21, sample: large };

describe('a search', () => {
  it('asks the index for a rare piece of the text only', () => {
    expect(planSearch({ ...first, text: 'quetzal@company' })).toEqual({ piece: 'quetzal@' });
    expect(planSearch({ ...first, text: '497@company' })).toEqual({ piece: '497@' });
  });

  it.each(['q', '@', 'x@q', 'é@', '@company', 'example.com', '%', 'päö'])(
    'walks a bounded way for %j, of which the index knows nothing rare',
    (text) => expect(planSearch({ ...first, text })).toEqual({ walk: longestWalk }),
  );

  it('walks where that fills the page soon', () => {
    expect(planSearch({ ...first, hits: 500 })).toEqual({ walk: 50 });
    expect(planSearch({ ...first, hits: 100 })).toEqual({ walk: 200 });
    expect(planSearch({ ...first, hits: 16 })).toEqual({ walk: 1_000 });
    expect(planSearch({ ...first, hits: 12 })).toEqual({ walk: longestWalk });
  });

  it('asks the index for what matches now and then, unless it would find very many', () => {
    expect(planSearch({ ...first, hits: 8 })).toEqual({ piece: 'quetzal' });
    expect(planSearch({ ...first, hits: 12, sample: small })).toEqual({ piece: 'quetzal' });
  });

  it('knows by the size of the project whether the index would find very many', () => {
    expect([isFrequent({ ...first, hits: 11 }), isFrequent({ ...first, hits: 10 })]).toEqual([true, false]);
    expect(isFrequent({ ...first, hits: 500, sample: small })).toBe(false);
  });

  it('looks through a small project at once', () => {
    const [text, seen] = ['person', 3];
    const sample = new AddressSample(addresses.slice(0, seen), [], seen, 1_000_000);
    expect(planSearch({ ...first, text, seen, sample })).toEqual({ walk: 50 });
    expect(planSearch({ ...first, seen: 0, sample: new AddressSample([], [], 0, -1) })).toEqual({ walk: 50 });
  });

  it('seeks the newest matches first, among fewer contacts the more there are, but not those of nearly a whole address', () => {
    expect(stretchOf(first)).toBe(40_000);
    expect(stretchOf({ ...first, hits: 1 })).toBe(40_000);
    expect(stretchOf({ ...first, hits: 4 })).toBe(12_600);
    expect(stretchOf({ ...first, hits: 9 })).toBe(2_800);
    expect(stretchOf({ ...first, text: 'zal@company' })).toBeNull();
    expect(stretchOf({ ...first, sample: small })).toBeNull();
  });
});
