import { Body, Controller, Get, HttpCode, Post, Req, Res, type PipeTransform } from '@nestjs/common';
import { AcceptInvitation, RequestPasswordReset, ResetPassword, VerifyEmail } from '@waybill/contracts/accounts/auth';
import type { AppError } from '@waybill/contracts/errors';
import { pageLanguage, type PageLanguage } from '@waybill/contracts/subscription/subscription';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/route/access';
import { AuthService } from '../../identity/sign-in/auth.service';
import { InvitationService } from '../../identity/sign-in/invitation.service';
import { valid } from '../../edge/valid';
import { acceptedLanguages, answerPage } from '../page-answer';
import { FormBody } from '../../edge/body/form-body';
import { AddressLimit } from '../../access/route/address-limit';
import { donePage, formPage, problemOf, signedInPage, tokenScript, type AccountPage } from './account-page';

type Form = Record<string, unknown> | undefined;

const verifyForm = valid(VerifyEmail, {});
const resetForm = valid(ResetPassword, {});
const invitationForm = valid(AcceptInvitation, {});
const forgotForm = valid(RequestPasswordReset, {});

/**
 * Where the links in mails about accounts lead when there is no dashboard. Looking changes nothing, mail filters open every
 * link: what is done is done by the POST of the form. Nothing here looks at a cookie, the token is all the right there is.
 */
@Controller()
@Access('open')
export class AccountPageController {
  constructor(
    private readonly auth: AuthService,
    private readonly invitations: InvitationService,
  ) {}

  @Get(['verify-email', 'reset-password', 'invitation', 'forgot-password'])
  show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const name = request.routeOptions.url?.slice(1) as AccountPage;
    return this.answer(name, request, reply, () => Promise.resolve(formPage(languageOf(request), name)));
  }

  /** The page after a sign-in with another service; it shows the same to every visitor. */
  @Get('signed-in')
  signedIn(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const html = signedInPage(languageOf(request));
    return answerPage(request, reply, { make: () => Promise.resolve(html), fail: () => html });
  }

  @Post('verify-email')
  @HttpCode(200)
  @FormBody()
  @AddressLimit('auth')
  verify(@Body() form: Form, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.act('verify-email', request, reply, async () => {
      await this.auth.verifyEmail(read(verifyForm, form).token);
    });
  }

  @Post('reset-password')
  @HttpCode(200)
  @FormBody()
  @AddressLimit('auth')
  reset(@Body() form: Form, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.act('reset-password', request, reply, async () => {
      const { token, password } = read(resetForm, form);
      await this.auth.resetPassword(token, password);
    });
  }

  @Post('invitation')
  @HttpCode(200)
  @FormBody()
  @AddressLimit('auth')
  accept(@Body() form: Form, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.act('invitation', request, reply, async () => {
      await this.invitations.accept(read(invitationForm, form), request.ip, request.id);
    });
  }

  @Post('forgot-password')
  @HttpCode(200)
  @FormBody()
  @AddressLimit('auth')
  forgot(@Body() form: Form, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.act('forgot-password', request, reply, async () => {
      await this.auth.requestMail('reset', read(forgotForm, form).email, request.id);
    });
  }

  private act(name: AccountPage, request: FastifyRequest, reply: FastifyReply, work: () => Promise<void>) {
    return this.answer(name, request, reply, async () => {
      await work();
      return donePage(languageOf(request), name);
    });
  }

  private answer(name: AccountPage, request: FastifyRequest, reply: FastifyReply, make: () => Promise<string>) {
    const { token } = (request.body ?? {}) as { token?: unknown };
    const given = typeof token === 'string' ? token.slice(0, 100) : '';
    const fail = (error: AppError): string =>
      formPage(languageOf(request), name, problemOf(error), error.code === 'BAD_REQUEST' ? '' : given);
    return answerPage(request, reply, { make, fail, script: tokenScript });
  }
}

const languageOf = (request: FastifyRequest): PageLanguage => pageLanguage(...acceptedLanguages(request));

const read = <T>(form: PipeTransform<unknown, T>, body: Form): T => form.transform(body, { type: 'body' });
