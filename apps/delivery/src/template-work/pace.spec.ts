import { setImmediate } from 'node:timers/promises';
import { Pace } from './pace';

describe('pace', () => {
  it('is due after 20 ms of work, until others had their turn', async () => {
    const pace = new Pace();
    pace.note(12);
    expect(pace.isDue).toBe(false);
    pace.note(12);
    expect(pace.isDue).toBe(true);
    expect(await pace.after(() => pace.isDue)).toBe(false);
  });

  it('lets what waits go on one by one, each in a turn of its own', async () => {
    const pace = new Pace();
    const order: string[] = [];
    const works = [1, 2, 3].map((n) => pace.after(() => void order.push(`work ${n}`)));
    const others = async (): Promise<void> => {
      for (let n = 1; n <= 6; n++) {
        await setImmediate();
        order.push('other');
      }
    };
    await Promise.all([...works, others()]);
    const between = order
      .join(', ')
      .split(/work \d/)
      .slice(1, 3);
    expect(between.every((others) => others.includes('other'))).toBe(true);
  });
});
