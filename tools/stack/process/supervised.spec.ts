import { restartPause } from './supervised.ts';

test('the pause before a restart doubles from 250 ms and never exceeds 10 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((failures) => restartPause(failures))).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
});
