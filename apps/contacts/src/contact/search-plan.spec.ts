import { longestWalk, planSearch, rareParts } from './search-plan';

const sample = Array.from({ length: 500 }, (_, n) => `person${n}@company${n % 7}.example`);
const first = { text: 'quetzal', seen: 500, hits: 0, limit: 21, size: 1_000_000, sample };

describe('a search that its first look did not fill', () => {
  it('asks the index for the rare parts of the text only', () => {
    expect(planSearch({ ...first, text: 'quetzal@company' })).toEqual({ trigrams: ['que', 'uet', 'etz', 'tza'] });
    expect(rareParts('497@company', sample)).toEqual(['497', '97@']);
  });

  it('takes any end of a word for the one asked for, as the index does', () => {
    expect(rareParts('y3@', sample)).toEqual([]);
    expect(rareParts('y9@', sample)).toEqual(['y9@']);
  });

  it.each(['q', 'zz', 'x@q', 'é@', '@company', 'example.com', '%', 'päö'])(
    'walks a bounded way for %j, of which the index knows nothing rare',
    (text) => expect(planSearch({ ...first, text })).toEqual({ walk: longestWalk }),
  );

  it('walks as far as a text needs that matches now and then', () => {
    expect(planSearch({ ...first, hits: 10 })).toEqual({ walk: 5_000 });
    expect(planSearch({ ...first, hits: 1 })).toEqual({ walk: longestWalk });
  });

  it('asks the index in a small project, where it finds few', () => {
    expect(planSearch({ ...first, hits: 10, size: 10_000 })).toEqual({ trigrams: ['que', 'uet', 'etz', 'tza'] });
  });

  it('keeps parts apart that other characters separate', () => {
    expect(rareParts('q@er.ty', [])).toEqual(['er.']);
    expect(rareParts('qwe@rty', [])).toEqual(['qwe', 'we@', 'rty']);
  });
});
