import { KeyedSemaphore, Semaphore } from './semaphore';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('a semaphore never runs more than its capacity, and runs every piece in the end, whatever fails', async () => {
  const semaphore = new Semaphore({ capacity: 3 });
  let running = 0;
  let max = 0;
  const work = async (index: number): Promise<void> => {
    max = Math.max(max, ++running);
    await nextTurn();
    running--;
    if (index % 5 === 0) throw new Error('fails');
  };
  const pieces = Array.from({ length: 40 }, (_, index) => semaphore.run(() => work(index)));
  const outcomes = await Promise.allSettled(pieces);
  expect(max).toBe(3);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(8);
  expect(semaphore.isIdle).toBe(true);
});

it('a semaphore refuses with 503 what finds the line full, and goes on after a failure', async () => {
  const semaphore = new Semaphore({ capacity: 1, maxWaiting: 1, tooMany: 'too many' });
  const failing = semaphore.run(() => Promise.reject(new Error('broken')));
  const waiting = semaphore.run(() => Promise.resolve('done'));
  const refusal = { code: 'SERVICE_UNAVAILABLE', message: 'too many' };
  await expect(semaphore.run(() => Promise.resolve())).rejects.toMatchObject(refusal);
  await expect(failing).rejects.toThrow('broken');
  await expect(waiting).resolves.toBe('done');
});

it('a semaphore refuses with 503 what has waited too long', async () => {
  const semaphore = new Semaphore({ capacity: 1, maxWaitMs: 20, tooMany: 'too many' });
  const release = await semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: 'too many' });
  release();
  expect(semaphore.isIdle).toBe(true);
});

it('weights are admitted in the order of asking as they fit, and one above the capacity runs alone', async () => {
  const semaphore = new Semaphore({ capacity: 10 });
  const entered: string[] = [];
  const enter = async (name: string, weight: number): Promise<() => void> => {
    const release = await semaphore.acquire({ weight });
    entered.push(name);
    return release;
  };
  const [releaseFour, releaseSix] = [await enter('four', 4), await enter('six', 6)];
  const later = [enter('five', 5), enter('huge', 50), enter('one', 1)];
  releaseFour();
  releaseFour();
  await nextTurn();
  expect(entered).toEqual(['four', 'six']);
  releaseSix();
  await nextTurn();
  expect(entered).toEqual(['four', 'six', 'five']);
  for (const held of later) (await held)();
  expect(entered).toEqual(['four', 'six', 'five', 'huge', 'one']);
  expect(semaphore.isIdle).toBe(true);
});

it('an aborted piece leaves the line, and what it held up is admitted', async () => {
  const semaphore = new Semaphore({ capacity: 10 });
  const release = await semaphore.acquire({ weight: 9 });
  const patience = new AbortController();
  const heavy = semaphore.acquire({ weight: 8, signal: patience.signal });
  const light = semaphore.acquire({ weight: 1 });
  patience.abort(new Error('gone'));
  await expect(heavy).rejects.toThrow('gone');
  (await light)();
  release();
  expect(semaphore.isIdle).toBe(true);
});

it('a piece of higher priority runs before those that wait longer', async () => {
  const semaphore = new Semaphore({ capacity: 1 });
  const order: string[] = [];
  const note = (name: string, priority = 0) => semaphore.run(async () => void order.push(name), { priority });
  await Promise.all([note('first'), note('second'), note('third'), note('urgent', 1)]);
  expect(order).toEqual(['first', 'urgent', 'second', 'third']);
});

it('a keyed semaphore makes a key wait for itself and no other key for it', async () => {
  const semaphores = new KeyedSemaphore({ capacity: 1, maxWaiting: 1 });
  let end = (): void => {};
  const slow = semaphores.run('busy', () => new Promise<void>((resolve) => (end = resolve)));
  const order: string[] = [];
  const waiting = semaphores.run('busy', async () => void order.push('busy'));
  expect(semaphores.hasWaiting('busy')).toBe(true);
  await expect(semaphores.run('busy', nextTurn)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await semaphores.run('other', async () => void order.push('other'));
  end();
  await Promise.all([slow, waiting]);
  expect(order).toEqual(['other', 'busy']);
  await expect(semaphores.run('busy', () => Promise.resolve('again'))).resolves.toBe('again');
});
