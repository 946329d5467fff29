import { failed, type Settlement } from '../email/settlement';
import { buildMessage, type OutgoingMessage } from '../mime/message';
import { MessageError } from '../mime/message-error';
import type { TemplateWork } from '../template-work/template-work';
import type { Parcel } from './parcel';
import { renderFailure } from './render.step';
import type { Step } from './step';

/** The whole RFC 5322 message. */
export const buildStep = (work: TemplateWork): Step => ({
  name: 'build',
  run(parcel) {
    const { html, readable } = parcel.links.finish(parcel.html);
    const text = work.text(parcel.email.project_id, readable);
    if (!(text instanceof Promise)) return build(parcel, html, text);
    return text.then(
      (made) => build(parcel, html, made),
      (error: unknown) => renderFailure(parcel, error),
    );
  },
});

function build(parcel: Parcel, html: string, text: string): Settlement | void {
  try {
    parcel.raw = buildMessage(messageOf(parcel, html, text));
  } catch (error) {
    if (error instanceof MessageError) return failed(parcel.email, 'invalid_message', error.message);
    throw error;
  }
}

function messageOf({ email, content, links, subject }: Parcel, html: string, text: string): OutgoingMessage {
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
