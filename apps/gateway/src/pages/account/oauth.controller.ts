import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { SignInProviders } from '@waybill/contracts/accounts/sign-in-providers';
import type { AppError } from '@waybill/contracts/errors';
import { pageLanguage } from '@waybill/contracts/subscription/subscription';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/route/access';
import { notSignedInPage, signInProblemOf } from './account-page';
import { dashboardUrl, GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { success, type Success } from '../../edge/success';
import { acceptedLanguages, answerProblem } from '../page-answer';
import { parseCookie, serializeCookie } from '../../access/session/cookie';
import { SessionService } from '../../access/session/session.service';
import { AddressLimit } from '../../access/route/address-limit';
import { attemptSeconds } from '../../identity/oauth/oauth-state';
import { OAuthService, type OAuthAnswer } from '../../identity/oauth/oauth.service';

const cookieName = 'waybill_oauth';
const path = '/auth/oauth';

/** `/auth/oauth`: sign-in with another service by authorization code with PKCE and state. */
@Controller('auth')
@Access('open')
export class OAuthController {
  private readonly secure: boolean;
  /** Target of the browser after a sign-in: the dashboard or, without one, a page that confirms the sign-in. */
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
  providers(): Success<SignInProviders> {
    return success(this.oauth.configured);
  }

  @Get('oauth/:provider')
  @AddressLimit('auth')
  async begin(@Param('provider') name: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const { url, sealed } = await this.oauth.begin(name);
    void reply.header('set-cookie', this.cookie(sealed, attemptSeconds)).redirect(url, 302);
  }

  /** The browser comes back from the service. A failure is shown as a page to a browser, as the envelope to a program. */
  @Get('oauth/:provider/callback')
  @AddressLimit('auth')
  async callback(
    @Param('provider') name: string,
    @Query() query: OAuthAnswer & { error?: unknown },
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | void> {
    try {
      const userId = await this.oauth.finish(name, parseCookie(request.headers.cookie, cookieName), query);
      const session = await this.sessions.open(userId, request);
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
