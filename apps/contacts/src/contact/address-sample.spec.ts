import { idFloor } from '@waybill/database/ids';
import { AddressSample, partsOf, rarePiece } from './address-sample';

const addresses = Array.from({ length: 500 }, (_, n) => `person${n}@company${n % 7}.example`);
const ids = Array.from({ length: 200 }, (_, n) => String(1_000 + n));
const sample = new AddressSample(addresses, ids, 20_000, 1_000_000);

describe('the parts of a text', () => {
  it('are three letters or digits of a word, and two at its end', () => {
    expect(partsOf('ab@c.defg')).toEqual(['ab ', 'c ', 'def', 'efg', 'fg ']);
  });

  it('are counted by the addresses that have them, whatever ends their word', () => {
    expect(sample.shareOf('per')).toBe(1);
    expect(sample.shareOf('y3 ')).toBeCloseTo(1 / 7, 2);
    expect(sample.shareOf('zzz')).toBe(0);
    expect(new AddressSample([], [], 0, -1).shareOf('per')).toBe(0);
  });
});

test.each([
  ['quetzal', 'quetzal'],
  ['497@company', '497@'],
  ['person497', 'n497'],
  ['q@er.ty', 'er.'],
  ['qwe@rtyz', 'qwe@'],
  ['abcdefghijklmnop', 'abcdefgh'],
  ['y9@', 'y9@'],
  ['y3@', null],
  ['zz', 'zz'],
  ['er', null],
  ['z', null],
  ['example.com', null],
  ['%_', null],
])('of %j the index is asked for %j', (text, piece) => {
  expect(rarePiece(text, sample)).toBe(piece);
});

describe('an id beyond many contacts', () => {
  it('is counted from the beginning of the list, or from a key in it', () => {
    expect(sample.idBeyond(undefined, 1_000, 'desc')).toBe('1189');
    expect(sample.idBeyond(undefined, 1_000, 'asc')).toBe('1010');
    expect(sample.idBeyond('1100', 1_000, 'desc')).toBe('1089');
    expect(sample.idBeyond('1100', 1_000, 'asc')).toBe('1111');
  });

  it('is none where the list ends before, or too little is known', () => {
    expect(sample.idBeyond(undefined, 20_000, 'desc')).toBeNull();
    expect(sample.idBeyond('1005', 1_000, 'desc')).toBeNull();
    expect(sample.idBeyond('1195', 1_000, 'asc')).toBeNull();
    expect(new AddressSample(addresses, ids.slice(0, 99), 20_000, -1).idBeyond(undefined, 1_000, 'desc')).toBeNull();
  });

  it('is none where contacts, or a key, lie years apart', () => {
    const spread = (days: number): AddressSample => {
      const made = ids.map((_, n) => idFloor(new Date(Date.UTC(2026, 0, 1) + n * days * 86_400_000)));
      return new AddressSample(addresses, made, 20_000, -1);
    };
    expect(spread(10).idBeyond(undefined, 9_000, 'desc')).not.toBeNull();
    expect(spread(20).idBeyond(undefined, 9_000, 'desc')).toBeNull();
    expect(spread(1).idBeyond('ffffffff-ffff-7fff-bfff-ffffffffffff', 1_000, 'desc')).toBeNull();
  });
});
