/** `npm start`: the supervisor, from compiled code where this platform can replace a process by another. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { stateFolder } from './state-folder.ts';

const program = join(import.meta.dirname, 'supervisor.ts');
const cache = process.env.NODE_COMPILE_CACHE ?? stateFolder(process.cwd()).compileCache;

/**
 * Once Node has compiled TypeScript it keeps the compiler for as long as the process lives: 40 MB of a supervisor that may
 * run for months. So this process compiles, and the supervisor takes its place, under the same process id, with what was
 * compiled.
 */
enableCompileCache(cache);
const { supervise } = (await import(program)) as typeof import('./supervisor.ts');
flushCompileCache();
if (process.execve) {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const flags = ['--max-semi-space-size=1', ...process.execArgv];
  process.execve(process.execPath, [process.execPath, ...flags, program, ...process.argv.slice(2)], env);
} else {
  supervise();
}
