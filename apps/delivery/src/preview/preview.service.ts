import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { toContactId } from '@waybill/contracts/ids';
import { pageLanguage } from '@waybill/contracts/subscription/subscription';
import type {
  RenderedTemplate,
  RenderProblem,
  RenderTemplate,
  RenderTemplateOf,
} from '@waybill/contracts/templates/render';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { MessageTemplates } from '@waybill/templating/job';
import { isQuick, TemplateError, variablesOf } from '@waybill/templating/template';
import { MailSettingsReader } from '../sender/mail-settings';
import { TemplateWork } from '../template/template-work';
import { addFooter, textFooter } from '../tracking/footer';
import { withPreviewText } from '../tracking/preview-text';
import { namedFields, problem, renderedProblems, shownVariables, unknownFields } from './content-check';

/** The contact's own links in a preview lead to no contact: a click in it must not unsubscribe. */
const urls = {
  unsubscribeUrl: 'https://unsubscribe.example/',
  subscribeUrl: 'https://subscribe.example/',
  manageUrl: 'https://manage.example/',
};
/** A preview waits for the fields of contacts longer than a send may: its caller waits for 20 seconds. */
const fieldsTimeoutMs = 8_000;
const nobody = { id: '00000000-0000-0000-0000-000000000000', email: 'ada@example.com', subscribed: true, data: {} };

interface Person {
  id: string;
  email: string;
  subscribed: boolean;
  data: Record<string, unknown>;
}

/** Shows a content as it would be sent, by the same rendering, without sending or storing anything. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly db: Db,
    private readonly work: TemplateWork,
    private readonly settings: MailSettingsReader,
    private readonly asks: AskClient,
  ) {}

  /** @throws 404 CONTACT_NOT_FOUND; 503 while the gateway or contacts is unavailable, or too many large templates are under way. */
  async render({ projectId, request }: RenderTemplateOf): Promise<RenderedTemplate> {
    const person = request.contactId ? await this.contact(projectId, request.contactId) : nobody;
    const syntax = await this.syntaxProblems(projectId, request);
    if (syntax.length > 0) return failed(syntax);
    const data = { ...person.data, ...request.data };
    const event = request.event ?? undefined;
    const own = { data, id: toContactId(person.id), email: person.email, subscribed: person.subscribed };
    const variables = { ...data, ...(event && { event, context: {} }), ...own, ...urls };
    const paths = pathsOf(request);
    try {
      const rendered = await this.work.render(projectId, sourcesOf(request), variables);
      const finished = await this.finish(projectId, request, rendered, data);
      const unknown = await this.unknown(projectId, namedFields(paths), Object.keys(data));
      return {
        subject: request.subject ? rendered.subject : null,
        previewText: rendered.previewText || null,
        ...finished,
        bytes: Buffer.byteLength(finished.html),
        problems: [...unknown, ...renderedProblems(request, rendered)].slice(0, 50),
        variables: shownVariables(paths, variables),
      };
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return failed([problem('render_failed', error.message, { severity: 'error' })]);
    }
  }

  /** HTML and text part as they would leave: with the footer of a marketing email, without tracking. */
  private async finish(
    projectId: string,
    { type }: RenderTemplate,
    { html, text, previewText }: MessageTemplates,
    data: Record<string, unknown>,
  ): Promise<{ html: string; text: string }> {
    if (type !== 'MARKETING') {
      return { html: withPreviewText(html, previewText), text: text ?? (await this.work.text(projectId, html)) };
    }
    const language = pageLanguage(data['locale'], (await this.settings.of(projectId)).language);
    const shown = addFooter(html, language, urls);
    return {
      html: withPreviewText(shown, previewText),
      text: text === undefined ? await this.work.text(projectId, shown) : text + textFooter(language, urls),
    };
  }

  private async contact(projectId: string, id: string): Promise<Person> {
    const [found] = await this.db.query<Person & Record<string, unknown>>(
      'SELECT id, email, subscribed, data FROM contacts.contact WHERE project_id = $1 AND id = $2',
      [projectId, id],
    );
    if (!found) throw new AppError('CONTACT_NOT_FOUND', `There is no contact ${toContactId(id)}`);
    return found;
  }

  private async syntaxProblems(projectId: string, request: RenderTemplate): Promise<RenderProblem[]> {
    const found: RenderProblem[] = [];
    for (const [field, source] of fieldsOf(request)) {
      const problems = await this.work.check(projectId, source);
      found.push(
        ...problems.map(({ message, line, column }) =>
          problem('syntax', message, { severity: 'error', field, line, column }),
        ),
      );
    }
    return found.slice(0, 50);
  }

  /** Looks at the fields of the project's contacts only when the content names one that the values do not have. */
  private async unknown(projectId: string, named: string[], valued: string[]): Promise<RenderProblem[]> {
    if (named.every((field) => valued.includes(field))) return [];
    const { fields } = await this.asks.ask('contacts.fields', { projectId }, { timeout: fieldsTimeoutMs });
    return unknownFields(named, [...valued, ...fields.map(({ field }) => field.replace(/^data\./, ''))]);
  }
}

const sourcesOf = ({ subject, previewText, body, text }: RenderTemplate): MessageTemplates => ({
  subject: subject ?? '',
  html: body,
  text: text ?? undefined,
  previewText: previewText ?? undefined,
});

const fieldsOf = ({ subject, previewText, body, text }: RenderTemplate): [string, string][] =>
  Object.entries({ subject, previewText, body, text }).filter(
    (each): each is [string, string] => typeof each[1] === 'string',
  );

/** The variables that the sources name. The analysis takes quadratic time: a large source is left out. */
const pathsOf = (request: RenderTemplate): string[][] =>
  fieldsOf(request)
    .filter(([, source]) => isQuick(source))
    .flatMap(([field, source]) => variablesOf(source, field === 'body' ? 'html' : 'text'));

const failed = (problems: RenderProblem[]): RenderedTemplate => ({
  ...{ subject: null, previewText: null, html: null, text: null, bytes: 0 },
  problems,
  variables: [],
});
