import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, type RunningNats } from '@waybill/stack/stores/nats';
import { NatsLink } from './nats-link';

let folder: string;
let server: RunningNats;
let link: NatsLink;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-nats-link-'));
  server = await startNats({ storeDir: join(folder, 'nats') });
  link = await NatsLink.open({ NATS_URL: server.url }, 'link spec');
});
afterAll(async () => {
  await link?.onApplicationShutdown();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a link whose server stands still is up and has no answer, until the server goes on', async () => {
  expect(await link.answers()).toBe(true);
  process.kill(server.pid, 'SIGSTOP');
  let hasAnswered = false;
  const answer = link.answers().then((answers) => {
    hasAnswered = true;
    return answers;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const seen = { isUp: link.isUp, hasAnswered };
  process.kill(server.pid, 'SIGCONT');
  expect(seen).toEqual({ isUp: true, hasAnswered: false });
  expect(await answer).toBe(true);
});

it('a link whose server is gone has no answer', async () => {
  await server.kill();
  while (link.isUp) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await link.answers()).toBe(false);
});
