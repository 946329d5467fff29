import { Gate } from './gate';

describe('Gate', () => {
  it('never lets more run than its size, whatever fails', async () => {
    const gate = new Gate(3);
    let running = 0;
    let most = 0;
    const work = async (index: number): Promise<number> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (index % 5 === 0) throw new Error('fails');
      return index;
    };
    const all = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => gate.run(() => work(index))));
    expect(most).toBe(3);
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(8);
  });

  it('takes urgent work before what waits longer', async () => {
    const gate = new Gate(1);
    const order: string[] = [];
    const note = (name: string, urgent = false) => gate.run(async () => void order.push(name), urgent);
    await Promise.all([note('first'), note('second'), note('third'), note('urgent', true)]);
    expect(order).toEqual(['first', 'urgent', 'second', 'third']);
  });
});
