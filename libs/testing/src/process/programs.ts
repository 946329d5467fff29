import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const root = join(__dirname, '../../../..');

/** The end of a program. */
export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  cwd?: string;
  /** Besides PATH and HOME: nothing else of the test's own environment reaches the program. */
  env?: Record<string, string>;
  /** All of its standard input. */
  input?: string;
}

/** Longer than the slowest of them takes on a busy machine; then the program is killed and `status` is null. */
const patienceMs = 90_000;

/** Runs a program to its end. */
export async function run(
  program: string,
  args: string[],
  { cwd = root, env, input = '' }: Surroundings = {},
): Promise<Ended> {
  const { PATH = '', HOME = '/' } = process.env;
  const child = spawn(program, args, { cwd, env: { PATH, HOME, ...env }, timeout: patienceMs, killSignal: 'SIGKILL' });
  // A program that does not read its input may be gone before it is written.
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}

/** Runs Node with a file and returns its output. Throws with its errors when it does not end with 0. */
export async function output(program: string, args: string[], surroundings?: Surroundings): Promise<string> {
  const { status, stdout, stderr } = await run(program, args, surroundings);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}
