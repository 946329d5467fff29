import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import { startNats, type RunningNats } from './nats.ts';
import { findNatsServer } from './nats-binary.ts';
import { isRunning } from '../process/process-table.ts';

const base = mkdtempSync(join(tmpdir(), 'waybill-nats-'));
const storeDir = join(base, 'store');
let server: RunningNats;

afterAll(async () => {
  if (isRunning(server.stamp)) await server.kill();
  rmSync(base, { recursive: true, force: true });
});

async function stored(url: string): Promise<number> {
  const link = await connect({ servers: url });
  try {
    return (await (await link.jetstreamManager()).streams.info('PARCELS')).state.messages;
  } finally {
    await link.close();
  }
}

test('the server keeps what JetStream acknowledged through kill -9', async () => {
  server = await startNats({ storeDir });
  const link = await connect({ servers: server.url });
  await (await link.jetstreamManager()).streams.add({ name: 'PARCELS', subjects: ['parcels'] });
  await link.jetstream().publish('parcels', 'one');
  await link.close();
  await server.kill();
  server = await startNats({ storeDir });
  expect(await stored(server.url)).toBe(1);
});

test('a second start on the same store ends the first server: two would destroy the store', async () => {
  const first = server;
  server = await startNats({ storeDir });
  await first.exited;
  expect(isRunning(first.stamp)).toBe(false);
  expect(await stored(server.url)).toBe(1);
});

test('stop ends the server and leaves no pid file', async () => {
  await server.stop();
  expect(isRunning(server.stamp)).toBe(false);
  expect(existsSync(`${storeDir}.pid`)).toBe(false);
});

test('NATS_SERVER_BIN that names something else is refused instead of being passed over', () => {
  expect(() => findNatsServer({ NATS_SERVER_BIN: process.execPath })).toThrow(/is not a nats-server/);
});
