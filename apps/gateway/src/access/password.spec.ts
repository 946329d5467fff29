import { hashPassword, isOutdated, verifyPassword } from './password';
import { Turns } from './turns';

describe('passwords', () => {
  it('are kept as argon2id with 19 MiB, two passes and a salt of their own', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
    expect(isOutdated(one)).toBe(false);
    expect(isOutdated(one.replace('t=2', 't=1'))).toBe(true);
  });

  it('are recognised, all 128 characters of them', async () => {
    const long = 'x'.repeat(127);
    const hash = await hashPassword(`${long}a`);
    await expect(verifyPassword(hash, `${long}a`)).resolves.toBe(true);
    await expect(verifyPassword(hash, `${long}b`)).resolves.toBe(false);
  });

  it('of nobody take as long to refuse as those of somebody', async () => {
    const hash = await hashPassword('somebody');
    const time = async (phc: string | null): Promise<number> => {
      const began = performance.now();
      await verifyPassword(phc, 'wrong');
      return performance.now() - began;
    };
    const [somebody, nobody]: [number[], number[]] = [[], []];
    for (let round = 0; round < 7; round++) {
      somebody.push(await time(hash));
      nobody.push(await time(null));
    }
    const middle = (times: number[]): number => times.sort((a, b) => a - b)[3] as number;
    expect(middle(nobody) / middle(somebody)).toBeGreaterThan(0.6);
    expect(middle(nobody) / middle(somebody)).toBeLessThan(1.7);
  });
});

describe('Turns', () => {
  it('runs no more at once than allowed, and every piece in the end', async () => {
    const turns = new Turns(2, 10);
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
    const turns = new Turns(1, 1);
    const failing = turns.take(() => Promise.reject(new Error('broken')));
    const waiting = turns.take(() => Promise.resolve('done'));
    await expect(turns.take(() => Promise.resolve())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(failing).rejects.toThrow('broken');
    await expect(waiting).resolves.toBe('done');
  });
});
