import { compileTemplate, render, renderSubject, TemplateError } from '@waybill/templating/template';
import { templateVariables } from '../email/email-fact';
import { failed } from '../email/settlement';
import type { Step } from './step';

/** Subject and HTML with the recipient's values. */
export const renderStep: Step = {
  name: 'render',
  run(parcel) {
    const { email, content, links } = parcel;
    const variables = { ...templateVariables(email), ...links.variables };
    try {
      parcel.subject = renderSubject(compileTemplate(content.subject, 'text'), variables);
      parcel.html = render(compileTemplate(content.html, 'html'), variables);
    } catch (error) {
      if (error instanceof TemplateError) return failed(email, 'render_failed', error.message);
      throw error;
    }
  },
};
