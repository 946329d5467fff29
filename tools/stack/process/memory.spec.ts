import { databaseCacheMegabytes } from './memory';

const gigabyte = 1024 ** 3;

test('the cache of the database is an eighth of the memory that there is, in bounds', () => {
  expect(databaseCacheMegabytes(4 * gigabyte, 0)).toBe(512);
  expect(databaseCacheMegabytes(24 * gigabyte, 0)).toBe(1_024);
  expect(databaseCacheMegabytes(24 * gigabyte, 2 * gigabyte)).toBe(256);
  expect(databaseCacheMegabytes(24 * gigabyte, Number.MAX_SAFE_INTEGER)).toBe(1_024);
  expect(databaseCacheMegabytes(gigabyte / 4, 0)).toBe(64);
});
