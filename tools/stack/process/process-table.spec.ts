import { spawn } from 'node:child_process';
import { endProcess, isRunning, stampOf } from './process-table.ts';

test('a stamp with the pid of a running process but another start time is no process, and no signal is sent', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const stamp = stampOf(child.pid!)!;
  expect(await endProcess({ ...stamp, startedAt: `${stamp.startedAt}0` }, [['SIGKILL', 1_000]])).toBe(true);
  expect(isRunning(stamp)).toBe(true);
  expect(await endProcess(stamp, [['SIGTERM', 5_000]])).toBe(true);
  expect(isRunning(stamp)).toBe(false);
});

test('a process that ignores the first signal gets the next one', async () => {
  const script = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const ended = await endProcess(stampOf(child.pid!)!, [
    ['SIGTERM', 100],
    ['SIGKILL', 5_000],
  ]);
  expect(ended).toBe(true);
});
