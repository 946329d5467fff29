import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard';
import { AccessGuard } from './access.guard';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls may call, and has not called too often: {@link Admission}. */
    admitted?: true;
  }
}

/**
 * Who may call a route and how often, each asked once for a request: before its body is read where its head tells, so that
 * nobody unknown can make us read and hold 40 MB, and what is wrong in a body counts against the limit too.
 */
@Injectable()
export class Admission implements CanActivate {
  constructor(
    private readonly access: AccessGuard,
    private readonly limit: RateLimitGuard,
  ) {}

  /** Of a request whose body is not read yet; where only the body tells the project, who is signed in. @throws as {@link canActivate}. */
  beforeBody(context: ExecutionContext): boolean | Promise<boolean> {
    return this.access.needsBody(context) ? this.access.isSignedIn(context) : this.canActivate(context);
  }

  /** @throws AppError 401, 403, 404 as the route's rule says; 429 above the limit. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.admitted) return true;
    const may = this.access.canActivate(context);
    const within = may === true ? this.limit.canActivate(context) : may.then(() => this.limit.canActivate(context));
    if (within === true) return (request.admitted = true);
    return Promise.resolve(within).then(() => (request.admitted = true));
  }
}
