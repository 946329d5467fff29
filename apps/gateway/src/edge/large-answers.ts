import { memoryShare } from '@waybill/concurrency/memory-budget';
import type { FastifyInstance } from 'fastify';
import { toEnvelope } from './envelope';

/** Smaller answers fit into the buffers of the system. */
const largeBytes = 128 * 1024;

/**
 * An answer is held in memory until its caller has read it. When callers who do not read hold too much, the next large answer
 * is a 503. A caller that reads nothing for two minutes is disconnected (`connectionTimeout`).
 */
export function boundLargeAnswers(fastify: Pick<FastifyInstance, 'addHook'>): void {
  const unread = memoryShare('unreadAnswers');
  fastify.addHook<string | Buffer | null>('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload);
    if (bytes <= largeBytes) return done(null, payload);
    const refuse = (error: unknown): void => {
      const { status, body } = toEnvelope(error, request.id);
      void reply.status(status).headers({ 'content-type': 'application/json', 'retry-after': '2' });
      done(null, JSON.stringify(body));
    };
    const hold = (release: () => void): void => {
      // A caller that went away before its answer was made has closed the reply already.
      if (reply.raw.destroyed) release();
      else reply.raw.once('close', release);
      done(null, payload);
    };
    unread.acquire({ weight: bytes }).then(hold, refuse);
  });
}

/** A text of fewer characters than a third of a large answer is not looked through. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length > largeBytes / 3 ? Buffer.byteLength(payload) : 0;
  return Buffer.isBuffer(payload) ? payload.length : 0;
}
