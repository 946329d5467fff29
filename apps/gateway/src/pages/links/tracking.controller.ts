import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { verifyLink, type ClickLink, type OpenLink } from '@waybill/contracts/tracking/signed-link';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/route/access';
import { LinkKeys } from '../../access/link-keys';
import { answerLink, badLink } from './link-answer';
import { hitOf } from './hit';
import { HitReporter } from './hit-reporter';

/** One transparent point. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * The pixel and the tracked links of emails. A token leads only to the address that was recorded for its email (no open
 * redirect); an unknown one is 404 and changes nothing, a HEAD neither.
 */
@Controller('t')
@Access('open')
export class TrackingController {
  constructor(
    private readonly keys: LinkKeys,
    private readonly hits: HitReporter,
  ) {}

  @Get('o/:token')
  async open(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const link = verifyLink(await this.keys.all(), token, 'open');
    if (!link) throw badLink();
    this.count(link, request);
    void reply.headers({ 'content-type': 'image/gif', 'cache-control': 'no-store, private' });
    return pixel;
  }

  @Get('c/:token')
  click(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return answerLink(request, reply, async () => {
      const link = verifyLink(await this.keys.all(), token, 'click');
      if (!link || !/^https?:\/\//i.test(link.url) || !URL.canParse(link.url)) throw badLink();
      this.count(link, request);
      void reply.status(302).header('location', new URL(link.url).href);
      return '';
    });
  }

  private count(link: OpenLink | ClickLink, request: FastifyRequest): void {
    if (request.method === 'HEAD') return;
    this.hits.report(hitOf(link, request));
  }
}
