import { eventually } from '@waybill/testing/eventually';
import { testDatabase, type TestDatabase } from '@waybill/testing/test-database';

describe('Db', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.db.query('CREATE TABLE public.note (id int PRIMARY KEY)');
  });
  afterAll(() => database.close());

  const count = async () =>
    (await database.db.query<{ n: number }>('SELECT count(*)::int AS n FROM public.note'))[0]?.n;

  it('commits what the work returns from', async () => {
    const answer = await database.db.transaction(async (tx) => {
      await tx.query('INSERT INTO public.note VALUES ($1)', [1]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await count()).toBe(1);
  });

  it('rolls back what the work throws out of', async () => {
    const work = database.db.transaction(async (tx) => {
      await tx.query('INSERT INTO public.note VALUES ($1)', [2]);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await count()).toBe(1);
  });

  it('drops a connection that died inside a transaction and works on', async () => {
    const work = database.db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await database.db.query('SELECT pg_terminate_backend($1)', [row?.pid]);
      await tx.query('SELECT 1');
    });
    await expect(work).rejects.toThrow();
    await eventually('a new connection', async () => (await count()) === 1);
  });
});
