import { testDatabase } from '@waybill/testing/test-database';

/** Tables that every schema has. */
const everywhere = /^(outbox|inbox|dead_letter|project_erasure|schema_migration|migrations?|pgmigrations)$/;

describe('what the workflow engine says without looking', () => {
  it('holds while its schema has no table of its own: with workflows setup and usage are read from them', async () => {
    const database = await testDatabase();
    try {
      const tables = await database.db.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'workflow' ORDER BY 1`,
      );
      expect(tables.length).toBeGreaterThan(2);
      expect(tables.map(({ name }) => name).filter((name) => !everywhere.test(name))).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
