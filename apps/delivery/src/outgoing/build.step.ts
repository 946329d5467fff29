import { failed } from '../email/settlement';
import { buildMessage, type OutgoingMessage } from '../mime/message';
import { MessageError } from '../mime/message-error';
import type { Parcel } from './parcel';
import type { Step } from './step';

/** The whole RFC 5322 message. */
export const buildStep: Step = {
  name: 'build',
  run(parcel) {
    try {
      parcel.raw = buildMessage(messageOf(parcel));
    } catch (error) {
      if (error instanceof MessageError) return failed(parcel.email, 'invalid_message', error.message);
      throw error;
    }
  },
};

function messageOf({ email, content, links, subject, html: rendered }: Parcel): OutgoingMessage {
  const { html, text } = links.finish(rendered);
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
