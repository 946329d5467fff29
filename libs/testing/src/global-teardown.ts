import { rmSync } from 'node:fs';
import { endProcess, type ProcessStamp } from '../../../tools/stack/process/process-table';
import { startedProcesses } from './process/started-processes';

interface Server {
  stamp: ProcessStamp;
  stop(): Promise<void>;
}

interface Servers {
  postgres: Server;
  nats: Server;
  folder: string;
}

/** Ends the shared systems and the servers of the test run, and removes their folder. */
export default async function globalTeardown(): Promise<void> {
  const { waybillTestServers: servers } = globalThis as unknown as { waybillTestServers?: Servers };
  if (!servers) return;
  const steps: [NodeJS.Signals, number][] = [
    ['SIGTERM', 10_000],
    ['SIGKILL', 2_000],
  ];
  // What tests left behind: the shared systems, and systems whose start failed.
  const own = [servers.postgres, servers.nats].map(({ stamp }) => stamp.pid);
  const left = startedProcesses(servers.folder).filter(({ pid }) => !own.includes(pid));
  await Promise.all(left.map((stamp) => endProcess(stamp, steps)));
  await Promise.all([servers.postgres, servers.nats].map((server) => server.stop()));
  rmSync(servers.folder, { recursive: true, force: true });
}
