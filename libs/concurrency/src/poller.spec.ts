import { Poller } from './poller';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('a wake-up ends the pause of a poller at once', async () => {
  let runs = 0;
  const poller = new Poller({ run: async () => void runs++, intervalMs: 60_000 });
  poller.start();
  await wait(5);
  expect(runs).toBe(1);
  poller.wake();
  await wait(5);
  expect(runs).toBe(2);
  await poller.stop();
});

it('a poller keeps its spacing however often it is woken, and loses no wake-up', async () => {
  const began: number[] = [];
  const run = async (): Promise<void> => void began.push(performance.now());
  const poller = new Poller({ run, intervalMs: 60_000, spacingMs: 50 });
  poller.start();
  const waking = setInterval(() => poller.wake(), 1);
  await wait(180);
  clearInterval(waking);
  const seen = began.length;
  poller.wake();
  await wait(80);
  await poller.stop();
  expect(began.length).toBeGreaterThan(seen);
  const gaps = began.slice(1).map((at, index) => at - (began[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(49);
});

it('a poller keeps no spacing while a run says there is more', async () => {
  let runs = 0;
  const poller = new Poller({ run: async () => ++runs < 20, intervalMs: 60_000, spacingMs: 60_000 });
  poller.start();
  await wait(20);
  expect(runs).toBe(20);
  await poller.stop();
});

it('a poller reports each new failure once, tries again, and reports its recovery', async () => {
  const reports: string[] = [];
  const outcomes = ['away', 'away', 'full', null];
  const run = async (): Promise<void> => {
    const failure = outcomes.shift();
    if (failure) throw new Error(failure);
  };
  const onFailure = (message: string): void => void reports.push(message);
  const onRecovery = (): void => void reports.push('works');
  const poller = new Poller({ run, intervalMs: 60_000, onFailure, onRecovery });
  poller.start();
  for (let ms = 0; ms < 2_000 && !reports.includes('works'); ms += 20) await wait(20);
  await poller.stop();
  expect(reports).toEqual(['away', 'full', 'works']);
});
