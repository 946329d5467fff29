const chosen = process.env['CRASH_AT'];

/**
 * A named place at which a fault test lets the process die: kills it at once (SIGKILL, nothing is finished or flushed)
 * when the environment's CRASH_AT is `name`, does nothing otherwise.
 */
export function crashPoint(name: string): void {
  if (chosen === name) process.kill(process.pid, 'SIGKILL');
}
