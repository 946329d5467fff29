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
  html: string;
}

type Failed = { failed: Extract<StepOutcome, { kind: 'failed' }> };

/** Renders what a SEND_EMAIL step would send, without preview text, footer and tracking. */
@Injectable()
export class MailPreview {
  constructor(private readonly asks: AskClient) {}

  /** @throws 503 while delivery does not answer */
  async render(run: Run, templateId: string, to: string): Promise<PreviewedMail | Failed> {
    const { projectId, contact, execution } = run;
    const { context, event } = execution;
    try {
      const { subject, body } = await this.asks.ask('delivery.template-get', { projectId, id: templateId });
      if (!isQuick(body)) return { to, subject, html: '' };
      const own = {
        data: contact.data,
        id: toContactId(contact.id),
        email: contact.email,
        subscribed: contact.subscribed,
      };
      const variables = { ...contact.data, ...context, event, context, ...own };
      return {
        to,
        subject: renderSubject(compileTemplate(subject, 'text'), variables, quickLimits),
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
