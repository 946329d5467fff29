import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { IdempotencyStore, type Claim, type Earlier } from './idempotency-store';
import { idsFrom, newIds, type MakeId } from './request-ids';

/** The work of a request; the ids of its rows come from `makeId`, so that a repeated idempotent request makes the same ids. */
export type Work<T> = (makeId: MakeId) => Promise<T>;

/**
 * `Idempotency-Key`: the same key and body within 24 hours replays the stored answer; in flight 409, another
 * body 422. A 4xx or 5xx frees the key. Called by the route itself: an interceptor would cost every request.
 */
@Injectable()
export class Idempotency {
  private readonly logger = new Logger(Idempotency.name);

  constructor(private readonly store: IdempotencyStore) {}

  /** Does the work once per key of the request; without a key, each time. */
  once<T>(request: FastifyRequest, reply: FastifyReply, work: Work<T>): Promise<T> {
    const header = request.headers['idempotency-key'];
    return header === undefined ? work(newIds) : this.keyed(request, reply, header, work);
  }

  private async keyed<T>(request: FastifyRequest, reply: FastifyReply, header: string | string[], work: Work<T>) {
    const key = checked(header);
    const projectId = request.caller?.projectId as string;
    const found = await this.store.claim(projectId, key, fingerprintOf(request));
    if (!('claim' in found)) return replay(found, reply) as T;
    return this.run(projectId, key, found, reply, work);
  }

  private async run<T>(projectId: string, key: string, { claim, seed }: Claim, reply: FastifyReply, work: Work<T>) {
    // Were the key not freed or answered, it would be in flight until its lease ends; the ids stay the same even then.
    const note = (error: unknown): void =>
      this.logger.warn(`cannot write an idempotency key, it stays in use until its lease expires: ${String(error)}`);
    try {
      const answer = await work(idsFrom(seed));
      await this.store.answer(projectId, key, claim, reply.statusCode, JSON.stringify(answer)).catch(note);
      return answer;
    } catch (error) {
      await this.store.free(projectId, key, claim).catch(note);
      throw error;
    }
  }
}

function checked(header: string | string[]): string {
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw new AppError('BAD_REQUEST', 'Idempotency-Key must be 1 to 255 printable ASCII characters');
}

/** The same method, path and JSON value give the same fingerprint. */
function fingerprintOf(request: FastifyRequest): Buffer {
  const route = `${request.method} ${request.routeOptions.url}`;
  return createHash('sha256')
    .update(`${route}\n${JSON.stringify(request.body ?? null)}`)
    .digest();
}

function replay({ sameBody, status, body }: Earlier, reply: FastifyReply): unknown {
  if (!sameBody) throw new AppError('IDEMPOTENCY_KEY_MISMATCH', 'The Idempotency-Key was used with another body');
  if (status === null || body === null) {
    throw new AppError('IDEMPOTENCY_KEY_IN_USE', 'A request with this Idempotency-Key is still running');
  }
  void reply.status(status).header('idempotency-replayed', 'true');
  return JSON.parse(body);
}
