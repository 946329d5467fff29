import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, type RunningNats } from '@waybill/stack/stores/nats';
import { eventually } from '@waybill/testing/eventually';
import { NatsLink } from './nats-link';

let folder: string;
let server: RunningNats;
let relay: Server;
let link: NatsLink;
/** While it is a list: what the server says is kept in it, and does not reach the link. */
let held: Buffer[] | undefined;
let release: () => void;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-nats-link-'));
  server = await startNats({ storeDir: join(folder, 'nats') });
  relay = await relayTo(Number(new URL(server.url).port));
  const { port } = relay.address() as AddressInfo;
  link = await NatsLink.open({ NATS_URL: `nats://127.0.0.1:${port}` }, 'link spec');
});
afterAll(async () => {
  await link?.onApplicationShutdown();
  relay?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a link whose server says nothing is up and has no answer, until the server goes on', async () => {
  expect(await link.answers()).toBe(true);
  held = [];
  let hasAnswered = false;
  const answer = link.answers().then((answers) => {
    hasAnswered = true;
    return answers;
  });
  await eventually('the answer is on its way', () => held!.length > 0);
  expect({ isUp: link.isUp, hasAnswered }).toEqual({ isUp: true, hasAnswered: false });
  release();
  expect(await answer).toBe(true);
});

it('a link whose server is gone has no answer', async () => {
  await server.kill();
  await eventually('the link is down', () => !link.isUp);
  expect(await link.answers()).toBe(false);
});

/** Stands between the link and its server. */
async function relayTo(port: number): Promise<Server> {
  const relay = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.pipe(upstream);
    upstream.on('data', (said) => (held ? held.push(said) : client.write(said)));
    release = () => {
      held?.forEach((said) => client.write(said));
      held = undefined;
    };
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return relay;
}
