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

/** A port of 127.0.0.1 that is free now, chosen by the system. Another process may take it before the caller does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** The wanted port when it is free and not in `taken`, else (and for 0) any free one. */
export async function portNear(wanted: number, taken: readonly number[] = []): Promise<number> {
  if (wanted > 0 && !taken.includes(wanted) && (await isPortFree(wanted))) return wanted;
  const port = await freePort();
  return taken.includes(port) ? portNear(wanted, taken) : port;
}
