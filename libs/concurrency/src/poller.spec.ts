import { Poller } from './poller';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves when `holds` does; the time limit of the test bounds it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(5);
}

it('a wake-up ends the pause of a poller at once', async () => {
  let runs = 0;
  const poller = new Poller({ run: async () => void runs++, intervalMs: 60_000 });
  poller.start();
  await until(() => runs === 1);
  poller.wake();
  await until(() => runs === 2);
  await poller.stop();
});

it('a poller keeps its spacing however often it is woken, and loses no wake-up', async () => {
  // A pause of this process between a run and the clock would look like a shorter spacing.
  jest.useFakeTimers();
  const began: number[] = [];
  const run = async (): Promise<void> => void began.push(performance.now());
  const poller = new Poller({ run, intervalMs: 60_000, spacingMs: 50 });
  poller.start();
  for (let n = 0; n < 180; n++) {
    poller.wake();
    await jest.advanceTimersByTimeAsync(1);
  }
  poller.wake();
  await jest.advanceTimersByTimeAsync(50);
  await poller.stop();
  const begin = began[0]!;
  expect(began).toEqual([0, 50, 100, 150, 200].map((ms) => begin + ms));
  jest.useRealTimers();
});

it('a poller keeps no spacing while a run says there is more', async () => {
  let runs = 0;
  const poller = new Poller({ run: async () => ++runs < 20, intervalMs: 60_000, spacingMs: 60_000 });
  poller.start();
  await until(() => runs === 20);
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
  await until(() => reports.includes('works'));
  await poller.stop();
  expect(reports).toEqual(['away', 'full', 'works']);
});
