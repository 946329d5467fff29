import { Body, Controller, Get, HttpCode, Ip, Post, Req, Res } from '@nestjs/common';
import {
  Login,
  RequestPasswordReset,
  RequestVerification,
  ResetPassword,
  Signup,
  VerifyEmail,
} from '@waybill/contracts/accounts/auth';
import { normalizeEmail } from '@waybill/contracts/address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, RequestId } from '../../access/route/access';
import { success, type Success } from '../../edge/success';
import { valid } from '../../edge/valid';
import { SessionService } from '../../access/session/session.service';
import { AddressLimit } from '../../access/route/address-limit';
import { AuthService, type SignedIn } from './auth.service';
import { SessionReader } from '../../access/session/session-reader';
import { LoginThrottle } from './login-throttle';

type Message = Success<{ message: string }>;

/** `/auth`: accounts and sessions. */
@Controller('auth')
@Access('open')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: SessionService,
    private readonly throttle: LoginThrottle,
    private readonly cookies: SessionReader,
  ) {}

  @Post('login')
  @HttpCode(200)
  @AddressLimit('auth')
  async login(
    @Body(valid(Login)) body: Login,
    @Ip() ip: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<SignedIn>> {
    this.cookies.refuseForeign(request);
    const email = normalizeEmail(body.email) as string;
    await this.throttle.admit(email, ip);
    const account = await this.auth.login(body);
    await this.throttle.succeeded(email, ip);
    void reply.header('set-cookie', await this.sessions.open(account.id, request));
    return success(account);
  }

  @Post('signup')
  @AddressLimit('auth')
  async signup(
    @Body(valid(Signup)) body: Signup,
    @RequestId() requestId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<SignedIn>> {
    this.cookies.refuseForeign(request);
    const account = await this.auth.signup(body, requestId);
    void reply.header('set-cookie', await this.sessions.open(account.id, request));
    return success(account);
  }

  /** Ends the session of the cookie; without one there is nothing to end, and the answer is the same. */
  @Get('logout')
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Message> {
    this.cookies.refuseForeign(request);
    const account = await this.cookies.find(request);
    if (account) await this.sessions.end(account.sessionId);
    void reply.header('set-cookie', this.sessions.forget);
    return said('You are signed out');
  }

  @Post('verify-email')
  @HttpCode(200)
  @AddressLimit('auth')
  async verifyEmail(@Body(valid(VerifyEmail)) { token }: VerifyEmail): Promise<Message> {
    await this.auth.verifyEmail(token);
    return said('Your email address is verified');
  }

  @Post('request-verification')
  @HttpCode(200)
  @AddressLimit('auth')
  async requestVerification(
    @Body(valid(RequestVerification, {})) body: RequestVerification,
    @RequestId() requestId: string,
    @Req() request: FastifyRequest,
  ): Promise<Message> {
    this.cookies.refuseForeign(request);
    const account = await this.cookies.find(request);
    const email = account?.email ?? body.email;
    if (email) await this.auth.requestMail('verify', email, requestId, account?.userId);
    return said('If the address waits for its verification, a mail is on its way');
  }

  @Post('request-password-reset')
  @HttpCode(200)
  @AddressLimit('auth')
  async requestPasswordReset(
    @Body(valid(RequestPasswordReset)) { email }: RequestPasswordReset,
    @RequestId() requestId: string,
  ): Promise<Message> {
    await this.auth.requestMail('reset', email, requestId);
    return said('If the address has an account, a mail is on its way');
  }

  @Post('reset-password')
  @HttpCode(200)
  @AddressLimit('auth')
  async resetPassword(@Body(valid(ResetPassword)) { token, password }: ResetPassword): Promise<Message> {
    await this.auth.resetPassword(token, password);
    return said('Your password is changed; sign in with it');
  }
}

const said = (message: string): Message => success({ message });
