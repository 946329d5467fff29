import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@waybill/testing/eventually';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';

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

  it('runs statements that are begun together in their order, and commits behind them', async () => {
    const [rows] = await database.db.transaction((tx) =>
      Promise.all([
        tx.query<{ id: number }>('INSERT INTO public.note VALUES ($1) RETURNING id', [10]),
        tx.query('UPDATE public.note SET id = 11 WHERE id = $1', [10]),
        tx.commit(),
      ]),
    );
    expect(rows).toEqual([{ id: 10 }]);
    expect(await database.db.query('SELECT id FROM public.note WHERE id IN (10, 11)')).toEqual([{ id: 11 }]);
  });

  it('commits nothing when a statement fails that COMMIT was sent behind', async () => {
    const work = database.db.transaction((tx) =>
      Promise.all([
        tx.query('INSERT INTO public.note VALUES ($1)', [20]),
        tx.query('INSERT INTO public.note VALUES ($1)', [20]),
        tx.query('INSERT INTO public.note VALUES ($1)', [21]),
        tx.commit(),
      ]),
    );
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await database.db.query('SELECT id FROM public.note WHERE id >= 20')).toEqual([]);
  });

  it('does not call a transaction committed when its caller ignored a failed statement', async () => {
    const work = database.db.transaction(async (tx) => {
      tx.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
  });

  it('commits nothing after the deadline of a transaction, whether it waited or was held up', async () => {
    const deadlineMs = 2_000;
    const late = (ms: number) => ({ deadline: performance.now() + ms });
    const limit = () => database.db.query('SHOW statement_timeout');
    const usual = await limit();
    const insert = (sleep: string, withinMs = deadlineMs) =>
      database.db.transaction(
        (tx) => Promise.all([tx.query('INSERT INTO public.note VALUES (30)'), tx.query(sleep), tx.commit()]),
        late(withinMs),
      );
    await expect(insert('SELECT pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
    const waiting = database.db.transaction(async (tx) => {
      await tx.query('INSERT INTO public.note VALUES (31)');
      await delay(deadlineMs + 100);
    }, late(deadlineMs));
    await expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 2 });
    const never = jest.fn(() => Promise.resolve());
    await expect(database.db.transaction(never, late(-1))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(never).not.toHaveBeenCalled();
    expect(await database.db.query('SELECT id FROM public.note WHERE id >= 30')).toEqual([]);
    await insert('SELECT 1', 20_000);
    expect(await database.db.query('SELECT id FROM public.note WHERE id >= 30')).toEqual([{ id: 30 }]);
    expect(await limit()).toEqual(usual);
  });

  it('prepares a named statement once, also when it is sent twice together', async () => {
    const statement = { name: 'note_twice', text: 'SELECT $1::int AS n' };
    const answers = await database.db.transaction((tx) =>
      Promise.all([tx.query(statement, [1]), tx.query(statement, [2])]),
    );
    expect(answers).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });
});
