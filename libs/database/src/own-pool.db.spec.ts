import { testDatabase } from '@waybill/testing/database/test-database';
import { OwnPool } from './own-pool';

it('neither compiles nor spreads the statements of a service, whatever the server is set to', async () => {
  const { db, url, close } = await testDatabase();
  const name = new URL(url).pathname.slice(1);
  await db.query(`ALTER DATABASE ${name} SET jit = on`);
  await db.query(`ALTER DATABASE ${name} SET max_parallel_workers_per_gather = 2`);
  const own = await OwnPool.open({ url, role: 'waybill_contacts', applicationName: 'own-pool', poolSize: 1 });
  try {
    const { rows } = await own.pool.query(
      `SELECT current_setting('jit') AS jit, current_setting('max_parallel_workers_per_gather') AS workers`,
    );
    expect(rows).toEqual([{ jit: 'off', workers: '0' }]);
  } finally {
    await own.pool.end();
    await close();
  }
});

it('keeps two connections while a service is idle, for its next call', async () => {
  const { url, close } = await testDatabase();
  const own = await OwnPool.open({ url, role: 'waybill_contacts', applicationName: 'own-pool', poolSize: 4 });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval', 'performance'] });
  try {
    const used = await Promise.all([1, 2, 3, 4].map(() => own.pool.connect()));
    for (const connection of used) connection.release();
    expect(own.pool.totalCount).toBe(4);
    jest.advanceTimersByTime(3_600_000);
    expect(own.pool.totalCount).toBe(2);
  } finally {
    jest.useRealTimers();
    await own.pool.end();
    await close();
  }
});
