import { parseAddress } from '@waybill/contracts/address';
import { memoryShare } from '@waybill/concurrency/memory-budget';
import type { MessageTemplates } from '@waybill/templating/job';
import { TemplateError } from '@waybill/templating/template';
import { templateVariables } from '../ledger/email-event';
import { LargeContent, type MessageService } from '../ledger/message.service';
import { signMessage } from '../mime/dkim';
import { buildMessage, type OutgoingMessage } from '../mime/message';
import { MessageError } from '../mime/message-error';
import type { TemplateWork } from '../template/template-work';
import { withPreviewText } from '../tracking/preview-text';
import type { SendContext } from './send-context';
import { failed, tryLater, type Settlement } from './settlement';
import type { Step } from './step';

/** About as long as a large message takes. Nothing failed, so that the delay does not grow as after a failure. */
const retryLargeMs = 2_000;

/** Reads the content. An email whose body was removed by retention fails; one that cannot be read now is tried later. */
export function contentStep(messages: MessageService): Step {
  const memory = memoryShare('messages');
  const fetch = async (context: SendContext, content: LargeContent) => {
    const release = await memory.acquire({ weight: content.bytes }).catch((error: Error) => error);
    if (release instanceof Error) return tryLater(context.email, release.message, retryLargeMs);
    context.release = release;
    return take(context, await messages.read(content).catch((error: Error) => error));
  };
  return {
    name: 'content',
    run(context) {
      const { content } = context.outgoing;
      return content instanceof LargeContent ? fetch(context, content) : take(context, content);
    },
  };
}

function take(context: SendContext, content: SendContext['content'] | Error | undefined): Settlement | void {
  if (content instanceof Error) return tryLater(context.email, `the content cannot be read: ${content.message}`);
  if (!content) return failed(context.email, 'content_gone', 'the content is not kept any more');
  context.content = content;
}

/** Makes the contact's own links, and tracked ones where the provider does not track by itself. */
export const linksStep: Step = {
  name: 'links',
  async run(context) {
    context.links = await context.account.links.of(context.email, context.content);
  },
};

/** Renders subject, preview text, HTML and an own text part with the recipient's values. */
export const renderStep = (templateWork: TemplateWork): Step => ({
  name: 'render',
  run(context) {
    const { email, content, links } = context;
    const variables = { ...templateVariables(email), ...links.variables };
    const { subject, html } = content;
    const [text, previewText] = [content.text ?? undefined, content.previewText ?? undefined];
    const rendered = templateWork.render(email.project_id, { subject, html, text, previewText }, variables);
    if (!(rendered instanceof Promise)) return fill(context, rendered);
    return rendered.then(
      (templates) => fill(context, templates),
      (error: unknown) => renderFailure(context, error),
    );
  },
});

function fill(context: SendContext, { subject, html, text, previewText }: MessageTemplates): void {
  context.subject = subject;
  context.html = html;
  context.text = text;
  context.previewText = previewText;
}

/** Ends an email that cannot be rendered. @throws any error but that of a template. */
function renderFailure({ email }: SendContext, error: unknown): Settlement {
  if (error instanceof TemplateError) return failed(email, 'render_failed', error.message);
  throw error;
}

/** Builds the whole RFC 5322 message. */
export const buildStep = (templateWork: TemplateWork): Step => ({
  name: 'build',
  async run(context) {
    const { html, readable, textFooter } = context.links.finish(context.html);
    try {
      const ownText = context.text === undefined ? undefined : context.text + textFooter;
      const text = ownText ?? (await templateWork.text(context.email.project_id, readable));
      const previewed = withPreviewText(html, context.previewText);
      context.raw = await buildMessage(messageOf(context, previewed, text));
    } catch (error) {
      if (error instanceof MessageError) return failed(context.email, 'invalid_message', error.message);
      return renderFailure(context, error);
    }
  },
});

function messageOf({ email, content, links, subject }: SendContext, html: string, text: string): OutgoingMessage {
  return {
    emailId: email.id,
    from: { email: email.from_address, name: email.from_name ?? undefined },
    to: { email: email.to_address, name: email.to_name ?? undefined },
    replyTo: email.reply_to ? { email: email.reply_to } : undefined,
    subject,
    html,
    text,
    headers: content.headers,
    unsubscribeUrl: links.unsubscribeUrl,
    attachments: content.attachments.map(({ contentId, ...file }) => ({ ...file, contentId: contentId ?? undefined })),
    date: new Date(),
  };
}

/** Signs with the key of the sending domain, where the provider does not sign by itself. */
export const signStep: Step = {
  name: 'sign',
  async run(context) {
    const { email, account } = context;
    const domain = parseAddress(email.from_address)?.domain ?? '';
    const key = await account.keys?.find(email.project_id, domain);
    if (key) context.raw = await signMessage(context.raw, key, new Date());
  },
};
