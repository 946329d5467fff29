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
