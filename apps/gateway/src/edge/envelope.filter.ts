import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOurFault, toEnvelope } from './envelope';

/** Answers every error of every route with the envelope; what is our fault is logged with its request id. */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  private readonly logger = new Logger(EnvelopeFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, retryAfter, body } = toEnvelope(error, request.id);
    if (isOurFault(error)) {
      this.logger.error({
        msg: String(error),
        requestId: request.id,
        stack: error instanceof Error ? error.stack : undefined,
      });
    }
    if (reply.sent) return;
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
    void reply.status(status).header('x-request-id', request.id).header('content-type', 'application/json').send(body);
  }
}
