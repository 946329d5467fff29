import { ProjectTurns, Turns } from './turns';

describe('Turns', () => {
  it('runs no more at once than allowed, and every piece in the end', async () => {
    const turns = new Turns(2, 10, 'too many');
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    await Promise.all(Array.from({ length: 10 }, () => turns.take(work)));
    expect(most).toBe(2);
    expect(running).toBe(0);
  });

  it('refuses what would wait too long, and goes on after a failure', async () => {
    const turns = new Turns(1, 1, 'too many');
    const failing = turns.take(() => Promise.reject(new Error('broken')));
    const waiting = turns.take(() => Promise.resolve('done'));
    await expect(turns.take(() => Promise.resolve())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'too many',
    });
    await expect(failing).rejects.toThrow('broken');
    await expect(waiting).resolves.toBe('done');
  });
});

describe('turns by weight', () => {
  const turns = new Turns(10, 5, 'too many');
  const entered: string[] = [];
  const enter = async (name: string, weight: number, signal?: AbortSignal): Promise<() => void> => {
    const leave = await turns.enter(weight, signal);
    entered.push(name);
    return leave;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('let in what fits, in the order of asking, one that is too heavy alone, and nobody twice', async () => {
    const [leaveFour, leaveSix] = [await enter('four', 4), await enter('six', 6)];
    const late = [enter('five', 5), enter('huge', 50), enter('one', 1)];
    leaveFour();
    leaveFour();
    await settled();
    expect(entered).toEqual(['four', 'six']);
    leaveSix();
    await settled();
    expect(entered).toEqual(['four', 'six', 'five']);
    (await late[0]!)();
    (await late[1]!)();
    (await late[2]!)();
    expect(entered).toEqual(['four', 'six', 'five', 'huge', 'one']);
    expect(turns.idle).toBe(true);
  });

  it('forget who gives up, and let in whom they held up', async () => {
    const leave = await enter('nine', 9);
    const patience = new AbortController();
    const heavy = enter('heavy', 8, patience.signal);
    const light = enter('light', 1);
    patience.abort(new Error('gone'));
    await expect(heavy).rejects.toThrow('gone');
    (await light)();
    leave();
    expect(turns.idle).toBe(true);
  });
});

it('is refused what waits longer than it may', async () => {
  const turns = new Turns(1, 5, 'too many', 20);
  const leave = await turns.enter();
  await expect(turns.enter()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: 'too many' });
  leave();
  expect(turns.idle).toBe(true);
});

describe('turns of projects', () => {
  it('let one project wait for itself, and no other for it', async () => {
    const turns = new ProjectTurns(1, 1, 'too many');
    let release = (): void => {};
    const slow = turns.take('busy', () => new Promise<void>((resolve) => (release = resolve)));
    const order: string[] = [];
    const waiting = turns.take('busy', async () => void order.push('busy'));
    await expect(turns.take('busy', () => Promise.resolve())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await turns.take('other', async () => void order.push('other'));
    release();
    await Promise.all([slow, waiting]);
    expect(order).toEqual(['other', 'busy']);
    await expect(turns.take('busy', () => Promise.resolve('again'))).resolves.toBe('again');
  });
});
