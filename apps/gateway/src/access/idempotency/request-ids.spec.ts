import { isUuid } from '@waybill/contracts/ids';
import { idTime, newId } from '@waybill/database/ids';
import { idsFrom } from './request-ids';

describe('idsFrom', () => {
  it('makes the same ids from the same seed, and others from another', () => {
    const seed = newId();
    const make = (from: string): string[] => Array.from({ length: 500 }, idsFrom(from));
    expect(make(seed)).toEqual(make(seed));
    expect(new Set([...make(seed), ...make(newId())]).size).toBe(1_000);
  });

  it('makes UUIDv7s of the moment of the seed', () => {
    const seed = newId();
    const id = idsFrom(seed)();
    expect(isUuid(id)).toBe(true);
    expect(id[14]).toBe('7');
    expect(idTime(id)).toEqual(idTime(seed));
  });
});
