import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { validationError } from '@waybill/contracts/errors';
import { pageLanguage, type PageLanguage, type SubscriptionView } from '@waybill/contracts/subscription/subscription';
import { verifyLink, type ContactLink } from '@waybill/contracts/tracking/signed-link';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/route/access';
import { acceptedLanguages } from '../page-answer';
import { hitOf } from './hit';
import { HitReporter } from './hit-reporter';
import { FormBody } from '../../edge/body/form-body';
import { LinkKeys } from '../../access/link-keys';
import { donePage, statePage, type Offer } from './page';
import { answerLink, badLink } from './link-answer';

type Purpose = ContactLink['purpose'];
type Form = Record<string, unknown> | undefined;

/**
 * The pages behind the links in emails. The signed link is all the right there is. Looking never changes anything: mail
 * filters open every link. A POST does, from the page's button or, by RFC 8058, from a mail program: answered 200, no
 * redirect, no cookie.
 */
@Controller()
@Access('open')
export class SubscriptionController {
  constructor(
    private readonly keys: LinkKeys,
    private readonly asks: AskClient,
    private readonly hits: HitReporter,
  ) {}

  @Get('unsubscribe/:token')
  showUnsubscribe(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.show('unsubscribe', token, request, reply);
  }

  @Get('subscribe/:token')
  showSubscribe(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.show('subscribe', token, request, reply);
  }

  @Get('manage/:token')
  showManage(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.show('manage', token, request, reply);
  }

  @Post('unsubscribe/:token')
  @HttpCode(200)
  @FormBody()
  unsubscribe(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.change('unsubscribe', token, () => false, request, reply);
  }

  @Post('subscribe/:token')
  @HttpCode(200)
  @FormBody()
  subscribe(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.change('subscribe', token, () => true, request, reply);
  }

  @Post('manage/:token')
  @HttpCode(200)
  @FormBody()
  manage(
    @Param('token') token: string,
    @Body() form: Form,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.change('manage', token, () => wishOf(form), request, reply);
  }

  private show(purpose: Purpose, token: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    return answerLink(request, reply, async () => {
      const { projectId, contactId } = await this.prove(purpose, token);
      const view = await this.asks.ask('contacts.subscription-get', { projectId, contactId });
      const other: Offer = view.subscribed ? 'unsubscribe' : 'subscribe';
      return statePage(languageOf(view, request), view, purpose === 'manage' ? other : purpose);
    });
  }

  private change(
    purpose: Purpose,
    token: string,
    wish: () => boolean,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    return answerLink(request, reply, async () => {
      const link = await this.prove(purpose, token);
      const { projectId, contactId } = link;
      const change = { projectId, contactId, subscribed: wish(), requestId: request.id };
      const view = await this.asks.ask('contacts.subscription-change', change);
      // The email whose link ended the subscription is credited with it.
      if (view.changed && !view.subscribed) this.hits.report(hitOf(link, request));
      return donePage(languageOf(view, request), view);
    });
  }

  /** @throws 404 unless the link was signed for this page. */
  private async prove(purpose: Purpose, token: string): Promise<ContactLink> {
    const link = verifyLink(await this.keys.all(), token, purpose);
    if (!link) throw badLink();
    return link;
  }
}

const languageOf = (view: SubscriptionView, request: FastifyRequest): PageLanguage =>
  pageLanguage(view.locale, ...acceptedLanguages(request));

/** The wish in the form of the manage page; a one-click POST of a mail program unsubscribes there too. */
function wishOf(form: Form): boolean {
  if (form?.['List-Unsubscribe'] === 'One-Click') return false;
  const subscribed = form?.['subscribed'];
  if (subscribed === true || subscribed === 'true') return true;
  if (subscribed === false || subscribed === 'false') return false;
  throw validationError([{ field: 'subscribed', message: 'subscribed must be true or false', code: 'invalid_enum' }]);
}
