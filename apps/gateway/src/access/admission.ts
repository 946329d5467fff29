import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { AccessGuard } from './access.guard';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller may call this route, and within its rate limit: {@link Admission}. */
    admitted?: true;
  }
}

type Done = (error?: Error) => void;

/**
 * Access check and rate limit, once per request. They run before the body is read where the head is enough: an unknown caller
 * cannot make the process read and hold 40 MB, and a request with an invalid body counts against the limit.
 */
@Injectable()
export class Admission {
  constructor(
    private readonly access: AccessGuard,
    private readonly limit: RateLimitGuard,
  ) {}

  /** Installs the checks as hooks of every route; an unknown route has none. */
  install(fastify: Pick<FastifyInstance, 'addHook'>): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (request.is404) return done();
      settle(() => this.beforeBody(request, reply), done);
    });
    fastify.addHook('preHandler', (request, reply, done) => {
      if (request.admitted || request.is404) return done();
      settle(() => this.admit(request, reply), done);
    });
  }

  /** Where only the body names the project, checks the session alone. */
  private beforeBody(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    return this.access.needsBody(request) ? this.access.requireSession(request) : this.admit(request, reply);
  }

  /** @throws AppError 401, 403, 404 as the route's rule says; 429 above the limit. */
  private admit(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const pending = this.access.admit(request);
    return pending ? pending.then(() => this.count(request, reply)) : this.count(request, reply);
  }

  private count(request: FastifyRequest, reply: FastifyReply): void {
    this.limit.count(request, reply);
    request.admitted = true;
  }
}

/** Ends a hook with the result of the check, without a turn of the event loop where the check is synchronous. */
function settle(check: () => void | Promise<void>, done: Done): void {
  let pending: void | Promise<void>;
  try {
    pending = check();
  } catch (error) {
    return done(error as Error);
  }
  if (!pending) return done();
  pending.then(() => done(), done);
}
