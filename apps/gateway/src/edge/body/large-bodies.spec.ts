import { eventually } from '@waybill/testing/eventually';
import fastify, { type FastifyInstance } from 'fastify';
import { request, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toEnvelope } from '../envelope';
import { LargeBodies, readLargeBodiesInTurn } from './large-bodies';
import { acceptUploads } from './multipart';
import { readFile } from './form-file';

const megabyte = 1024 * 1024;
const limits = { atOnce: 4 * megabyte, minBytesPerSecond: megabyte, maxSlowBytes: 7 * megabyte };
let app: FastifyInstance;
let port: number;
/** How many are worked on. */
let working = 0;
let mostWorking = 0;

beforeAll(async () => {
  app = fastify({ bodyLimit: 40 * megabyte, trustProxy: true });
  await acceptUploads(app);
  readLargeBodiesInTurn(app, new LargeBodies(limits));
  app.setErrorHandler((error, { id }, reply) => {
    const { status, body } = toEnvelope(error, id);
    return reply.status(status).send(body);
  });
  const work = async <T>(answer: T): Promise<T> => {
    mostWorking = Math.max(mostWorking, ++working);
    await new Promise((resolve) => setImmediate(resolve));
    working--;
    return answer;
  };
  app.post('/', ({ body }) => work((body as { text: string }).text.length));
  app.post('/file', { config: { uploads: true } }, async (call) => {
    const { content } = await readFile(call, 'file', 10 * megabyte);
    return work(content.length);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

interface Upload {
  call: ClientRequest;
  /** Sends this number of bytes more. */
  send(bytes: number): void;
  /** Sends the rest. */
  finish(): void;
  answer: Promise<{ status: number; text: string }>;
}

/** Sends a body; its first bytes leave at once. The address is a new one unless given. */
function upload(bytes: number, atOnce = bytes, from = '198.51.100.1', path = '/'): Upload {
  const [start, end] = path === '/' ? ['{"text":"', '"}'] : ['--b\r\n' + filePart, '\r\n--b--\r\n'];
  const type = path === '/' ? 'application/json' : 'multipart/form-data; boundary=b';
  const body = Buffer.from(start + 'x'.repeat(bytes) + end);
  const headers = { 'content-type': type, 'content-length': body.length, 'x-forwarded-for': from };
  const call = request({ port, path, method: 'POST', headers, agent: false });
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
  call.on('response', (response) => {
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
  });
  call.on('error', () => resolve({ status: 0, text: '' }));
  let sent = 0;
  const send = (more: number): void => void call.write(body.subarray(sent, (sent += more)));
  const finish = (): void => void call.end(body.subarray(sent));
  if (atOnce === bytes) finish();
  else send(atOnce);
  return { call, send, finish, answer: promise };
}
const filePart = 'Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/plain\r\n\r\n';

/** A body that comes at once is answered with 200. */
async function takesQuick(from?: string): Promise<void> {
  expect(await upload(megabyte, megabyte, from).answer).toEqual({ status: 200, text: String(megabyte) });
}

/** Or a quick one that follows would be before them. */
const haveBegun = (slow: Upload[]) =>
  eventually('slow ones', () => slow.every(({ call }) => call.socket?.bytesWritten));

describe.each(['/', '/file'])('bodies for %s that come slowly', (path) => {
  it.each([
    ['of the same caller', '198.51.100.1', '198.51.100.1'],
    ['of others', '198.51.100.2', '198.51.100.3'],
  ])('hold up no quick one %s, and are taken when they have come', async (_whose, slowFrom, quickFrom) => {
    const slow = [1, 2].map(() => upload(3 * megabyte, 10, slowFrom, path));
    await haveBegun(slow);
    expect((await upload(10).answer).status).toBe(200);
    await takesQuick(quickFrom);
    for (const { finish } of slow) finish();
    const answers = await Promise.all(slow.map(({ answer }) => answer));
    expect(answers).toEqual(Array(2).fill({ status: 200, text: String(3 * megabyte) }));
  });
});

it('works on no more than may be worked on at once, however the bodies came', async () => {
  mostWorking = 0;
  const addresses = Array.from({ length: 4 }, (_, n) => `203.0.113.${n}`);
  const slow = addresses.map((from) => upload(2.5 * megabyte, 10, from));
  await haveBegun(slow);
  await takesQuick();
  for (const { finish } of slow) finish();
  const answers = await Promise.all(slow.map(({ answer }) => answer));
  // Together they are more than slow ones may have; what fits is taken.
  expect([200, 503]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(mostWorking).toBe(1);
});

it('refuses the slowest when too much of slow ones has come', async () => {
  const stalled = upload(6 * megabyte, 5 * megabyte, '203.0.113.1');
  await haveBegun([stalled]);
  await takesQuick();
  const slow = upload(6 * megabyte, 10, '203.0.113.2');
  await haveBegun([slow]);
  await takesQuick();
  // Now both have no place, and that one comes quicker than the first.
  slow.send(5 * megabyte);
  const { status, text } = await stalled.answer;
  expect({ status, text }).toEqual({ status: 503, text: expect.stringContaining('too slowly') });
  slow.finish();
  expect((await slow.answer).status).toBe(200);
});
