import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessGuard } from '../access/access.guard';
import { Access, callerOf } from '../access/route/access';
import { LiveStreams } from './live-streams.service';

/** `/projects/{projectId}/live`: hints that something of the project changed. */
@Controller('projects/:projectId/live')
export class LiveController {
  constructor(
    private readonly streams: LiveStreams,
    private readonly access: AccessGuard,
  ) {}

  /**
   * Streams hints as server-sent events: `{"topics": ["emails", "contacts"]}` says what to read again, and a lost hint costs freshness
   * only. The stream ends after 10 minutes, on log-out and when membership ends; at most 10 of one account or key.
   */
  @Get()
  @Access('project-path')
  @Header('content-type', 'text/event-stream')
  open(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { projectId, userId } = callerOf(request);
    const owner = userId ?? projectId;
    this.streams.refuse(owner);
    reply.hijack();
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
    reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers });
    this.streams.open(reply.raw, { projectId, owner, check: () => this.recheck(request) });
  }

  /** Asks again whether the caller may read, by the session or key as it is now. @throws AppError 401, 403, 404 */
  private async recheck(request: FastifyRequest): Promise<void> {
    request.account = undefined;
    request.caller = undefined;
    await this.access.admit(request);
  }
}
