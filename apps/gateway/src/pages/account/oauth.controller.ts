import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { AppError } from '@waybill/contracts/errors';
import { pageLanguage } from '@waybill/contracts/subscription/subscription';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/route/access.decorator';
import { notSignedInPage, signInProblemOf } from './account-page';
import { dashboardUrl, GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { success, type Success } from '../../edge/success';
import { acceptedLanguages, answerProblem } from '../page-answer';
import { parseCookie, serializeCookie } from '../../access/session/cookie';
import { SessionService } from '../../access/session/session.service';
import { AddressLimit } from '../../access/route/address-limit';
import { attemptSeconds } from '../../identity/oauth/oauth-state';
import { OAuthService } from '../../identity/oauth/oauth.service';

const cookieName = 'waybill_oauth';
const path = '/auth/oauth';

/** `/auth/oauth`: sign-in with GitHub or Google by authorization code with PKCE and state. */
@Controller('auth')
@Access('open')
export class OAuthController {
  private readonly secure: boolean;
  /** Where who has signed in goes on: the dashboard or, without one, a page that says so. */
  private readonly landing: string;

  constructor(
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly oauth: OAuthService,
    private readonly sessions: SessionService,
  ) {
    this.secure = config.PUBLIC_URL.startsWith('https:');
    this.landing = config.DASHBOARD_URL ? dashboardUrl(config) : `${dashboardUrl(config)}/signed-in`;
  }

  @Get('oauth-config')
  providers(): Success<{ github: boolean; google: boolean }> {
    return success(this.oauth.configured);
  }

  @Get('oauth/:provider')
  @AddressLimit('auth')
  async begin(@Param('provider') name: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const { url, sealed } = await this.oauth.begin(name);
    void reply.header('set-cookie', this.cookie(sealed, attemptSeconds)).redirect(url, 302);
  }

  /** Back from the service: signed in, or told why not: a browser by a page, a program by the envelope. */
  @Get('oauth/:provider/callback')
  @AddressLimit('auth')
  async callback(
    @Param('provider') name: string,
    @Query() query: { code?: unknown; state?: unknown; error?: unknown },
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | void> {
    try {
      const userId = await this.oauth.finish(name, parseCookie(request.headers.cookie, cookieName), query);
      const session = await this.sessions.open(userId);
      void reply.header('set-cookie', [session, this.cookie('', 0)]).redirect(this.landing, 302);
    } catch (error) {
      const language = pageLanguage(...acceptedLanguages(request));
      const fail = (refused: AppError): string => notSignedInPage(language, signInProblemOf(refused, query.error));
      return answerProblem(error, request, reply, { fail });
    }
  }

  private cookie(value: string, maxAge: number): string {
    return serializeCookie(cookieName, value, { maxAge, path, secure: this.secure });
  }
}
