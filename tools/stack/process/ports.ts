/** Loopback ports: which are free. */
import { createServer } from 'node:net';

/** True when nothing listens on the port of 127.0.0.1. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Below the ports that Linux gives to outgoing connections (32768 on), so that none of those takes a chosen port. */
const first = 15_000;
const last = 31_999;
/** Processes that choose at the same time begin at different places. */
let next = first + ((process.pid * 1_009) % (last - first));

/** A port of 127.0.0.1 that is free now; this process is not given it again until all others were. */
export async function freePort(): Promise<number> {
  for (let tries = first; tries <= last; tries++) {
    const port = next;
    next = port === last ? first : port + 1;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No port from ${first} to ${last} is free.`);
}

/** The wanted port when it is free and not in `taken`, else (and for 0) any free one. */
export async function portNear(wanted: number, taken: readonly number[] = []): Promise<number> {
  if (wanted > 0 && !taken.includes(wanted) && (await isPortFree(wanted))) return wanted;
  const port = await freePort();
  return taken.includes(port) ? portNear(wanted, taken) : port;
}
