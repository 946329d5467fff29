import { testDatabase } from '@waybill/testing/test-database';

describe('what billing says without looking', () => {
  it('holds while its schema knows no subscription and no customer: with them setup is read from them', async () => {
    const database = await testDatabase();
    try {
      const columns = await database.db.query<{ name: string }>(
        `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'billing'`,
      );
      expect(columns.length).toBeGreaterThan(2);
      expect(columns.map(({ name }) => name).filter((name) => /subscription|customer|^account\./.test(name))).toEqual(
        [],
      );
    } finally {
      await database.close();
    }
  });
});
