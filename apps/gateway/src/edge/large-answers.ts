import { unavailable } from '@waybill/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { toEnvelope } from './envelope';

/** Smaller answers fit into the buffers of the system. */
const largeBytes = 128 * 1024;
/** Bytes of large answers that wait for their readers at once. */
const maxHeldBytes = 64 * 1024 * 1024;

/**
 * An answer is held in memory until its caller has read it. When callers who do not read hold too much, the next large answer
 * is a 503. A caller that reads nothing for two minutes is disconnected (`connectionTimeout`).
 */
export function boundLargeAnswers(fastify: Pick<FastifyInstance, 'addHook'>): void {
  let held = 0;
  fastify.addHook<string | Buffer | null>('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload);
    if (bytes <= largeBytes) return done(null, payload);
    if (held > 0 && held + bytes > maxHeldBytes) {
      const { status, body } = toEnvelope(unavailable('Too many large answers are waiting to be read'), request.id);
      void reply.status(status).headers({ 'content-type': 'application/json', 'retry-after': '2' });
      return done(null, JSON.stringify(body));
    }
    held += bytes;
    reply.raw.once('close', () => (held -= bytes));
    done(null, payload);
  });
}

/** A text of fewer characters than a third of a large answer is not looked through. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length > largeBytes / 3 ? Buffer.byteLength(payload) : 0;
  return Buffer.isBuffer(payload) ? payload.length : 0;
}
