import {
  createParamDecorator,
  Injectable,
  Logger,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { IdempotencyStore, type Claim, type Earlier } from './idempotency.store';
import { idsFrom, newIds, type MakeId } from './request-ids';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where the request carries an Idempotency-Key. */
    makeId?: MakeId;
  }
}

/** Parameter: makes the ids of the request's rows; a repeated idempotent request makes the same. */
export const FromIds = createParamDecorator(
  (_data: unknown, context: ExecutionContext): MakeId =>
    context.switchToHttp().getRequest<FastifyRequest>().makeId ?? newIds,
);

/**
 * `Idempotency-Key` (wire contract): the same key and body within 24 hours replays the stored answer; in flight 409, another
 * body 422. A 4xx or 5xx frees the key.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly logger = new Logger(IdempotencyInterceptor.name);

  constructor(private readonly store: IdempotencyStore) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return next.handle();
    return from(this.once(request, context.switchToHttp().getResponse<FastifyReply>(), key, next));
  }

  private async once(request: FastifyRequest, reply: FastifyReply, header: string | string[], next: CallHandler) {
    const key = checked(header);
    const projectId = request.caller?.projectId as string;
    const fingerprint = fingerprintOf(request);
    const found = await this.store.claim(projectId, key, fingerprint);
    if (!('claim' in found)) return replay(found, reply);
    return this.run(projectId, key, found, request, reply, next);
  }

  private async run(
    projectId: string,
    key: string,
    { claim, seed }: Claim,
    request: FastifyRequest,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<unknown> {
    request.makeId = idsFrom(seed);
    // Were the key not freed or answered, it would be in flight until its lease ends; the ids stay the same even then.
    const note = (error: unknown): void => this.logger.warn(`an idempotency key keeps its lease: ${String(error)}`);
    try {
      const answer: unknown = await lastValueFrom(next.handle());
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
