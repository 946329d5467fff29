import type { TemplateProblem } from './problem';
import { htmlToText } from './text-part';
import { checkTemplate, compileTemplate, render, renderSubject, TemplateError, type TemplateMode } from './template';

/** Templates of one message. */
export interface MessageTemplates {
  subject: string;
  html: string;
  /** A text part of its own. */
  text?: string;
  /** Mailboxes show it behind the subject. */
  previewText?: string;
}

/** The jobs of a thread that works on templates, with request and answer. All of it can be cloned. */
export interface TemplateJobs {
  /** A template that is to be saved: `checkTemplate`. */
  check: { ask: { source: string }; answer: TemplateProblem[] };
  /** A template that is to be sent: what keeps it from being compiled. */
  compile: { ask: { source: string; mode: TemplateMode }; answer: TemplateProblem[] };
  /** Subject, HTML, text part and preview text of one message. */
  render: { ask: MessageTemplates & { variables: Record<string, unknown> }; answer: MessageTemplates };
  /** The text part of HTML. */
  text: { ask: { html: string }; answer: string };
}

export type JobKind = keyof TemplateJobs;

/** One job with its kind. */
export type TemplateJob = { [K in JobKind]: { kind: K } & TemplateJobs[K]['ask'] }[JobKind];

/** @throws TemplateError when a template cannot be compiled or rendered. */
export function runJob(job: TemplateJob): TemplateJobs[JobKind]['answer'] {
  switch (job.kind) {
    case 'check':
      return checkTemplate(job.source);
    case 'compile':
      return problemsOf(job.source, job.mode);
    case 'render':
      return {
        subject: renderSubject(compileTemplate(job.subject, 'text'), job.variables),
        html: render(compileTemplate(job.html, 'html'), job.variables),
        text: job.text === undefined ? undefined : render(compileTemplate(job.text, 'text'), job.variables),
        previewText:
          job.previewText === undefined
            ? undefined
            : renderSubject(compileTemplate(job.previewText, 'text'), job.variables),
      };
    case 'text':
      return htmlToText(job.html);
  }
}

/** Everything that keeps a source from being compiled; empty when it is fine. */
export function problemsOf(source: string, mode: TemplateMode): TemplateProblem[] {
  try {
    compileTemplate(source, mode);
    return [];
  } catch (error) {
    if (error instanceof TemplateError) return error.problems;
    throw error;
  }
}
