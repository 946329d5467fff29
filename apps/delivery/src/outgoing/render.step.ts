import type { MessageTemplates } from '@waybill/templating/job';
import { TemplateError } from '@waybill/templating/template';
import { templateVariables } from '../email/email-fact';
import { failed, type Settlement } from '../email/settlement';
import type { TemplateWork } from '../template-work/template-work';
import type { Parcel } from './parcel';
import type { Step } from './step';

/** Subject and HTML with the recipient's values. */
export const renderStep = (work: TemplateWork): Step => ({
  name: 'render',
  run(parcel) {
    const { email, content, links } = parcel;
    const variables = { ...templateVariables(email), ...links.variables };
    const rendered = work.render(email.project_id, content, variables);
    if (!(rendered instanceof Promise)) return fill(parcel, rendered);
    return rendered.then(
      (templates) => fill(parcel, templates),
      (error: unknown) => renderFailure(parcel, error),
    );
  },
});

function fill(parcel: Parcel, { subject, html }: MessageTemplates): void {
  parcel.subject = subject;
  parcel.html = html;
}

/** What becomes of an email that cannot be rendered. @throws any error but that of a template. */
export function renderFailure({ email }: Parcel, error: unknown): Settlement {
  if (error instanceof TemplateError) return failed(email, 'render_failed', error.message);
  throw error;
}
