import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import {
  RenderPage,
  RenderTemplate,
  type RenderedTemplate,
  type RenderProblem,
} from '@waybill/contracts/templates/render';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, type Caller } from '../access/route/access';
import { BodyLimit } from '../edge/body/body-limit';
import { FormBody } from '../edge/body/form-body';
import { readJson } from '../edge/body/json-body';
import { valid } from '../edge/valid';
import { escapeText } from '../pages/page';

/** Body and text of 3 million characters together, each up to six bytes as JSON writes it. */
const renderBodyLimit = 19 * 1024 * 1024;
/** Longer than the thread that renders large templates may take for the checks, the rendering and the text part. */
const renderDeadline = 20_000;
/**
 * An email that is looked at: no script, no form, no navigation, an origin of its own. Only a page of this origin may frame it. It
 * is not a `srcdoc` of that page, which would have that page's policy and no styles.
 */
const emailPolicy =
  "sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src * data:; form-action 'none'; frame-ancestors 'self'";

/** `/templates/render`: how a content looks when it is sent. Nothing is sent or stored. */
@Controller('templates/render')
@Access('project')
export class RenderController {
  private readonly request = valid(RenderTemplate);

  constructor(private readonly asks: AskClient) {}

  /**
   * Renders a content with the values of a contact or with given ones, by the code that sends. A content that cannot be rendered is
   * an answer too: its problems say why.
   */
  @Post()
  @HttpCode(200)
  @BodyLimit(renderBodyLimit)
  render(
    @Body(valid(RenderTemplate)) request: RenderTemplate,
    @FromCaller() { projectId }: Caller,
  ): Promise<RenderedTemplate> {
    return this.asks.ask('delivery.template-render', { projectId, request }, { timeout: renderDeadline });
  }

  /** The rendered HTML as a page for a frame, posted as a form; a policy of its own lets nothing in it run. */
  @Post('page')
  @HttpCode(200)
  @FormBody(renderBodyLimit)
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', emailPolicy)
  // The frame has an origin of its own already: a browser complains when it is asked for more.
  @Header('origin-agent-cluster', '?0')
  @Header('referrer-policy', 'no-referrer')
  @Header('cache-control', 'no-store')
  async page(@Body(valid(RenderPage)) { request }: RenderPage, @FromCaller() caller: Caller): Promise<string> {
    const content = this.request.transform(readJson(request), { type: 'body' });
    const { html, problems } = await this.render(content, caller);
    return html ?? problemsPage(problems);
  }
}

const problemsPage = (problems: RenderProblem[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The email cannot be rendered</title></head>` +
  `<body style="font:15px/1.6 system-ui,sans-serif;margin:24px"><h1 style="font-size:18px">The email cannot be rendered</h1>` +
  `<ul>${problems.map(({ field, message }) => `<li>${escapeText(`${field ? `${field}: ` : ''}${message}`)}</li>`).join('')}</ul></body></html>`;
