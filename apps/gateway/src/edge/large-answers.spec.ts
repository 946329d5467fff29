import { shareBytes } from '@waybill/concurrency/memory-budget';
import { eventually } from '@waybill/testing/eventually';
import fastify, { type FastifyInstance } from 'fastify';
import { request, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boundLargeAnswers } from './large-answers';

/** Two of them are more than the share. */
const text = 'x'.repeat(0.6 * shareBytes('unreadAnswers'));
let app: FastifyInstance;
let answer: PromiseWithResolvers<string>;
/** Answers that were begun, and those that have passed the bound. */
let begun = 0;
let passed = 0;

beforeEach(async () => {
  [begun, passed] = [0, 0];
  answer = Promise.withResolvers();
  app = fastify();
  boundLargeAnswers(app);
  app.addHook('onSend', (_request, _reply, payload, done) => {
    passed++;
    done(null, payload);
  });
  app.get('/', () => {
    begun++;
    return answer.promise;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/** A call whose answer is not read. */
function call(): ClientRequest {
  const { port } = app.server.address() as AddressInfo;
  const open = request({ port, path: '/', agent: false });
  open.on('error', () => undefined);
  open.end();
  return open;
}

const statusOf = (open: ClientRequest): Promise<number | undefined> =>
  new Promise((resolve) => open.once('response', ({ statusCode }) => resolve(statusCode)));

it('a large answer beyond the share is refused with 503 until an unread one is gone', async () => {
  answer.resolve(text);
  const unread = call();
  expect(await statusOf(unread)).toBe(200);
  const refused = call();
  expect(await statusOf(refused)).toBe(503);
  unread.destroy();
  await eventually('an answer', async () => {
    const next = call();
    const status = await statusOf(next);
    next.destroy();
    return status === 200;
  });
  refused.destroy();
});

it('a caller that leaves before its answer is made holds no memory', async () => {
  const left = [call(), call()];
  await eventually('both calls', () => begun === 2);
  const closed = left.map((open) => new Promise((resolve) => open.once('close', resolve)));
  left.forEach((open) => open.destroy());
  await Promise.all(closed);
  await eventually(
    'the ends of both connections',
    () =>
      new Promise<boolean>((resolve) => {
        app.server.getConnections((_error, count) => resolve(count === 0));
      }),
  );
  answer.resolve(text);
  await eventually('both answers', () => passed === 2);
  const next = call();
  expect(await statusOf(next)).toBe(200);
  next.destroy();
});
