import { Loop } from './loop';

const turn = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('Loop', () => {
  it('runs a round at once when woken from its pause', async () => {
    let rounds = 0;
    const loop = new Loop('test', async () => void rounds++, 60_000);
    loop.start();
    await turn(5);
    expect(rounds).toBe(1);
    loop.wake();
    await turn(5);
    expect(rounds).toBe(2);
    await loop.stop();
  });

  it('keeps its spacing however often it is woken, and loses no wake', async () => {
    const began: number[] = [];
    const loop = new Loop('test', async () => void began.push(performance.now()), 60_000, 50);
    loop.start();
    const waking = setInterval(() => loop.wake(), 1);
    await turn(180);
    clearInterval(waking);
    const seen = began.length;
    loop.wake();
    await turn(80);
    await loop.stop();
    expect(began.length).toBeGreaterThan(seen);
    const gaps = began.slice(1).map((at, index) => at - (began[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(49);
  });

  it('keeps no spacing while a round says there is more', async () => {
    let rounds = 0;
    const loop = new Loop('test', async () => ++rounds < 20, 60_000, 60_000);
    loop.start();
    await turn(20);
    expect(rounds).toBe(20);
    await loop.stop();
  });
});
