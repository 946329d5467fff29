import { randomBytes } from 'node:crypto';
import { Controller, Get, Header, Inject, Param, Req, Res } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/route/access';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { wantsPage } from '../pages/page-answer';
import { assetPath, hasDashboard, pageWithNonce } from './dashboard-files';

/**
 * Scripts and styles of our own, calls to this origin alone. Blocks of an email carry style attributes, and the editor shows
 * pictures of other hosts.
 */
const policy = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-elem 'self' 'nonce-${nonce}'; ` +
  "style-src-attr 'unsafe-inline'; img-src 'self' data: blob: https:; font-src 'self'; connect-src 'self'; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const noDashboard = (): AppError =>
  new AppError('NOT_FOUND', 'This installation has no dashboard', undefined, 'Build it: npm run build dashboard.');

/** The dashboard: one page for every address under `/app`, and its files. */
@Controller()
@Access('open')
export class DashboardController {
  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  /** Sends a browser to the dashboard; 404 for every other caller and where there is no dashboard. */
  @Get()
  start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const place = this.config.DASHBOARD_URL ?? (hasDashboard() ? '/app' : null);
    if (!place || !wantsPage(request)) throw new AppError('NOT_FOUND', 'There is nothing at this address');
    void reply.header('cache-control', 'no-store').redirect(place, 302);
  }

  /** Reads a file of the dashboard; its name changes with its content, so it may be kept for a year. */
  @Get('app/assets/:name')
  asset(@Param('name') name: string, @Res() reply: FastifyReply): void {
    const path = assetPath(name);
    if (!path) throw new AppError('NOT_FOUND', `The dashboard has no file ${name.slice(0, 100)}`);
    void reply.header('cross-origin-resource-policy', 'same-origin');
    void reply.sendFile(path, { immutable: true, maxAge: '365d' });
  }

  /** Shows the dashboard, at its start. */
  @Get('app')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  first(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.page(reply);
  }

  /** Shows the dashboard, at the screen that the address names. */
  @Get('app/*')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  screen(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.page(reply);
  }

  private async page(reply: FastifyReply): Promise<string> {
    const nonce = randomBytes(18).toString('base64url');
    const html = await pageWithNonce(nonce);
    if (html === null) throw noDashboard();
    void reply.headers({
      'content-security-policy': policy(nonce),
      'x-robots-tag': 'noindex, nofollow',
    });
    return html;
  }
}
