import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { toContactId } from '@waybill/contracts/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import {
  compileTemplate,
  isQuick,
  quickLimits,
  render,
  renderSubject,
  TemplateError,
} from '@waybill/templating/template';
import type { Run } from '../run/run';
import type { StepOutcome } from '../step-kind/step-kind';

export interface PreviewedMail {
  to: string;
  subject: string;
  /** As a mailbox would show it behind the subject; null where there is none. */
  previewText: string | null;
  html: string;
}

type Failed = { failed: Extract<StepOutcome, { kind: 'failed' }> };

/** Renders what a SEND_EMAIL step would send; the HTML without the hidden preview text, footer and tracking. */
@Injectable()
export class MailPreview {
  constructor(private readonly asks: AskClient) {}

  /** @throws 503 while delivery does not answer */
  async render(run: Run, templateId: string, to: string): Promise<PreviewedMail | Failed> {
    const { projectId, contact, execution } = run;
    const { context, event } = execution;
    try {
      const template = await this.asks.ask('delivery.template-get', { projectId, id: templateId });
      const { subject, previewText, body } = template;
      if (!isQuick(body)) return { to, subject, previewText, html: '' };
      const own = {
        data: contact.data,
        id: toContactId(contact.id),
        email: contact.email,
        subscribed: contact.subscribed,
      };
      const variables = { ...contact.data, ...context, event, context, ...own };
      const line = (source: string): string => renderSubject(compileTemplate(source, 'text'), variables, quickLimits);
      return {
        to,
        subject: line(subject),
        previewText: line(previewText ?? '') || null,
        html: render(compileTemplate(body, 'html'), variables, quickLimits),
      };
    } catch (error) {
      if (error instanceof TemplateError) return failed('render_failed', error.message);
      if (error instanceof AppError && error.status === 404) return failed('template_not_found', error.message);
      throw error;
    }
  }
}

const failed = (reason: string, error: string): Failed => ({ failed: { kind: 'failed', reason, error } });
