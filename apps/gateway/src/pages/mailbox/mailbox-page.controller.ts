import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { GetMessage } from '@waybill/contracts/mailbox/mailbox';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { FastifyReply } from 'fastify';
import { Access } from '../../access/route/access';
import { valid } from '../../edge/valid';
import script from './mailbox-page.browser.js';
import style from './mailbox-page.css';
import page from './mailbox-page.html';

// The page shows what strangers wrote: nothing runs but its own script, nothing is framed but its own messages.
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// A message is looked at as in a mail program: no script, no form, an origin of its own; images and styles are fetched.
const messagePolicy =
  'sandbox allow-popups allow-popups-to-escape-sandbox; ' +
  "default-src 'none'; img-src * data:; media-src *; font-src * data:; style-src * 'unsafe-inline'; form-action 'none'; " +
  "frame-ancestors 'self'";

/** The page that shows the simulator's mailbox; 404 where another provider sends. No key, as for its JSON. */
@Controller('mailbox')
@Access('open')
export class MailboxPageController {
  constructor(private readonly asks: AskClient) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', pagePolicy)
  @Header('referrer-policy', 'no-referrer')
  @Header('cache-control', 'no-store')
  async page(): Promise<string> {
    await this.asks.ask('delivery.mailbox-list', { limit: 1 });
    return page;
  }

  @Get('assets/page.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'no-cache')
  style(): string {
    return style;
  }

  @Get('assets/page.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'no-cache')
  script(): string {
    return script;
  }

  /** The HTML part as the recipient gets it, for a sandboxed frame; 404 when the message has none. */
  @Get('messages/:id/html')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', messagePolicy)
  @Header('referrer-policy', 'no-referrer')
  @Header('cache-control', 'no-store')
  async html(@Param(valid(GetMessage)) message: GetMessage): Promise<string> {
    const { html } = await this.asks.ask('delivery.mailbox-get', message);
    if (html === null) throw new AppError('NOT_FOUND', 'The message has no HTML part');
    return openLinksOutside(html);
  }

  /** The message byte for byte, as a file that mail programs open. */
  @Get('messages/:id/eml')
  @Header('cache-control', 'no-store')
  @Header('content-type', 'message/rfc822')
  async eml(@Param(valid(GetMessage)) message: GetMessage, @Res({ passthrough: true }) reply: FastifyReply) {
    const { id, source } = await this.asks.ask('delivery.mailbox-get', message);
    void reply.header('content-disposition', `attachment; filename="${id}.eml"`);
    return Buffer.from(source, 'latin1');
  }
}

/** Links of a message open a new tab: inside the frame most sites refuse to be shown. */
function openLinksOutside(html: string): string {
  const base = '<base target="_blank">';
  const head = /<head(\s[^>]*)?>/i.exec(html);
  if (!head) return base + html;
  const end = head.index + head[0].length;
  return html.slice(0, end) + base + html.slice(end);
}
