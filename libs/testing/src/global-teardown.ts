import { rmSync } from 'node:fs';

interface Servers {
  postgres: { stop(): Promise<void> };
  nats: { stop(): Promise<void> };
  folder: string;
}

/** Ends the servers of the test run and removes their folder. */
export default async function globalTeardown(): Promise<void> {
  const { waybillTestServers: servers } = globalThis as unknown as { waybillTestServers?: Servers };
  if (!servers) return;
  await Promise.all([servers.postgres.stop(), servers.nats.stop()]);
  rmSync(servers.folder, { recursive: true, force: true });
}
