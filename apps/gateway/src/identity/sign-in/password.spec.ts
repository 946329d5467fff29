import { cpuTime } from '@waybill/testing/cpu-time';
import { hashPassword, isOutdated, verifyPassword } from './password';

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

  it('an unknown account takes as long to refuse as a known one', async () => {
    const hash = await hashPassword('somebody');
    const time = (phc: string | null): Promise<number> => cpuTime(() => verifyPassword(phc, 'wrong'));
    const [somebody, nobody]: [number[], number[]] = [[], []];
    for (let round = 0; round < 7; round++) {
      somebody.push(await time(hash));
      nobody.push(await time(null));
    }
    // The quickest of each: what other programs and the collector of garbage take comes on top and differs.
    const ratio = Math.min(...nobody) / Math.min(...somebody);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });
});
