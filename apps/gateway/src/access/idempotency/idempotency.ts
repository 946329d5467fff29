import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { IdempotencyKeys, type Claim, type Earlier } from './idempotency-key.service';
import { idsFrom, newIds, type MakeId } from './request-ids';

/** The work of a request; the ids of its rows come from `makeId`, so that a repeated idempotent request makes the same ids. */
export type Work<T> = (makeId: MakeId) => Promise<T>;

/** A request with an idempotency key, whichever way it came. */
export interface KeyedRequest {
  projectId: string;
  /** 1 to 255 printable ASCII characters. */
  key: string;
  /** The same request gives the same fingerprint. */
  fingerprint: Buffer;
  /**
   * Longer than the request takes: when its gateway is killed, the key stays in use for these seconds. A request that takes longer all
   * the same has one effect, because a repeated one makes the same ids.
   */
  leaseSeconds: number;
}

/** Lease of a request that may be large: it waits for memory, and a second for each megabyte and service. */
export const largeLeaseSeconds = 90;
/** Lease of any other request: it asks for some seconds at most. */
const leaseSeconds = 15;
/** Characters of the body above which a request is large: what is asked no longer fits into a message of NATS. */
const largeBody = 700_000;

/** The answer to such a request; `replayed` is the status of the earlier answer where this is that one. */
export interface KeyedAnswer<T> {
  answer: T;
  replayed: number | null;
}

/**
 * `Idempotency-Key`: the same key and body within 24 hours replays the stored answer; in flight 409 with `Retry-After`, another
 * body 422. A 4xx or 5xx frees the key. Called by the route itself: an interceptor would cost every request.
 */
@Injectable()
export class Idempotency {
  private readonly logger = new Logger(Idempotency.name);

  constructor(private readonly keys: IdempotencyKeys) {}

  /** Does the work once per key of the HTTP request; without a key, each time. */
  once<T>(request: FastifyRequest, reply: FastifyReply, work: Work<T>): Promise<T> {
    const header = request.headers['idempotency-key'];
    return header === undefined ? work(newIds) : this.onceOverHttp(request, reply, header, work);
  }

  /** Does the work once per key. @throws 409 IDEMPOTENCY_KEY_IN_USE, 422 IDEMPOTENCY_KEY_MISMATCH, what the work throws. */
  async onceByKey<T>(request: KeyedRequest, work: Work<T>, statusOf = () => 200): Promise<KeyedAnswer<T>> {
    const { projectId, key, fingerprint, leaseSeconds } = request;
    const found = await this.keys.claim(projectId, key, fingerprint, leaseSeconds);
    if (!('claim' in found)) return replay<T>(found);
    return { answer: await this.run(request, found, work, statusOf), replayed: null };
  }

  private async onceOverHttp<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    header: string | string[],
    work: Work<T>,
  ): Promise<T> {
    const projectId = request.caller?.projectId as string;
    const keyed = { projectId, key: checked(header), ...measuresOf(request) };
    const { answer, replayed } = await this.onceByKey(keyed, work, () => reply.statusCode);
    if (replayed !== null) void reply.status(replayed).header('idempotency-replayed', 'true');
    return answer;
  }

  private async run<T>(
    { projectId, key }: KeyedRequest,
    { claim, seed }: Claim,
    work: Work<T>,
    statusOf: () => number,
  ): Promise<T> {
    // Were the key not freed or answered, it would be in flight until its lease ends; the ids stay the same even then.
    const note = (error: unknown): void =>
      this.logger.warn(`cannot write an idempotency key, it stays in use until its lease expires: ${String(error)}`);
    try {
      const answer = await work(idsFrom(seed));
      await this.keys.answer(projectId, key, claim, statusOf(), JSON.stringify(answer)).catch(note);
      return answer;
    } catch (error) {
      await this.keys.free(projectId, key, claim).catch(note);
      throw error;
    }
  }
}

function checked(header: string | string[]): string {
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw new AppError('BAD_REQUEST', 'Idempotency-Key must be 1 to 255 printable ASCII characters');
}

/** The same method, path and JSON value give the same fingerprint. */
function measuresOf(request: FastifyRequest): Pick<KeyedRequest, 'fingerprint' | 'leaseSeconds'> {
  const route = `${request.method} ${request.routeOptions.url}`;
  const body = JSON.stringify(request.body ?? null);
  return {
    fingerprint: createHash('sha256').update(`${route}\n${body}`).digest(),
    leaseSeconds: body.length > largeBody ? largeLeaseSeconds : leaseSeconds,
  };
}

function replay<T>({ sameBody, status, body, freeInSeconds }: Earlier): KeyedAnswer<T> {
  if (!sameBody) throw new AppError('IDEMPOTENCY_KEY_MISMATCH', 'The Idempotency-Key was used with another body');
  if (status === null || body === null) {
    const message = 'A request with this Idempotency-Key is still running';
    throw new AppError('IDEMPOTENCY_KEY_IN_USE', message, undefined, undefined, freeInSeconds);
  }
  return { answer: JSON.parse(body) as T, replayed: status };
}
